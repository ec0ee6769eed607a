(** One prior v is left, and f, the sign of the bound, is a cubic polynomial in v: X is the least root of its
    discriminant in v.

    f is positive for v = 0 and for v = 1, and for x = 1; it rises with x for 0 < v < 1; and it is negative at some
    prior for x = 0. Let X be the last level below which f is negative somewhere, and t the prior at which it is 0
    there: 0 < t < 1, and f has the slope 0 at t, for it is not negative beside it. So t is a multiple root, and the
    discriminant is 0 at X. For 0 < x < X, f is negative at t and positive at both ends. Were the discriminant 0,
    f would be (v - s)^2 times a function that is linear in v, or a constant; where f is not 0, this has the sign
    of f. A linear function is not positive at both ends and negative between them. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms Cubics.
Local Open Scope R_scope.

(** * Cubic polynomials, or of lower degree, with a multiple root *)

(** No linear function is negative between two places where it is positive. *)
Lemma line : forall a b t, 0 < t < 1 -> 0 < a -> 0 < a + b -> 0 < a + b * t.
Proof.
  intros a b t t_range at_0 at_1.
  assert (0 < (1 - t) * a) by (apply Rmult_lt_0_compat; lra).
  assert (0 < t * (a + b)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma same_sign : forall s c, 0 < s * s * c -> 0 < c.
Proof.
  intros s c positive. apply Rnot_le_lt. intros low. pose proof (Rle_0_sqr s) as square. unfold Rsqr in square.
  assert (0 <= s * s * - c) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma three_signs : forall k0 k1 k2 k3 t, 0 < t < 1 -> 0 < cubic k0 k1 k2 k3 0 -> 0 < cubic k0 k1 k2 k3 1 ->
  cubic k0 k1 k2 k3 t < 0 -> cubic_discriminant k0 k1 k2 k3 <> 0.
Proof.
  intros k0 k1 k2 k3 t t_range at_0 at_1 at_t zero. destruct (Req_dec k3 0) as [low|some].
  - rewrite low in *. unfold cubic in at_0, at_1, at_t.
    assert (product : k2 * (k2 * (k1 * k1 - 4 * k2 * k0)) = 0)
      by (rewrite <- zero; unfold cubic_discriminant; ring).
    destruct (Req_dec k2 0) as [none|square].
    + rewrite none in *. pose proof (line k0 k1 t t_range ltac:(lra) ltac:(lra)). lra.
    + apply Rmult_integral in product. destruct product as [|product]; [contradiction|].
      apply Rmult_integral in product. destruct product as [|product]; [contradiction|].
      assert (k2_positive : 0 < k2).
      { apply Rnot_le_lt. intros less. pose proof (Rle_0_sqr k1) as squared. unfold Rsqr in squared.
        assert (0 < - k2 * k0) by (apply Rmult_lt_0_compat; lra). lra. }
      pose proof (Rle_0_sqr (2 * k2 * t + k1)) as squared. unfold Rsqr in squared.
      assert (0 < k2 * - (k0 + k1 * t + k2 * t^2)) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct (multiple_root k0 k1 k2 k3 some zero) as [s [u form]]. rewrite form in at_0, at_1, at_t.
    assert (0 < k3 * (0 - u)) by (apply (same_sign (0 - s)); lra).
    assert (0 < k3 * (1 - u)) by (apply (same_sign (1 - s)); lra).
    pose proof (line (k3 * (0 - u)) k3 t t_range ltac:(lra) ltac:(lra)) as between.
    assert (0 <= (t - s) * (t - s) * (k3 * (0 - u) + k3 * t)).
    { apply Rmult_le_pos; [|lra]. pose proof (Rle_0_sqr (t - s)) as square. exact square. }
    lra.
Qed.

(** * Where a quadratic is negative *)

Lemma negative_product : forall w c n, 0 < w -> c < 0 -> w^n * c < 0.
Proof.
  intros w c n w0 c0. assert (0 < w^n * - c) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra). lra.
Qed.

(** Where its constant is negative, near 0. *)
Lemma negative_near_0 : forall c b a, c < 0 -> exists w, 0 < w < 1 /\ forall n, w^n * (c + b * w + a * w^2) < 0.
Proof.
  intros c b a c0. pose proof (Rabs_pos a). pose proof (Rabs_pos b). set (K := Rabs a + Rabs b + 1).
  assert (K0 : 0 < K) by (unfold K; lra). set (w := Rmin (1 / 2) (- c / (2 * K))).
  assert (w0 : 0 < w) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  pose proof (Rmin_l (1 / 2) (- c / (2 * K))) as half. pose proof (Rmin_r (1 / 2) (- c / (2 * K))) as small.
  fold w in half, small. exists w. split; [lra|]. intros n. apply negative_product; [assumption|].
  assert (b * w <= Rabs b * w) by (apply Rmult_le_compat_r; [lra | apply Rle_abs]).
  assert (ww : 0 < w * w) by (apply Rmult_lt_0_compat; assumption).
  assert (w * w <= 1 * w) by (apply Rmult_le_compat_r; lra).
  assert (a * (w * w) <= Rabs a * (w * w)) by (apply Rmult_le_compat_r; [lra | apply Rle_abs]).
  assert (Rabs a * (w * w) <= Rabs a * w) by (apply Rmult_le_compat_l; lra).
  assert (K * w <= K * (- c / (2 * K))) by (apply Rmult_le_compat_l; lra).
  assert (form : K * (- c / (2 * K)) = - c / 2) by (field; lra).
  unfold K in *. lra.
Qed.

(** At its turn. *)
Lemma negative_at_turn : forall c b a, 0 < a -> b < 0 -> 0 < 2 * a + b -> 0 < b^2 - 4 * a * c ->
  exists w, 0 < w < 1 /\ forall n, w^n * (c + b * w + a * w^2) < 0.
Proof.
  intros c b a a0 b0 before deep. set (w := - b / (2 * a)). assert (turn : 2 * a * w = - b) by (unfold w; field; lra).
  assert (w0 : 0 < w) by (apply Rdiv_lt_0_compat; lra).
  assert (w1 : w < 1) by (apply (Rmult_lt_reg_l (2 * a)); lra).
  exists w. split; [lra|]. intros n. apply negative_product; [assumption|].
  apply (Rmult_lt_reg_l (4 * a)); [lra|].
  replace (4 * a * (c + b * w + a * w^2)) with (4 * a * c + 2 * (2 * a * w) * b + (2 * a * w) * (2 * a * w)) by ring.
  rewrite turn. lra.
Qed.

(** * The level X *)

Section Last.

Variable f : R -> R -> R.
Hypothesis shape : smooth (fun v _ x => f v x).
Hypothesis at_0 : forall x, 0 < x <= 1 -> 0 < f 0 x.
Hypothesis top : forall v, half_open v -> 0 < f v 1.
Hypothesis rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> f v x < f v y.

(** f changes slowly. *)
Lemma slow_on_side : exists L, 0 < L /\ forall v x v' x', unit v -> unit x -> unit v' -> unit x' ->
  f v' x' <= f v x + L * (Rabs (v' - v) + Rabs (x' - x)).
Proof.
  destruct (slow (fun v _ x => f v x) shape) as [L [L0 near]]. exists L. split; [assumption|].
  intros v x v' x' v_unit x_unit v'_unit x'_unit.
  pose proof (near v 0 x v' 0 x' v_unit ltac:(split; lra) x_unit v'_unit ltac:(split; lra) x'_unit) as close.
  replace (0 - 0) with 0 in close by ring. rewrite Rabs_R0, Rplus_0_r in close. exact close.
Qed.

(** Near v = 0 it is positive. *)
Lemma away_from_0 : forall l, 0 < l < 1 ->
  exists v0, 0 < v0 /\ forall v x, half_open v -> l <= x <= 1 -> f v x <= 0 -> v0 <= v.
Proof.
  intros l l_range. destruct slow_on_side as [L [L0 near]].
  destruct (apart_from_0 (fun x => f 0 x) L l 1) as [d [d0 apart]].
  - lra.
  - intros y z y_range z_range.
    assert (up : f 0 y <= f 0 z + L * (Rabs (0 - 0) + Rabs (y - z))) by (apply near; split; lra).
    assert (down : f 0 z <= f 0 y + L * (Rabs (0 - 0) + Rabs (z - y))) by (apply near; split; lra).
    rewrite (Rabs_minus_sym z y) in down. replace (0 - 0) with 0 in up, down by ring.
    rewrite Rabs_R0 in up, down. apply Rabs_le. lra.
  - intros z z_range. apply at_0. lra.
  - exists (d / L). split; [apply Rdiv_lt_0_compat; assumption|]. intros v x [v_low v_high] x_range below.
    assert (close : f 0 x <= f v x + L * (Rabs (0 - v) + Rabs (x - x))) by (apply near; split; lra).
    replace (x - x) with 0 in close by ring. rewrite Rabs_R0, Rabs_minus_sym, Rminus_0_r, (Rabs_pos_eq v) in close by lra.
    pose proof (apart x x_range). apply (Rmult_le_reg_l L); [assumption|].
    replace (L * (d / L)) with d by (field; lra). lra.
Qed.

(** Above a level l below which f is negative somewhere, but not at v = 1. *)
Theorem last_inside : forall l, 0 < l < 1 -> (exists w, half_open w /\ f w l < 0) ->
  (forall x, l < x <= 1 -> 0 < f 1 x) ->
  exists X, l < X < 1 /\ (forall v, half_open v -> 0 <= f v X) /\
    exists t, 0 < t < 1 /\ f t X = 0 /\ forall x, 0 < x < X -> f t x < 0.
Proof.
  intros l l_range low at_1. destruct (away_from_0 l l_range) as [v0 [v0_positive away]].
  destruct (last_level_of_one f shape l v0 l_range v0_positive away top low)
    as [X [X_range [good [t [t_range touches]]]]].
  assert (inner : 0 < t < 1).
  { destruct t_range. destruct (Req_dec t 1) as [same|]; [|lra].
    pose proof (at_1 X ltac:(lra)) as end_1. rewrite <- same in end_1. lra. }
  exists X. split; [lra|]. split; [assumption|]. exists t. repeat (split; [assumption|]). intros x x_range.
  pose proof (rises t x X inner x_range ltac:(lra)). lra.
Qed.

End Last.

Section Level.

Variable f : R -> R -> R.
Variables k0 k1 k2 k3 : R -> R.
Hypothesis cubic_form : forall v x, f v x = cubic (k0 x) (k1 x) (k2 x) (k3 x) v.
Hypothesis shape : smooth (fun v _ x => f v x).
Hypothesis at_0 : forall x, 0 < x <= 1 -> 0 < f 0 x.
Hypothesis top : forall v, half_open v -> 0 < f v 1.
Hypothesis rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> f v x < f v y.

Definition on_side (x : R) : R := cubic_discriminant (k0 x) (k1 x) (k2 x) (k3 x).

(** Two roots meet there. *)
Theorem last_on_side : forall l, 0 < l < 1 -> (exists w, half_open w /\ f w l < 0) ->
  (forall x, l < x <= 1 -> 0 < f 1 x) ->
  exists X, l < X < 1 /\ on_side X = 0 /\ (forall v, half_open v -> 0 <= f v X) /\
    exists t, 0 < t < 1 /\ f t X = 0 /\ cubic_slope (k1 X) (k2 X) (k3 X) t = 0 /\
      forall x, 0 < x < X -> f t x < 0.
Proof.
  intros l l_range low at_1.
  destruct (last_inside f shape at_0 top rises l l_range low at_1) as [X [X_range [good [t [inner [touches before]]]]]].
  assert (zero : cubic (k0 X) (k1 X) (k2 X) (k3 X) t = 0) by (rewrite <- cubic_form; assumption).
  assert (even : cubic_slope (k1 X) (k2 X) (k3 X) t = 0).
  { apply (even_between (k0 X)) with (l := 0) (h := 1); [assumption | | assumption].
    intros y y_range. rewrite <- cubic_form. apply good. split; lra. }
  exists X. split; [lra|]. split; [exact (flat_zero _ _ _ _ t zero even)|]. split; [assumption|].
  exists t. repeat (split; [assumption|]). exact before.
Qed.

End Level.

Section Side.

Variable f : R -> R -> R.
Variables k0 k1 k2 k3 : R -> R.
Hypothesis cubic_form : forall v x, f v x = cubic (k0 x) (k1 x) (k2 x) (k3 x) v.
Hypothesis shape : smooth (fun v _ x => f v x).
Hypothesis at_0 : forall x, 0 < x <= 1 -> 0 < f 0 x.
Hypothesis top : forall v, half_open v -> 0 < f v 1.
Hypothesis rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> f v x < f v y.
Hypothesis at_1 : forall x, 0 < x <= 1 -> 0 < f 1 x.
Hypothesis bottom : exists w, 0 < w < 1 /\ f w 0 < 0.

Lemma starts_low : exists l, 0 < l < 1 /\ exists w, half_open w /\ f w l < 0.
Proof.
  destruct bottom as [w [w_range low]]. destruct (slow_on_side f shape) as [L [L0 near]].
  set (d := - f w 0). assert (d0 : 0 < d / (2 * L)) by (apply Rdiv_lt_0_compat; unfold d; lra).
  set (l := Rmin (1 / 2) (d / (2 * L))). assert (l0 : 0 < l) by (apply Rmin_glb_lt; lra).
  pose proof (Rmin_l (1 / 2) (d / (2 * L))) as half. pose proof (Rmin_r (1 / 2) (d / (2 * L))) as small.
  fold l in half, small. exists l. split; [lra|]. exists w. split; [split; lra|].
  assert (close : f w l <= f w 0 + L * (Rabs (w - w) + Rabs (l - 0))) by (apply near; split; lra).
  replace (w - w) with 0 in close by ring. rewrite Rminus_0_r, Rabs_R0, (Rabs_pos_eq l) in close by lra.
  assert (L * (0 + l) <= L * (d / (2 * L))) by (apply Rmult_le_compat_l; lra).
  assert (form : L * (d / (2 * L)) = d / 2) by (field; lra). unfold d in *. lra.
Qed.

Theorem least_on_side : exists X, 0 < X < 1 /\ on_side k0 k1 k2 k3 X = 0 /\
  (forall x, 0 < x < X -> on_side k0 k1 k2 k3 x <> 0) /\
  (forall v, half_open v -> 0 <= f v X) /\ exists t, 0 < t < 1 /\ f t X = 0.
Proof.
  destruct starts_low as [l [l_range low]].
  destruct (last_on_side f k0 k1 k2 k3 cubic_form shape at_0 top rises l l_range low)
    as [X [X_range [zero [good [t [inner [touches [_ before]]]]]]]].
  { intros x x_range. apply at_1. lra. }
  exists X. split; [lra|]. split; [assumption|]. split; [|split; [assumption | exists t; split; assumption]].
  intros x x_range. unfold on_side. apply (three_signs _ _ _ _ t inner); rewrite <- cubic_form.
  - apply at_0. lra.
  - apply at_1. lra.
  - apply before. assumption.
Qed.

End Side.
