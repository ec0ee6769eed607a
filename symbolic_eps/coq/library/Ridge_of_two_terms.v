(** max(1 + a/p, 1 + b/q) with a, b > 0: F is least on the ridge p = a t, q = b t, where both bounds are equal.

    H = (1 + t) floor - t on the ridge, for a t <= 1 and b t <= 1. If H is nowhere negative there, F is not below 0
    at any priors: where a/p is the greater one, F falls towards the ridge as q does; where b/q is, F is linear in p,
    so that p is on the ridge, or p = 1, where a parabola in q falls towards the ridge.

    H is a cubic in t, positive for t = 0, with a positive leading coefficient. If H is negative somewhere at a level
    l beyond which it is positive at the end of the ridge, let X be the last level at which it is: H touches 0 at some
    t, so that its discriminant D is 0. For less x, H is negative at this t, has three roots, and D is not 0. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms Cubics Cubic_on_side.
From SymbolicEps Require Import Fixed_product Parabolas_of_box.
Local Open Scope R_scope.

(** No root is double where a cubic that rises in the end has three signs. *)
Lemma three_real_roots : forall k0 k1 k2 k3 t, 0 < t -> 0 < k0 -> 0 < k3 -> cubic k0 k1 k2 k3 t < 0 ->
  cubic_discriminant k0 k1 k2 k3 <> 0.
Proof.
  intros k0 k1 k2 k3 t t0 k0_positive k3_positive at_t zero.
  destruct (multiple_root k0 k1 k2 k3 ltac:(lra) zero) as [s [u form]].
  assert (at_0 : 0 < (0 - s) * (0 - s) * (k3 * (0 - u))).
  { pose proof (form 0) as here. unfold cubic in here. lra. }
  apply same_sign in at_0. rewrite form in at_t.
  assert (right : 0 < k3 * (t - u)) by (assert (0 < k3 * t) by (apply Rmult_lt_0_compat; assumption); lra).
  assert (0 <= (t - s)^2 * (k3 * (t - u))) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]). lra.
Qed.

Section Ridge.

Variables a b : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.

Definition along_ridge (x t : R) : R := cubic x (x - 1 - a * x * (1 - x)) (a * b * (1 - x^2) - a * x * (1 - x))
  (a * b * (1 - x^2)) t.
Definition ridge_discriminant (x : R) : R := cubic_discriminant x (x - 1 - a * x * (1 - x))
  (a * b * (1 - x^2) - a * x * (1 - x)) (a * b * (1 - x^2)).

Lemma along_ridge_form : forall x t, along_ridge x t = (1 + t) * floor x (a * t) (b * t) - t.
Proof. intros. unfold along_ridge, cubic. rewrite floor_form. ring. Qed.

(** * P on both sides of the ridge *)

Definition of_first (x p q : R) : R := (p + a) * floor x p q - p.
Definition of_second (x p q : R) : R := (q + b) * floor x p q - q.

Section At_level.

Variable x : R.
Hypothesis x_range : 0 < x < 1.
Hypothesis above : forall t, 0 < t -> a * t <= 1 -> b * t <= 1 -> 0 <= along_ridge x t.

Lemma squares_apart : 0 < 1 - x^2.
Proof. assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra). lra. Qed.

Lemma above_before : forall p q, half_open p -> half_open q -> b * p <= a * q -> 0 <= of_first x p q.
Proof.
  intros p q [p0 p1] [q0 q1] order. assert (p_form : a * (p / a) = p) by (field; lra).
  assert (t0 : 0 < p / a) by (apply Rdiv_lt_0_compat; assumption).
  assert (below : b * (p / a) <= q).
  { apply (Rmult_le_reg_l a); [assumption|]. replace (a * (b * (p / a))) with (b * p) by (field; lra). assumption. }
  pose proof (above (p / a) t0 ltac:(lra) ltac:(lra)) as good. rewrite along_ridge_form, p_form in good.
  pose proof squares_apart. assert (0 <= (p + a) * (p * ((1 - x^2) * (q - b * (p / a)))))
    by (repeat apply Rmult_le_pos; lra).
  assert (form : of_first x p q = a * ((1 + p / a) * floor x p (b * (p / a)) - p / a)
    + (p + a) * (p * ((1 - x^2) * (q - b * (p / a))))) by (unfold of_first; rewrite !floor_form; field; lra).
  assert (0 <= a * ((1 + p / a) * floor x p (b * (p / a)) - p / a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma second_on_ridge : forall p q, half_open p -> half_open q -> b * p = a * q -> 0 <= of_second x p q.
Proof.
  intros p q [p0 p1] [q0 q1] order. assert (q_form : b * (q / b) = q) by (field; lra).
  assert (t0 : 0 < q / b) by (apply Rdiv_lt_0_compat; assumption).
  assert (p_form : a * (q / b) = p).
  { apply (Rmult_eq_reg_l b); [|lra]. rewrite order. field. lra. }
  pose proof (above (q / b) t0 ltac:(lra) ltac:(lra)) as good. rewrite along_ridge_form, p_form, q_form in good.
  assert (form : of_second x p q = b * ((1 + q / b) * floor x p q - q / b)) by (unfold of_second; field; lra).
  rewrite form. apply Rmult_le_pos; lra.
Qed.

Lemma along_first_prior : forall p s q,
  of_second x p q = of_second x s q + (q + b) * ((p - s) * ((1 - x) * (q * (1 + x) - x))).
Proof. intros. unfold of_second. rewrite !floor_form. ring. Qed.

Lemma falls_at_1 : forall q e, of_second x 1 q = of_second x 1 e + (1 - x^2) * ((e - q) * (1 - b - (q + e))).
Proof. intros. unfold of_second. rewrite !floor_form. ring. Qed.

Lemma above_at_1 : forall q, half_open q -> a * q <= b -> q * (1 + x) < x -> 0 <= of_second x 1 q.
Proof.
  intros q [q0 q1] order low. destruct (Rle_or_lt (1 - b) ((1 + b) * x)) as [deep|flat].
  - assert (form : of_second x 1 q = in_box (b / 2) (b / 2) x 1 q)
      by (unfold of_second, in_box; rewrite floor_form; field).
    rewrite form. apply (above_on_first (b / 2) (b / 2)); lra.
  - assert (turn_form : x / (1 + x) * (1 + x) = x) by (field; lra). set (e := x / (1 + x)) in *.
    assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
    assert (early : q < e) by (apply (Rmult_lt_reg_r (1 + x)); lra).
    assert (e_low : 2 * e < 1 - b) by (apply (Rmult_lt_reg_r (1 + x)); lra).
    pose proof squares_apart. destruct (Rle_or_lt (a * e) b) as [inside|beyond].
    + rewrite (falls_at_1 q e), (along_first_prior 1 (a * e / b) e), turn_form.
      assert (p_form : b * (a * e / b) = a * e) by (field; lra).
      assert (0 < a * e) by (apply Rmult_lt_0_compat; assumption).
      assert (on : 0 <= of_second x (a * e / b) e).
      { apply second_on_ridge; [|split; lra | exact p_form]. split; [apply Rdiv_lt_0_compat; assumption|].
        apply (Rmult_le_reg_l b); lra. }
      assert (0 <= (1 - x^2) * ((e - q) * (1 - b - (q + e)))) by (repeat apply Rmult_le_pos; lra). lra.
    + assert (end_form : a * (b / a) = b) by (field; lra). set (d := b / a) in *.
      assert (d_below : d < e) by (apply (Rmult_lt_reg_l a); lra).
      assert (d_above : q <= d) by (apply (Rmult_le_reg_l a); lra).
      rewrite (falls_at_1 q d). assert (on : 0 <= of_second x 1 d) by (apply second_on_ridge; [split; lra.. | lra]).
      assert (0 <= (1 - x^2) * ((d - q) * (1 - b - (q + d)))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma above_after : forall p q, half_open p -> half_open q -> a * q <= b * p -> 0 <= of_second x p q.
Proof.
  intros p q [p0 p1] [q0 q1] order. destruct (Rle_or_lt x (q * (1 + x))) as [rises|falls].
  - assert (p_form : b * (a * q / b) = a * q) by (field; lra).
    assert (0 < a * q) by (apply Rmult_lt_0_compat; assumption).
    assert (low : a * q / b <= p) by (apply (Rmult_le_reg_l b); lra).
    assert (on : 0 <= of_second x (a * q / b) q).
    { apply second_on_ridge; [|split; lra | exact p_form]. split; [apply Rdiv_lt_0_compat; assumption | lra]. }
    rewrite (along_first_prior p (a * q / b) q).
    assert (0 <= (q + b) * ((p - a * q / b) * ((1 - x) * (q * (1 + x) - x)))) by (repeat apply Rmult_le_pos; lra).
    lra.
  - assert (b * p <= b * 1) by (apply Rmult_le_compat_l; lra).
    pose proof (above_at_1 q ltac:(split; lra) ltac:(lra) falls) as at_1. rewrite (along_first_prior p 1 q).
    assert (0 <= (q + b) * ((1 - p) * ((1 - x) * (x - q * (1 + x))))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

End At_level.

(** * The level X *)

Lemma ridge_rises : forall t x y, 0 < t -> a * t < 1 -> b * t <= 1 -> 0 < x < y ->
  along_ridge x t < along_ridge y t.
Proof.
  intros t x y t0 p1 q1 order. rewrite !along_ridge_form, (floor_step x y).
  assert (0 < a * t) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= a * t * (1 - b * t) * (x + y)) by (repeat apply Rmult_le_pos; lra).
  assert (0 < (1 + t) * ((y - x) * (a * t * (1 - b * t) * (x + y) + (1 - a * t))))
    by (repeat apply Rmult_lt_0_compat; lra).
  lra.
Qed.

(** What a branch says of X. *)
Definition inside_ridge : Prop :=
  exists X, 0 < X < 1 /\ ridge_discriminant X = 0 /\ (forall x, 0 < x < X -> ridge_discriminant x <> 0) /\
    (forall t, 0 < t -> a * t <= 1 -> b * t <= 1 -> 0 <= along_ridge X t) /\
    exists t, 0 < t /\ a * t < 1 /\ b * t < 1 /\ along_ridge X t = 0.

(** The ridge ends at T = 1/m, where m is the greater one of a and b. *)
Variable m : R.
Hypothesis am : a <= m.
Hypothesis bm : b <= m.
Hypothesis greater : m = a \/ m = b.

Lemma on_ridge : forall v, half_open v -> 0 < v / m /\ a * (v / m) <= v /\ b * (v / m) <= v.
Proof.
  intros v [v0 v1]. assert (t0 : 0 < v / m) by (apply Rdiv_lt_0_compat; lra). split; [assumption|].
  assert (v_form : m * (v / m) = v) by (field; lra).
  split; rewrite <- v_form at 2; apply Rmult_le_compat_r; lra.
Qed.

Definition scaled_ridge (v x : R) : R := cubic x ((x - 1 - a * x * (1 - x)) / m)
  ((a * b * (1 - x^2) - a * x * (1 - x)) / m^2) (a * b * (1 - x^2) / m^3) v.

Lemma scaled_form : forall v x, scaled_ridge v x = along_ridge x (v / m).
Proof. intros. unfold scaled_ridge, along_ridge, cubic. field. lra. Qed.

Lemma smooth_on_ridge : smooth (fun v _ x => scaled_ridge v x).
Proof. unfold scaled_ridge, cubic, Rdiv. smoothly. Qed.

Lemma ridge_at_0 : forall x, 0 < x <= 1 -> 0 < scaled_ridge 0 x.
Proof. intros x x_range. unfold scaled_ridge, cubic. lra. Qed.

Lemma ridge_at_top : forall v, half_open v -> 0 < scaled_ridge v 1.
Proof.
  intros v v_range. rewrite scaled_form. unfold along_ridge, cubic. lra.
Qed.

Lemma scaled_rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> scaled_ridge v x < scaled_ridge v y.
Proof.
  intros v x y v_range order high. rewrite !scaled_form.
  destruct (on_ridge v ltac:(split; lra)) as [t0 [p1 q1]]. apply ridge_rises; lra.
Qed.

Theorem beyond_ridge_level : forall l, 0 < l < 1 -> (exists v, half_open v /\ scaled_ridge v l < 0) ->
  (forall x, l < x <= 1 -> 0 < along_ridge x (1 / m)) -> inside_ridge.
Proof.
  intros l l_range low at_end. assert (m0 : 0 < m) by lra.
  destruct (last_on_side scaled_ridge (fun x => x) (fun x => (x - 1 - a * x * (1 - x)) / m)
    (fun x => (a * b * (1 - x^2) - a * x * (1 - x)) / m^2) (fun x => a * b * (1 - x^2) / m^3)) with (l := l)
    as [X [X_range [zero [good [v [v_range [touches [even before]]]]]]]].
  - reflexivity.
  - exact smooth_on_ridge.
  - exact ridge_at_0.
  - exact ridge_at_top.
  - exact scaled_rises.
  - exact l_range.
  - exact low.
  - intros x x_range. rewrite scaled_form. apply at_end. exact x_range.
  - destruct (on_ridge v ltac:(split; lra)) as [t0 [p1 q1]]. exists X. split; [lra|]. split; [|split; [|split]].
    + unfold on_side in zero. unfold ridge_discriminant. apply (Rmult_eq_reg_l (/ m ^ 6)).
      * rewrite Rmult_0_r, <- zero. unfold cubic_discriminant. field. lra.
      * apply Rinv_neq_0_compat, pow_nonzero. lra.
    + intros x x_range. pose proof (before x x_range) as below. rewrite scaled_form in below.
      pose proof (squares_apart x ltac:(lra)). unfold ridge_discriminant. apply (three_real_roots _ _ _ _ (v / m)).
      * assumption.
      * lra.
      * repeat apply Rmult_lt_0_compat; assumption.
      * exact below.
    + intros t t_positive at_p at_q. replace t with (m * t / m) by (field; lra). rewrite <- scaled_form. apply good.
      split; [apply Rmult_lt_0_compat; assumption|]. destruct greater as [same|same]; rewrite same; assumption.
    + exists (v / m). repeat split; [assumption | lra | lra |]. rewrite <- scaled_form. exact touches.
Qed.

(** Where H is positive at the end at all levels. *)
Theorem inside_alone : (forall x, 0 < x <= 1 -> 0 < along_ridge x (1 / m)) -> inside_ridge.
Proof.
  intros at_end. assert (m0 : 0 < m) by lra.
  destruct (starts_low scaled_ridge smooth_on_ridge) as [l [l_range low]].
  - destruct (negative_near_0 (- / m) (a * b / m^2) (a * b / m^3)) as [v [v_range low]].
    { assert (0 < / m) by (apply Rinv_0_lt_compat; assumption). lra. }
    exists v. split; [exact v_range|]. pose proof (low 1%nat) as less.
    assert (form : scaled_ridge v 0 = v^1 * (- / m + a * b / m^2 * v + a * b / m^3 * v^2))
      by (unfold scaled_ridge, cubic; field; lra).
    rewrite form. exact less.
  - apply (beyond_ridge_level l l_range low). intros x x_range. apply at_end. lra.
Qed.

(** Where H is 0 at the end at a level, and rises towards it. *)
Theorem inside_later : forall l, 0 < l < 1 -> along_ridge l (1 / m) = 0 ->
  0 < cubic_slope (l - 1 - a * l * (1 - l)) (a * b * (1 - l^2) - a * l * (1 - l)) (a * b * (1 - l^2)) (1 / m) ->
  (forall x, l < x <= 1 -> 0 < along_ridge x (1 / m)) -> inside_ridge.
Proof.
  intros l l_range zero rises at_end. assert (m0 : 0 < m) by lra. apply (beyond_ridge_level l l_range); [|exact at_end].
  set (k1 := (l - 1 - a * l * (1 - l)) / m). set (k2 := (a * b * (1 - l^2) - a * l * (1 - l)) / m^2).
  set (k3 := a * b * (1 - l^2) / m^3).
  assert (slope : 0 < cubic_slope k1 k2 k3 1).
  { assert (form : cubic_slope k1 k2 k3 1 = / m * cubic_slope (l - 1 - a * l * (1 - l))
      (a * b * (1 - l^2) - a * l * (1 - l)) (a * b * (1 - l^2)) (1 / m))
        by (unfold k1, k2, k3, cubic_slope; field; lra).
    rewrite form. apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat|]; assumption. }
  destruct (negative_near_0 (- cubic_slope k1 k2 k3 1) (k2 + 3 * k3) (- k3)) as [w [w_range low]]; [lra|].
  exists (1 - w). split; [split; lra|]. pose proof (low 1%nat) as less.
  assert (form : scaled_ridge (1 - w) l = scaled_ridge 1 l
    + w^1 * (- cubic_slope k1 k2 k3 1 + (k2 + 3 * k3) * w + - k3 * w^2))
      by (unfold scaled_ridge; fold k1 k2 k3; unfold cubic, cubic_slope; ring).
  rewrite form, scaled_form, zero. lra.
Qed.

End Ridge.

Lemma end_at_q : forall a b x, 0 < b -> along_ridge a b x (1 / b) = ((1 + b) * (b - a) * x - (b - a - a * b)) * / b^2.
Proof. intros. unfold along_ridge, cubic. field. lra. Qed.

Lemma end_at_p : forall a b x, 0 < a -> along_ridge a b x (1 / a) = ((1 + a) * (a - b) * x^2 - (a - b - a * b)) * / a^2.
Proof. intros. unfold along_ridge, cubic. field. lra. Qed.

Definition falls_at_q (a b : R) : R := 3 * a^2 * b + 4 * a^2 - 2 * a * b^2 - 5 * a * b + b^2.

Lemma later_at_q : forall a b, 0 < a -> 0 < b -> a + a * b < b -> falls_at_q a b < 0 -> inside_ridge a b.
Proof.
  intros a b a0 b0 reached falls. assert (ab : 0 < a * b) by (apply Rmult_lt_0_compat; assumption).
  assert (W0 : 0 < (1 + b) * (b - a)) by (apply Rmult_lt_0_compat; lra).
  assert (bb : 0 < b * (b - a)) by (apply Rmult_lt_0_compat; lra).
  assert (square : 0 < / b^2) by (apply Rinv_0_lt_compat, pow_lt; assumption).
  set (l := (b - a - a * b) / ((1 + b) * (b - a))).
  assert (level : (1 + b) * (b - a) * l = b - a - a * b) by (unfold l; field; lra).
  assert (l0 : 0 < l) by (apply Rdiv_lt_0_compat; lra).
  assert (l1 : l < 1) by (apply (Rmult_lt_reg_l ((1 + b) * (b - a))); [exact W0 | lra]).
  apply (inside_later a b a0 b0 b ltac:(lra) ltac:(lra) (or_intror eq_refl) l (conj l0 l1)).
  - rewrite end_at_q, level by assumption. ring.
  - assert (form : cubic_slope (l - 1 - a * l * (1 - l)) (a * b * (1 - l^2) - a * l * (1 - l)) (a * b * (1 - l^2))
      (1 / b) = b * - falls_at_q a b / ((b - a)^2 * (1 + b)))
        by (unfold cubic_slope, falls_at_q, l; field; lra).
    rewrite form. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
    apply Rmult_lt_0_compat; [apply pow_lt|]; lra.
  - intros x [low _]. rewrite end_at_q by assumption. apply Rmult_lt_0_compat; [|assumption].
    assert (0 < (1 + b) * (b - a) * (x - l)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma later_at_p : forall a b, 0 < a -> 0 < b -> a * b < a - b -> a < b * (a + 2) -> inside_ridge a b.
Proof.
  intros a b a0 b0 reached rises. assert (ab : 0 < a * b) by (apply Rmult_lt_0_compat; assumption).
  assert (W0 : 0 < (1 + a) * (a - b)) by (apply Rmult_lt_0_compat; lra).
  assert (aa : 0 < a * (a - b)) by (apply Rmult_lt_0_compat; lra). assert (a2 : 0 < a^2) by (apply pow_lt; assumption).
  assert (square : 0 < / a^2) by (apply Rinv_0_lt_compat; assumption).
  set (y := (a - b - a * b) / ((1 + a) * (a - b))). assert (y0 : 0 < y) by (apply Rdiv_lt_0_compat; lra).
  set (l := sqrt y). assert (l_square : l^2 = y) by (unfold l; apply pow2_sqrt; lra).
  assert (level : (1 + a) * (a - b) * l^2 = a - b - a * b) by (rewrite l_square; unfold y; field; lra).
  assert (l0 : 0 < l) by (apply sqrt_lt_R0; assumption).
  assert (l1 : l < 1).
  { apply Rnot_le_lt. intros more. assert (1 * 1 <= l * l) by (apply Rmult_le_compat; lra).
    assert (0 <= (1 + a) * (a - b) * (l^2 - 1)) by (apply Rmult_le_pos; lra). lra. }
  clearbody l. apply (inside_later a b a0 b0 a ltac:(lra) ltac:(lra) (or_introl eq_refl) l (conj l0 l1)).
  - rewrite end_at_p, level by assumption. ring.
  - set (M := l^2 * (a^2 - 2 * a * b + 2 * a - 3 * b) - a + 2 * a * b + 3 * b).
    assert (form : cubic_slope (l - 1 - a * l * (1 - l)) (a * b * (1 - l^2) - a * l * (1 - l)) (a * b * (1 - l^2))
      (1 / a) = (M - a * (1 + a) * l) / a) by (unfold cubic_slope, M; field; lra).
    assert (of_M : (1 + a) * (a - b) * M = a * (a * (a * b) + a * b + (a - b))).
    { unfold M. transitivity ((1 + a) * (a - b) * l^2 * (a^2 - 2 * a * b + 2 * a - 3 * b)
        + (1 + a) * (a - b) * (2 * a * b + 3 * b - a)); [ring | rewrite level; ring]. }
    assert (aab : 0 < a * (a * b)) by (apply Rmult_lt_0_compat; assumption).
    assert (M0 : 0 < M).
    { apply (Rmult_lt_reg_l ((1 + a) * (a - b))); [exact W0|]. rewrite of_M, Rmult_0_r.
      apply Rmult_lt_0_compat; lra. }
    rewrite form. apply Rdiv_lt_0_compat; [|assumption]. apply Rnot_le_lt. intros falls.
    assert (less : M * M <= a * (1 + a) * l * (a * (1 + a) * l)) by (apply Rmult_le_compat; lra).
    assert (squares : (1 + a) * (a - b) * ((1 + a) * (a - b)) * (M * M - a * (1 + a) * l * (a * (1 + a) * l))
      = a^3 * ((b * (a + 2) - a) * (a^3 + a^2 + 2 * (a * (a - b)) + 3 * (a - b)))).
    { transitivity ((1 + a) * (a - b) * M * ((1 + a) * (a - b) * M)
        - (a * (1 + a))^2 * ((1 + a) * (a - b)) * ((1 + a) * (a - b) * l^2)); [ring | rewrite of_M, level; ring]. }
    assert (0 < a^3) by (apply pow_lt; assumption).
    assert (0 < a^3 * ((b * (a + 2) - a) * (a^3 + a^2 + 2 * (a * (a - b)) + 3 * (a - b))))
      by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 + a) * (a - b) * ((1 + a) * (a - b)) * (a * (1 + a) * l * (a * (1 + a) * l) - M * M))
      by (repeat apply Rmult_le_pos; lra).
    lra.
  - intros x [low _]. rewrite end_at_p by assumption. apply Rmult_lt_0_compat; [|assumption].
    assert (0 < (x - l) * (x + l)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 + a) * (a - b) * ((x - l) * (x + l))) by (apply Rmult_lt_0_compat; assumption). lra.
Qed.

(** Where neither end of the ridge decides. *)
Theorem ridge_decides : forall a b, 0 < a -> 0 < b -> a < b * (a + 2) -> b <= a + a * b \/ falls_at_q a b < 0 ->
  inside_ridge a b.
Proof.
  intros a b a0 b0 first second. assert (ab : 0 < a * b) by (apply Rmult_lt_0_compat; assumption).
  destruct (Rle_or_lt a b) as [order|order].
  - destruct (Rle_or_lt b (a + a * b)) as [high|low]; [|apply later_at_q; lra].
    apply (inside_alone a b a0 b0 b ltac:(lra) ltac:(lra) (or_intror eq_refl)). intros x x_range.
    rewrite end_at_q by assumption. apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, pow_lt; assumption].
    destruct (Req_dec a b) as [same|apart]; [rewrite same in *; lra|].
    assert (0 < (1 + b) * (b - a) * x) by (repeat apply Rmult_lt_0_compat; lra). lra.
  - destruct (Rle_or_lt (a - b) (a * b)) as [high|low]; [|apply later_at_p; assumption].
    apply (inside_alone a b a0 b0 a ltac:(lra) ltac:(lra) (or_introl eq_refl)). intros x x_range.
    rewrite end_at_p by assumption. apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, pow_lt; assumption].
    assert (0 < x^2) by (apply pow_lt; lra).
    assert (0 < (1 + a) * (a - b) * x^2) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Theorem inside_of_ridge : forall a b, 0 < a -> 0 < b -> a < b * (a + 2) -> b <= a + a * b \/ falls_at_q a b < 0 ->
  exists X, 0 < X < 1 /\ ridge_discriminant a b X = 0 /\ (forall x, 0 < x < X -> ridge_discriminant a b x <> 0) /\
    (forall p q, half_open p -> half_open q ->
      (b * p <= a * q -> 0 <= of_first a X p q) /\ (a * q <= b * p -> 0 <= of_second b X p q)) /\
    exists p q, half_open p /\ half_open q /\ p < 1 /\ of_first a X p q = 0 /\ of_second b X p q = 0.
Proof.
  intros a b a0 b0 first second. destruct (ridge_decides a b a0 b0 first second)
    as [X [X_range [zero [before [above [t [t0 [p1 [q1 touches]]]]]]]]].
  exists X. split; [assumption|]. split; [assumption|]. split; [assumption|]. split.
  - intros p q p_range q_range. split; [apply above_before | apply (above_after a)]; assumption.
  - exists (a * t), (b * t). assert (0 < a * t) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < b * t) by (apply Rmult_lt_0_compat; assumption). rewrite along_ridge_form in touches.
    split; [split; lra|]. split; [split; lra|]. split; [assumption|]. unfold of_first, of_second. split.
    + transitivity (a * ((1 + t) * floor X (a * t) (b * t) - t)); [ring | rewrite touches; ring].
    + transitivity (b * ((1 + t) * floor X (a * t) (b * t) - t)); [ring | rewrite touches; ring].
Qed.
