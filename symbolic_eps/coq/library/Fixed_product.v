(** F = f - d/n is nowhere less than on p = 1 or q = 1, where it is concave while p q is held fixed.

    P = n F on the square 0 < p, q <= 1. The arc through (p, q) on which p q is fixed ends at (p q, 1) and at
    (1, p q). That F is concave on it is the identity [chord]: F is above its chord by (1 - p) (1 - q) K, but for
    1 - p q and the three values of n, which are positive.

    Proof. At both ends P is not negative, and so it is not between them. The arc is one point where p q = 1. *)

From Coq Require Import Reals Lra.
Open Scope R_scope.

Section Arc.

Variables n P K : R -> R -> R.
Hypothesis chord : forall p q, (1 - p * q) * (n (p * q) 1 * n 1 (p * q)) * P p q
  = (1 - p) * (n p q * n 1 (p * q)) * P (p * q) 1 + p * (1 - q) * (n p q * n (p * q) 1) * P 1 (p * q)
    + (1 - p) * (1 - q) * K p q.
Hypothesis n_positive : forall p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < n p q.
Hypothesis bends : forall p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 <= K p q.
Hypothesis where_p_is_1 : forall q, 0 < q <= 1 -> 0 <= P 1 q.
Hypothesis where_q_is_1 : forall p, 0 < p <= 1 -> 0 <= P p 1.

Theorem at_fixed_product : forall p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 <= P p q.
Proof.
  intros p q p_range q_range.
  destruct (Req_dec p 1) as [->|p_below]; [apply where_p_is_1; assumption|].
  assert (product : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= p * (1 - q)) by (apply Rmult_le_pos; lra).
  assert (inside : 0 < p * q <= 1) by lra.
  assert (unit : 0 < 1 <= 1) by lra.
  pose proof (n_positive p q p_range q_range) as n_here.
  pose proof (n_positive (p * q) 1 inside unit) as n_first.
  pose proof (n_positive 1 (p * q) unit inside) as n_last.
  pose proof (bends p q p_range q_range) as K_here.
  pose proof (where_q_is_1 (p * q) inside) as P_first.
  pose proof (where_p_is_1 (p * q) inside) as P_last.
  apply Rnot_lt_le. intros below.
  assert (0 < (1 - p * q) * (n (p * q) 1 * n 1 (p * q)) * - P p q) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 <= (1 - p) * (n p q * n 1 (p * q)) * P (p * q) 1) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= p * (1 - q) * (n p q * n (p * q) 1) * P 1 (p * q)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - p) * (1 - q) * K p q) by (repeat apply Rmult_le_pos; lra).
  pose proof (chord p q). lra.
Qed.

End Arc.
