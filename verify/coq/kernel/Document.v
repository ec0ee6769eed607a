(* JSON documents as certificates, and the judgement of documents one after the other: `judged_hold`.

   Decoding is part of what the theorem speaks of: `claim_in` is the claim that a document states. Outside of it
   are the text of the JSON, SHA-256 (a name that is not the claim's own fingerprint is the reader's to refuse;
   here a lemma's name finds a claim that was proved under this name, whatever it is) and the limit on work.
   An object has its keys in order, each once; `Other` is what no certificate holds: booleans, fractions. *)

From Coq Require Import List String Ascii NArith ZArith QArith Qreals Rbase Rfunctions Bool.
From Certificates Require Import Claim Acceptance Soundness.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Inductive json :=
  | Null
  | Other
  | Whole (z : Z)
  | Text (s : string)
  | Many (l : list json)
  | Object (l : list (string * json)).

Definition between (low high c : ascii) : bool :=
  (N_of_ascii low <=? N_of_ascii c)%N && (N_of_ascii c <=? N_of_ascii high)%N.
Definition is_digit : ascii -> bool := between "0" "9".
Definition is_letter (c : ascii) : bool := between "A" "Z" c || between "a" "z" c || Ascii.eqb c "_".

(* At most `most` digits and at least one: the number, and what comes after it. *)
Fixpoint digits (most : nat) (l : list ascii) (sofar : N) : N * list ascii :=
  match most, l with
  | S most', c :: l' =>
      if is_digit c then digits most' l' (sofar * 10 + (N_of_ascii c - 48))%N else (sofar, l)
  | _, _ => (sofar, l)
  end.

Definition natural (l : list ascii) : option (N * list ascii) :=
  match l with c :: _ => if is_digit c then Some (digits 1000 l 0) else None | [] => None end.

Definition signed (l : list ascii) : option (Z * list ascii) :=
  match l with
  | "-"%char :: l' => let* (n, rest) := natural l' in Some ((- Z.of_N n)%Z, rest)
  | _ => let* (n, rest) := natural l in Some (Z.of_N n, rest)
  end.

Definition whole (s : string) : option Z :=
  let* (z, rest) := signed (list_ascii_of_string s) in match rest with [] => Some z | _ => None end.

(* "3", "-1/2": the divisor does not begin with 0. *)
Definition rational (s : string) : option Q :=
  let* (z, rest) := signed (list_ascii_of_string s) in
  match rest with
  | [] => Some (Qmake z 1)
  | "/"%char :: rest' =>
      if match rest' with "0"%char :: _ => true | _ => false end then None else
      let* (n, after) := natural rest' in
      match n, after with Npos p, [] => Some (Qmake z p) | _, _ => None end
  | _ => None
  end.

Definition name_in (j : json) : option string :=
  match j with
  | Text (String c s) =>
      if is_letter c && forallb (fun x => is_letter x || is_digit x) (list_ascii_of_string s)
         && (String.length s <? 64)%nat
      then Some (String c s) else None
  | _ => None
  end.

Definition text_in (j : json) : option string := match j with Text s => Some s | _ => None end.
Definition index_in (j : json) : option N :=
  match j with Whole z => if (0 <=? z)%Z then Some (Z.to_N z) else None | _ => None end.

Definition as_two {A B C} (f : A -> B -> C) (a : option A) (b : option B) : option C :=
  let* x := a in let* y := b in Some (f x y).

Fixpoint expression_in (j : json) : option expression :=
  let fix folded (join : expression -> expression -> expression) (none : Q) (l : list json) :=
    match l with
    | [] => Some (Number none)
    | x :: l' => as_two join (expression_in x) (folded join none l')
    end in
  match j with
  | Text s => match rational s with Some c => Some (Number c) | None => Some (Name s) end
  | Many (Text word :: l) =>
      if String.eqb word "+" then folded Plus 0%Q l
      else if String.eqb word "*" then folded Times 1%Q l
      else if String.eqb word "/" then
        match l with [a; b] => as_two Quotient (expression_in a) (expression_in b) | _ => None end
      else if String.eqb word "^" then
        match l with
        | [a; Whole k] =>
            if (0 <=? k)%Z && (k <=? 64)%Z
            then let* x := expression_in a in Some (Power x (Z.to_nat k)) else None
        | _ => None
        end
      else None
  | _ => None
  end.

Definition relation_in (word : string) : option relation :=
  if String.eqb word ">" then Some Greater else if String.eqb word ">=" then Some AtLeast
  else if String.eqb word "=" then Some Equal else if String.eqb word "!=" then Some Unequal else None.

Fixpoint formula_in (j : json) : option formula :=
  match j with
  | Many (Text word :: l) =>
      if String.eqb word "not" then match l with [f] => let* g := formula_in f in Some (Not g) | _ => None end
      else if String.eqb word "and" then let* gs := collect formula_in l in Some (And gs)
      else if String.eqb word "or" then let* gs := collect formula_in l in Some (Or gs)
      else
        let* r := relation_in word in
        match l with [a; b] => as_two (Compare r) (expression_in a) (expression_in b) | _ => None end
  | _ => None
  end.

(* Whether the keys are these. *)
Fixpoint keys (words : list string) (l : list (string * json)) : bool :=
  match words, l with
  | [], [] => true
  | w :: words', (k, _) :: l' => String.eqb w k && keys words' l'
  | _, _ => false
  end.

Definition claim_in_json (j : json) : option claim :=
  match j with
  | Object (((_, g) :: (_, Many hs) :: (_, Many vs) :: []) as l) =>
      if keys ["goal"; "hypotheses"; "variables"] l && (List.length vs <=? 64)%nat then
        let* names := collect name_in vs in
        let* hypotheses := collect formula_in hs in
        let* goal := formula_in g in Some (Claim.Claim names hypotheses goal)
      else None
  | _ => None
  end.

Definition summand_in (ge gt : list json) (square : option json) (weight : json) : option part :=
  let* g := collect index_in ge in
  let* h := collect index_in gt in
  let* w := match weight with Text s => rational s | _ => None end in
  match square with
  | None => Some (Summand w g h None)
  | Some e => let* s := expression_in e in Some (Summand w g h (Some s))
  end.

Definition part_in (j : json) : option part :=
  match j with
  | Object (((_, by_what) :: (_, equation) :: []) as l) =>
      if keys ["by"; "eq"] l
      then as_two Multiple (index_in equation) (expression_in by_what) else None
  | Object (((_, Many ge) :: (_, Many gt) :: (_, weight) :: []) as l) =>
      if keys ["ge"; "gt"; "weight"] l then summand_in ge gt None weight else None
  | Object (((_, Many ge) :: (_, Many gt) :: (_, square) :: (_, weight) :: []) as l) =>
      if keys ["ge"; "gt"; "square"; "weight"] l then summand_in ge gt (Some square) weight else None
  | _ => None
  end.

Fixpoint node_in (j : json) : option node :=
  match j with
  | Object (((_, Many multipliers) :: (_, Many terms) :: []) as l) =>
      if keys ["multipliers"; "terms"] l
      then let* parts := collect part_in (terms ++ multipliers) in Some (Terms parts) else None
  | Object (((_, Object (((_, a) :: (_, b) :: []) as signs)) :: (_, on) :: []) as l) =>
      if keys ["cases"; "split"] l then
        let* e := expression_in on in
        if keys ["<"; ">="] signs then as_two (SplitLess e) (node_in a) (node_in b)
        else if keys ["<="; ">"] signs then as_two (SplitMore e) (node_in a) (node_in b)
        else None
      else None
  | Object (((_, Object (((_, a) :: (_, b) :: (_, c) :: []) as signs)) :: (_, on) :: []) as l) =>
      if keys ["cases"; "split"] l && keys ["<"; "="; ">"] signs then
        let* e := expression_in on in
        let* x := node_in a in let* y := node_in b in let* z := node_in c in Some (SplitAll e x y z)
      else None
  | Object (((_, Text name) :: (_, next) :: []) as l) =>
      if keys ["lemma"; "then"] l then let* n := node_in next in Some (UseLemma name n) else None
  | _ => None
  end.

(* The value of a key; at the top of a certificate other keys are allowed and mean nothing. *)
Definition at_key (key : string) (j : json) : option json :=
  match j with
  | Object l => let* (_, x) := find (fun p => String.eqb key (fst p)) l in Some x
  | _ => None
  end.

Definition claim_in (j : json) : option claim := let* c := at_key "claim" j in claim_in_json c.

Definition certificate_in (j : json) : option (string * certificate) :=
  let* claim := claim_in j in
  match at_key "format" j, at_key "fingerprint" j, at_key "lemmas" j, at_key "refutations" j with
  | Some (Text format), Some (Text name), Some (Many used), Some (Many nodes) =>
      if String.eqb format "certificate/1" then
        let* lemmas := collect text_in used in
        let* refutations := collect node_in nodes in Some (name, Certificate claim lemmas refutations)
      else None
  | _, _, _, _ => None
  end.

(* For each document, whether it is accepted; what is proved may be a lemma of those that come after it. *)
Fixpoint judge (proved : list (string * claim)) (documents : list json) : list bool :=
  match documents with
  | [] => []
  | j :: later =>
      match certificate_in j with
      | Some (name, c) =>
          if accepts proved c then true :: judge (proved ++ [(name, claim_of c)]) later
          else false :: judge proved later
      | None => false :: judge proved later
      end
  end.

Lemma claim_of_certificate j name c : certificate_in j = Some (name, c) -> claim_in j = Some (claim_of c).
Proof.
  unfold certificate_in. destruct (claim_in j) as [k|]; [|discriminate].
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x; try discriminate end.
  now intros [= _ <-].
Qed.

Definition sound_for (j : json) (accepted : bool) : Prop :=
  accepted = true -> exists c, claim_in j = Some c /\ claim_holds c.

Lemma judge_sound : forall documents proved, Forall (fun l => claim_holds (snd l)) proved ->
  Forall2 sound_for documents (judge proved documents).
Proof.
  unfold sound_for. induction documents as [|j later IH]; intros proved L; cbn [judge]; [constructor|].
  destruct (certificate_in j) as [[name c]|] eqn:J; [destruct (accepts proved c) eqn:A|].
  - pose proof (accepted_holds proved c L A) as H. constructor.
    + intros _. exists (claim_of c). split; [|assumption]. exact (claim_of_certificate _ _ _ J).
    + apply IH, Forall_app. split; [assumption|]. now repeat constructor.
  - constructor; [discriminate|]. now apply IH.
  - constructor; [discriminate|]. now apply IH.
Qed.

(* Each document that is accepted states a claim, and this claim holds. *)
Theorem judged_hold documents : Forall2 sound_for documents (judge [] documents).
Proof. apply judge_sound. constructor. Qed.
