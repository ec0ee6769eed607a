(* JSON documents as certificates of the formats tower/1 and leaves/1, and their judgement: `towers_hold`.

   `tower_claim_in` is the claim that a document states. What is outside of the theorem is what is outside of
   that of Document.v. *)

From Coq Require Import List String Ascii NArith ZArith QArith Bool.
From Certificates Require Import Claim Acceptance Document Tower_claim Tower Tower_theorem.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Definition bound_in (out within : string) (j : json) : option edge :=
  match j with
  | Null => Some (None, true)
  | Many [Text word; Text number] =>
      let* c := rational number in
      if String.eqb word out then Some (Some c, true)
      else if String.eqb word within then Some (Some c, false) else None
  | _ => None
  end.

Definition parameter_in (p : string * json) : option (string * bool) :=
  let* name := name_in (Text (fst p)) in
  match snd p with
  | Text word =>
      if String.eqb word ">" then Some (name, true) else if String.eqb word ">=" then Some (name, false) else None
  | _ => None
  end.

Definition atom_in (p : string * json) : option (string * atom) :=
  let* name := name_in (Text (fst p)) in
  match snd p with
  | Many [Text word; Text a; Text b] =>
      if String.eqb word "exp" then as_two (fun r s => (name, Exponential r s)) (rational a) (rational b)
      else None
  | Many [Text word; e] =>
      if String.eqb word "log" then let* x := expression_in e in Some (name, Logarithm x) else None
  | _ => None
  end.

Definition tower_claim_in_json (j : json) : option tower_claim :=
  match j with
  | Object (((_, Object atoms) :: (_, Many [Text word; first; second]) :: (_, Many [low; high]) :: (_, Object signs)
             :: (_, variable) :: []) as l) =>
      if keys ["atoms"; "goal"; "interval"; "parameters"; "variable"] l then
        let* x := name_in variable in
        let* a := collect atom_in atoms in
        let* s := collect parameter_in signs in
        let* lower := bound_in ">" ">=" low in
        let* upper := bound_in "<" "<=" high in
        let* strictly :=
          (if String.eqb word ">" then Some true else if String.eqb word ">=" then Some false else None) in
        as_two (Tower_claim x (lower, upper) s a strictly) (expression_in first) (expression_in second)
      else None
  | _ => None
  end.

Definition side_in (word : string) : option bool :=
  if String.eqb word "upper" then Some true else if String.eqb word "lower" then Some false else None.

(* A sign: whether it is -1. *)
Definition sign_in (j : json) : option bool :=
  match j with Whole 1%Z => Some false | Whole (-1)%Z => Some true | _ => None end.

Definition power_in (j : json) : option nat :=
  match j with Whole k => if (0 <=? k)%Z && (k <=? 16)%Z then Some (Z.to_nat k) else None | _ => None end.

Fixpoint steps_in (j : json) : option steps :=
  let fix factors_in (l : list json) : option factors :=
    match l with
    | [] => Some No_factor
    | Many [e; k; s; its] :: l' =>
        let* x := expression_in e in
        let* power := power_in k in
        let* minus := sign_in s in
        let* rest := factors_in l' in
        match its with
        | Null => Some (Even_factor x power minus rest)
        | _ => let* n := steps_in its in Some (Factor x power minus n rest)
        end
    | _ => None
    end in
  match j with
  | Many [Text word; Text side] =>
      if String.eqb word "terms" then let* upper := side_in side in Some (Terms_positive upper)
      else None
  | Many (Text word :: l) =>
      if String.eqb word "product" then let* x := factors_in l in Some (Product_of x)
      else if String.eqb word "slope" then
        match l with
        | [e; its; Text side; inner] =>
            let* x := expression_in e in
            let* upper := side_in side in
            as_two (fun a b => Slope x a upper b) (steps_in its) (steps_in inner)
        | _ => None
        end
      else if String.eqb word "cut" then
        match l with
        | [Text number; lower; upper] =>
            let* c := rational number in as_two (Cut c) (steps_in lower) (steps_in upper)
        | _ => None
        end
      else if String.eqb word "leaves" then
        match l with
        | Whole order :: cuts =>
            if (0 <=? order)%Z && (order <=? 16)%Z then
              let* l := collect (fun x => match x with Text s => rational s | _ => None end) cuts in
              Some (Leaves (Z.to_nat order) l)
            else None
        | _ => None
        end
      else None
  | _ => None
  end.

Definition tower_claim_in (j : json) : option tower_claim := let* c := at_key "claim" j in tower_claim_in_json c.

Definition tower_certificate_in (j : json) : option tower_certificate :=
  let* claim := tower_claim_in j in
  match at_key "format" j, at_key "fingerprint" j, at_key "denominator" j, at_key "arguments" j,
    at_key "goal" j with
  | Some (Text format), Some (Text _), Some (Many [s; by_what]), Some (Many logs), Some goal =>
      let* leaves :=
        (if String.eqb format "tower/1" then Some false
         else if String.eqb format "leaves/1" then Some true else None) in
      let* minus := sign_in s in
      let* denominator := steps_in by_what in
      let* arguments := collect steps_in logs in
      let* last := steps_in goal in
      Some (Tower_certificate claim minus denominator arguments last leaves)
  | _, _, _, _, _ => None
  end.

Definition judge_tower (j : json) : bool :=
  match tower_certificate_in j with Some t => tower_accepts t | None => false end.

Definition judge_towers : list json -> list bool := map judge_tower.

Lemma claim_of_tower j t : tower_certificate_in j = Some t -> tower_claim_in j = Some (tower_claim_of t).
Proof.
  unfold tower_certificate_in. destruct (tower_claim_in j) as [c|]; [|discriminate].
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x; try discriminate end.
  now intros [= <-].
Qed.

(* Each document that is accepted states a claim, and this claim holds. *)
Theorem towers_hold j : judge_tower j = true -> exists c, tower_claim_in j = Some c /\ tower_claim_holds c.
Proof.
  unfold judge_tower. destruct (tower_certificate_in j) as [t|] eqn:J; [|discriminate]. intros A.
  exists (tower_claim_of t). split; [now apply claim_of_tower | now apply tower_accepted_holds].
Qed.
