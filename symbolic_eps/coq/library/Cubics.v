(** Cubic polynomials with a multiple root, and the last level of two functions of one prior. *)

From Coq Require Import Reals Lra Classical.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms.
Local Open Scope R_scope.

(** * Cubic polynomials *)

Definition cubic (k0 k1 k2 k3 t : R) : R := k0 + k1 * t + k2 * t^2 + k3 * t^3.
Definition cubic_slope (k1 k2 k3 t : R) : R := k1 + 2 * k2 * t + 3 * k3 * t^2.

Lemma multiple_root : forall k0 k1 k2 k3, k3 <> 0 -> cubic_discriminant k0 k1 k2 k3 = 0 ->
  exists t u, forall z, cubic k0 k1 k2 k3 z = k3 * ((z - t)^2 * (z - u)).
Proof.
  intros k0 k1 k2 k3 some zero. set (e := k2^2 - 3 * k1 * k3).
  destruct (Req_dec e 0) as [triple|double].
  - assert (square : (2 * k2^3 - 9 * k3 * k2 * k1 + 27 * k3^2 * k0)^2
    = 4 * e^3 - 27 * k3^2 * cubic_discriminant k0 k1 k2 k3)
      by (unfold e, cubic_discriminant; ring).
    rewrite zero, triple in square.
    assert (last : 2 * k2^3 - 9 * k3 * k2 * k1 + 27 * k3^2 * k0 = 0).
    { apply NNPP. intros other. pose proof (positive_square _ other). lra. }
    unfold e in triple. exists (- k2 / (3 * k3)), (- k2 / (3 * k3)). intros z.
    assert (of_k1 : k1 = k2^2 / (3 * k3)).
    { apply (Rmult_eq_reg_l (3 * k3)); [|lra]. transitivity (k2^2); [lra | field; lra]. }
    assert (of_k0 : k0 = k2^3 / (27 * k3^2)).
    { apply (Rmult_eq_reg_l (27 * k3^2)); [|apply Rmult_integral_contrapositive_currified;
      [lra | apply pow_nonzero; assumption]].
      transitivity (9 * k3 * k2 * k1 - 2 * k2^3); [lra | rewrite of_k1; field; assumption]. }
    unfold cubic. rewrite of_k0, of_k1. field. assumption.
  - exists ((9 * k3 * k0 - k2 * k1) / (2 * e)), (- k2 / k3 - 2 * ((9 * k3 * k0 - k2 * k1) / (2 * e))). intros z.
    assert (part1 : 4 * k1 * e^2 + 3 * k3 * (9 * k3 * k0 - k2 * k1)^2 + 4 * k2 * (9 * k3 * k0 - k2 * k1) * e
      = - 9 * k3 * cubic_discriminant k0 k1 k2 k3) by (unfold e, cubic_discriminant; ring).
    assert (part0 : 4 * k0 * e^3 - k2 * (9 * k3 * k0 - k2 * k1)^2 * e - k3 * (9 * k3 * k0 - k2 * k1)^3
      = (27 * k0 * k3^2 - k2^3) * cubic_discriminant k0 k1 k2 k3) by (unfold e, cubic_discriminant; ring).
    rewrite zero in part1, part0. set (w := 9 * k3 * k0 - k2 * k1) in *. clearbody w.
    assert (of_k1 : k1 = - (3 * k3 * w^2 + 4 * k2 * w * e) / (4 * e^2)).
    { apply (Rmult_eq_reg_l (4 * e^2)); [|apply Rmult_integral_contrapositive_currified;
      [lra | apply pow_nonzero; assumption]].
      transitivity (- (3 * k3 * w^2 + 4 * k2 * w * e)); [lra | field; assumption]. }
    assert (of_k0 : k0 = (k2 * w^2 * e + k3 * w^3) / (4 * e^3)).
    { apply (Rmult_eq_reg_l (4 * e^3)); [|apply Rmult_integral_contrapositive_currified;
      [lra | apply pow_nonzero; assumption]].
      transitivity (k2 * w^2 * e + k3 * w^3); [lra | field; assumption]. }
    clearbody e. unfold cubic. rewrite of_k0, of_k1. field. split; assumption.
Qed.

Lemma touched_twice : forall k0 k1 k2 k3 t, k3 <> 0 -> cubic k0 k1 k2 k3 t = 0 -> cubic_slope k1 k2 k3 t = 0 ->
  exists u, forall z, cubic k0 k1 k2 k3 z = k3 * ((z - t)^2 * (z - u)).
Proof.
  intros k0 k1 k2 k3 t some zero even. exists (- k2 / k3 - 2 * t). intros z.
  transitivity (cubic k0 k1 k2 k3 t + cubic_slope k1 k2 k3 t * (z - t) + (k2 + 3 * k3 * t) * (z - t)^2
    + k3 * (z - t)^3).
  - unfold cubic, cubic_slope. ring.
  - rewrite zero, even. field. assumption.
Qed.

Lemma flat_zero : forall k0 k1 k2 k3 t, cubic k0 k1 k2 k3 t = 0 -> cubic_slope k1 k2 k3 t = 0 ->
  cubic_discriminant k0 k1 k2 k3 = 0.
Proof.
  intros k0 k1 k2 k3 t zero even. unfold cubic, cubic_slope in *.
  assert (of_1 : k1 = - (2 * k2 * t + 3 * k3 * t^2)) by lra.
  assert (of_0 : k0 = - (k1 * t + k2 * t^2 + k3 * t^3)) by lra.
  rewrite of_0, of_1. unfold cubic_discriminant. ring.
Qed.

Lemma root_coefficients : forall k0 k1 k2 k3 t u, (forall z, cubic k0 k1 k2 k3 z = k3 * ((z - t)^2 * (z - u))) ->
  k2 = - k3 * (2 * t + u) /\ k1 = k3 * (t^2 + 2 * t * u) /\ k0 = - k3 * (t^2 * u).
Proof.
  intros k0 k1 k2 k3 t u form.
  pose proof (form 0) as at_0. pose proof (form 1) as at_1. pose proof (form (-1)) as at_m. unfold cubic in *.
  repeat split; lra.
Qed.

Lemma no_discriminant : forall k0 k1 k2 k3 t u, (forall z, cubic k0 k1 k2 k3 z = k3 * ((z - t)^2 * (z - u))) ->
  cubic_discriminant k0 k1 k2 k3 = 0.
Proof.
  intros k0 k1 k2 k3 t u form. destruct (root_coefficients k0 k1 k2 k3 t u form) as [of_2 [of_1 of_0]].
  unfold cubic_discriminant. rewrite of_2, of_1, of_0. ring.
Qed.

(** The slope at a zero beside which there is no negative value, or none on the right. *)
Lemma not_falling_right : forall k0 k1 k2 k3 t e, 0 < e <= 1 ->
  (forall y, t < y <= t + e -> 0 <= cubic k0 k1 k2 k3 y) -> cubic k0 k1 k2 k3 t = 0 -> 0 <= cubic_slope k1 k2 k3 t.
Proof.
  intros k0 k1 k2 k3 t e e_range above zero.
  apply (not_falling e _ (k2 + 3 * k3 * t) k3 0); [assumption|]. intros h h_range.
  assert (form : cubic k0 k1 k2 k3 (t + h) = cubic k0 k1 k2 k3 t
    + (cubic_slope k1 k2 k3 t * h + h * h * (k2 + 3 * k3 * t + k3 * h + 0 * (h * h))))
      by (unfold cubic, cubic_slope; ring).
  pose proof (above (t + h) ltac:(lra)). lra.
Qed.

Lemma not_rising_left : forall k0 k1 k2 k3 t e, 0 < e <= 1 ->
  (forall y, t - e <= y < t -> 0 <= cubic k0 k1 k2 k3 y) -> cubic k0 k1 k2 k3 t = 0 -> cubic_slope k1 k2 k3 t <= 0.
Proof.
  intros k0 k1 k2 k3 t e e_range above zero. assert (0 <= - cubic_slope k1 k2 k3 t); [|lra].
  apply (not_falling e _ (k2 + 3 * k3 * t) (- k3) 0); [assumption|]. intros h h_range.
  assert (form : cubic k0 k1 k2 k3 (t - h) = cubic k0 k1 k2 k3 t
    + (- cubic_slope k1 k2 k3 t * h + h * h * (k2 + 3 * k3 * t + - k3 * h + 0 * (h * h))))
      by (unfold cubic, cubic_slope; ring).
  pose proof (above (t - h) ltac:(lra)). lra.
Qed.

Lemma even_between : forall k0 k1 k2 k3 l t h, l < t < h ->
  (forall y, l < y < h -> 0 <= cubic k0 k1 k2 k3 y) -> cubic k0 k1 k2 k3 t = 0 -> cubic_slope k1 k2 k3 t = 0.
Proof.
  intros k0 k1 k2 k3 l t h order above zero.
  set (e := Rmin 1 (Rmin ((t - l) / 2) ((h - t) / 2))).
  assert (e0 : 0 < e) by (repeat apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
  assert (less : e <= Rmin ((t - l) / 2) ((h - t) / 2)) by apply Rmin_r.
  pose proof (Rmin_l ((t - l) / 2) ((h - t) / 2)). pose proof (Rmin_r ((t - l) / 2) ((h - t) / 2)).
  apply Rle_antisym.
  - apply (not_rising_left k0 k1 k2 k3 t e); [lra | intros y y_range; apply above; lra | assumption].
  - apply (not_falling_right k0 k1 k2 k3 t e); [lra | intros y y_range; apply above; lra | assumption].
Qed.

(** * The last level of two functions of one prior *)

Lemma min_slow : forall u v u' v', Rabs (Rmin u' v' - Rmin u v) <= Rabs (u' - u) + Rabs (v' - v).
Proof.
  intros u v u' v'. pose proof (Rle_abs (u' - u)). pose proof (Rle_abs (v' - v)).
  pose proof (Rle_abs (- (u' - u))) as u_low. pose proof (Rle_abs (- (v' - v))) as v_low.
  rewrite Rabs_Ropp in u_low, v_low.
  apply Rabs_le. pose proof (Rmin_l u v). pose proof (Rmin_r u v). pose proof (Rmin_l u' v').
  pose proof (Rmin_r u' v').
  pose proof (Rabs_pos (u' - u)). pose proof (Rabs_pos (v' - v)).
  destruct (Rle_or_lt u v); [rewrite (Rmin_left u v) in * by lra | rewrite (Rmin_right u v) in * by lra];
    (destruct (Rle_or_lt u' v'); [rewrite (Rmin_left u' v') in * by lra | rewrite (Rmin_right u' v') in * by
      lra]); lra.
Qed.

Lemma smooth_min : forall f g, smooth f -> smooth g -> smooth (fun p q x => Rmin (f p q x) (g p q x)).
Proof.
  intros f g [L [L0 of_f]] [M [M0 of_g]]. exists (L + M). split; [lra|]. intros p q x p_unit q_unit x_unit.
  destruct (of_f p q x p_unit q_unit x_unit) as [f_size f_slow].
  destruct (of_g p q x p_unit q_unit x_unit) as [g_size g_slow]. split.
  - pose proof (min_slow 0 0 (f p q x) (g p q x)) as size. rewrite (Rmin_left 0 0) in size by lra.
  rewrite !Rminus_0_r in size. lra.
  - intros p' q' x' p'_unit q'_unit x'_unit. specialize (f_slow p' q' x' p'_unit q'_unit x'_unit).
    specialize (g_slow p' q' x' p'_unit q'_unit x'_unit).
    pose proof (min_slow (f p q x) (g p q x) (f p' q' x') (g p' q' x')). lra.
Qed.

(** [last_level] of a function of one prior. *)
Theorem last_level_of_one : forall f : R -> R -> R, smooth (fun p _ x => f p x) ->
  forall l p0, 0 < l < 1 -> 0 < p0 -> (forall p x, half_open p -> l <= x <= 1 -> f p x <= 0 -> p0 <= p) ->
  (forall p, half_open p -> 0 < f p 1) -> (exists p, half_open p /\ f p l < 0) ->
  exists X, l < X < 1 /\ (forall p, half_open p -> 0 <= f p X) /\ exists p, half_open p /\ f p X = 0.
Proof.
  intros f shape l p0 l_range p0_positive away at_1 [v [v_range low]]. pose proof shape as [L [L0 size]].
  destruct (last_level (fun p q x => f p x + (2 * L + 1) * (1 - q))) with (l := l) (p0 := p0) (q0 := 1 / 2)
    as [X [X_range [good [p [q [p_range [[q0 q1] zero]]]]]]]; try assumption; try lra.
  - apply (smooth_plus (fun p _ x => f p x) (fun _ q _ => (2 * L + 1) * (1 - q))); [assumption | smoothly].
  - intros p q x p_range [q0 q1] x_range below.
    assert (0 <= (2 * L + 1) * (1 - q))
      by (apply Rmult_le_pos; lra). split; [apply (away p x); try assumption; lra|].
    destruct p_range. destruct (size p 0 x) as [bound _]; [split; lra | split; lra | split; lra |].
    pose proof (Rle_abs (- f p x)) as less. rewrite Rabs_Ropp in less.
    apply Rnot_lt_le. intros small. assert ((2 * L + 1) * (1 / 2) <= (2 * L + 1) * (1 - q))
      by (apply Rmult_le_compat_l; lra). lra.
  - intros p q p_range [q0 q1]. pose proof (at_1 p p_range). assert (0 <= (2 * L + 1) * (1 - q))
    by (apply Rmult_le_pos; lra). lra.
  - exists v, 1. split; [assumption|]. split; [split; lra | lra].
  - exists X. split; [assumption|].
    assert (fine : forall p, half_open p -> 0 <= f p X)
      by (intros y y_range; pose proof (good y 1 y_range ltac:(split; lra)); lra).
    split; [assumption|]. exists p. split; [assumption|]. pose proof (fine p p_range).
    assert (0 <= (2 * L + 1) * (1 - q)) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem last_level_of_two : forall f g : R -> R -> R, smooth (fun p _ x => f p x) -> smooth (fun p _ x => g p x) ->
  forall l p0, 0 < l < 1 -> 0 < p0 ->
  (forall p x, half_open p -> l <= x <= 1 -> f p x <= 0 \/ g p x <= 0 -> p0 <= p) ->
  (forall p, half_open p -> 0 < f p 1 /\ 0 < g p 1) -> (exists p, half_open p /\ f p l < 0) ->
  exists X, l < X < 1 /\ (forall p, half_open p -> 0 <= f p X /\ 0 <= g p X) /\
    exists p, half_open p /\ (f p X = 0 \/ g p X = 0).
Proof.
  intros f g of_f of_g l p0 l_range p0_positive away at_1 [v [v_range low]].
  destruct (last_level_of_one (fun p x => Rmin (f p x) (g p x))) with (l := l) (p0 := p0)
    as [X [X_range [good [p [p_range zero]]]]]; try assumption.
  - apply (smooth_min (fun p _ x => f p x) (fun p _ x => g p x)); assumption.
  - intros p x p_range x_range below. apply (away p x); try assumption.
    destruct (Rle_or_lt (f p x) (g p x));
      [rewrite Rmin_left in below by lra | rewrite Rmin_right in below by lra]; lra.
  - intros p p_range. destruct (at_1 p p_range). apply Rmin_glb_lt; assumption.
  - exists v. split; [assumption|]. pose proof (Rmin_l (f v l) (g v l)). lra.
  - exists X. split; [assumption|]. split.
    + intros y y_range. pose proof (good y y_range). pose proof (Rmin_l (f y X) (g y X)).
    pose proof (Rmin_r (f y X) (g y X)). lra.
    + exists p. split; [assumption|].
      destruct (Rle_or_lt (f p X) (g p X));
        [rewrite Rmin_left in zero by lra | rewrite Rmin_right in zero by lra]; lra.
Qed.
