(** F = f - d/n is nowhere less than at an end of a prior, where it is concave along it; ends may be curves.

    All but one prior t is fixed. The piece is where 0 <= t <= 1 and 0 <= c t; P = n F. That F is concave is the
    identity [chord]: where n > 0, (u - l) F v = (u - v) F l + (v - l) F u + (u - v) (v - l) (u - l) K / (n l n v n u).

    Proof. From v on, and back from it, c is positive up to a first 0, unless 1 or 0 comes before. Both are ends:
    there F is not negative, and so it is not between them. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Least.
Open Scope R_scope.

Section Ends.

Variables c n P : R -> R.
Variable K : R.
Hypothesis c_continuous : continuity c.
Hypothesis bends : 0 <= K.
Hypothesis chord : forall l v u, (u - l) * (n l * n u) * P v
  = (u - v) * (n v * n u) * P l + (v - l) * (n v * n l) * P u + (u - v) * (v - l) * ((u - l) * K).
Hypothesis at_ends : forall t, 0 <= t <= 1 -> 0 <= c t -> t = 0 \/ 1 - t = 0 \/ c t = 0 -> 0 < n t /\ 0 <= P t.

Lemma end_after : forall v, 0 <= v <= 1 -> 0 < c v ->
  exists u, v <= u <= 1 /\ 0 <= c u /\ (u = 0 \/ 1 - u = 0 \/ c u = 0).
Proof.
  intros v v_range inside. destruct (Rle_or_lt (c 1) 0) as [beyond|within].
  - destruct (first_zero c v 1) as [u [u_range [zero _]]]; [assumption | lra | assumption | assumption |].
    exists u. repeat split; lra.
  - exists 1. repeat split; lra.
Qed.

Lemma end_before : forall v, 0 <= v <= 1 -> 0 < c v ->
  exists l, 0 <= l <= v /\ 0 <= c l /\ (l = 0 \/ 1 - l = 0 \/ c l = 0).
Proof.
  intros v v_range inside. destruct (Rle_or_lt (c 0) 0) as [beyond|within].
  - destruct (first_zero (fun y => c (- y)) (- v) 0) as [m [m_range [zero _]]].
    + apply (continuity_comp (fun y => - y) c); [reg | assumption].
    + lra.
    + rewrite Ropp_involutive. assumption.
    + rewrite Ropp_0. assumption.
    + exists (- m). repeat split; lra.
  - exists 0. repeat split; lra.
Qed.

Theorem between_tight_ends : forall v, 0 <= v <= 1 -> 0 <= c v -> 0 <= n v -> 0 <= P v.
Proof.
  intros v v_range [inside|edge] n_here.
  2: { apply (at_ends v v_range); lra. }
  destruct (end_after v v_range inside) as [u [u_range [u_inside u_end]]].
  destruct (end_before v v_range inside) as [l [l_range [l_inside l_end]]].
  destruct (at_ends u ltac:(lra) u_inside u_end) as [n_u P_u].
  destruct (at_ends l ltac:(lra) l_inside l_end) as [n_l P_l].
  destruct (Req_dec v u) as [->|before_u]; [assumption|].
  destruct (Req_dec v l) as [->|after_l]; [assumption|].
  apply Rnot_lt_le. intros below.
  assert (0 < (u - l) * (n l * n u) * - P v) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 <= (u - v) * (n v * n u) * P l) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (v - l) * (n v * n l) * P u) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (u - v) * (v - l) * ((u - l) * K)) by (repeat apply Rmult_le_pos; lra).
  pose proof (chord l v u). lra.
Qed.

End Ends.

(** * At an end: a power of a positive number divided out *)

Lemma over_power_positive : forall k s value, 0 < s -> 0 < s ^ k * value -> 0 < value.
Proof.
  intros k s value s0 product. apply Rmult_lt_reg_l with (s ^ k); [apply pow_lt; assumption | lra].
Qed.

Lemma over_power_nonnegative : forall k s value, 0 < s -> 0 <= s ^ k * value -> 0 <= value.
Proof.
  intros k s value s0 product. apply Rmult_le_reg_l with (s ^ k); [apply pow_lt; assumption | lra].
Qed.

Lemma over_power_zero : forall k s value, 0 < s -> 0 = s ^ k * value -> 0 = value.
Proof.
  intros k s value s0 product. apply Rmult_eq_reg_l with (s ^ k); [lra | apply pow_nonzero; lra].
Qed.

Lemma equal_0 : forall c, (c <> 0 -> False) -> 0 = c.
Proof. intros c some. destruct (Req_EM_T c 0) as [zero|nonzero]; [lra | destruct (some nonzero)]. Qed.

(** * Beside a double root t: R(w) = R(t) + R'(t) (w - t) + Q(w) (w - t)^2 *)

Lemma beside_double_root : forall level slope w t Q, 0 = level -> 0 = slope -> 0 <= Q ->
  0 <= level + slope * (w - t) + Q * ((w - t) * (w - t)).
Proof.
  intros level slope w t Q <- <- Q0. pose proof (Rle_0_sqr (w - t)) as square. unfold Rsqr in square.
  assert (0 <= Q * ((w - t) * (w - t))) by (apply Rmult_le_pos; assumption). lra.
Qed.

(** * A quadratic between two ends: it is negative only where it turns there, and then it has two roots *)

Lemma quadratic_between : forall A B C l u w, l <= w <= u -> 0 <= A * (l * l) + B * l + C ->
  0 <= A * (u * u) + B * u + C ->
  (0 < A -> 0 < - (2 * A * l + B) -> 0 < 2 * A * u + B -> B * B - 4 * A * C <= 0) ->
  0 <= A * (w * w) + B * w + C.
Proof.
  intros A B C l u w range low high turning. apply Rnot_lt_le. intros below.
  assert (l_w : l < w) by (destruct (Req_dec l w) as [->|]; lra).
  assert (w_u : w < u) by (destruct (Req_dec w u) as [->|]; lra).
  assert (falls : A * (w + l) + B < 0).
  { apply Rnot_le_lt. intros rises. assert (0 <= (w - l) * (A * (w + l) + B)) by (apply Rmult_le_pos; lra). lra. }
  assert (rises : 0 < A * (u + w) + B).
  { apply Rnot_le_lt. intros falling. assert (0 <= (u - w) * - (A * (u + w) + B)) by (apply Rmult_le_pos; lra). lra. }
  assert (A0 : 0 < A).
  { apply Rnot_le_lt. intros concave. assert (0 <= (u - l) * - A) by (apply Rmult_le_pos; lra). lra. }
  assert (0 < (w - l) * A) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (u - w) * A) by (apply Rmult_lt_0_compat; lra).
  pose proof (turning A0 ltac:(lra) ltac:(lra)) as roots.
  pose proof (Rle_0_sqr (2 * A * w + B)) as square. unfold Rsqr in square.
  assert (0 < A * - (A * (w * w) + B * w + C)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
