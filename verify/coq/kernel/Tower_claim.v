(* Claims with exponentials and logarithms of one variable, and what they say: to be read and believed.

   Atoms are names for exp(a x + b) and for log(e), where e has no name of a parameter or of a logarithm (what is
   accepted has none; here a logarithm's name in e would stand for 1). A claim holds if for every x of the interval,
   and all values of the parameters with the signs stated, every logarithm is one of a positive number and the
   comparison is true: both sides defined, and related. *)

From Coq Require Import List String QArith Qreals Reals.
From Certificates Require Import Claim.
Import ListNotations.
Local Open Scope R_scope.

Inductive atom := Exponential (a b : Q) | Logarithm (e : expression).

(* An end is a number, or None where the interval is not bounded; and whether it is left out. *)
Definition edge := (option Q * bool)%type.

Record tower_claim := Tower_claim {
  point_name : string;
  interval : edge * edge;
  parameters : list (string * bool);  (* true: > 0, false: >= 0 *)
  atoms : list (string * atom);
  strict : bool;  (* true: >, false: >= *)
  left_side : expression;
  right_side : expression
}.

Definition above (b : edge) (x : R) : Prop :=
  match b with (None, _) => True | (Some c, true) => Q2R c < x | (Some c, false) => Q2R c <= x end.
Definition below (b : edge) (x : R) : Prop :=
  match b with (None, _) => True | (Some c, true) => x < Q2R c | (Some c, false) => x <= Q2R c end.
Definition inside (i : edge * edge) (x : R) : Prop := above (fst i) x /\ below (snd i) x.

Fixpoint entry {A} (name : string) (l : list (string * A)) : option A :=
  match l with [] => None | (n, a) :: l' => if String.eqb name n then Some a else entry name l' end.

Section Meaning.
Variable c : tower_claim.
Variable x : R.
Variable parameter : string -> R.

(* The values of names inside of logarithms, and of all names. *)
Definition inner_point (name : string) : R :=
  if String.eqb name (point_name c) then x else
  match entry name (atoms c) with
  | Some (Exponential a b) => exp (Q2R a * x + Q2R b)
  | Some (Logarithm _) => 1
  | None => parameter name
  end.

Definition tower_point (name : string) : R :=
  if String.eqb name (point_name c) then x else
  match entry name (atoms c) with
  | Some (Exponential a b) => exp (Q2R a * x + Q2R b)
  | Some (Logarithm e) => ln (value inner_point e)
  | None => parameter name
  end.

Definition parameter_has_sign (p : string * bool) : Prop :=
  if snd p then 0 < parameter (fst p) else 0 <= parameter (fst p).

Definition has_logarithm (a : string * atom) : Prop :=
  match snd a with Exponential _ _ => True | Logarithm e => defined inner_point e /\ 0 < value inner_point e end.
End Meaning.

Definition tower_claim_holds (c : tower_claim) : Prop :=
  forall x parameter, inside (interval c) x -> Forall (parameter_has_sign parameter) (parameters c) ->
  Forall (has_logarithm c x parameter) (atoms c) /\
  true_here (tower_point c x parameter)
    (Compare (if strict c then Greater else AtLeast) (left_side c) (right_side c)).
