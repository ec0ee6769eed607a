(* Claims and what they say: this file has to be read and believed, it proves nothing but that truth is decided.

   A quotient by 0 has no value. A comparison is true where both sides are defined and the relation holds
   between their values; where a side is undefined it is false, and its negation is true. A claim holds if at
   every real point where all hypotheses are true the goal is true. Points give a value to every name; a claim
   that mentions only some names says nothing about the others. *)

From Coq Require Import List String QArith Qreals Rbase Rfunctions Lra.
Import ListNotations.
Local Open Scope R_scope.

Inductive expression :=
  | Number (c : Q)
  | Name (name : string)
  | Plus (a b : expression)
  | Times (a b : expression)
  | Quotient (a b : expression)
  | Power (a : expression) (k : nat).

Inductive relation := Greater | AtLeast | Equal | Unequal.

Inductive formula :=
  | Compare (r : relation) (a b : expression)
  | Not (f : formula)
  | And (l : list formula)
  | Or (l : list formula).

Record claim := Claim { variables : list string; hypotheses : list formula; goal : formula }.

Section Meaning.
Variable point : string -> R.

(* The value; that of a quotient by 0 is without meaning, and `defined` keeps it out. *)
Fixpoint value (e : expression) : R :=
  match e with
  | Number c => Q2R c
  | Name name => point name
  | Plus a b => value a + value b
  | Times a b => value a * value b
  | Quotient a b => value a / value b
  | Power a k => value a ^ k
  end.

Fixpoint defined (e : expression) : Prop :=
  match e with
  | Number _ | Name _ => True
  | Plus a b | Times a b => defined a /\ defined b
  | Quotient a b => defined a /\ defined b /\ value b <> 0
  | Power a _ => defined a
  end.

Definition related (r : relation) (x y : R) : Prop :=
  match r with Greater => x > y | AtLeast => x >= y | Equal => x = y | Unequal => x <> y end.

Fixpoint true_here (f : formula) : Prop :=
  match f with
  | Compare r a b => defined a /\ defined b /\ related r (value a) (value b)
  | Not g => ~ true_here g
  | And l => (fix every l := match l with [] => True | g :: l' => true_here g /\ every l' end) l
  | Or l => (fix some l := match l with [] => False | g :: l' => true_here g \/ some l' end) l
  end.

End Meaning.

Definition claim_holds (c : claim) : Prop :=
  forall point, Forall (true_here point) (hypotheses c) -> true_here point (goal c).

(* Induction over formulas and the formulas in their lists. *)
Section Induction.
Variable P : formula -> Prop.
Hypothesis compare : forall r a b, P (Compare r a b).
Hypothesis negation : forall f, P f -> P (Not f).
Hypothesis conjunction : forall l, Forall P l -> P (And l).
Hypothesis disjunction : forall l, Forall P l -> P (Or l).

Fixpoint formula_induction (f : formula) : P f :=
  let fix every l : Forall P l :=
    match l with [] => Forall_nil P | g :: l' => Forall_cons g (formula_induction g) (every l') end in
  match f with
  | Compare r a b => compare r a b
  | Not g => negation g (formula_induction g)
  | And l => conjunction l (every l)
  | Or l => disjunction l (every l)
  end.
End Induction.

Lemma and_here point l : true_here point (And l) <-> Forall (true_here point) l.
Proof.
  induction l as [|f l IH]; cbn; [now split|].
  rewrite Forall_cons_iff. cbn in IH. now rewrite IH.
Qed.

Lemma or_here point l : true_here point (Or l) <-> Exists (true_here point) l.
Proof.
  induction l as [|f l IH]; cbn; [now rewrite Exists_nil|].
  rewrite Exists_cons. cbn in IH. now rewrite IH.
Qed.

Lemma defined_or_not point e : defined point e \/ ~ defined point e.
Proof.
  induction e as [c|n|a A b B|a A b B|a A b B|a A k]; cbn; try tauto.
  destruct (Req_dec (value point b) 0); tauto.
Qed.

Lemma related_or_not r x y : related r x y \/ ~ related r x y.
Proof. destruct r; cbn; destruct (Rtotal_order x y) as [H|[H|H]]; (left; lra) || (right; lra). Qed.

Lemma true_or_not point : forall f, true_here point f \/ ~ true_here point f.
Proof.
  apply formula_induction.
  - intros r a b. cbn. destruct (defined_or_not point a), (defined_or_not point b),
      (related_or_not r (value point a) (value point b)); tauto.
  - intros f. cbn. tauto.
  - intros l. rewrite and_here. induction 1 as [|f l [F|F] _ IH]; [now left| |].
    + rewrite Forall_cons_iff. tauto.
    + right. rewrite Forall_cons_iff. tauto.
  - intros l. rewrite or_here. induction 1 as [|f l [F|F] _ IH].
    + right. now rewrite Exists_nil.
    + left. now left.
    + rewrite Exists_cons. tauto.
Qed.
