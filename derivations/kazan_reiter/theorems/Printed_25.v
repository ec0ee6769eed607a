(** Row (25) as it is printed. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
From KazanReiter Require Import Table.
Open Scope R_scope.

(** The printed formula at one pair of priors, and the printed case distinction. The print lacks the case in
    which certainty is allowed, r p0 q0 >= 1, and is wrong there; nothing bounds eps then. *)
Definition printed_at (r p q : R) : R :=
  ln (2 * p * (1 - q) / (p + sqrt (4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2) - 1)).

Definition printed_25 (r p0 p1 q0 : R) : R :=
  if Rle_lt_dec q0 (1 / (r + 1)) then printed_at r p1 q0
  else if Req_EM_T q0 1 then ln ((1 - p0) / (1 / r - p0))
  else if Req_EM_T p0 0 then ln r
  else printed_at r p0 q0.

Definition budget_25 (r p0 p1 q0 : R) : budget :=
  if Rle_lt_dec 1 (r * p0 * q0) then Unbounded else Finite (printed_25 r p0 p1 q0).

(** The derived formula, which has a value everywhere below certainty. *)
Definition derived_at (r p q : R) : R :=
  ln ((r*(1 - p) + sqrt(4*p*r*(1 - q)*(1 - p*q*r) + r^2*(1 - p)^2))/(2*(1 - p*q*r))).

Lemma printed_form : forall r p q, 1 < r -> 0 < p <= 1 -> 0 <= q < 1 -> p * q * r < 1 ->
  printed_at r p q = derived_at r p q.
Proof.
  intros r p q r1 p_range q_range uncertain. unfold printed_at, derived_at. f_equal.
  assert (A0 : 0 < p * (1 - q)) by (apply Rmult_lt_0_compat; lra).
  assert (C0 : 0 < 1 / r - p * q).
  { apply Rmult_lt_reg_r with r; [lra|]. replace ((1 / r - p * q) * r) with (1 - p * q * r) by (field; lra). lra. }
  assert (inside : 0 < p * (1 - q) * (1 / r - p * q)) by (apply Rmult_lt_0_compat; assumption).
  set (s := sqrt (4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2)).
  assert (square : s * s = 4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2) by (apply sqrt_sqrt; nra).
  assert (s0 : 0 <= s) by apply sqrt_pos.
  assert (s_more : 1 - p < s) by nra.
  replace (sqrt (4*p*r*(1 - q)*(1 - p*q*r) + r^2*(1 - p)^2)) with (r * s).
  2: { unfold s. rewrite <- (sqrt_square r) at 1 by lra. rewrite <- sqrt_mult_alt by nra.
       f_equal. field. lra. }
  assert (product : (s - (1 - p)) * (s + (1 - p)) = 4 * p * (1 - q) * (1 / r - p * q)) by lra.
  apply Rmult_eq_reg_r with ((s - (1 - p)) * (1 / r - p * q)); [|nra].
  replace (2 * p * (1 - q) / (p + s - 1) * ((s - (1 - p)) * (1 / r - p * q)))
    with (4 * p * (1 - q) * (1 / r - p * q) / 2) by (field; lra).
  rewrite <- product. field. split; lra.
Qed.

Lemma derived_at_1 : forall r p, 1 < r -> 0 <= p <= 1 -> p * r < 1 ->
  derived_at r p 1 = ln ((1 - p) / (1 / r - p)).
Proof.
  intros r p r1 p_range uncertain. unfold derived_at.
  replace (4*p*r*(1 - 1)*(1 - p*1*r) + r^2*(1 - p)^2) with ((r * (1 - p)) * (r * (1 - p))) by ring.
  rewrite sqrt_square by (apply Rmult_le_pos; lra). f_equal. field. lra.
Qed.

Lemma below_certainty : forall r p0 p1 q0 q1, 1 < r ->
  0 <= p0 <= p1 /\ p1 <= 1 /\ 0 < p1 -> 0 <= q0 <= q1 /\ q1 <= 1 /\ 0 < q1 -> r * p0 * q0 < 1 ->
  is_budget (box p0 p1 q0 q1) (fun _ _ => r) (Finite (printed_25 r p0 p1 q0)).
Proof.
  intros r p0 p1 q0 q1 r1 p_order q_order uncertain. unfold printed_25.
  assert (divide : 1 / (r + 1) * (r + 1) = 1) by (field; lra).
  destruct (Rle_lt_dec q0 (1 / (r + 1))) as [small|large].
  - assert (below : q0 * (r + 1) <= 1 / (r + 1) * (r + 1)) by (apply Rmult_le_compat_r; lra).
    rewrite divide in below. assert (q0 < 1) by nra.
    assert (p1 * (q0 * r) <= 1 * (q0 * r)) by (apply Rmult_le_compat_r; nra).
    assert (q0 * r < 1) by (destruct (Rle_or_lt q0 0); [assert (q0 = 0) by lra; subst q0|]; lra).
    rewrite printed_form by lra. apply row_25_1; lra.
  - assert (above : 1 / (r + 1) * (r + 1) < q0 * (r + 1)) by (apply Rmult_lt_compat_r; lra).
    rewrite divide in above. assert (derived : is_budget (box p0 p1 q0 q1) (fun _ _ => r)
      (Finite (derived_at r p0 q0))) by (apply row_25_3; lra).
    destruct (Req_EM_T q0 1) as [one|other].
    { subst q0. assert (p0 * r < 1) by lra.
      rewrite <- derived_at_1 by lra. assumption. }
    destruct (Req_EM_T p0 0) as [zero|nonzero].
    { subst p0. replace (ln r) with (derived_at r 0 q0); [assumption|].
      unfold derived_at. replace (4*0*r*(1 - q0)*(1 - 0*q0*r) + r^2*(1 - 0)^2) with (r * r) by ring.
      rewrite sqrt_square by lra. f_equal. field. }
    rewrite printed_form; lra || assumption.
Qed.

Theorem row_25_printed : forall r p0 p1 q0 q1, 1 < r ->
  0 <= p0 <= p1 /\ p1 <= 1 /\ 0 < p1 -> 0 <= q0 <= q1 /\ q1 <= 1 /\ 0 < q1 ->
  is_budget (box p0 p1 q0 q1) (fun _ _ => r) (budget_25 r p0 p1 q0).
Proof.
  intros r p0 p1 q0 q1 r1 p_order q_order. unfold budget_25.
  destruct (Rle_lt_dec 1 (r * p0 * q0)); [apply row_25_2; lra | apply below_certainty; assumption].
Qed.
