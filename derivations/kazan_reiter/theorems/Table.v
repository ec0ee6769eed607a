(** The derived closed forms, branch by branch, as the table prints them.

    The statements are those that the program writes for its closed forms; they are compared with these, text
    by text, whenever a row is said to be a theorem. The proofs (files Row_14.v to Row_33.v) are made from the
    certificates of the closed forms when the theorems are written to a folder. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy.
From KazanReiter Require Row_14 Row_15 Row_16 Row_25 Row_28 Row_33.
Open Scope R_scope.

Theorem row_14_1 : forall r : R,
  r > 1 ->
  is_budget (fun p q => True) (fun p q => r)
    (Finite (ln(r)/2)).
Proof.
  exact Row_14.row_14.
Qed.

Theorem row_15_1 : forall a q r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  q > 0 ->
  q <= 1 ->
  a > q*r ->
  is_budget (fun p' q' => q' = q) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln(a*(1 - q)/(q*(1 - a)))/2)).
Proof.
  exact Row_15.row_15_1.
Qed.

Theorem row_15_2 : forall a q r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  q > 0 ->
  q <= 1 ->
  q*r + q >= 1 ->
  a <= q*r ->
  is_budget (fun p' q' => q' = q) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln((q*r + sqrt(4*a*q*(1 - a)*(1 - q) + (q*r - a)^2) - a)/(2*q*(1 - a))))).
Proof.
  exact Row_15.row_15_2.
Qed.

Theorem row_15_3 : forall a q r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  q > 0 ->
  q <= 1 ->
  q*r + q < 1 ->
  a <= q*r ->
  is_budget (fun p' q' => q' = q) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln(r*(1 - q)/(1 - q*r))/2)).
Proof.
  exact Row_15.row_15_3.
Qed.

Theorem row_16_1 : forall a p r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  p > 0 ->
  p <= 1 ->
  a <= p*r ->
  is_budget (fun p' q' => p' = p) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln((r*(1 - p) + sqrt(r^2*(1 - p)^2 + 4*(1 - a)*(p*r - a)))/(2*(1 - a))))).
Proof.
  exact Row_16.row_16_1.
Qed.

Theorem row_16_2 : forall a p r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  p > 0 ->
  p <= 1 ->
  a > p*r ->
  is_budget (fun p' q' => p' = p) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln(a*(1 - p)/(p*(1 - a))))).
Proof.
  exact Row_16.row_16_2.
Qed.

Theorem row_25_1 : forall p0 p1 q0 q1 r : R,
  r > 1 ->
  p0 >= 0 ->
  p0 <= p1 ->
  p1 <= 1 ->
  p1 > 0 ->
  q0 >= 0 ->
  q0 <= q1 ->
  q1 <= 1 ->
  q1 > 0 ->
  q0*r + q0 <= 1 ->
  is_budget (fun p q => p0 <= p /\ p <= p1 /\ q0 <= q /\ q <= q1) (fun p q => r)
    (Finite (ln((r*(1 - p1) + sqrt(4*p1*r*(1 - q0)*(1 - p1*q0*r) + r^2*(1 - p1)^2))/(2*(1 - p1*q0*r))))).
Proof.
  exact Row_25.row_25_1.
Qed.

Theorem row_25_2 : forall p0 p1 q0 q1 r : R,
  r > 1 ->
  p0 >= 0 ->
  p0 <= p1 ->
  p1 <= 1 ->
  p1 > 0 ->
  q0 >= 0 ->
  q0 <= q1 ->
  q1 <= 1 ->
  q1 > 0 ->
  p0*q0*r >= 1 ->
  is_budget (fun p q => p0 <= p /\ p <= p1 /\ q0 <= q /\ q <= q1) (fun p q => r)
    Unbounded.
Proof.
  exact Row_25.row_25_2.
Qed.

Theorem row_25_3 : forall p0 p1 q0 q1 r : R,
  r > 1 ->
  p0 >= 0 ->
  p0 <= p1 ->
  p1 <= 1 ->
  p1 > 0 ->
  q0 >= 0 ->
  q0 <= q1 ->
  q1 <= 1 ->
  q1 > 0 ->
  q0*r + q0 > 1 ->
  p0*q0*r < 1 ->
  is_budget (fun p q => p0 <= p /\ p <= p1 /\ q0 <= q /\ q <= q1) (fun p q => r)
    (Finite (ln((r*(1 - p0) + sqrt(4*p0*r*(1 - q0)*(1 - p0*q0*r) + r^2*(1 - p0)^2))/(2*(1 - p0*q0*r))))).
Proof.
  exact Row_25.row_25_3.
Qed.

Theorem row_28_1 : forall b : R,
  b > 0 ->
  b < 1 ->
  is_budget (fun p q => True) (fun p q => (b + p*q)/(p*q))
    (Finite (ln((b + 1)/(1 - b)))).
Proof.
  exact Row_28.row_28.
Qed.

Theorem row_33_1 : forall a r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  is_budget (fun p q => True) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln((r - a)/(1 - a))/2)).
Proof.
  exact Row_33.row_33.
Qed.
