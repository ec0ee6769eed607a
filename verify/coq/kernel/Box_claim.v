(* What a decision record with leaves says: a profile of two priors, its domain, and what "every eps up to -log x is
   safe, none from -log y on" means over the reals.

   The trees are those of symbolic_eps/decision/text_tree.py. Both sides of "and" and "or" have to have values, and so
   has every member of a max or min; of cases those that come into question, in their order. *)

From Coq Require Import Reals List QArith Qreals.
Import ListNotations.
Local Open Scope R_scope.

Inductive comparison := Above | From | Below | UpTo | Same | Other.   (* > >= < <= = != *)

Inductive tree :=
  | Number (c : Q)
  | First
  | Second
  | Plus (a b : tree)
  | Times (a b : tree)
  | Quotient (a b : tree)
  | Power (a : tree) (k : nat)
  | Exponential (a : tree)
  | Logarithm (a : tree)
  | Root (a : tree)
  | Largest (l : trees)
  | Least (l : trees)
  | Piecewise (l : cases)
with trees :=
  | Last (a : tree)
  | More (a : tree) (l : trees)
with cases :=
  | Nothing
  | Otherwise (a : tree)
  | Case (a : tree) (c : condition) (l : cases)
with condition :=
  | Compare (r : comparison) (a b : tree)
  | Not (c : condition)
  | And (c d : condition)
  | Or (c d : condition).

Definition compared (r : comparison) (x y : R) : bool :=
  match r with
  | Above => if Rlt_dec y x then true else false
  | From => if Rle_dec y x then true else false
  | Below => if Rlt_dec x y then true else false
  | UpTo => if Rle_dec x y then true else false
  | Same => if Req_EM_T x y then true else false
  | Other => if Req_EM_T x y then false else true
  end.

Section Meaning.
Variables p q : R.

Fixpoint value (t : tree) : R :=
  match t with
  | Number c => Q2R c
  | First => p
  | Second => q
  | Plus a b => value a + value b
  | Times a b => value a * value b
  | Quotient a b => value a / value b
  | Power a k => value a ^ k
  | Exponential a => exp (value a)
  | Logarithm a => ln (value a)
  | Root a => sqrt (value a)
  | Largest l => largest_of l
  | Least l => least_of l
  | Piecewise l => value_of l
  end
with largest_of (l : trees) : R :=
  match l with Last a => value a | More a l' => Rmax (value a) (largest_of l') end
with least_of (l : trees) : R :=
  match l with Last a => value a | More a l' => Rmin (value a) (least_of l') end
with value_of (l : cases) : R :=
  match l with
  | Nothing => 0
  | Otherwise a => value a
  | Case a c l' => if truth c then value a else value_of l'
  end
with truth (c : condition) : bool :=
  match c with
  | Compare r a b => compared r (value a) (value b)
  | Not c => negb (truth c)
  | And c d => andb (truth c) (truth d)
  | Or c d => orb (truth c) (truth d)
  end.

Fixpoint defined (t : tree) : Prop :=
  match t with
  | Number _ | First | Second => True
  | Plus a b | Times a b => defined a /\ defined b
  | Quotient a b => defined a /\ defined b /\ value b <> 0
  | Power a _ | Exponential a => defined a
  | Logarithm a => defined a /\ 0 < value a
  | Root a => defined a /\ 0 <= value a
  | Largest l | Least l => all_defined l
  | Piecewise l => one_defined l
  end
with all_defined (l : trees) : Prop :=
  match l with Last a => defined a | More a l' => defined a /\ all_defined l' end
with one_defined (l : cases) : Prop :=
  match l with
  | Nothing => False
  | Otherwise a => defined a
  | Case a c l' => meaningful c /\ if truth c then defined a else one_defined l'
  end
with meaningful (c : condition) : Prop :=
  match c with
  | Compare _ a b => defined a /\ defined b
  | Not c => meaningful c
  | And c d | Or c d => meaningful c /\ meaningful d
  end.
End Meaning.

Record question := Question {
  profile : tree;
  domain : list condition;
  fixed : option Q * option Q;
  unbounded : bool                 (* data that differ by one record more or less; else by the value of one *)
}.

(* The least factor between prior and posterior of a non-disclosure, at x = e^-eps: the relative risk is at most its
   inverse, and some private mechanism reaches it (Theorem 1). *)
Definition bound (unbounded : bool) (x p q : R) : R :=
  if unbounded then p * q + p * (1 - q) * x ^ 2 + (1 - p) * x else p * q + (1 - p * q) * x.

Definition worst_risk (unbounded : bool) (eps p q : R) : R := 1 / bound unbounded (exp (- eps)) p q.

Definition is_fixed (c : option Q) (p : R) : Prop := match c with Some c => p = Q2R c | None => True end.

Definition enforced (asked : question) (p q : R) : Prop :=
  0 < p <= 1 /\ 0 < q <= 1 /\ is_fixed (fst (fixed asked)) p /\ is_fixed (snd (fixed asked)) q /\
  Forall (fun c => meaningful p q c /\ truth p q c = true) (domain asked).

(* The profile has a value > 0 wherever it is enforced, and no relative risk is above it. *)
Definition respected (asked : question) (eps : R) : Prop :=
  forall p q, enforced asked p q ->
    defined p q (profile asked) /\ 0 < value p q (profile asked) /\
    worst_risk (unbounded asked) eps p q <= value p q (profile asked).

(* e^-eps for the largest eps that is safe is between the levels y <= x; at x = 0 every eps is safe. *)
Definition levels_hold (asked : question) (y x : Q) : Prop :=
  Q2R y <= Q2R x /\
  (forall eps, Q2R x <= exp (- eps) -> respected asked eps) /\
  (forall eps, exp (- eps) <= Q2R y -> ~ respected asked eps).
