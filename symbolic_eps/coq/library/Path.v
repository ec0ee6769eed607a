(** A function that bends upward along a path: above its tangents, and its slope does not fall.

    F = P / n along an edge, n > 0, with the slope S / n^2; K and M say that it bends upward. *)

From Coq Require Import Reals Lra.
Open Scope R_scope.

(** P at a place, where n0, P0 and S belong to another place, h before it. *)
Lemma over_tangent : forall P n P0 n0 S h K, 0 < n -> 0 < n0 -> 0 <= P0 -> 0 <= S * h -> 0 <= K ->
  n0 * n0 * P = n * (n0 * P0 + S * h) + h * h * K -> 0 <= P.
Proof.
  intros P n P0 n0 S h K n_positive n0_positive value slope bends identity.
  assert (0 < n0 * n0) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= n * (n0 * P0 + S * h)).
  { apply Rmult_le_pos; [lra|]. assert (0 <= n0 * P0) by (apply Rmult_le_pos; lra). lra. }
  assert (0 <= h * h * K) by (apply Rmult_le_pos; [apply (Rle_0_sqr h) | assumption]).
  destruct (Rle_or_lt 0 P) as [fine|negative]; [assumption|].
  assert (0 < n0 * n0 * - P) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** The slope where n is n1, h after the place where it is S0 / n0^2. *)
Lemma slope_beyond : forall S n1 S0 n0 h M, 0 < n0 -> 0 <= S0 -> 0 <= h -> 0 <= M ->
  n0 * n0 * S = n1 * n1 * S0 + h * M -> 0 <= S.
Proof.
  intros S n1 S0 n0 h M n0_positive slope after bends identity.
  assert (0 < n0 * n0) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= n1 * n1 * S0) by (apply Rmult_le_pos; [apply (Rle_0_sqr n1) | assumption]).
  assert (0 <= h * M) by (apply Rmult_le_pos; assumption).
  destruct (Rle_or_lt 0 S) as [fine|negative]; [assumption|].
  assert (0 < n0 * n0 * - S) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** The slope on the other side of a corner; along p q it is that of a prior, divided by the other one. *)
Lemma slope_round_corner : forall T a S b n change, 0 < a -> 0 <= b -> 0 <= S -> 0 <= change ->
  a * T = b * S + n * n * change -> 0 <= T.
Proof.
  intros T a S b n change a_positive b_some slope more identity.
  assert (0 <= b * S) by (apply Rmult_le_pos; assumption).
  assert (0 <= n * n * change) by (apply Rmult_le_pos; [apply (Rle_0_sqr n) | assumption]).
  destruct (Rle_or_lt 0 T) as [fine|negative]; [assumption|].
  assert (0 < a * - T) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** What is 0 where a prior is a quotient in X (r = 0), X being a root of P. *)
Lemma zero_at_quotient : forall E d k c P r G, d <> 0 -> P = 0 -> r = 0 ->
  d ^ k * E = c * P + r * G -> E = 0.
Proof.
  intros E d k c P r G some root place identity.
  apply (Rmult_eq_reg_l (d ^ k)); [|apply pow_nonzero; assumption].
  rewrite Rmult_0_r, identity, root, place. ring.
Qed.

(** A form l0 + l1 x that is linear in x, at the root of A x^2 + B x + C, where A >= 0 > C: D is l1^2 times the
    polynomial at the root of the form. *)
Section Linear_at_root.

Variables A B C x l0 l1 D : R.
Hypotheses (leading : 0 <= A) (constant : C < 0) (x0 : 0 < x) (root : A * x^2 + B * x + C = 0).
Hypothesis (resultant : D = A * l0^2 - B * l0 * l1 + C * l1^2).

Let product : D * x = (l0 + l1 * x) * (A * l0 * x + C * l1).
Proof.
  transitivity (D * x + l0 * l1 * (A * x^2 + B * x + C)); [rewrite root; ring | rewrite resultant; ring].
Qed.

Lemma form_positive_at_0 : 0 <= l0 -> 0 <= D -> 0 <= l0 + l1 * x.
Proof.
  intros at_0 over. destruct (Rle_or_lt 0 (l0 + l1 * x)) as [fine|negative]; [assumption|].
  assert (falls : l1 < 0).
  { destruct (Rlt_or_le l1 0) as [falls|rises]; [assumption|].
    assert (0 <= l1 * x) by (apply Rmult_le_pos; lra). lra. }
  assert (0 <= A * l0 * x) by (repeat apply Rmult_le_pos; lra).
  assert (0 < - C * - l1) by (apply Rmult_lt_0_compat; lra).
  assert (0 < - (l0 + l1 * x) * (A * l0 * x + C * l1)) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= D * x) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma form_rising_in_x : 0 < l1 -> D <= 0 -> 0 <= l0 + l1 * x.
Proof.
  intros rises under. destruct (Rle_or_lt 0 (l0 + l1 * x)) as [fine|negative]; [assumption|].
  assert (0 < l1 * x) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= A * - l0 * x) by (repeat apply Rmult_le_pos; lra).
  assert (0 < - C * l1) by (apply Rmult_lt_0_compat; lra).
  assert (0 < - (l0 + l1 * x) * - (A * l0 * x + C * l1)) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= - D * x) by (apply Rmult_le_pos; lra). lra.
Qed.

End Linear_at_root.

(** The slope S at the root of P, by a form with its sign. *)
Lemma slope_by_form : forall S m w G k P, 0 < m -> 0 <= w -> 0 <= G -> P = 0 -> m * S = w * G + k * P -> 0 <= S.
Proof.
  intros S m w G k P m_positive weight form root identity. rewrite root in identity.
  assert (0 <= w * G) by (apply Rmult_le_pos; assumption).
  destruct (Rle_or_lt 0 S) as [fine|negative]; [assumption|].
  assert (0 < m * - S) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
