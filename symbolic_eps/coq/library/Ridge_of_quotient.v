(** max(a/p, 1 + b p/q) with a, b > 0: F is least on the ridge b p^2 + p q = a q, where both bounds are equal.

    There a (a - p) F is H, a cubic in p. If H is nowhere negative on the ridge, F is not below 0 at any priors: where
    a/p is the greater one, F falls towards the ridge as q does; elsewhere F is concave in p, so that p is on the
    ridge, or p = 1, where a parabola in q falls towards the ridge.

    H is positive for p = 0, with a positive leading coefficient. If H is negative somewhere at a level l beyond which
    it is positive at the end p = T of the ridge, let X be the last level at which it is: H touches 0 at some p, so
    that its discriminant D is 0. For less x, H is negative at this p, has three roots, and D is not 0. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms Cubics Cubic_on_side.
From SymbolicEps Require Import Fixed_product Parabolas_of_box Ridge_of_two_terms.
Local Open Scope R_scope.

(** A cubic that falls to 0 is not negative before. *)
Lemma above_before_zero : forall k0 k1 k2 k3 t z, 0 < t -> 0 < k0 -> 0 < k3 -> cubic k0 k1 k2 k3 t = 0 ->
  cubic_slope k1 k2 k3 t <= 0 -> 0 < z <= t -> 0 <= cubic k0 k1 k2 k3 z.
Proof.
  intros k0 k1 k2 k3 t z t0 k0_positive k3_positive zero falls z_range.
  assert (of_k0 : k0 = - (k1 * t + k2 * t^2 + k3 * t^3)) by (unfold cubic in zero; lra).
  assert (form : t^2 * cubic k0 k1 k2 k3 z = (t - z) * ((t - z) * k0 - t * z * cubic_slope k1 k2 k3 t
    + k3 * z * (t - z) * t^2)) by (rewrite of_k0; unfold cubic, cubic_slope; ring).
  assert (tt : 0 < t^2) by (apply pow_lt; assumption).
  assert (0 <= (t - z) * k0) by (apply Rmult_le_pos; lra).
  assert (0 <= t * z * - cubic_slope k1 k2 k3 t) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= k3 * z * (t - z) * t^2) by (repeat apply Rmult_le_pos; lra).
  apply (Rmult_le_reg_l (t^2)); [exact tt|]. rewrite Rmult_0_r, form. apply Rmult_le_pos; lra.
Qed.

Section Quotient.

Variables a b : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.

Definition q_slope (x : R) : R := - (a * x) - a * (1 + a * x * (1 - x)).
Definition q_ridge (x p : R) : R := cubic (a^2 * x) (q_slope x) (1 + a * x * (1 - x)) (a * b * (1 - x^2)) p.
Definition q_discriminant (x : R) : R :=
  cubic_discriminant (a^2 * x) (q_slope x) (1 + a * x * (1 - x)) (a * b * (1 - x^2)).

Definition of_term (x p q : R) : R := a * floor x p q - p.
Definition of_quotient (x p q : R) : R := (q + b * p) * floor x p q - q.

Lemma q_ridge_form : forall x p q,
  q_ridge x p = (a - p) * of_term x p q - a * p * (1 - x^2) * ((a - p) * q - b * p^2).
Proof. intros. unfold q_ridge, q_slope, of_term, cubic. rewrite floor_form. ring. Qed.

Lemma quotient_on_ridge : forall x p q, b * p^2 = (a - p) * q ->
  p * ((a - p) * of_quotient x p q) = q * q_ridge x p.
Proof.
  intros x p q on. rewrite (q_ridge_form x p q), on. unfold of_quotient, of_term.
  transitivity ((a - p) * ((p * q + b * p^2) * floor x p q - p * q)); [ring | rewrite on; ring].
Qed.

(** The p of the ridge, by q. *)
Lemma ridge_at : forall q, 0 < q -> exists p, 0 < p < a /\ b * p^2 = (a - p) * q.
Proof.
  intros q q0. assert (qq : 0 < q * q) by (apply Rmult_lt_0_compat; assumption).
  assert (abq : 0 < a * b * q) by (repeat apply Rmult_lt_0_compat; assumption).
  set (s := sqrt (q * q + 4 * (a * b * q))). assert (square : s * s = q * q + 4 * (a * b * q))
    by (apply sqrt_sqrt; lra).
  assert (s0 : 0 <= s) by apply sqrt_pos. clearbody s.
  assert (more : q < s).
  { apply Rnot_le_lt. intros less. assert (s * s <= q * q) by (apply Rmult_le_compat; lra). lra. }
  exists ((s - q) / (2 * b)). assert (p0 : 0 < (s - q) / (2 * b)) by (apply Rdiv_lt_0_compat; lra).
  assert (on : b * ((s - q) / (2 * b))^2 = (a - (s - q) / (2 * b)) * q).
  { transitivity ((s * s - 2 * (s * q) + q * q) / (4 * b)); [field; lra | rewrite square; field; lra]. }
  split; [split; [assumption|] | assumption].
  assert (0 < b * ((s - q) / (2 * b))^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption).
  assert (0 < (a - (s - q) / (2 * b)) * q) by lra. assert (0 < a - (s - q) / (2 * b)); [|lra].
  apply (Rmult_lt_reg_r q); lra.
Qed.

Lemma ridge_before : forall p s q, 0 < s -> 0 < q -> b * s^2 = (a - s) * q -> (a - p) * q <= b * p^2 -> 0 < p -> s <= p.
Proof.
  intros p s q s0 q0 on order p0. apply Rnot_lt_le. intros less.
  assert (0 < b * ((s - p) * (s + p))) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 < (s - p) * q) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section At_level.

Variable x : R.
Hypothesis x_range : 0 < x < 1.
Hypothesis above : forall p, 0 < p <= 1 -> p < a -> b * p^2 <= a - p -> 0 <= q_ridge x p.

Lemma term_above : forall p q, half_open p -> half_open q -> b * p^2 <= (a - p) * q -> 0 <= of_term x p q.
Proof.
  intros p q [p0 p1] [q0 q1] order. assert (0 < b * p^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption).
  assert (pa : 0 < a - p) by (apply (Rmult_lt_reg_r q); lra).
  assert ((a - p) * q <= (a - p) * 1) by (apply Rmult_le_compat_l; lra).
  pose proof (above p ltac:(lra) ltac:(lra) ltac:(lra)) as good. rewrite (q_ridge_form x p q) in good.
  pose proof (squares_apart x x_range).
  assert (0 <= a * p * (1 - x^2) * ((a - p) * q - b * p^2)) by (repeat apply Rmult_le_pos; lra).
  apply (Rmult_le_reg_l (a - p)); lra.
Qed.

Lemma quotient_at_ridge : forall p q, half_open p -> half_open q -> p < a -> b * p^2 = (a - p) * q ->
  0 <= of_quotient x p q.
Proof.
  intros p q [p0 p1] [q0 q1] pa on. assert ((a - p) * q <= (a - p) * 1) by (apply Rmult_le_compat_l; lra).
  pose proof (above p ltac:(lra) pa ltac:(lra)) as good.
  assert (0 <= q * q_ridge x p) by (apply Rmult_le_pos; lra). rewrite <- quotient_on_ridge in * by assumption.
  assert (0 < p * (a - p)) by (apply Rmult_lt_0_compat; lra). apply (Rmult_le_reg_l (p * (a - p))); lra.
Qed.

Lemma chord : forall p s q, (1 - s) * ((q + b * s) * (q + b)) * of_quotient x p q
  = (q + b * p) * ((1 - p) * (q + b) * of_quotient x s q + (p - s) * (q + b * s) * of_quotient x 1 q)
    + q * b^2 * ((1 - p) * (p - s) * (1 - s)).
Proof. intros. unfold of_quotient. rewrite !floor_form. ring. Qed.

Lemma quotient_at_1 : forall q, half_open q -> (a - 1) * q <= b -> 0 <= of_quotient x 1 q.
Proof.
  intros q [q0 q1] order. assert (same : forall z, of_quotient x 1 z = of_second b x 1 z)
    by (intros; unfold of_quotient, of_second; ring).
  rewrite same. destruct (Rle_or_lt (1 - b) ((1 + b) * x)) as [deep|flat].
  - assert (form : of_second b x 1 q = in_box (b / 2) (b / 2) x 1 q)
      by (unfold of_second, in_box; rewrite floor_form; field).
    rewrite form. apply (above_on_first (b / 2) (b / 2)); lra.
  - assert (bx : 0 < (1 + b) * x) by (apply Rmult_lt_0_compat; lra). set (m := (1 - b) / 2).
    assert (m0 : 0 < m) by (unfold m; lra).
    destruct (Rle_or_lt ((a - 1) * m) b) as [late|early].
    + exfalso. destruct (ridge_at m m0) as [s [[s0 sa] on]].
      assert (s1 : s <= 1) by (apply (ridge_before 1 s m); lra).
      assert (good : 0 <= of_quotient x s m)
        by (apply quotient_at_ridge; [split; lra | split; unfold m; lra | assumption | assumption]).
      set (w := (1 - b) / (1 + b)). assert (xw : x < w) by (unfold w; apply (Rmult_lt_reg_l (1 + b)); [lra|];
        replace ((1 + b) * ((1 - b) / (1 + b))) with (1 - b) by (field; lra); lra).
      assert (at_w : floor w s m = w) by (rewrite floor_form; unfold w, m; field; lra).
      assert (climb : floor x s m < w).
      { rewrite <- at_w. apply floor_climbs; [split; lra | split; unfold m; lra | right; unfold m; lra | lra]. }
      assert (low : (m + b * s) * w - m = w * (b * (s - 1))) by (unfold w, m; field; lra).
      clearbody w. assert (w0 : 0 < w) by lra. assert (0 <= w * (b * (1 - s))) by (repeat apply Rmult_le_pos; lra).
      assert (0 < b * s) by (apply Rmult_lt_0_compat; assumption).
      assert (0 < (m + b * s) * (w - floor x s m)) by (apply Rmult_lt_0_compat; lra).
      unfold of_quotient in good. lra.
    + pose proof (squares_apart x x_range).
      assert (a1 : 0 < a - 1) by (apply (Rmult_lt_reg_r m); lra).
      assert (e_form : (a - 1) * (b / (a - 1)) = b) by (field; lra). set (e := b / (a - 1)) in *.
      assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; assumption).
      assert (em : e < m) by (apply (Rmult_lt_reg_l (a - 1)); lra).
      assert (qe : q <= e) by (apply (Rmult_le_reg_l (a - 1)); lra).
      rewrite (falls_at_1 b x q e), <- same.
      assert (on : 0 <= of_quotient x 1 e) by (apply quotient_at_ridge; unfold m in *; [split; lra.. | lra | lra]).
      assert (0 <= (1 - x^2) * ((e - q) * (1 - b - (q + e))))
        by (unfold m in *; repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma quotient_above : forall p q, half_open p -> half_open q -> (a - p) * q <= b * p^2 -> 0 <= of_quotient x p q.
Proof.
  intros p q [p0 p1] [q0 q1] order. destruct (ridge_at q q0) as [s [[s0 sa] on]].
  pose proof (ridge_before p s q s0 q0 on order p0) as sp.
  assert (first : 0 <= of_quotient x s q) by (apply quotient_at_ridge; [split; lra.. | assumption | assumption]).
  destruct (Req_dec s 1) as [same|apart]; [replace p with s by lra; assumption|].
  assert (last : 0 <= of_quotient x 1 q).
  { apply quotient_at_1; [split; lra|]. assert (0 <= b * ((1 - s) * (1 + s))) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= (1 - s) * q) by (apply Rmult_le_pos; lra). lra. }
  assert (bs : 0 < b * s) by (apply Rmult_lt_0_compat; assumption).
  assert (bp : 0 < b * p) by (apply Rmult_lt_0_compat; assumption).
  assert (left : 0 < (1 - s) * ((q + b * s) * (q + b))) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 <= (1 - p) * (q + b) * of_quotient x s q) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (p - s) * (q + b * s) * of_quotient x 1 q) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (q + b * p) * ((1 - p) * (q + b) * of_quotient x s q + (p - s) * (q + b * s) * of_quotient x 1 q))
    by (apply Rmult_le_pos; lra).
  assert (0 <= q * b^2 * ((1 - p) * (p - s) * (1 - s))) by (repeat apply Rmult_le_pos; try apply pow_le; lra).
  apply (Rmult_le_reg_l ((1 - s) * ((q + b * s) * (q + b)))); [exact left|]. rewrite Rmult_0_r, chord. lra.
Qed.

End At_level.

(** * The level X *)

Definition inside_quotient : Prop :=
  exists X, 0 < X < 1 /\ q_discriminant X = 0 /\ (forall x, 0 < x < X -> q_discriminant x <> 0) /\
    (forall p, 0 < p <= 1 -> p < a -> b * p^2 <= a - p -> 0 <= q_ridge X p) /\
    exists p, 0 < p < 1 /\ p < a /\ b * p^2 <= a - p /\ q_ridge X p = 0.

(** The ridge ends at p = T: at p = 1, or at q = 1. *)
Variable T : R.
Hypothesis T_range : 0 < T <= 1.
Hypothesis T_below : T < a.
Hypothesis T_on : b * T^2 <= a - T.
Hypothesis T_last : T = 1 \/ b * T^2 = a - T.

Lemma before_end : forall p, 0 < p <= 1 -> b * p^2 <= a - p -> p <= T.
Proof.
  intros p p_range on. destruct T_last as [end_1|end_q]; [lra|]. apply Rnot_lt_le. intros more.
  assert (0 < b * ((p - T) * (p + T))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma to_end : forall v, half_open v -> 0 < T * v <= T /\ b * (T * v)^2 <= a - T * v.
Proof.
  intros v [v0 v1]. assert (0 < T * v) by (apply Rmult_lt_0_compat; lra).
  assert (T * v <= T * 1) by (apply Rmult_le_compat_l; lra). split; [lra|].
  assert (0 <= b * ((T - T * v) * (T + T * v))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Definition scaled_q (v x : R) : R := cubic (a^2 * x) (q_slope x * T) ((1 + a * x * (1 - x)) * T^2)
  (a * b * (1 - x^2) * T^3) v.

Lemma scaled_q_form : forall v x, scaled_q v x = q_ridge x (T * v).
Proof. intros. unfold scaled_q, q_ridge, cubic. ring. Qed.

Lemma smooth_scaled_q : smooth (fun v _ x => scaled_q v x).
Proof. unfold scaled_q, q_slope, cubic. smoothly. Qed.

Lemma q_at_0 : forall x, 0 < x <= 1 -> 0 < scaled_q 0 x.
Proof.
  intros x x_range. assert (0 < a^2 * x) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
  unfold scaled_q, cubic. lra.
Qed.

Lemma q_at_top : forall v, half_open v -> 0 < scaled_q v 1.
Proof.
  intros v v_range. rewrite scaled_q_form. destruct (to_end v v_range) as [p_range _].
  assert (form : q_ridge 1 (T * v) = (a - T * v)^2) by (unfold q_ridge, q_slope, cubic; ring).
  rewrite form. apply pow_lt. lra.
Qed.

Lemma q_rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> scaled_q v x < scaled_q v y.
Proof.
  intros v x y v_range order high. rewrite !scaled_q_form. destruct (to_end v ltac:(split; lra)) as [p_range on].
  set (p := T * v) in *.
  assert (less : p < T) by (unfold p; rewrite <- (Rmult_1_r T) at 2; apply Rmult_lt_compat_l; lra).
  assert (q_form : (a - p) * (b * p^2 / (a - p)) = b * p^2) by (field; lra). set (q := b * p^2 / (a - p)) in *.
  assert (bpp : 0 < b * p^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  assert (q0 : 0 < q) by (apply (Rmult_lt_reg_l (a - p)); lra).
  assert (q1 : q <= 1) by (apply (Rmult_le_reg_l (a - p)); lra).
  rewrite (q_ridge_form x p q), (q_ridge_form y p q), q_form. unfold of_term.
  pose proof (floor_climbs x y p q ltac:(split; lra) ltac:(split; lra) ltac:(lra) ltac:(lra)) as climb.
  assert (0 < (a - p) * (a * (floor y p q - floor x p q))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Theorem q_beyond : forall l, 0 < l < 1 -> (exists v, half_open v /\ scaled_q v l < 0) ->
  (forall x, l < x <= 1 -> 0 < q_ridge x T) -> inside_quotient.
Proof.
  intros l l_range low at_end.
  destruct (last_on_side scaled_q (fun x => a^2 * x) (fun x => q_slope x * T) (fun x => (1 + a * x * (1 - x)) * T^2)
    (fun x => a * b * (1 - x^2) * T^3)) with (l := l)
    as [X [X_range [zero [good [v [v_range [touches [even before]]]]]]]].
  - reflexivity.
  - exact smooth_scaled_q.
  - exact q_at_0.
  - exact q_at_top.
  - exact q_rises.
  - exact l_range.
  - exact low.
  - intros x x_range. rewrite scaled_q_form, Rmult_1_r. apply at_end. exact x_range.
  - destruct (to_end v ltac:(split; lra)) as [p_range on]. exists X. split; [lra|]. split; [|split; [|split]].
    + unfold on_side in zero. unfold q_discriminant. apply (Rmult_eq_reg_l (T ^ 6)).
      * rewrite Rmult_0_r, <- zero. unfold cubic_discriminant. ring.
      * apply pow_nonzero. lra.
    + intros x x_range. pose proof (before x x_range) as below. rewrite scaled_q_form in below.
      pose proof (squares_apart x ltac:(lra)). apply (three_real_roots _ _ _ _ (T * v)).
      * lra.
      * apply Rmult_lt_0_compat; [apply pow_lt|]; lra.
      * repeat apply Rmult_lt_0_compat; assumption.
      * exact below.
    + intros p p_half _ p_on. pose proof (before_end p p_half p_on) as end_p.
      replace p with (T * (p / T)) by (field; lra). rewrite <- scaled_q_form. apply good.
      split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_l T); [lra|].
      replace (T * (p / T)) with p by (field; lra). lra.
    + exists (T * v). assert (T * v < T * 1) by (apply Rmult_lt_compat_l; lra).
      split; [lra|]. split; [lra|]. split; [assumption|]. rewrite <- scaled_q_form. exact touches.
Qed.

Theorem q_alone : (forall x, 0 < x <= 1 -> 0 < q_ridge x T) -> inside_quotient.
Proof.
  intros at_end. destruct (starts_low scaled_q smooth_scaled_q) as [l [l_range low]].
  - destruct (negative_near_0 (- (a * T)) (T^2) (a * b * T^3)) as [v [v_range low]].
    { assert (0 < a * T) by (apply Rmult_lt_0_compat; lra). lra. }
    exists v. split; [exact v_range|]. pose proof (low 1%nat) as less.
    assert (form : scaled_q v 0 = v^1 * (- (a * T) + T^2 * v + a * b * T^3 * v^2))
      by (unfold scaled_q, q_slope, cubic; ring).
    rewrite form. exact less.
  - apply (q_beyond l l_range low). intros x x_range. apply at_end. lra.
Qed.

Definition slope_at_end (x : R) : R :=
  cubic_slope (q_slope x) (1 + a * x * (1 - x)) (a * b * (1 - x^2)) T.

(** Where H falls to 0 at the end, it is nowhere negative. *)
Lemma above_on_ridge : forall x, 0 < x < 1 -> q_ridge x T = 0 -> slope_at_end x <= 0 ->
  forall p, 0 < p <= 1 -> p < a -> b * p^2 <= a - p -> 0 <= q_ridge x p.
Proof.
  intros x x_range zero falls p p_range _ on.
  pose proof (before_end p p_range on). pose proof (squares_apart x x_range).
  apply (above_before_zero _ _ _ _ T); [lra | | | exact zero | exact falls | lra].
  - apply Rmult_lt_0_compat; [apply pow_lt|]; lra.
  - repeat apply Rmult_lt_0_compat; assumption.
Qed.

Theorem q_later : forall l, 0 < l < 1 -> q_ridge l T = 0 -> 0 < slope_at_end l ->
  (forall x, l < x <= 1 -> 0 < q_ridge x T) -> inside_quotient.
Proof.
  intros l l_range zero rises at_end. apply (q_beyond l l_range); [|exact at_end].
  set (k2 := (1 + a * l * (1 - l)) * T^2). set (k3 := a * b * (1 - l^2) * T^3).
  destruct (negative_near_0 (- (T * slope_at_end l)) (k2 + 3 * k3) (- k3)) as [w [w_range low]].
  { assert (0 < T * slope_at_end l) by (apply Rmult_lt_0_compat; lra). lra. }
  exists (1 - w). split; [split; lra|]. pose proof (low 1%nat) as less.
  assert (form : scaled_q (1 - w) l = scaled_q 1 l + w^1 * (- (T * slope_at_end l) + (k2 + 3 * k3) * w + - k3 * w^2))
    by (unfold scaled_q, slope_at_end, k2, k3, cubic, cubic_slope; ring).
  rewrite form, scaled_q_form, Rmult_1_r, zero. lra.
Qed.

End Quotient.

(** * Which end decides, or none *)

Definition n_sign (a b : R) : R := a^2 * b + 3 * a * b^2 + a * b + a - a^2 - b^2.
Definition v_sign (a b : R) : R := 3 * a * b + 2 * a - b - 1.
Definition u_sign (a b : R) : R := 5 * a^2 * b - 2 * a * b + 2 * a - 1.
Definition w_sign (a b : R) : R := 25 * a^4 * b + a^3 * (6 - 47 * b - 9 * b^2) + a^2 * (6 * b^2 + 25 * b - 11)
  - a * (b^2 + 4 * b - 6) - 1.

Lemma signs_form : forall a b,
  b * w_sign a b = u_sign a b * u_sign a b - u_sign a b * v_sign a b - a * b * (v_sign a b * v_sign a b).
Proof. intros. unfold w_sign, u_sign, v_sign. ring. Qed.

Section Signs.

Variables a b : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.

Lemma small_if_v : v_sign a b < 0 -> a < 1 / 2.
Proof.
  unfold v_sign. intros low. apply Rnot_le_lt. intros more.
  assert (0 < b * (3 * a - 1)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma not_half : a < 1 / 2 -> 0 <= u_sign a b -> 2 / 5 < a.
Proof.
  unfold u_sign. intros less u0. apply Rnot_le_lt. intros small.
  assert (0 <= a * b * (2 - 5 * a)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma v_if_u : 0 <= u_sign a b -> 0 < v_sign a b.
Proof.
  intros u0. destruct (Rle_or_lt (1 / 2) a) as [more|less].
  - unfold v_sign. assert (0 < b * (3 * a - 1)) by (apply Rmult_lt_0_compat; lra). lra.
  - pose proof (not_half less u0) as a_low. apply (Rmult_lt_reg_l (a * (5 * a - 2))).
    { apply Rmult_lt_0_compat; lra. }
    assert (form : a * (5 * a - 2) * v_sign a b = (3 * a - 1) * u_sign a b
      + (1 - 2 * a) * (3 * a - 1 - a * (5 * a - 2))) by (unfold v_sign, u_sign; ring).
    assert (0 <= (3 * a - 1) * u_sign a b) by (apply Rmult_le_pos; lra).
    assert (0 < (a - 2 / 5) * (1 / 2 - a)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - 2 * a) * (3 * a - 1 - a * (5 * a - 2))) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma w_if_u : a < 1 -> 0 <= u_sign a b -> w_sign a b < 0.
Proof.
  intros a1 u0. pose proof (v_if_u u0) as v0. destruct (Rle_or_lt (1 / 2) a) as [more|less].
  - assert (form : w_sign a b = - (a * b^2 * (3 * a - 1)^2) + a * b * (25 * a^3 - 47 * a^2 + 25 * a - 4)
      - (1 - a) * ((2 * a - 1) * (3 * a - 1))) by (unfold w_sign; ring).
    assert (0 < a * b^2 * (3 * a - 1)^2) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra).
    assert (0 <= (1 - a) * ((2 * a - 1) * (3 * a - 1))) by (repeat apply Rmult_le_pos; lra).
    assert (0 < a * b * - (25 * a^3 - 47 * a^2 + 25 * a - 4)).
    { repeat apply Rmult_lt_0_compat; try assumption.
      assert (0 <= (a - 1 / 2) * (5 * a - 4)^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
      assert (0 <= (a - 1 / 2) * (1 - a)) by (apply Rmult_le_pos; lra).
      pose proof (pow2_ge_0 (5 * a - 4)). nra. }
    lra.
  - pose proof (not_half less u0) as a_low.
    assert (form : v_sign a b - u_sign a b = b * (5 * (a - 2 / 5) * (1 / 2 - a) + a / 2))
      by (unfold v_sign, u_sign; field).
    assert (0 < (a - 2 / 5) * (1 / 2 - a)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < b * (5 * (a - 2 / 5) * (1 / 2 - a) + a / 2)) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= u_sign a b * (v_sign a b - u_sign a b)) by (apply Rmult_le_pos; lra).
    assert (0 < a * b * (v_sign a b * v_sign a b)) by (repeat apply Rmult_lt_0_compat; assumption).
    pose proof (signs_form a b). apply (Rmult_lt_reg_l b); lra.
Qed.

Variable T : R.
Hypothesis T0 : 0 < T.
Hypothesis on : b * T^2 = a - T.

(** The sign of the slope at q = 1. *)
Definition rises_at_q : Prop := u_sign a b * T < a * v_sign a b.

Lemma rises_if_v : a < 1 -> 0 <= v_sign a b -> rises_at_q.
Proof.
  unfold rises_at_q. intros a1 v0. assert (av : 0 <= a * v_sign a b) by (apply Rmult_le_pos; lra).
  destruct (Rlt_or_le (u_sign a b) 0) as [down|up].
  - assert (0 < - u_sign a b * T) by (apply Rmult_lt_0_compat; lra). lra.
  - pose proof (w_if_u a1 up) as w0. pose proof (signs_form a b) as form.
    set (U := u_sign a b) in *. set (V := v_sign a b) in *. set (W := w_sign a b) in *.
    apply Rnot_le_lt. intros more.
    assert (squares : a * V * (a * V) <= U * T * (U * T)) by (apply Rmult_le_compat; assumption).
    assert (U * (a * V) <= U * (U * T)) by (apply Rmult_le_compat_l; assumption).
    assert (0 <= b * (U * T * (U * T) - a * V * (a * V))) by (apply Rmult_le_pos; lra).
    assert (whole : b * (U * T * (U * T)) + U * (U * T) = a * (U * U)).
    { transitivity (U * U * (b * T^2 + T)); [ring | rewrite on; ring]. }
    assert (0 < a * (b * - W)) by (repeat apply Rmult_lt_0_compat; lra).
    assert (other : b * (a * V * (a * V)) + U * (a * V) = a * (U * U) - a * (b * W)) by (rewrite form; ring). lra.
Qed.

Lemma rises_if_w : v_sign a b < 0 -> 0 < w_sign a b -> rises_at_q.
Proof.
  unfold rises_at_q. intros v0 w0.
  assert (down : u_sign a b < 0) by (apply Rnot_le_lt; intros up; pose proof (v_if_u up); lra).
  pose proof (signs_form a b) as form. set (U := u_sign a b) in *. set (V := v_sign a b) in *.
  set (W := w_sign a b) in *. apply Rnot_le_lt. intros more.
  assert (low : - U * T <= a * - V) by lra. assert (0 <= - U * T) by (apply Rmult_le_pos; lra).
  assert (squares : - U * T * (- U * T) <= a * - V * (a * - V)) by (apply Rmult_le_compat; assumption).
  assert (- U * (- U * T) <= - U * (a * - V)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= b * (a * - V * (a * - V) - - U * T * (- U * T))) by (apply Rmult_le_pos; lra).
  assert (whole : b * (U * T * (U * T)) + U * (U * T) = a * (U * U)).
  { transitivity (U * U * (b * T^2 + T)); [ring | rewrite on; ring]. }
  assert (0 < a * (b * W)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (other : b * (a * V * (a * V)) + U * (a * V) = a * (U * U) - a * (b * W)) by (rewrite form; ring). lra.
Qed.

Lemma end_q : forall x, q_ridge a b x T = (a - T) * (a * (1 - T) * x - T * (1 - a)).
Proof.
  intros. unfold q_ridge, q_slope, cubic.
  transitivity (a^2 * x + (- (a * x) - a * (1 + a * x * (1 - x))) * T + (1 + a * x * (1 - x)) * T^2
    + a * (1 - x^2) * T * (b * T^2)); [ring | rewrite on; ring].
Qed.

Lemma slope_form : forall l, T < 1 -> a * (1 - T) * l = T * (1 - a) ->
  b * (a * (1 - T)^2) * slope_at_end a b T l = (a - T) * (a * v_sign a b - u_sign a b * T).
Proof.
  intros l T1 level. assert (l_form : l = T * (1 - a) / (a * (1 - T))).
  { apply (Rmult_eq_reg_l (a * (1 - T))); [rewrite level; field; lra|].
    apply Rmult_integral_contrapositive_currified; lra. }
  assert (b_form : b = (a - T) / T^2) by (apply (Rmult_eq_reg_r (T^2)); [rewrite on; field | apply pow_nonzero]; lra).
  unfold slope_at_end, q_slope, cubic_slope, v_sign, u_sign. rewrite l_form, b_form. field. lra.
Qed.

(** For V < 0 and W <= 0 it falls. *)
Lemma falls_if_w : v_sign a b < 0 -> w_sign a b <= 0 -> a * v_sign a b <= u_sign a b * T.
Proof.
  intros v0 w0.
  assert (down : u_sign a b < 0) by (apply Rnot_le_lt; intros up; pose proof (v_if_u up); lra).
  pose proof (signs_form a b) as form. set (U := u_sign a b) in *. set (V := v_sign a b) in *.
  set (W := w_sign a b) in *. apply Rnot_lt_le. intros more.
  assert (low : a * - V < - U * T) by lra. assert (v_low : 0 < a * - V) by (apply Rmult_lt_0_compat; lra).
  assert (squares : a * - V * (a * - V) <= - U * T * (- U * T)) by (apply Rmult_le_compat; lra).
  assert (- U * (a * - V) < - U * (- U * T)) by (apply Rmult_lt_compat_l; lra).
  assert (0 <= b * (- U * T * (- U * T) - a * - V * (a * - V))) by (apply Rmult_le_pos; lra).
  assert (whole : b * (U * T * (U * T)) + U * (U * T) = a * (U * U)).
  { transitivity (U * U * (b * T^2 + T)); [ring | rewrite on; ring]. }
  assert (0 <= a * (b * - W)) by (repeat apply Rmult_le_pos; lra).
  assert (other : b * (a * V * (a * V)) + U * (a * V) = a * (U * U) - a * (b * W)) by (rewrite form; ring). lra.
Qed.

Lemma inside_by_q : b > a - 1 -> 1 <= a \/ rises_at_q -> inside_quotient a b.
Proof.
  intros short rises. assert (T1 : T < 1).
  { apply Rnot_le_lt. intros more. assert (0 <= b * ((T - 1) * (T + 1))) by (repeat apply Rmult_le_pos; lra). lra. }
  assert (below : T < a) by (assert (0 < b * T^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption); lra).
  assert (W0 : 0 < a * (1 - T)) by (apply Rmult_lt_0_compat; lra).
  destruct (Rle_or_lt 1 a) as [large|small].
  - apply (q_alone a b a0 b0 T); [lra.. | right; assumption |]. intros x x_range. rewrite end_q.
    apply Rmult_lt_0_compat; [lra|]. destruct x_range.
    assert (0 < a * (1 - T) * x) by (apply Rmult_lt_0_compat; assumption).
    assert (0 <= T * (a - 1)) by (apply Rmult_le_pos; lra). lra.
  - destruct rises as [large|rises]; [lra|]. set (l := T * (1 - a) / (a * (1 - T))).
    assert (level : a * (1 - T) * l = T * (1 - a)) by (unfold l; field; lra).
    assert (l0 : 0 < l) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | assumption]).
    assert (l1 : l < 1) by (apply (Rmult_lt_reg_l (a * (1 - T))); [assumption | lra]).
    apply (q_later a b a0 b0 T) with (l := l); [lra.. | right; assumption | lra | | |].
    + rewrite end_q, level. ring.
    + apply (Rmult_lt_reg_l (b * (a * (1 - T)^2))).
      { repeat apply Rmult_lt_0_compat; try apply pow_lt; lra. }
      rewrite (slope_form l T1 level), Rmult_0_r. unfold rises_at_q in rises. apply Rmult_lt_0_compat; lra.
    + intros x [low _]. rewrite end_q. apply Rmult_lt_0_compat; [lra|].
      assert (0 < a * (1 - T) * (x - l)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

End Signs.

Lemma end_p : forall a b x, q_ridge a b x 1 = a * (a - 1 - b) * x^2 - (a - 1 - a * b).
Proof. intros. unfold q_ridge, q_slope, cubic. ring. Qed.

Lemma inside_by_p : forall a b, 0 < b -> b <= a - 1 -> 0 < n_sign a b -> inside_quotient a b.
Proof.
  intros a b b0 long n0. assert (a0 : 0 < a) by lra. assert (more : 0 < b * (a - 1)) by (apply Rmult_lt_0_compat; lra).
  destruct (Rle_or_lt (a - 1) (a * b)) as [high|low].
  - apply (q_alone a b a0 b0 1); [lra.. | left; reflexivity |]. intros x x_range. rewrite end_p.
    destruct (Req_dec b (a - 1)) as [same|apart]; [rewrite same in *; lra|].
    assert (0 < x^2) by (apply pow_lt; lra).
    assert (0 < a * (a - 1 - b) * x^2) by (repeat apply Rmult_lt_0_compat; lra). lra.
  - assert (D0 : 0 < a - 1 - b) by lra. assert (W0 : 0 < a * (a - 1 - b)) by (apply Rmult_lt_0_compat; lra).
    assert (a1 : 0 < (a - 1)^2) by (apply pow_lt; lra).
    set (y := (a - 1 - a * b) / (a * (a - 1 - b))). assert (y0 : 0 < y) by (apply Rdiv_lt_0_compat; lra).
    set (l := sqrt y). assert (l_square : l^2 = y) by (unfold l; apply pow2_sqrt; lra).
    assert (level : a * (a - 1 - b) * l^2 = a - 1 - a * b) by (rewrite l_square; unfold y; field; lra).
    assert (l0 : 0 < l) by (apply sqrt_lt_R0; assumption). clearbody l.
    assert (l1 : l < 1).
    { apply Rnot_le_lt. intros beyond. assert (1 * 1 <= l * l) by (apply Rmult_le_compat; lra).
      assert (0 <= a * (a - 1 - b) * (l^2 - 1)) by (apply Rmult_le_pos; lra). lra. }
    apply (q_later a b a0 b0 1) with (l := l); [lra.. | left; reflexivity | lra | | |].
    + rewrite end_p, level. ring.
    + set (B := l^2 * (a^2 - 2 * a - 3 * a * b) + 2 - a + 3 * a * b).
      assert (form : slope_at_end a b 1 l = B - a * (a - 1) * l)
        by (unfold slope_at_end, q_slope, cubic_slope, B; ring).
      assert (of_B : (a - 1 - b) * B = b * (a - 1) * (2 * a - 1)).
      { unfold B. transitivity (a * (a - 1 - b) * l^2 * (a - 2 - 3 * b) + (a - 1 - b) * (2 - a + 3 * a * b));
          [ring | rewrite level; ring]. }
      assert (B0 : 0 < B).
      { apply (Rmult_lt_reg_l (a - 1 - b)); [assumption|]. rewrite of_B, Rmult_0_r. apply Rmult_lt_0_compat; lra. }
      rewrite form. clearbody B. apply Rnot_le_lt. intros falls.
      assert (B * B <= a * (a - 1) * l * (a * (a - 1) * l)) by (apply Rmult_le_compat; lra).
      assert (squares : (a - 1 - b) * (a - 1 - b) * (B * B - a * (a - 1) * l * (a * (a - 1) * l))
        = (a - 1)^2 * ((a - 1) * n_sign a b)).
      { transitivity ((a - 1 - b) * B * ((a - 1 - b) * B)
          - a * (a - 1)^2 * (a - 1 - b) * (a * (a - 1 - b) * l^2)); [ring | rewrite of_B, level; unfold n_sign; ring]. }
      assert (0 < (a - 1)^2 * ((a - 1) * n_sign a b)) by (repeat apply Rmult_lt_0_compat; lra).
      assert (0 <= (a - 1 - b) * (a - 1 - b) * (a * (a - 1) * l * (a * (a - 1) * l) - B * B))
        by (repeat apply Rmult_le_pos; lra).
      lra.
    + intros x [more_x _]. rewrite end_p. assert (0 < (x - l) * (x + l)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < a * (a - 1 - b) * ((x - l) * (x + l))) by (apply Rmult_lt_0_compat; assumption). lra.
Qed.

(** Where neither end of the ridge decides. *)
Theorem inside_of_quotient : forall a b, 0 < a -> 0 < b ->
  (a <= 1 /\ 0 <= v_sign a b) \/ (v_sign a b < 0 /\ 0 < w_sign a b) \/ (1 < a /\ 0 < n_sign a b) ->
  exists X, 0 < X < 1 /\ q_discriminant a b X = 0 /\ (forall x, 0 < x < X -> q_discriminant a b x <> 0) /\
    (forall p q, half_open p -> half_open q ->
      (b * p^2 <= (a - p) * q -> 0 <= of_term a X p q) /\ ((a - p) * q <= b * p^2 -> 0 <= of_quotient b X p q)) /\
    exists p q, half_open p /\ half_open q /\ p < 1 /\ of_term a X p q = 0 /\ of_quotient b X p q = 0.
Proof.
  intros a b a0 b0 signs. assert (inside : inside_quotient a b).
  { destruct (Rle_or_lt b (a - 1)) as [long|short].
    - apply inside_by_p; [assumption.. |]. destruct signs as [[a1 _]|[[v0 _]|[_ n0]]]; [lra | | assumption].
      pose proof (small_if_v a b a0 b0 v0). lra.
    - destruct (ridge_at a b a0 b0 1 ltac:(lra)) as [T [[T0 _] on]]. rewrite Rmult_1_r in on.
      apply (inside_by_q a b a0 b0 T T0 on); [lra|].
      destruct signs as [[a1 v0]|[[v0 w0]|[a1 _]]]; [|right; apply rises_if_w; assumption | left; lra].
      destruct (Req_dec a 1) as [same|apart]; [left; lra | right; apply rises_if_v; lra]. }
  destruct inside as [X [X_range [zero [before [above [p [p_range [pa [on touches]]]]]]]]].
  exists X. split; [assumption|]. split; [assumption|]. split; [assumption|]. split.
  - intros s q s_range q_range. split; [apply (term_above a b) | apply (quotient_above a b)]; assumption.
  - assert (q_form : (a - p) * (b * p^2 / (a - p)) = b * p^2) by (field; lra). set (q := b * p^2 / (a - p)) in *.
    assert (bpp : 0 < b * p^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    assert (q0 : 0 < q) by (apply (Rmult_lt_reg_l (a - p)); lra).
    assert (q1 : q <= 1) by (apply (Rmult_le_reg_l (a - p)); lra).
    exists p, q. split; [split; lra|]. split; [split; lra|]. split; [lra|]. split.
    + rewrite (q_ridge_form a b X p q), q_form in touches. apply (Rmult_eq_reg_l (a - p)); lra.
    + pose proof (quotient_on_ridge a b X p q ltac:(lra)) as form. rewrite touches in form.
      apply (Rmult_eq_reg_l (p * (a - p))); [lra | apply Rmult_integral_contrapositive_currified; lra].
Qed.

(** Where an end decides. *)
Definition above_in_square (a b x : R) : Prop := forall p q, half_open p -> half_open q ->
  (b * p^2 <= (a - p) * q -> 0 <= of_term a x p q) /\ ((a - p) * q <= b * p^2 -> 0 <= of_quotient b x p q).

Theorem end_p_decides : forall a b, 0 < a -> 0 < b -> 1 < a -> n_sign a b <= 0 ->
  forall x, 0 < x <= 1 -> a * (a - 1 - b) * x^2 = a - 1 - a * b -> above_in_square a b x.
Proof.
  intros a b a0 b0 a1 n0 x x_range level. assert (more : 0 < b * (a - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (ab : 0 < a * b) by (apply Rmult_lt_0_compat; assumption).
  assert (y0 : 0 < a - 1 - a * b).
  { assert (0 < b^2 * (3 * a - 1)) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
    assert (0 < a * (a - 1 - a * b)) by (unfold n_sign in n0; lra). apply (Rmult_lt_reg_l a); lra. }
  assert (D0 : 0 < a - 1 - b) by lra. assert (aa : 0 < (a - 1)^2) by (apply pow_lt; lra).
  assert (x1 : x < 1) by (destruct (Req_dec x 1) as [same|]; [rewrite same in level|]; lra).
  assert (good : forall p, 0 < p <= 1 -> p < a -> b * p^2 <= a - p -> 0 <= q_ridge a b x p).
  { apply (above_on_ridge a b a0 b0 1); [lra.. | left; reflexivity | lra | rewrite end_p, level; ring |].
    set (B := x^2 * (a^2 - 2 * a - 3 * a * b) + 2 - a + 3 * a * b).
    assert (form : slope_at_end a b 1 x = B - a * (a - 1) * x)
      by (unfold slope_at_end, q_slope, cubic_slope, B; ring).
    assert (of_B : (a - 1 - b) * B = b * (a - 1) * (2 * a - 1)).
    { unfold B. transitivity (a * (a - 1 - b) * x^2 * (a - 2 - 3 * b) + (a - 1 - b) * (2 - a + 3 * a * b));
        [ring | rewrite level; ring]. }
    rewrite form. clearbody B. apply Rnot_lt_le. intros rises.
    assert (X0 : 0 < a * (a - 1) * x) by (repeat apply Rmult_lt_0_compat; lra).
    assert (a * (a - 1) * x * (a * (a - 1) * x) < B * B) by (apply Rmult_le_0_lt_compat; lra).
    assert (squares : (a - 1 - b) * (a - 1 - b) * (B * B - a * (a - 1) * x * (a * (a - 1) * x))
      = (a - 1)^2 * ((a - 1) * n_sign a b)).
    { transitivity ((a - 1 - b) * B * ((a - 1 - b) * B)
        - a * (a - 1)^2 * (a - 1 - b) * (a * (a - 1 - b) * x^2)); [ring | rewrite of_B, level; unfold n_sign; ring]. }
    assert (0 <= (a - 1)^2 * ((a - 1) * - n_sign a b)) by (repeat apply Rmult_le_pos; lra).
    assert (0 < (a - 1 - b) * (a - 1 - b) * (B * B - a * (a - 1) * x * (a * (a - 1) * x)))
      by (repeat apply Rmult_lt_0_compat; lra).
    lra. }
  intros p q p_range q_range. split; [apply (term_above a b) | apply (quotient_above a b)]; (assumption || lra).
Qed.

Theorem end_q_decides : forall a b, 0 < a -> 0 < b -> v_sign a b < 0 -> w_sign a b <= 0 ->
  forall x, 0 < x <= 1 -> a * (1 + b - a) * x^2 + (1 - a) * (1 - 2 * a) * x = (1 - a)^2 -> above_in_square a b x.
Proof.
  intros a b a0 b0 v0 w0 x x_range level. pose proof (small_if_v a b a0 b0 v0) as small.
  assert (ab : 0 < a * b) by (apply Rmult_lt_0_compat; assumption).
  assert (x1 : x < 1) by (destruct (Req_dec x 1) as [same|]; [rewrite same in level|]; lra).
  assert (ax : 0 < a * x) by (apply Rmult_lt_0_compat; lra).
  assert (T_form : (1 - a + a * x) * (a * x / (1 - a + a * x)) = a * x) by (field; lra).
  assert (on : b * (a * x / (1 - a + a * x))^2 = a - a * x / (1 - a + a * x)).
  { apply (Rmult_eq_reg_l ((1 - a + a * x)^2)); [|apply pow_nonzero; lra].
    transitivity (a * (a * b * x^2)); [field; lra|].
    replace (a * b * x^2) with ((1 - a)^2 - (1 - a) * (1 - 2 * a) * x - a * (1 - a) * x^2) by lra. field. lra. }
  set (T := a * x / (1 - a + a * x)) in *. assert (T0 : 0 < T) by (apply Rdiv_lt_0_compat; lra).
  clearbody T. assert (T1 : T < 1) by (apply (Rmult_lt_reg_l (1 - a + a * x)); lra).
  assert (below : T < a) by (assert (0 < b * T^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption); lra).
  assert (at_end : a * (1 - T) * x = T * (1 - a)) by lra.
  assert (good : forall p, 0 < p <= 1 -> p < a -> b * p^2 <= a - p -> 0 <= q_ridge a b x p).
  { apply (above_on_ridge a b a0 b0 T); [lra.. | right; assumption | lra | |].
    - rewrite (end_q a b T on), at_end. ring.
    - apply Rnot_lt_le. intros rises.
      assert (falls : a * v_sign a b <= u_sign a b * T) by (apply falls_if_w; assumption).
      assert (form : b * (a * (1 - T)^2) * slope_at_end a b T x = (a - T) * (a * v_sign a b - u_sign a b * T))
        by (apply slope_form; assumption).
      assert (0 < b * (a * (1 - T)^2) * slope_at_end a b T x)
        by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra).
      assert (0 <= (a - T) * (u_sign a b * T - a * v_sign a b)) by (apply Rmult_le_pos; lra). lra. }
  intros p q p_range q_range. split; [apply (term_above a b) | apply (quotient_above a b)]; (assumption || lra).
Qed.
