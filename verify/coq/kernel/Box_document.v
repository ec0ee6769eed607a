(* JSON documents as questions with proofs by leaves, and their judgement: `boxes_hold`.

   The trees are those that symbolic_eps/decision/text_tree.py reads from a record's text; that it reads them rightly
   is not part of this. *)

From Coq Require Import List String NArith ZArith QArith Reals Bool.
From Certificates Require Import Acceptance Document Box_claim Box Box_soundness.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Definition comparison_in (word : string) : option comparison :=
  if String.eqb word ">" then Some Above else if String.eqb word ">=" then Some From
  else if String.eqb word "<" then Some Below else if String.eqb word "<=" then Some UpTo
  else if String.eqb word "=" then Some Same else if String.eqb word "!=" then Some Other else None.

Fixpoint tree_in (j : json) : option tree :=
  let fix trees_in (l : list json) : option trees :=
    match l with
    | [] => None
    | [a] => let* t := tree_in a in Some (Last t)
    | a :: l' => as_two More (tree_in a) (trees_in l')
    end in
  let fix cases_in (l : list json) : option cases :=
    match l with
    | [] => Some Nothing
    | [a] => let* t := tree_in a in Some (Otherwise t)
    | a :: c :: l' =>
        let* t := tree_in a in let* k := condition_in c in let* others := cases_in l' in Some (Case t k others)
    end in
  match j with
  | Text s =>
      if String.eqb s "p" then Some First else if String.eqb s "q" then Some Second
      else let* c := rational s in Some (Number c)
  | Many (Text word :: l) =>
      if String.eqb word "max" then let* t := trees_in l in Some (Largest t)
      else if String.eqb word "min" then let* t := trees_in l in Some (Least t)
      else if String.eqb word "piecewise" then let* t := cases_in l in Some (Piecewise t)
      else
        match l with
        | [a] =>
            let* t := tree_in a in
            if String.eqb word "exp" then Some (Exponential t) else if String.eqb word "log" then Some (Logarithm t)
            else if String.eqb word "sqrt" then Some (Root t) else None
        | [a; Whole k] =>
            if String.eqb word "^" && (0 <=? k)%Z && (k <=? 64)%Z
            then let* t := tree_in a in Some (Power t (Z.to_nat k)) else None
        | [a; b] =>
            if String.eqb word "+" then as_two Plus (tree_in a) (tree_in b)
            else if String.eqb word "*" then as_two Times (tree_in a) (tree_in b)
            else if String.eqb word "/" then as_two Quotient (tree_in a) (tree_in b) else None
        | _ => None
        end
  | _ => None
  end
with condition_in (j : json) : option condition :=
  let fix joined (join : condition -> condition -> condition) (l : list json) : option condition :=
    match l with
    | [] => None
    | [c] => condition_in c
    | c :: l' => as_two join (condition_in c) (joined join l')
    end in
  match j with
  | Many (Text word :: l) =>
      if String.eqb word "not" then match l with [c] => let* k := condition_in c in Some (Not k) | _ => None end
      else if String.eqb word "and" then joined And l
      else if String.eqb word "or" then joined Or l
      else
        let* r := comparison_in word in
        match l with [a; b] => as_two (Compare r) (tree_in a) (tree_in b) | _ => None end
  | _ => None
  end.

Definition number_in (j : json) : option Q := match j with Text s => rational s | _ => None end.

(* The value of a prior that does not vary, if it has one. *)
Definition fixed_in (name : string) (j : json) : option (option Q) :=
  match at_key name j with Some c => let* q := number_in c in Some (Some q) | None => Some None end.

Definition variant_in (j : json) : option bool :=
  match j with
  | Text s => if String.eqb s "unbounded" then Some true
              else if String.eqb s "bounded" || String.eqb s "invariant" then Some false else None
  | _ => None
  end.

Definition question_in (j : json) : option question :=
  match at_key "profile" j, at_key "domain" j, at_key "fixed" j, at_key "variant" j with
  | Some r, Some (Many conditions), Some (Object given), Some variant =>
      let* profile := tree_in r in
      let* domain := collect condition_in conditions in
      let* p := fixed_in "p" (Object given) in
      let* q := fixed_in "q" (Object given) in
      let* unbounded := variant_in variant in Some (Question profile domain (p, q) unbounded)
  | _, _, _, _ => None
  end.

Definition box_in (j : json) : option box :=
  match j with
  | Many [a; b; c; d] =>
      let* low := number_in a in let* high := number_in b in
      let* below := number_in c in let* above := number_in d in Some ((low, high), (below, above))
  | _ => None
  end.

Definition proof_in (j : json) : option proof :=
  match at_key "proof" j with
  | Some (Object (((_, y) :: (_, Many boxes) :: (_, x) :: (_, Object (((_, p) :: (_,
    q) :: []) as place)) :: []) as l)) =>
      if keys ["below"; "leaves"; "level"; "point"] l && keys ["p"; "q"] place then
        let* level := number_in x in
        let* leaves := collect box_in boxes in
        let* below := number_in y in
        let* first := number_in p in
        let* second := number_in q in Some (Proof level leaves below (first, second))
      else None
  | _ => None
  end.

(* For each document, whether it is accepted. *)
Definition accepted (j : json) : bool :=
  match question_in j, proof_in j with Some asked, Some proof => check_leaves asked proof | _, _ => false end.
Definition judge_boxes : list json -> list bool := map accepted.

(* Each document that is accepted asks a question, and its levels answer it. *)
Theorem boxes_hold j : accepted j = true -> exists asked proof,
  question_in j = Some asked /\ proof_in j = Some proof /\ levels_hold asked (below proof) (level proof).
Proof.
  unfold accepted. destruct (question_in j) as [asked|]; [|discriminate].
  destruct (proof_in j) as [proof|]; [|discriminate]. intros A. exists asked, proof.
  split; [reflexivity|]. split; [reflexivity|]. now apply checked_hold.
Qed.
