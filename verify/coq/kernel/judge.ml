(* Reads groups of documents from standard input (as verify/coq/kernel_input.py writes them) and prints for each
   group a line with a 1 for each document that is accepted and a 0 for each that is not.

   A value is n (Null), o (Other), i and digits and ; (Whole), t and a length and : and bytes (Text), [ values ]
   (Many), { texts and values } (Object). A group is a value: the list of its documents. With the argument towers
   they are judged as certificates of the formats tower/1 and leaves/1, with boxes as questions with the boxes of a
   decision record, without either as certificate/1. *)

open Kernel

let bytes length =
  let text = really_input_string stdin length in
  List.init length (String.get text)

let rec until stop =
  match input_char stdin with
  | c when c = stop -> []
  | c -> c :: until stop

let text () = bytes (int_of_string (String.of_seq (List.to_seq (until ':'))))

let rec value = function
  | 'n' -> Null
  | 'o' -> Other
  | 'i' -> (match whole (until ';') with Some z -> Whole z | None -> failwith "not a whole number")
  | 't' -> Text (text ())
  | '[' -> Many (values ())
  | '{' -> Object (pairs ())
  | c -> failwith (Printf.sprintf "not a value: %C" c)

and values () =
  match input_char stdin with
  | ']' -> []
  | c -> let first = value c in first :: values ()

and pairs () =
  match input_char stdin with
  | '}' -> []
  | 't' ->
      let key = text () in
      let first = value (input_char stdin) in
      (key, first) :: pairs ()
  | c -> failwith (Printf.sprintf "not a key: %C" c)

let judged documents =
  match Sys.argv with
  | [| _; "towers" |] -> judge_towers documents
  | [| _; "boxes" |] -> judge_boxes documents
  | _ -> judge [] documents

let rec groups () =
  match input_char stdin with
  | exception End_of_file -> ()
  | c ->
      (match value c with
      | Many documents ->
          List.iter (fun accepted -> print_char (if accepted then '1' else '0')) (judged documents);
          print_newline ()
      | _ -> failwith "a group of documents is a list");
      groups ()

let () = groups ()
