(** The discriminant of a polynomial of degree 4: positive for four roots, 0 where two of them meet. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Stationary Two_terms.
Local Open Scope R_scope.

(** c4^6 (y1 - y2)^2 ... (y3 - y4)^2 for the roots, by both invariants. *)
Definition quartic_discriminant (c0 c1 c2 c3 c4 : R) : R :=
  (4 * (12 * c4 * c0 - 3 * c3 * c1 + c2^2)^3
    - (72 * c4 * c2 * c0 + 9 * c3 * c2 * c1 - 27 * c4 * c1^2 - 27 * c3^2 * c0 - 2 * c2^3)^2) / 27.

Lemma crossing_inside : forall c0 c1 c2 c3 c4 s t, s < t ->
  quartic c0 c1 c2 c3 c4 s * quartic c0 c1 c2 c3 c4 t < 0 ->
  exists z, s < z < t /\ quartic c0 c1 c2 c3 c4 z = 0.
Proof.
  intros c0 c1 c2 c3 c4 s t order signs. destruct (crossing c0 c1 c2 c3 c4 s t) as [z [z_range zero]]; try lra.
  exists z. split; [|exact zero].
  assert (z <> s) by (intros equal; rewrite equal in zero; rewrite zero in signs; lra).
  assert (z <> t) by (intros equal; rewrite equal in zero; rewrite zero in signs; lra). lra.
Qed.

Lemma product_of_opposite : forall u v, (u < 0 /\ 0 < v) \/ (0 < u /\ v < 0) -> u * v < 0.
Proof.
  intros u v [[u0 v0]|[u0 v0]].
  - assert (0 < - u * v) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 < u * - v) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** It is positive for large t. *)
Lemma positive_in_the_end : forall c0 c1 c2 c3 c4 s, 0 < c4 -> exists t, s < t /\ 0 < quartic c0 c1 c2 c3 c4 t.
Proof.
  intros c0 c1 c2 c3 c4 s up.
  set (n := Rabs c0 + Rabs c1 + Rabs c2 + Rabs c3).
  pose proof (Rabs_pos c0). pose proof (Rabs_pos c1). pose proof (Rabs_pos c2). pose proof (Rabs_pos c3).
  assert (n0 : 0 <= n) by (unfold n; lra).
  assert (ratio : 0 <= n / c4) by (apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat]; assumption).
  set (t := 1 + Rabs s + n / c4). pose proof (Rabs_pos s). pose proof (Rle_abs s).
  assert (t1 : 1 <= t) by (unfold t; lra).
  exists t. split; [unfold t; lra|].
  assert (wide : n < c4 * t).
  { unfold t. replace (c4 * (1 + Rabs s + n / c4)) with (c4 * (1 + Rabs s) + n) by (field; lra).
    assert (0 < c4 * (1 + Rabs s)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (t2 : 1 <= t^2) by (replace 1 with (1 * 1) by ring; replace (t^2) with (t * t) by ring; apply Rmult_le_compat; lra).
  assert (t23 : t^2 <= t^3) by (replace (t^3) with (t^2 * t) by ring; rewrite <- (Rmult_1_r (t^2)) at 1; apply Rmult_le_compat_l; lra).
  assert (t12 : t <= t^2) by (replace (t^2) with (t * t) by ring; rewrite <- (Rmult_1_r t) at 1; apply Rmult_le_compat_l; lra).
  assert (term : forall c m, 0 <= m <= t^3 -> - (Rabs c * t^3) <= c * m).
  { intros c m m_range. assert (Rabs c * m <= Rabs c * t^3) by (apply Rmult_le_compat_l; [apply Rabs_pos | lra]).
    assert (- Rabs c * m <= c * m); [|lra]. apply Rmult_le_compat_r; [lra|].
    pose proof (Rle_abs (- c)) as size. rewrite Rabs_Ropp in size. lra. }
  pose proof (term c0 1 ltac:(lra)). pose proof (term c1 t ltac:(lra)).
  pose proof (term c2 (t^2) ltac:(lra)). pose proof (term c3 (t^3) ltac:(lra)).
  assert (0 < (c4 * t - n) * t^3) by (apply Rmult_lt_0_compat; lra).
  assert (split_n : n * t^3 = Rabs c0 * t^3 + Rabs c1 * t^3 + Rabs c2 * t^3 + Rabs c3 * t^3) by (unfold n; ring).
  unfold quartic. replace (c4 * t^4) with (c4 * t * t^3) by ring. lra.
Qed.

Theorem four_roots : forall c0 c1 c2 c3 c4 y1 y2 y3 y4, c4 <> 0 -> y1 < y2 < y3 -> y3 < y4 ->
  quartic c0 c1 c2 c3 c4 y1 = 0 -> quartic c0 c1 c2 c3 c4 y2 = 0 ->
  quartic c0 c1 c2 c3 c4 y3 = 0 -> quartic c0 c1 c2 c3 c4 y4 = 0 -> 0 < quartic_discriminant c0 c1 c2 c3 c4.
Proof.
  intros c0 c1 c2 c3 c4 y1 y2 y3 y4 some [order1 order2] order3 at_1 at_2 at_3 at_4.
  destruct (two_roots c0 c1 c2 c3 c4 y1 y2) as [m [n [form _]]]; [lra | assumption | assumption |].
  assert (rest : forall t, y2 < t -> quartic c0 c1 c2 c3 c4 t = 0 -> c4 * t^2 + m * t + n = 0).
  { intros t beyond zero. rewrite form in zero. apply (Rmult_eq_reg_l ((t - y1) * (t - y2))).
    - rewrite zero. ring.
    - apply Rmult_integral_contrapositive_currified; lra. }
  pose proof (rest y3 order2 at_3) as rest3. pose proof (rest y4 ltac:(lra) at_4) as rest4.
  assert (m_is : m = - (c4 * (y3 + y4))).
  { apply (Rmult_eq_reg_r (y4 - y3)); [|lra]. replace (- (c4 * (y3 + y4)) * (y4 - y3)) with (c4 * y3^2 - c4 * y4^2) by ring. lra. }
  assert (n_is : n = c4 * (y3 * y4)) by (rewrite m_is in rest3; replace n with (c4 * y3^2 + - (c4 * (y3 + y4)) * y3 + n - (c4 * y3^2 + - (c4 * (y3 + y4)) * y3)) by ring; rewrite rest3; ring).
  pose proof (form 0) as at_0. pose proof (form 1) as at_one. pose proof (form (-1)) as below.
  pose proof (form 2) as at_two. unfold quartic in at_0, at_one, below, at_two.
  assert (e0 : c0 = y1 * y2 * n) by lra.
  assert (e3 : c3 = m - c4 * (y1 + y2)) by lra.
  assert (e2 : c2 = n - m * (y1 + y2) + c4 * (y1 * y2)) by lra.
  assert (e1 : c1 = m * (y1 * y2) - n * (y1 + y2)) by lra.
  set (d := c4^3 * ((y1 - y2) * (y1 - y3) * (y1 - y4) * (y2 - y3) * (y2 - y4) * (y3 - y4))).
  replace (quartic_discriminant c0 c1 c2 c3 c4) with (d * d).
  - apply positive_square. unfold d.
    apply Rmult_integral_contrapositive_currified; [apply pow_nonzero; assumption|].
    repeat apply Rmult_integral_contrapositive_currified; lra.
  - unfold d, quartic_discriminant. rewrite e0, e1, e2, e3, n_is, m_is. field.
Qed.

Theorem two_roots_meet : forall c0 c1 c2 c3 c4 y, quartic c0 c1 c2 c3 c4 y = 0 ->
  c1 + 2 * c2 * y + 3 * c3 * y^2 + 4 * c4 * y^3 = 0 -> quartic_discriminant c0 c1 c2 c3 c4 = 0.
Proof.
  intros c0 c1 c2 c3 c4 y zero even.
  assert (e1 : c1 = - (2 * c2 * y + 3 * c3 * y^2 + 4 * c4 * y^3)) by lra.
  assert (e0 : c0 = c2 * y^2 + 2 * c3 * y^3 + 3 * c4 * y^4).
  { unfold quartic in zero. rewrite e1 in zero. lra. }
  rewrite e0, e1. unfold quartic_discriminant. field.
Qed.

(** * Cubic polynomials with signs *)

(** After its zero it is not positive any more. *)
Lemma falls_after_zero : forall t0 t1 t2 t3 y z, 0 < t0 -> t2 <= 0 -> t3 <= 0 -> 0 < y <= z ->
  quartic t0 t1 t2 t3 0 y = 0 -> quartic t0 t1 t2 t3 0 z <= 0.
Proof.
  intros t0 t1 t2 t3 y z up down2 down3 order zero. apply (Rmult_le_reg_l y); [lra|].
  replace (y * quartic t0 t1 t2 t3 0 z) with (z * quartic t0 t1 t2 t3 0 y
    - (t0 * (z - y) + - t2 * (y * z * (z - y)) + - t3 * (y * z * ((z - y) * (z + y)))))
    by (unfold quartic; ring).
  rewrite zero. assert (0 <= y * z) by (apply Rmult_le_pos; lra).
  assert (0 <= t0 * (z - y)) by (apply Rmult_le_pos; lra).
  assert (0 <= - t2 * (y * z * (z - y))) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= - t3 * (y * z * ((z - y) * (z + y)))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(** It bends upward: between two places at which it is not positive it is not, either. *)
Lemma below_chord : forall t0 t1 t2 t3 y z e, 0 <= t2 -> 0 <= t3 -> 0 <= y <= z -> z < e ->
  quartic t0 t1 t2 t3 0 y = 0 -> quartic t0 t1 t2 t3 0 e <= 0 -> quartic t0 t1 t2 t3 0 z <= 0.
Proof.
  intros t0 t1 t2 t3 y z e up2 up3 order beyond zero low. apply (Rmult_le_reg_l (e - y)); [lra|].
  replace ((e - y) * quartic t0 t1 t2 t3 0 z) with ((e - z) * quartic t0 t1 t2 t3 0 y
    + (z - y) * quartic t0 t1 t2 t3 0 e - (e - z) * (z - y) * (e - y) * (t2 + t3 * (e + z + y)))
    by (unfold quartic; ring).
  rewrite zero. assert (0 <= (z - y) * - quartic t0 t1 t2 t3 0 e) by (apply Rmult_le_pos; lra).
  assert (0 <= t3 * (e + z + y)) by (apply Rmult_le_pos; lra).
  assert (0 <= (e - z) * (z - y) * (e - y) * (t2 + t3 * (e + z + y))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
