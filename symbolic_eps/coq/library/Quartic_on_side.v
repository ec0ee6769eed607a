(** One prior v is left, and f, the sign of the bound, is a quartic polynomial in v with two roots v < 0.

    f is positive for v = 0 and for x = 1, and rises with x for 0 < v < 1; the coefficient of v^4 is positive, and f
    is negative at some v < 0. So two different roots are negative. If f is negative at some v > 0, there is a root
    on either side of it: all four are different, and the discriminant is not 0.

    At v = 1, f is alpha x^n - gamma, so that X1 with alpha X1^n = gamma is e^-eps at this end. If f does not fall
    inwards from v = 1 at X1, it is nowhere negative before: with two roots below 0, one before 1, and 1 itself, it
    would rise at 1. So X = X1.

    Otherwise, or where gamma is not positive and f is negative somewhere for x = 0, let X be the last level below
    which f is negative somewhere: f touches 0 there, at a t in (0, 1), and the discriminant is 0. For x < X, f is
    negative at t, and the discriminant is not 0: X is its least root.

    For x = 0, f is a power of v times a cubic K with K(0) > 0, which is convex for v >= 0. *)

From Coq Require Import Reals Lra Classical.
From SymbolicEps Require Import Least Stationary Two_terms Quartic Cubics Cubic_on_side End_of_cubic.
Local Open Scope R_scope.

(** * Quartic polynomials *)

Definition quartic_slope (c1 c2 c3 c4 t : R) : R := c1 + 2 * c2 * t + 3 * c3 * t^2 + 4 * c4 * t^3.

Lemma quartic_step : forall c0 c1 c2 c3 c4 t h, quartic c0 c1 c2 c3 c4 (t + h) = quartic c0 c1 c2 c3 c4 t
  + (quartic_slope c1 c2 c3 c4 t * h + h * h * (c2 + 3 * c3 * t + 6 * c4 * t^2 + (c3 + 4 * c4 * t) * h + c4 * (h * h))).
Proof. intros. unfold quartic, quartic_slope. ring. Qed.

(** The slope at a zero beside which there is no negative value. *)
Lemma quartic_not_rising : forall c0 c1 c2 c3 c4 t e, 0 < e <= 1 ->
  (forall y, t - e <= y < t -> 0 <= quartic c0 c1 c2 c3 c4 y) -> quartic c0 c1 c2 c3 c4 t = 0 ->
  quartic_slope c1 c2 c3 c4 t <= 0.
Proof.
  intros c0 c1 c2 c3 c4 t e e_range above zero. assert (0 <= - quartic_slope c1 c2 c3 c4 t); [|lra].
  apply (not_falling e _ (c2 + 3 * c3 * t + 6 * c4 * t^2) (- (c3 + 4 * c4 * t)) c4); [assumption|]. intros h h_range.
  pose proof (above (t + - h) ltac:(lra)) as here. rewrite quartic_step, zero in here. lra.
Qed.

Lemma quartic_not_falling : forall c0 c1 c2 c3 c4 t e, 0 < e <= 1 ->
  (forall y, t < y <= t + e -> 0 <= quartic c0 c1 c2 c3 c4 y) -> quartic c0 c1 c2 c3 c4 t = 0 ->
  0 <= quartic_slope c1 c2 c3 c4 t.
Proof.
  intros c0 c1 c2 c3 c4 t e e_range above zero.
  apply (not_falling e _ (c2 + 3 * c3 * t + 6 * c4 * t^2) (c3 + 4 * c4 * t) c4); [assumption|]. intros h h_range.
  pose proof (above (t + h) ltac:(lra)) as here. rewrite quartic_step, zero in here. lra.
Qed.

Lemma quartic_even : forall c0 c1 c2 c3 c4 t, 0 < t < 1 ->
  (forall y, half_open y -> 0 <= quartic c0 c1 c2 c3 c4 y) -> quartic c0 c1 c2 c3 c4 t = 0 ->
  quartic_slope c1 c2 c3 c4 t = 0.
Proof.
  intros c0 c1 c2 c3 c4 t t_range above zero. set (e := Rmin (t / 2) (1 - t)).
  assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra).
  pose proof (Rmin_l (t / 2) (1 - t)) as left_end. pose proof (Rmin_r (t / 2) (1 - t)) as right_end.
  fold e in left_end, right_end. apply Rle_antisym.
  - apply (quartic_not_rising c0 _ _ _ _ t e); [lra | intros y y_range; apply above; split; lra | assumption].
  - apply (quartic_not_falling c0 _ _ _ _ t e); [lra | intros y y_range; apply above; split; lra | assumption].
Qed.

(** * Where it is positive *)

Lemma positive_far_below : forall c0 c1 c2 c3 c4 s, 0 < c4 -> exists t, t < s /\ 0 < quartic c0 c1 c2 c3 c4 t.
Proof.
  intros c0 c1 c2 c3 c4 s opens. destruct (positive_in_the_end c0 (- c1) c2 (- c3) c4 (- s) opens) as [t [far high]].
  exists (- t). split; [lra|]. replace (quartic c0 c1 c2 c3 c4 (- t)) with (quartic c0 (- c1) c2 (- c3) c4 t)
    by (unfold quartic; ring). assumption.
Qed.

(** * Four roots *)

Lemma change_of_sign : forall u v, 0 < u -> v < 0 -> u * v < 0.
Proof. intros u v u0 v0. assert (0 < u * - v) by (apply Rmult_lt_0_compat; lra). lra. Qed.

Lemma quartic_of_roots : forall c0 c1 c2 c3 c4 u v y z, u < v -> v < y -> y < z ->
  quartic c0 c1 c2 c3 c4 u = 0 -> quartic c0 c1 c2 c3 c4 v = 0 ->
  quartic c0 c1 c2 c3 c4 y = 0 -> quartic c0 c1 c2 c3 c4 z = 0 ->
  forall t, quartic c0 c1 c2 c3 c4 t = c4 * ((t - u) * (t - v) * ((t - y) * (t - z))).
Proof.
  intros c0 c1 c2 c3 c4 u v y z first_order second_order third_order at_u at_v at_y at_z.
  destruct (two_roots c0 c1 c2 c3 c4 u v) as [m [n [form _]]]; [lra | assumption | assumption |].
  assert (rest : forall w, v < w -> quartic c0 c1 c2 c3 c4 w = 0 -> c4 * w^2 + m * w + n = 0).
  { intros w beyond zero. rewrite form in zero. apply Rmult_integral in zero. destruct zero as [zero|]; [|assumption].
    assert (0 < (w - u) * (w - v)) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (rest y second_order at_y) as rest_y. pose proof (rest z ltac:(lra) at_z) as rest_z.
  assert (of_m : m = - c4 * (y + z)) by (apply (Rmult_eq_reg_l (y - z)); lra).
  assert (of_n : n = c4 * (y * z)) by (rewrite of_m in rest_y; lra).
  intros t. rewrite form, of_m, of_n. ring.
Qed.

Lemma coefficients_of_roots : forall c0 c1 c2 c3 c4 u v y z,
  (forall t, quartic c0 c1 c2 c3 c4 t = c4 * ((t - u) * (t - v) * ((t - y) * (t - z)))) ->
  c3 = - c4 * (u + v + y + z) /\ c2 = c4 * (u * v + (u + v) * (y + z) + y * z) /\
  c1 = - c4 * (u * v * (y + z) + (u + v) * (y * z)) /\ c0 = c4 * (u * v * (y * z)).
Proof.
  intros c0 c1 c2 c3 c4 u v y z form. pose proof (form 0) as at_0. pose proof (form 1) as at_1.
  pose proof (form (-1)) as at_m. pose proof (form 2) as at_2. unfold quartic in *.
  assert (of_0 : c0 = c4 * (u * v * (y * z))) by lra.
  assert (of_2 : c2 = c4 * (u * v + (u + v) * (y + z) + y * z)) by lra.
  repeat split; lra.
Qed.

Lemma four_roots_apart : forall c0 c1 c2 c3 c4 u v y z, 0 < c4 -> u < v -> v < y -> y < z ->
  (forall t, quartic c0 c1 c2 c3 c4 t = c4 * ((t - u) * (t - v) * ((t - y) * (t - z)))) ->
  0 < quartic_discriminant c0 c1 c2 c3 c4.
Proof.
  intros c0 c1 c2 c3 c4 u v y z opens first_order second_order third_order form.
  destruct (coefficients_of_roots c0 c1 c2 c3 c4 u v y z form) as [of_3 [of_2 [of_1 of_0]]].
  set (w := c4 * c4 * c4 * ((v - u) * (z - y)) * ((y - u) * (z - u) * ((y - v) * (z - v)))).
  assert (whole : quartic_discriminant c0 c1 c2 c3 c4 = w * w).
  { unfold quartic_discriminant, w. rewrite of_3, of_2, of_1, of_0. field. }
  assert (0 < w) by (unfold w; repeat apply Rmult_lt_0_compat; lra).
  rewrite whole. apply Rmult_lt_0_compat; assumption.
Qed.

(** Two roots below 0. *)
Lemma roots_below : forall c0 c1 c2 c3 c4 s, 0 < c4 -> 0 < c0 -> s < 0 -> quartic c0 c1 c2 c3 c4 s < 0 ->
  exists u v, u < v /\ v < 0 /\ quartic c0 c1 c2 c3 c4 u = 0 /\ quartic c0 c1 c2 c3 c4 v = 0.
Proof.
  intros c0 c1 c2 c3 c4 s opens at_0 s0 below.
  assert (start : quartic c0 c1 c2 c3 c4 0 = c0) by (unfold quartic; ring).
  destruct (positive_far_below c0 c1 c2 c3 c4 s opens) as [o [o_s high]].
  destruct (crossing_inside c0 c1 c2 c3 c4 o s) as [u [u_range at_u]]; [lra | apply change_of_sign; assumption |].
  destruct (crossing_inside c0 c1 c2 c3 c4 s 0) as [v [v_range at_v]];
    [lra | rewrite Rmult_comm; apply change_of_sign; [rewrite start|]; assumption |].
  exists u, v. repeat split; lra.
Qed.

Lemma four_signs : forall c0 c1 c2 c3 c4 s t, 0 < c4 -> 0 < c0 -> s < 0 -> quartic c0 c1 c2 c3 c4 s < 0 -> 0 < t ->
  quartic c0 c1 c2 c3 c4 t < 0 -> quartic_discriminant c0 c1 c2 c3 c4 <> 0.
Proof.
  intros c0 c1 c2 c3 c4 s t opens at_0 s0 below t0 low.
  assert (start : quartic c0 c1 c2 c3 c4 0 = c0) by (unfold quartic; ring).
  destruct (roots_below c0 c1 c2 c3 c4 s opens at_0 s0 below) as [u [v [order [v0 [at_u at_v]]]]].
  destruct (positive_in_the_end c0 c1 c2 c3 c4 t opens) as [o [t_o high]].
  destruct (crossing_inside c0 c1 c2 c3 c4 0 t) as [y [y_range at_y]];
    [lra | apply change_of_sign; [rewrite start|]; assumption |].
  destruct (crossing_inside c0 c1 c2 c3 c4 t o) as [z [z_range at_z]];
    [lra | rewrite Rmult_comm; apply change_of_sign; assumption |].
  assert (0 < quartic_discriminant c0 c1 c2 c3 c4); [|lra].
  apply (four_roots_apart c0 c1 c2 c3 c4 u v y z); try lra. apply quartic_of_roots; lra.
Qed.

(** It is 0 at its end, and does not fall inwards. *)
Lemma quartic_before_end : forall c0 c1 c2 c3 c4 s v, 0 < v <= 1 -> 0 < c4 -> 0 < c0 -> s < 0 ->
  quartic c0 c1 c2 c3 c4 s < 0 -> quartic c0 c1 c2 c3 c4 1 = 0 -> quartic_slope c1 c2 c3 c4 1 <= 0 ->
  0 <= quartic c0 c1 c2 c3 c4 v.
Proof.
  intros c0 c1 c2 c3 c4 s t t_range opens at_0 s0 below at_1 slope. apply Rnot_lt_le. intros low.
  assert (start : quartic c0 c1 c2 c3 c4 0 = c0) by (unfold quartic; ring).
  destruct (roots_below c0 c1 c2 c3 c4 s opens at_0 s0 below) as [u [v [order [v0 [at_u at_v]]]]].
  destruct (crossing_inside c0 c1 c2 c3 c4 0 t) as [y [y_range at_y]];
    [lra | apply change_of_sign; [rewrite start|]; assumption |].
  destruct (coefficients_of_roots c0 c1 c2 c3 c4 u v y 1) as [of_3 [of_2 [of_1 of_0]]]; [apply quartic_of_roots; lra|].
  assert (steep : 0 < c4 * ((1 - u) * (1 - v) * (1 - y))) by (repeat apply Rmult_lt_0_compat; lra).
  assert (form : quartic_slope c1 c2 c3 c4 1 = c4 * ((1 - u) * (1 - v) * (1 - y)))
    by (unfold quartic_slope; rewrite of_3, of_2, of_1; ring).
  lra.
Qed.

(** * For x = 0 *)

(** K is negative far below 0. *)
Lemma cubic_falls_below : forall k0 k1 k2 k3, 0 < k3 -> exists o, o < 0 /\ cubic k0 k1 k2 k3 o < 0.
Proof.
  intros k0 k1 k2 k3 opens. destruct (positive_in_the_end 0 (- k0) k1 (- k2) k3 0 opens) as [t [t0 high]].
  exists (- t). split; [lra|]. apply (Rmult_lt_reg_l t); [assumption|]. rewrite Rmult_0_r.
  replace (t * cubic k0 k1 k2 k3 (- t)) with (- quartic 0 (- k0) k1 (- k2) k3 t) by (unfold cubic, quartic; ring). lra.
Qed.

Lemma turned_discriminant : forall k0 k1 k2 k3,
  cubic_discriminant (- k0) (- k1) (- k2) (- k3) = cubic_discriminant k0 k1 k2 k3.
Proof. intros. unfold cubic_discriminant. ring. Qed.

Lemma turned_cubic : forall k0 k1 k2 k3 t, quartic (- k0) (- k1) (- k2) (- k3) 0 t = - cubic k0 k1 k2 k3 t.
Proof. intros. unfold quartic, cubic. ring. Qed.

(** Without a positive discriminant K has no second and third root. *)
Lemma cubic_not_negative : forall k0 k1 k2 k3 w, 0 < k3 -> 0 < k0 -> cubic_discriminant k0 k1 k2 k3 <= 0 -> 0 < w ->
  forall n, 0 <= w^n * (k0 + k1 * w + k2 * w^2 + k3 * w^3).
Proof.
  intros k0 k1 k2 k3 w opens at_0 flat w0 n. apply Rmult_le_pos; [apply pow_le; lra|].
  apply Rnot_lt_le. intros low. change (cubic k0 k1 k2 k3 w < 0) in low.
  destruct (cubic_falls_below k0 k1 k2 k3 opens) as [o [o0 below]].
  assert (0 < cubic_discriminant (- k0) (- k1) (- k2) (- k3)); [|rewrite turned_discriminant in *; lra].
  apply (three_roots _ _ _ _ o 0 w); [lra | lra | ..]; rewrite turned_cubic; [lra | unfold cubic; lra | lra].
Qed.

(** It has two roots before 1 where it is convex, falls at 0 and rises at 1, and the discriminant is positive. *)
Lemma cubic_negative : forall k0 k1 k2 k3, 0 < k3 -> 0 <= k2 -> k1 < 0 -> 0 < k0 -> 0 < 3 * k3 + 2 * k2 + k1 ->
  0 < cubic_discriminant k0 k1 k2 k3 ->
  exists w, 0 < w < 1 /\ forall n, w^n * (k0 + k1 * w + k2 * w^2 + k3 * w^3) < 0.
Proof.
  intros k0 k1 k2 k3 opens bends falls at_0 turns deep.
  destruct (cubic_falls_below k0 k1 k2 k3 opens) as [o [o0 below]].
  destruct (roots_in_order (- k0) (- k1) (- k2) (- k3) o 0) as [u [y [z [order form]]]]; [lra | lra | ..].
  - rewrite !turned_cubic. rewrite Rmult_comm. apply Rlt_le. unfold cubic at 1.
    assert (0 < k0 * - cubic k0 k1 k2 k3 o) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite turned_discriminant. assumption.
  - assert (shape : forall t, cubic k0 k1 k2 k3 t = k3 * ((t - u) * (t - y) * (t - z))).
    { intros t. pose proof (form t) as here. rewrite turned_cubic in here. lra. }
    pose proof (shape 0) as of_0. pose proof (shape 1) as of_1. pose proof (shape (-1)) as of_m.
    unfold cubic in of_0, of_1, of_m.
    assert (of_k2 : k2 = k3 * - (u + y + z)) by lra. assert (of_k1 : k1 = k3 * (u * y + u * z + y * z)) by lra.
    assert (sum : u + y + z <= 0).
    { apply Rnot_lt_le. intros more. assert (0 < k3 * (u + y + z)) by (apply Rmult_lt_0_compat; assumption). lra. }
    assert (u0 : u < 0) by lra.
    assert (y0 : 0 < y).
    { apply Rnot_le_lt. intros less. destruct (Rle_or_lt z 0) as [low|high].
      - assert (0 <= - u * - y) by (apply Rmult_le_pos; lra). assert (0 <= - u * - z) by (apply Rmult_le_pos; lra).
        assert (0 <= - y * - z) by (apply Rmult_le_pos; lra).
        assert (0 <= k3 * (u * y + u * z + y * z)) by (apply Rmult_le_pos; lra). lra.
      - assert (0 <= - u * - y) by (apply Rmult_le_pos; lra).
        assert (0 <= k3 * (- u * - y * z)) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (y1 : y < 1).
    { apply Rnot_le_lt. intros less.
      assert (apart : 0 <= (y + z - 2) * (- u - y - z)) by (apply Rmult_le_pos; lra).
      assert (sides : 0 <= (y - 1) * (z - 1)) by (apply Rmult_le_pos; lra).
      pose proof (Rle_0_sqr (y - 1)) as square_y. pose proof (Rle_0_sqr (z - 1)) as square_z.
      unfold Rsqr in square_y, square_z.
      assert (sign : 0 <= - ((1 - y) * (1 - z) + (1 - u) * (1 - z) + (1 - u) * (1 - y))) by lra.
      assert (0 <= k3 * - ((1 - y) * (1 - z) + (1 - u) * (1 - z) + (1 - u) * (1 - y)))
        by (apply Rmult_le_pos; lra). lra. }
    set (w := Rmin ((y + z) / 2) ((y + 1) / 2)).
    assert (y_w : y < w) by (apply Rmin_glb_lt; lra).
    pose proof (Rmin_l ((y + z) / 2) ((y + 1) / 2)) as before_z.
    pose proof (Rmin_r ((y + z) / 2) ((y + 1) / 2)) as before_1. fold w in before_z, before_1.
    exists w. split; [lra|]. intros n. apply negative_product; [lra|].
    change (cubic k0 k1 k2 k3 w < 0). rewrite shape.
    assert (0 < k3 * ((w - u) * (w - y) * (z - w))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * The level X *)

Section Quartic.

Variable f : R -> R -> R.
Variables c0 c1 c2 c3 c4 : R -> R.
Hypothesis quartic_form : forall v x, f v x = quartic (c0 x) (c1 x) (c2 x) (c3 x) (c4 x) v.
Hypothesis shape : smooth (fun v _ x => f v x).
Hypothesis at_0 : forall x, 0 < x <= 1 -> 0 < f 0 x.
Hypothesis top : forall v, half_open v -> 0 < f v 1.
Hypothesis rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> f v x < f v y.
Hypothesis opens : forall x, 0 < x < 1 -> 0 < c4 x.
Hypothesis below : forall x, 0 < x < 1 -> exists s, s < 0 /\ f s x < 0.

Definition along_quartic (x : R) : R := quartic_discriminant (c0 x) (c1 x) (c2 x) (c3 x) (c4 x).

Lemma least_above : forall l, 0 < l < 1 -> (exists w, half_open w /\ f w l < 0) ->
  (forall x, l < x <= 1 -> 0 < f 1 x) ->
  exists X, 0 < X < 1 /\ along_quartic X = 0 /\ (forall x, 0 < x < X -> along_quartic x <> 0) /\
    (forall v, half_open v -> 0 <= f v X) /\ exists t, 0 < t < 1 /\ f t X = 0.
Proof.
  intros l l_range low at_1.
  destruct (last_inside f shape at_0 top rises l l_range low at_1) as [X [X_range [good [t [inner [touches before]]]]]].
  assert (zero : quartic (c0 X) (c1 X) (c2 X) (c3 X) (c4 X) t = 0) by (rewrite <- quartic_form; assumption).
  assert (even : quartic_slope (c1 X) (c2 X) (c3 X) (c4 X) t = 0).
  { apply (quartic_even (c0 X)); [assumption | | assumption].
    intros y y_range. rewrite <- quartic_form. apply good. assumption. }
  exists X. split; [lra|]. split; [exact (two_roots_meet _ _ _ _ _ t zero even)|].
  split; [|split; [assumption | exists t; split; assumption]]. intros x x_range.
  destruct (below x ltac:(lra)) as [s [s0 under]]. unfold along_quartic.
  assert (start : 0 < c0 x).
  { pose proof (at_0 x ltac:(lra)) as start. rewrite quartic_form in start. unfold quartic in start. lra. }
  apply (four_signs _ _ _ _ _ s t); try assumption; [apply opens; lra | rewrite <- quartic_form; assumption | lra |].
  rewrite <- quartic_form. apply before. assumption.
Qed.

(** f is positive at v = 1, and negative somewhere for x = 0. *)
Theorem least_along_quartic : (forall x, 0 < x <= 1 -> 0 < f 1 x) -> (exists w, 0 < w < 1 /\ f w 0 < 0) ->
  exists X, 0 < X < 1 /\ along_quartic X = 0 /\ (forall x, 0 < x < X -> along_quartic x <> 0) /\
    (forall v, half_open v -> 0 <= f v X) /\ exists t, 0 < t < 1 /\ f t X = 0.
Proof.
  intros at_1 bottom. destruct (starts_low f shape bottom) as [l [l_range low]].
  apply (least_above l l_range low). intros x x_range. apply at_1. lra.
Qed.

(** f falls inwards from v = 1, at the level of that end. *)
Theorem least_of_quartic_beyond_end : forall alpha gamma n, (0 < n)%nat -> 0 < alpha -> 0 < gamma ->
  (forall x, f 1 x = alpha * x^n - gamma) ->
  (forall x, 0 < x < 1 -> alpha * x^n = gamma -> 0 < quartic_slope (c1 x) (c2 x) (c3 x) (c4 x) 1) ->
  exists X, 0 < X < 1 /\ along_quartic X = 0 /\ (forall x, 0 < x < X -> along_quartic x <> 0) /\
    (forall v, half_open v -> 0 <= f v X) /\ exists t, 0 < t < 1 /\ f t X = 0.
Proof.
  intros alpha gamma n power alpha0 gamma0 at_1 inwards.
  destruct (root_at_end f top alpha gamma n power gamma0 at_1) as [l [l_range end_1]].
  apply (least_above l l_range).
  - apply NNPP. intros none. pose proof (inwards l l_range end_1) as slope.
    assert (quartic_slope (c1 l) (c2 l) (c3 l) (c4 l) 1 <= 0); [|lra].
    apply (quartic_not_rising (c0 l) _ _ _ _ 1 (1 / 2)); [lra | | rewrite <- quartic_form, at_1; lra].
    intros y y_range. rewrite <- quartic_form. apply Rnot_lt_le. intros less. apply none.
    exists y. split; [split; lra | assumption].
  - intros x x_range. rewrite at_1, <- end_1. pose proof (power_rises n l x power ltac:(lra)).
    assert (0 < alpha * (x^n - l^n)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

End Quartic.
