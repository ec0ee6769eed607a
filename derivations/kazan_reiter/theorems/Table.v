(** The derived closed forms, branch by branch, as the table prints them.

    The statements are those that the program writes for its closed forms; they are compared with these, text
    by text, whenever a row is said to be a theorem. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Budget Profiles.
From KazanReiter Require Import Row_14 Row_15 Row_16 Row_25 Row_28 Row_33.
Open Scope R_scope.

Theorem row_14_1 : forall r : R,
  r > 1 ->
  is_budget (fun p q => True) (fun p q => r)
    (Finite (ln(r)/2)).
Proof.
  intros r r1. apply row_14. lra.
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
  intros a q r a0 a1 r1 q0 q1 case. apply cap_decides_15; lra.
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
  intros a q r a0 a1 r1 q0 q1 large reached.
  replace (4*a*q*(1 - a)*(1 - q) + (q*r - a)^2)
    with ((q * r - a) * (q * r - a) + 4 * (a * (1 - q)) * (q * (1 - a))) by ring.
  set (s := sqrt ((q * r - a) * (q * r - a) + 4 * (a * (1 - q)) * (q * (1 - a)))).
  replace ((q*r + s - a)/(2*q*(1 - a))) with (inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a))).
  - apply large_q; lra.
  - unfold inverse_root. fold s. field. lra.
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
  intros a q r a0 a1 r1 q0 q1 small reached. replace (1 - q*r) with (1 - q * r) by ring.
  apply small_q; lra.
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
  intros a p r a0 a1 r1 p0 p1 reached.
  replace (r^2*(1 - p)^2 + 4*(1 - a)*(p*r - a))
    with (r * (1 - p) * (r * (1 - p)) + 4 * (p * r - a) * (1 - a)) by ring.
  apply edge_decides; lra.
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
  intros a p r a0 a1 r1 p0 p1 case. apply cap_decides_16; lra.
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
  intros p0 p1 q0 q1 r r1 p00 p01 p11 p10 q00 q01 q11 q10 small.
  replace (4*p1*r*(1 - q0)*(1 - p1*q0*r) + r^2*(1 - p1)^2)
    with (r * (1 - p1) * (r * (1 - p1)) + 4 * (r * p1 * (1 - q0)) * (1 - r * p1 * q0)) by ring.
  replace (1 - p1*q0*r) with (1 - r * p1 * q0) by ring.
  apply small_q0; lra.
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
  intros p0 p1 q0 q1 r r1 p00 p01 p11 p10 q00 q01 q11 q10 certain.
  apply certain_corner; lra.
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
  intros p0 p1 q0 q1 r r1 p00 p01 p11 p10 q00 q01 q11 q10 large uncertain.
  replace (4*p0*r*(1 - q0)*(1 - p0*q0*r) + r^2*(1 - p0)^2)
    with (r * (1 - p0) * (r * (1 - p0)) + 4 * (r * p0 * (1 - q0)) * (1 - r * p0 * q0)) by ring.
  replace (1 - p0*q0*r) with (1 - r * p0 * q0) by ring.
  apply large_q0; lra.
Qed.

Theorem row_28_1 : forall b : R,
  b > 0 ->
  b < 1 ->
  is_budget (fun p q => True) (fun p q => (b + p*q)/(p*q))
    (Finite (ln((b + 1)/(1 - b)))).
Proof.
  intros b b0 b1. replace (b + 1) with (1 + b) by ring. apply row_28. lra.
Qed.

Theorem row_33_1 : forall a r : R,
  a > 0 ->
  a < 1 ->
  r > 1 ->
  is_budget (fun p q => True) (fun p q => Rmax r (a/(p*q)))
    (Finite (ln((r - a)/(1 - a))/2)).
Proof.
  intros a r a0 a1 r1. apply row_33; lra.
Qed.
