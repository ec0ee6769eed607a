(** F = f - d/n is nowhere less than on p = p1 or q = q1, where it is concave while p q is held fixed.

    P = n F on the box 0 < p <= p1, 0 < q <= q1. The arc through (p, q) on which p q is fixed ends at (p q/q1, q1)
    and at (p1, p q/p1). That F is concave on it is the identity [chord]: F is above its chord by
    (p1 - p) (q1 - q) K, but for p1 q1 - p q and the three values of n, which are positive.

    Proof. At both ends P is not negative, and so it is not between them. The arc is one point where p q = p1 q1. *)

From Coq Require Import Reals Lra.
Open Scope R_scope.

Section Arc.

Variables n P K : R -> R -> R.
Variables p1 q1 : R.
Hypothesis p1_positive : 0 < p1.
Hypothesis q1_positive : 0 < q1.
Hypothesis chord : forall p q, (p1 * q1 - p * q) * (n (p * q / q1) q1 * n p1 (p * q / p1)) * P p q
  = (p1 - p) * q1 * (n p q * n p1 (p * q / p1)) * P (p * q / q1) q1
    + p * (q1 - q) * (n p q * n (p * q / q1) q1) * P p1 (p * q / p1) + (p1 - p) * (q1 - q) * K p q.
Hypothesis n_positive : forall p q, 0 < p <= p1 -> 0 < q <= q1 -> 0 < n p q.
Hypothesis bends : forall p q, 0 < p <= p1 -> 0 < q <= q1 -> 0 <= K p q.
Hypothesis where_p_is_largest : forall q, 0 < q <= q1 -> 0 <= P p1 q.
Hypothesis where_q_is_largest : forall p, 0 < p <= p1 -> 0 <= P p q1.

Theorem at_fixed_product : forall p q, 0 < p <= p1 -> 0 < q <= q1 -> 0 <= P p q.
Proof.
  intros p q p_range q_range.
  destruct (Req_dec p p1) as [->|p_below]; [apply where_p_is_largest; assumption|].
  assert (product : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
  assert (rest : 0 <= p * (q1 - q)) by (apply Rmult_le_pos; lra).
  assert (more : 0 < (p1 - p) * q1) by (apply Rmult_lt_0_compat; lra).
  assert (left_end : 0 < p * q / q1 <= p1).
  { split; [apply Rdiv_lt_0_compat; assumption|]. apply (Rmult_le_reg_r q1); [assumption|].
    replace (p * q / q1 * q1) with (p * q) by (field; lra). lra. }
  assert (right_end : 0 < p * q / p1 <= q1).
  { split; [apply Rdiv_lt_0_compat; assumption|]. apply (Rmult_le_reg_r p1); [assumption|].
    replace (p * q / p1 * p1) with (p * q) by (field; lra). lra. }
  pose proof (n_positive p q p_range q_range) as n_here.
  pose proof (n_positive (p * q / q1) q1 left_end ltac:(lra)) as n_first.
  pose proof (n_positive p1 (p * q / p1) ltac:(lra) right_end) as n_last.
  pose proof (bends p q p_range q_range) as K_here.
  pose proof (where_q_is_largest (p * q / q1) left_end) as P_first.
  pose proof (where_p_is_largest (p * q / p1) right_end) as P_last.
  apply Rnot_lt_le. intros below.
  assert (0 < (p1 * q1 - p * q) * (n (p * q / q1) q1 * n p1 (p * q / p1)) * - P p q)
    by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 <= (p1 - p) * q1 * (n p q * n p1 (p * q / p1)) * P (p * q / q1) q1)
    by (repeat apply Rmult_le_pos; lra).
  assert (0 <= p * (q1 - q) * (n p q * n (p * q / q1) q1) * P p1 (p * q / p1))
    by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (p1 - p) * (q1 - q) * K p q) by (repeat apply Rmult_le_pos; lra).
  pose proof (chord p q). lra.
Qed.

End Arc.
