(** r* = 1 + a (1-p)/p + b (1-q)/q with a, b > 0, where the least eps may lie inside the ranges of both priors.

    With G of `Corner_or_inside.v`, G = A + B v + C v^2, and f = a + x - 1, g = b + x^2 - 1 not negative, one of
    them positive: if G is negative at some u, v > 0, then B < 0 < D = B^2 - 4 A C at that u, and D, of degree 4 in u,
    has four roots. Where G touches 0, two roots of D meet. So what its discriminant is tells where G touches 0. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles Limits Least Stationary Two_terms Quartic Corner_or_inside.
Local Open Scope R_scope.

(** The discriminant of D. *)
Definition corner_level (a b x : R) : R :=
  quartic_discriminant ((b + x^2 - 1)^2)
    (2 * (b + x^2 - 1) * (a * x^2 + (1 + b) * x - 1) - 4 * b * x^2 * (a + x - 1))
    ((a * x^2 + (1 + b) * x - 1)^2 + 2 * (b + x^2 - 1) * (a * x) - 4 * b * x * (a + x - 1 + a * x^2))
    (2 * (a * x^2 + (1 + b) * x - 1) * (a * x) - 4 * a * b * x^2) (a^2 * x^2).

Section Level.

Variables a b x : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.
Hypothesis x0 : 0 < x.

Definition corner_end (u : R) : R := u * (a + x - 1 + a * x * u).
Definition corner_middle (u : R) : R := b + x^2 - 1 + (a * x^2 + (1 + b) * x - 1) * u + a * x * u^2.
Definition corner_first (u : R) : R := b * x * (x + u).
Definition corner_spread (u : R) : R := corner_middle u * corner_middle u - 4 * corner_end u * corner_first u.

Lemma corner_spread_form : forall u, corner_spread u =
  quartic ((b + x^2 - 1)^2) (2 * (b + x^2 - 1) * (a * x^2 + (1 + b) * x - 1) - 4 * b * x^2 * (a + x - 1))
    ((a * x^2 + (1 + b) * x - 1)^2 + 2 * (b + x^2 - 1) * (a * x) - 4 * b * x * (a + x - 1 + a * x^2))
    (2 * (a * x^2 + (1 + b) * x - 1) * (a * x) - 4 * a * b * x^2) (a^2 * x^2) u.
Proof. intros. unfold corner_spread, corner_middle, corner_end, corner_first, quartic. ring. Qed.

Lemma over_corner_form : forall u v, over_corner a b x u v = corner_end u + corner_middle u * v + corner_first u * v^2.
Proof. intros. unfold over_corner, corner_end, corner_middle, corner_first. ring. Qed.

Lemma corner_first_positive : forall u, 0 <= u -> 0 < corner_first u.
Proof. intros u u0. unfold corner_first. repeat apply Rmult_lt_0_compat; lra. Qed.

Lemma corner_slope : - 1 < a * x^2 + (1 + b) * x - 1.
Proof.
  assert (0 < a * x^2) by (apply Rmult_lt_0_compat; [assumption | apply pow_lt; assumption]).
  assert (0 < (1 + b) * x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** Where two roots of D meet, G touches 0. *)
Lemma flat_above : forall A S z, 0 < z ->
  (forall y, 0 < y -> 0 <= S * (y - z) + A * ((y - z) * (y - z))) -> S = 0.
Proof.
  intros A S z z0 above.
  assert (S * (2 * z) = 0); [|apply (Rmult_eq_reg_r (2 * z)); lra].
  apply (flat_inside (A * (2 * z * (2 * z))) (S * (2 * z)) (1 / 2)); [lra|].
  intros y [y0 _]. pose proof (above (2 * z * y) ltac:(apply Rmult_lt_0_compat; lra)) as found. lra.
Qed.

Theorem corner_touches : forall u v, 0 < u -> 0 < v ->
  (forall u' v', 0 < u' -> 0 < v' -> 0 <= over_corner a b x u' v') -> over_corner a b x u v = 0 ->
  corner_level a b x = 0.
Proof.
  intros u v u0 v0 good touches.
  assert (even_v : corner_middle u + 2 * corner_first u * v = 0).
  { apply (flat_above (corner_first u) _ v v0). intros y y0. pose proof (good u y u0 y0) as more.
    rewrite over_corner_form in *. lra. }
  set (slope := (a + x - 1) + 2 * a * x * u + ((a * x^2 + (1 + b) * x - 1) + 2 * a * x * u) * v + b * x * v^2).
  assert (even_u : slope = 0).
  { apply (flat_above (a * x * (1 + v)) _ u u0). intros y y0. pose proof (good y v y0 v0) as more.
    unfold slope. unfold over_corner in *. lra. }
  rewrite over_corner_form in touches.
  assert (middle_is : corner_middle u = - 2 * corner_first u * v) by lra.
  assert (end_is : corner_end u = corner_first u * v^2) by (rewrite middle_is in touches; lra).
  unfold corner_level. apply (two_roots_meet _ _ _ _ _ u).
  - rewrite <- corner_spread_form. unfold corner_spread. rewrite middle_is, end_is. ring.
  - transitivity (2 * corner_middle u * (a * x^2 + (1 + b) * x - 1 + 2 * a * x * u)
      - 4 * (a + x - 1 + 2 * a * x * u) * corner_first u - 4 * corner_end u * (b * x)).
    + unfold corner_middle, corner_first, corner_end. ring.
    + rewrite middle_is, end_is. transitivity (- 4 * corner_first u * slope); [unfold slope; ring | rewrite even_u; ring].
Qed.

Hypothesis f0 : 0 <= a + x - 1.
Hypothesis g0 : 0 <= b + x^2 - 1.

Lemma corner_end_positive : forall u, 0 < u -> 0 < corner_end u.
Proof.
  intros u u0. unfold corner_end. apply Rmult_lt_0_compat; [assumption|].
  assert (0 < a * x * u) by (repeat apply Rmult_lt_0_compat; assumption). lra.
Qed.

(** Where G may be negative or 0. *)
Lemma corner_bounds : forall u v, 0 < u -> 0 < v -> over_corner a b x u v <= 0 ->
  corner_middle u < 0 /\ a * x * u < 1 /\ b * x * v < 1 /\
  a + x - 1 + a * x * u < v /\ b + x^2 - 1 + b * x^2 * v < u.
Proof.
  intros u v u0 v0 below. pose proof corner_slope as slope.
  set (k := a * x^2 + (1 + b) * x - 1) in *.
  assert (axu : 0 < a * x * u) by (repeat apply Rmult_lt_0_compat; assumption).
  assert (bxv : 0 < b * x * v) by (repeat apply Rmult_lt_0_compat; assumption).
  assert (bxxv : 0 < b * x^2 * v) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [|apply pow_lt]|]; assumption).
  assert (ku : 0 < (k + 1) * u) by (apply Rmult_lt_0_compat; lra).
  assert (kv : 0 < (k + 1) * v) by (apply Rmult_lt_0_compat; lra).
  assert (cut : forall s t, 0 < s -> s * t < 0 -> t < 0).
  { intros s t s0 less. apply Rnot_le_lt. intros more. assert (0 <= s * t) by (apply Rmult_le_pos; lra). lra. }
  pose proof (corner_end_positive u u0) as last. pose proof (corner_first_positive u ltac:(lra)) as up.
  assert (square : 0 < corner_first u * v^2) by (apply Rmult_lt_0_compat; [assumption | apply pow_lt; assumption]).
  rewrite over_corner_form in below.
  assert (negative : corner_middle u < 0) by (apply (cut v); lra).
  assert (across : a + x - 1 + k * v + b * x * v^2 < 0).
  { apply (cut u); [assumption|].
    assert (0 < u * (u * (a * x * (1 + v)))) by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 <= v * (b + x^2 - 1 + b * x^2 * v)) by (apply Rmult_le_pos; lra).
    unfold corner_end, corner_middle, corner_first in below. unfold k. lra. }
  split; [assumption|]. split; [|split; [|split]].
  - assert (a * x * u - 1 < 0); [|lra]. apply (cut u); [assumption|].
    unfold corner_middle in negative. fold k in negative. lra.
  - assert (b * x * v - 1 < 0); [|lra]. apply (cut v); [assumption|]. lra.
  - assert (a + x - 1 + a * x * u - v < 0); [|lra]. apply (cut u); [assumption|].
    assert (less : - (corner_middle u * v) < u * v).
    { assert (0 < (corner_middle u + u) * v); [|lra]. apply Rmult_lt_0_compat; [|assumption].
      unfold corner_middle. fold k. assert (0 <= a * x * u^2) by (replace (a * x * u^2) with (a * x * u * u) by ring; apply Rmult_le_pos; lra). lra. }
    unfold corner_end in below. lra.
  - assert (b + x^2 - 1 + b * x^2 * v - u < 0); [|lra]. apply (cut v); [assumption|].
    assert (less : - ((a + x - 1 + k * v + b * x * v^2) * u) < u * v).
    { assert (0 < (a + x - 1 + k * v + b * x * v^2 + v) * u); [|lra]. apply Rmult_lt_0_compat; [|assumption].
      assert (0 <= b * x * v^2) by (replace (b * x * v^2) with (b * x * v * v) by ring; apply Rmult_le_pos; lra). lra. }
    assert (0 < u * (u * (a * x * (1 + v)))) by (repeat apply Rmult_lt_0_compat; lra).
    unfold corner_end, corner_middle, corner_first in below. unfold k in *. lra.
Qed.

Lemma corner_middle_turns : forall u, corner_middle u < 0 -> 0 < u -> exists t, u < t /\ corner_middle t = 0.
Proof.
  intros u less u0. pose proof corner_slope as slope. set (k := a * x^2 + (1 + b) * x - 1) in *.
  assert (ax : 0 < a * x) by (apply Rmult_lt_0_compat; assumption).
  assert (before : u < / (a * x)).
  { apply (Rmult_lt_reg_l (a * x)); [assumption|]. rewrite Rinv_r by lra. apply Rnot_le_lt. intros beyond.
    assert (0 <= u * (a * x * u - 1)) by (apply Rmult_le_pos; lra).
    assert (0 < (k + 1) * u) by (apply Rmult_lt_0_compat; lra).
    unfold corner_middle in less. fold k in less. lra. }
  assert (form : forall t, corner_middle t = quartic (b + x^2 - 1) k (a * x) 0 0 t)
    by (intros; unfold corner_middle, k, quartic; ring).
  destruct (crossing_inside (b + x^2 - 1) k (a * x) 0 0 u (/ (a * x)) before) as [t [t_range zero]].
  - rewrite <- !form. apply product_of_opposite. left. split; [assumption|].
    unfold corner_middle. fold k.
    replace (a * x * (/ (a * x))^2) with (/ (a * x)) by (field; split; lra).
    assert (0 < (k + 1) * / (a * x)) by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; assumption]). lra.
  - exists t. split; [lra|]. rewrite form. assumption.
Qed.

(** G < 0 somewhere: four roots. *)
Theorem corner_four : 0 < a + x - 1 \/ 0 < b + x^2 - 1 -> forall u v, 0 < u -> 0 < v ->
  over_corner a b x u v < 0 -> 0 < corner_level a b x.
Proof.
  intros some u v u0 v0 below.
  destruct (corner_bounds u v u0 v0 (Rlt_le _ _ below)) as [negative _].
  destruct (corner_middle_turns u negative u0) as [r [beyond level]].
  assert (wide : 0 < corner_spread u).
  { pose proof (corner_first_positive u ltac:(lra)) as up. rewrite over_corner_form in below.
    assert (0 < corner_first u * - (corner_end u + corner_middle u * v + corner_first u * v^2)) by (apply Rmult_lt_0_compat; lra).
    pose proof (pow2_ge_0 (2 * corner_first u * v + corner_middle u)). unfold corner_spread. lra. }
  assert (narrow : forall t, 0 < t -> corner_middle t = 0 -> corner_spread t < 0).
  { intros t t0 zero. unfold corner_spread. rewrite zero. pose proof (corner_first_positive t ltac:(lra)).
    pose proof (corner_end_positive t t0). pose proof (four_times (corner_end t) (corner_first t)). lra. }
  assert (top : 0 < a^2 * x^2) by (apply Rmult_lt_0_compat; apply pow_lt; assumption).
  pose proof (narrow r ltac:(lra) level) as at_r. rewrite corner_spread_form in wide, at_r. unfold corner_level.
  set (c0 := (b + x^2 - 1)^2) in *.
  set (c1 := 2 * (b + x^2 - 1) * (a * x^2 + (1 + b) * x - 1) - 4 * b * x^2 * (a + x - 1)) in *.
  set (c2 := (a * x^2 + (1 + b) * x - 1)^2 + 2 * (b + x^2 - 1) * (a * x) - 4 * b * x * (a + x - 1 + a * x^2)) in *.
  set (c3 := 2 * (a * x^2 + (1 + b) * x - 1) * (a * x) - 4 * a * b * x^2) in *.
  set (c4 := a^2 * x^2) in *.
  destruct (positive_in_the_end c0 c1 c2 c3 c4 r top) as [e [e_r at_e]].
  destruct (crossing_inside c0 c1 c2 c3 c4 u r beyond) as [y3 [y3_range zero3]];
    [apply product_of_opposite; lra|].
  destruct (crossing_inside c0 c1 c2 c3 c4 r e e_r) as [y4 [y4_range zero4]];
    [apply product_of_opposite; lra|].
  destruct g0 as [g_positive|g_zero].
  - assert (form : forall t, corner_middle t = quartic (b + x^2 - 1) (a * x^2 + (1 + b) * x - 1) (a * x) 0 0 t)
      by (intros; unfold corner_middle, quartic; ring).
    destruct (crossing_inside (b + x^2 - 1) (a * x^2 + (1 + b) * x - 1) (a * x) 0 0 0 u u0) as [s [s_range even]].
    { rewrite <- !form. apply product_of_opposite. right. split; [unfold corner_middle; lra | assumption]. }
    pose proof (narrow s ltac:(lra) ltac:(rewrite form; assumption)) as at_s.
    rewrite corner_spread_form in at_s. fold c0 c1 c2 c3 c4 in at_s.
    assert (at_0 : 0 < quartic c0 c1 c2 c3 c4 0).
    { replace (quartic c0 c1 c2 c3 c4 0) with ((b + x^2 - 1) * (b + x^2 - 1)) by (unfold quartic, c0; ring).
      apply Rmult_lt_0_compat; assumption. }
    destruct (crossing_inside c0 c1 c2 c3 c4 0 s) as [y1 [y1_range zero1]]; [lra | apply product_of_opposite; lra |].
    destruct (crossing_inside c0 c1 c2 c3 c4 s u) as [y2 [y2_range zero2]]; [lra | apply product_of_opposite; lra |].
    apply (four_roots c0 c1 c2 c3 c4 y1 y2 y3 y4); lra.
  - assert (c0_zero : c0 = 0) by (unfold c0; rewrite <- g_zero; ring).
    assert (f_positive : 0 < a + x - 1) by lra.
    assert (c1_sign : c1 < 0).
    { unfold c1. rewrite <- g_zero.
      assert (0 < 4 * b * x^2 * (a + x - 1)) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra). lra. }
    assert (split : forall t, quartic c0 c1 c2 c3 c4 t = t * quartic c1 c2 c3 c4 0 t)
      by (intros; rewrite c0_zero; unfold quartic; ring).
    assert (inner : 0 < quartic c1 c2 c3 c4 0 u).
    { rewrite split in wide. apply (Rmult_lt_reg_l u); lra. }
    destruct (crossing_inside c1 c2 c3 c4 0 0 u u0) as [y2 [y2_range zero2]].
    { apply product_of_opposite. left. split; [|assumption]. unfold quartic. lra. }
    apply (four_roots c0 c1 c2 c3 c4 0 y2 y3 y4); try lra.
    + rewrite split. ring.
    + rewrite split, zero2. ring.
Qed.

(** Its discriminant is not positive: the bound is enough. *)
Theorem corner_enough : 0 < a + x - 1 \/ 0 < b + x^2 - 1 -> corner_level a b x <= 0 ->
  forall p q, half_open p -> half_open q -> 0 <= near_corner a b x p q.
Proof.
  intros some few. apply good_near_corner. intros u v [u0|<-] [v0|<-].
  - apply Rnot_lt_le. intros less. pose proof (corner_four some u v u0 v0 less). lra.
  - rewrite over_corner_form. pose proof (corner_end_positive u u0). lra.
  - unfold over_corner. replace (0 * (a + x - 1 + a * x * 0)) with 0 by ring.
    assert (0 <= b + x^2 - 1 + b * x * (x + 0) * v).
    { assert (0 < b * x * (x + 0) * v) by (repeat apply Rmult_lt_0_compat; lra). lra. }
    assert (0 <= v * (b + x^2 - 1 + b * x * (x + 0) * v)) by (apply Rmult_le_pos; lra). lra.
  - unfold over_corner. lra.
Qed.

End Level.

(** * The last level, along which a, b and x may all vary *)

Theorem corner_last_level : forall (a b x : R -> R) l m, 0 < l < 1 -> 0 < m ->
  smooth (fun _ _ y => a y) -> smooth (fun _ _ y => b y) -> smooth (fun _ _ y => x y) ->
  (forall y, l <= y <= 1 -> m <= a y /\ m <= b y /\ m <= x y <= 1 /\ 0 <= a y + x y - 1 /\ 0 <= b y + x y^2 - 1 /\
    (m <= a y + x y - 1 \/ m <= b y + x y^2 - 1)) ->
  (exists u v, 0 < u /\ 0 < v /\ over_corner (a l) (b l) (x l) u v < 0) ->
  (forall u v, 0 < u -> 0 < v -> 0 < over_corner (a 1) (b 1) (x 1) u v) ->
  exists y, l < y < 1 /\ (forall u v, 0 < u -> 0 < v -> 0 <= over_corner (a y) (b y) (x y) u v) /\
    exists u v, 0 < u /\ 0 < v /\ over_corner (a y) (b y) (x y) u v = 0.
Proof.
  intros a b x l m l_range m0 smooth_a smooth_b smooth_x known below above.
  assert (m1 : m <= 1) by (destruct (known 1 ltac:(lra)) as [_ [_ [? _]]]; lra).
  assert (mm : 0 < m * m) by (apply Rmult_lt_0_compat; assumption).
  assert (mm1 : m * m <= m) by (rewrite <- (Rmult_1_r m) at 3; apply Rmult_le_compat_l; lra).
  assert (m3 : m * m * m <= m * m) by (rewrite <- (Rmult_1_r (m * m)) at 2; apply Rmult_le_compat_l; lra).
  assert (m3_positive : 0 < m * m * m) by (repeat apply Rmult_lt_0_compat; assumption).
  assert (m4 : m * m * m * m <= m * m * m) by (rewrite <- (Rmult_1_r (m * m * m)) at 2; apply Rmult_le_compat_l; lra).
  assert (m4_positive : 0 < m * m * m * m) by (repeat apply Rmult_lt_0_compat; assumption).
  set (U := / (m * m)). assert (U0 : 0 < U) by (apply Rinv_0_lt_compat; assumption).
  assert (range : forall y u v, l <= y <= 1 -> 0 < u -> 0 < v -> over_corner (a y) (b y) (x y) u v <= 0 ->
    m * m * m * m <= u <= U /\ m * m * m * m <= v <= U).
  { intros y u v y_range u0 v0 low. destruct (known y y_range) as [a_m [b_m [x_m [f0 [g0 some]]]]].
    destruct (corner_bounds (a y) (b y) (x y) ltac:(lra) ltac:(lra) ltac:(lra) f0 g0 u v u0 v0 low)
      as [_ [u_high [v_high [v_low u_low]]]].
    assert (ax : m * m <= a y * x y) by (apply Rmult_le_compat; lra).
    assert (bx : m * m <= b y * x y) by (apply Rmult_le_compat; lra).
    assert (bxx : m * m * m <= b y * x y^2)
      by (replace (b y * x y^2) with (b y * x y * x y) by ring; apply Rmult_le_compat; lra).
    assert (axu : m * m * u <= a y * x y * u) by (apply Rmult_le_compat_r; lra).
    assert (bxv : m * m * v <= b y * x y * v) by (apply Rmult_le_compat_r; lra).
    assert (bxxv : m * m * m * v <= b y * x y^2 * v) by (apply Rmult_le_compat_r; lra).
    assert (high : forall t, m * m * t < 1 -> t <= U).
    { intros t t_low. apply (Rmult_le_reg_l (m * m)); [assumption|]. unfold U. rewrite Rinv_r by lra. lra. }
    destruct some as [some|some].
    - assert (m <= v) by (assert (0 < m * m * u) by (apply Rmult_lt_0_compat; assumption); lra).
      assert (m * m * m * m <= m * m * m * v) by (apply Rmult_le_compat_l; lra).
      split; split; try lra; apply high; lra.
    - assert (m <= u) by (assert (0 < m * m * m * v) by (apply Rmult_lt_0_compat; assumption); lra).
      assert (m * m * m <= m * m * u) by (apply Rmult_le_compat_l; lra).
      split; split; try lra; apply high; lra. }
  assert (shape : smooth (fun s t y => over_corner (a y) (b y) (x y) (U * s) (U * t)))
    by (unfold over_corner; smoothly; assumption).
  assert (scaled : forall t, U * (t / U) = t) by (intros; field; lra).
  destruct (last_level _ shape l (m * m * m * m / U) (m * m * m * m / U)) as [y [y_range [good [s [t [s_range [t_range touches]]]]]]];
    cbv beta in *.
  - lra.
  - apply Rdiv_lt_0_compat; assumption.
  - apply Rdiv_lt_0_compat; assumption.
  - intros s t y [s0 s1] [t0 t1] y_range low.
    destruct (range y (U * s) (U * t)) as [[s_low _] [t_low _]]; try assumption; try (apply Rmult_lt_0_compat; assumption).
    split; apply (Rmult_le_reg_l U); try assumption; rewrite scaled; assumption.
  - intros s t [s0 _] [t0 _]. apply above; apply Rmult_lt_0_compat; assumption.
  - destruct below as [u [v [u0 [v0 less]]]]. destruct (range l u v) as [[_ u_high] [_ v_high]]; try assumption; try lra.
    exists (u / U), (v / U). rewrite !scaled. split; [|split; [|assumption]].
    + split; [apply Rdiv_lt_0_compat; assumption|]. apply (Rmult_le_reg_l U); [assumption|]. rewrite scaled. lra.
    + split; [apply Rdiv_lt_0_compat; assumption|]. apply (Rmult_le_reg_l U); [assumption|]. rewrite scaled. lra.
  - exists y. split; [assumption|]. split.
    + intros u v u0 v0. apply Rnot_lt_le. intros less.
      destruct (range y u v) as [[_ u_high] [_ v_high]]; try assumption; try lra.
      assert (0 <= over_corner (a y) (b y) (x y) (U * (u / U)) (U * (v / U))); [|rewrite !scaled in *; lra].
      apply good; (split; [apply Rdiv_lt_0_compat; assumption|]; apply (Rmult_le_reg_l U); [assumption|]; rewrite scaled; lra).
    + destruct s_range, t_range. exists (U * s), (U * t). repeat split; try (apply Rmult_lt_0_compat; assumption). assumption.
Qed.

(** G < 0 at a level: also at a greater one, before 1. *)
Lemma still_negative : forall g w, continuity g -> g w < 0 -> w < 1 -> exists l, w < l < 1 /\ g l < 0.
Proof.
  intros g w continuous less w1. destruct (near_a_sign g w continuous ltac:(lra)) as [d [d0 near]].
  set (l := w + Rmin (d / 2) ((1 - w) / 2)). exists l.
  pose proof (Rmin_l (d / 2) ((1 - w) / 2)). pose proof (Rmin_r (d / 2) ((1 - w) / 2)).
  assert (0 < Rmin (d / 2) ((1 - w) / 2)) by (apply Rmin_glb_lt; lra).
  assert (sign : 0 < g l * g w) by (apply near; unfold l; rewrite Rabs_pos_eq; lra).
  split; [unfold l; lra|]. apply Rnot_le_lt. intros more. assert (0 <= g l * - g w) by (apply Rmult_le_pos; lra). lra.
Qed.

(** It rises with x. *)
Lemma over_corner_climbs : forall a b x y u v, 0 < a -> 0 < b -> 0 <= x < y -> 0 < u -> 0 < v ->
  over_corner a b x u v < over_corner a b y u v.
Proof.
  intros a b x y u v a0 b0 order u0 v0.
  assert (form : over_corner a b y u v = over_corner a b x u v
    + (y - x) * ((1 + a * u + b * v) * (u + u * v + v * (x + y)))) by (unfold over_corner; ring).
  assert (0 < a * u) by (apply Rmult_lt_0_compat; assumption). assert (0 < b * v) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < u * v) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < v * (x + y)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (y - x) * ((1 + a * u + b * v) * (u + u * v + v * (x + y)))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma odds : forall u, 0 < u -> 0 < / (1 + u) < 1 /\ (1 - / (1 + u)) / (/ (1 + u)) = u.
Proof.
  intros u u0. split; [|field; lra]. split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rinv_1. apply Rinv_lt_contravar; lra.
Qed.

(** The least eps is inside: X is the first level beyond w at which the discriminant is 0. *)
Theorem corner_inside : forall a b w, 0 < a -> 0 < b -> 0 <= w < 1 -> 0 <= a + w - 1 -> 0 <= b + w^2 - 1 ->
  (exists u v, 0 < u /\ 0 < v /\ over_corner a b w u v < 0) ->
  exists X, w < X < 1 /\ corner_level a b X = 0 /\ (forall y, w < y < X -> 0 < corner_level a b y) /\
    (forall p q, half_open p -> half_open q -> 0 <= near_corner a b X p q) /\
    exists p q, half_open p /\ half_open q /\ p < 1 /\ near_corner a b X p q = 0.
Proof.
  intros a b w a0 b0 w_range f0 g0 [u [v [u0 [v0 less]]]].
  destruct (still_negative (fun x => over_corner a b x u v) w) as [l [l_range at_l]]; [unfold over_corner; reg | exact less | lra |].
  cbv beta in at_l.
  assert (squares : forall s t, 0 <= s < t -> s^2 < t^2).
  { intros s t order. assert (0 < (t - s) * (t + s)) by (apply Rmult_lt_0_compat; lra). lra. }
  set (m := Rmin (Rmin a b) (Rmin l (l - w))).
  assert (m0 : 0 < m) by (repeat apply Rmin_glb_lt; lra).
  assert (m_low : m <= a /\ m <= b /\ m <= l /\ m <= l - w).
  { pose proof (Rmin_l (Rmin a b) (Rmin l (l - w))). pose proof (Rmin_r (Rmin a b) (Rmin l (l - w))).
    pose proof (Rmin_l a b). pose proof (Rmin_r a b). pose proof (Rmin_l l (l - w)). pose proof (Rmin_r l (l - w)).
    unfold m. lra. }
  destruct (corner_last_level (fun _ => a) (fun _ => b) (fun y => y) l m) as [X [X_range [good [s [t [s0 [t0 touches]]]]]]].
  - lra.
  - assumption.
  - apply smooth_constant.
  - apply smooth_constant.
  - apply smooth_x.
  - intros y y_range. pose proof (squares w y ltac:(lra)). repeat split; try lra.
  - exists u, v. auto.
  - intros u' v' u'0 v'0. unfold over_corner.
    replace (u' * (a + 1 - 1 + a * 1 * u') + (b + 1^2 - 1 + (a * 1^2 + (1 + b) * 1 - 1) * u' + a * 1 * u'^2) * v' + b * 1 * (1 + u') * v'^2)
      with (a * u' * (1 + u' + v' + u' * v') + b * v' * (1 + u' + v' + u' * v')) by ring.
    assert (0 < u' * v') by (apply Rmult_lt_0_compat; assumption).
    apply Rplus_lt_0_compat; repeat apply Rmult_lt_0_compat; lra.
  - exists X. assert (X_w : w < X < 1) by lra. pose proof (squares w X ltac:(lra)) as further.
    split; [assumption|]. split; [apply (corner_touches a b X) with s t; assumption || lra|]. split; [|split].
    + intros y y_range. pose proof (squares w y ltac:(lra)).
      apply (corner_four a b y a0 b0) with s t; try lra.
      rewrite <- touches. apply over_corner_climbs; try assumption; lra.
    + apply corner_enough; try assumption; try lra.
      right. apply (corner_touches a b X) with s t; assumption || lra.
    + destruct (odds s s0) as [p_range p_odds]. destruct (odds t t0) as [q_range q_odds].
      exists (/ (1 + s)), (/ (1 + t)). split; [split; lra|]. split; [split; lra|]. split; [lra|].
      rewrite near_corner_form by lra. rewrite p_odds, q_odds, touches. ring.
Qed.

(** * Whether the least eps is inside, where X = w is a limit near p = q = 1 *)

Lemma at_corner_negative : forall x, 0 < x -> 3 * x < 1 -> exists u v, 0 < u /\ 0 < v /\ at_corner x u v < 0.
Proof.
  intros x x0 low. set (s := (1 - 2 * x) * (1 - x^2)). set (t := 2 * x * (1 - x)).
  assert (xx : x^2 < 1) by (assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (s0 : 0 < s) by (unfold s; apply Rmult_lt_0_compat; lra).
  assert (t0 : 0 < t) by (unfold t; repeat apply Rmult_lt_0_compat; lra).
  set (square := - ((1 - x^2) * (x * (1 - x)^2 * (1 - 3 * x)))).
  set (rest := x * (1 - x) * s^2 * t + (1 - x^2) * x * s * t^2).
  assert (negative : square < 0).
  { unfold square. assert (0 < (1 - x^2) * (x * (1 - x)^2 * (1 - 3 * x))); [|lra].
    repeat apply Rmult_lt_0_compat; try apply pow_lt; lra. }
  destruct (negative_for_small square rest negative) as [r [[r0 _] less]].
  exists (r * s), (r * t). split; [apply Rmult_lt_0_compat; assumption|].
  split; [apply Rmult_lt_0_compat; assumption|].
  replace (at_corner x (r * s) (r * t)) with (r * (r * (square + rest * r))).
  - assert (0 < r * - (r * (square + rest * r))) by (apply Rmult_lt_0_compat; lra). lra.
  - unfold at_corner, over_corner, square, rest, s, t. ring.
Qed.

(** At X = 1 - a for f = 0: if not for this g, G < 0 somewhere up to a smaller one, where it touches 0. *)
Theorem negative_at_first : forall w g, 0 < w -> 3 * w < 1 -> 0 <= g ->
  (forall g', 0 < g' <= g -> corner_level (1 - w) (1 - w^2 + g') w = 0 -> False) ->
  exists u v, 0 < u /\ 0 < v /\ over_corner (1 - w) (1 - w^2 + g) w u v < 0.
Proof.
  intros w g w0 low g0 none.
  assert (ww : w^2 < 1) by (assert (0 < (1 - w) * (1 + w)) by (apply Rmult_lt_0_compat; lra); lra).
  destruct (at_corner_negative w w0 low) as [u [v [u0 [v0 less]]]].
  set (K := / w). assert (K0 : 0 < K) by (apply Rinv_0_lt_compat; assumption).
  assert (climbs : forall h h' s t, h < h' -> 0 < s -> 0 < t ->
    over_corner (1 - w) (1 - w^2 + h) w s t < over_corner (1 - w) (1 - w^2 + h') w s t).
  { intros h h' s t order s0 t0.
    replace (over_corner (1 - w) (1 - w^2 + h') w s t) with (over_corner (1 - w) (1 - w^2 + h) w s t
      + (h' - h) * (t * (1 + w * s + w * (w + s) * t))) by (unfold over_corner; ring).
    assert (0 < w * s) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < w * (w + s) * t) by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 < (h' - h) * (t * (1 + w * s + w * (w + s) * t))) by (repeat apply Rmult_lt_0_compat; lra). lra. }
  destruct (still_negative (fun y => over_corner (1 - w) (1 - w^2 + K * y) w u v) 0) as [l [l_range at_l]].
  { unfold over_corner. reg. }
  { cbv beta. replace (1 - w^2 + K * 0) with (1 - w^2) by ring. exact less. }
  { lra. }
  cbv beta in at_l. assert (Kl : 0 < K * l) by (apply Rmult_lt_0_compat; lra).
  set (m := Rmin (Rmin (1 - w) (1 - w^2)) (Rmin w (K * l))).
  assert (m0 : 0 < m) by (repeat apply Rmin_glb_lt; lra).
  assert (m_low : m <= 1 - w /\ m <= 1 - w^2 /\ m <= w /\ m <= K * l).
  { pose proof (Rmin_l (Rmin (1 - w) (1 - w^2)) (Rmin w (K * l))).
    pose proof (Rmin_r (Rmin (1 - w) (1 - w^2)) (Rmin w (K * l))).
    pose proof (Rmin_l (1 - w) (1 - w^2)). pose proof (Rmin_r (1 - w) (1 - w^2)).
    pose proof (Rmin_l w (K * l)). pose proof (Rmin_r w (K * l)). unfold m. lra. }
  destruct (corner_last_level (fun _ => 1 - w) (fun y => 1 - w^2 + K * y) (fun _ => w) l m)
    as [y [y_range [good [s [t [s0 [t0 touches]]]]]]].
  - assumption.
  - assumption.
  - apply smooth_constant.
  - smoothly.
  - apply smooth_constant.
  - intros y y_range. assert (K * l <= K * y) by (apply Rmult_le_compat_l; lra).
    repeat split; lra.
  - exists u, v. auto.
  - intros s t s0 t0.
    assert (form : over_corner (1 - w) (1 - w^2 + K * 1) w s t = s * ((1 - w) * w * s)
      + (K + ((1 - w) * w^2 + (1 - w^2) * w + (w * K - 1) + w) * s + (1 - w) * w * s^2) * t
      + (1 - w^2 + K) * w * (w + s) * t^2) by (unfold over_corner; ring).
    rewrite form. replace (w * K) with 1 by (unfold K; field; lra).
    assert (0 < (1 - w) * w^2) by (apply Rmult_lt_0_compat; [lra | apply pow_lt; assumption]).
    assert (0 < (1 - w^2) * w) by (apply Rmult_lt_0_compat; lra).
    assert (0 < ((1 - w) * w^2 + (1 - w^2) * w + (1 - 1) + w) * s) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - w) * w * s^2) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra).
    assert (0 < s * ((1 - w) * w * s)) by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - w^2 + K) * w * (w + s) * t^2) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra).
    assert (0 < (K + ((1 - w) * w^2 + (1 - w^2) * w + (1 - 1) + w) * s + (1 - w) * w * s^2) * t)
      by (apply Rmult_lt_0_compat; lra). lra.
  - cbv beta in *. assert (Ky : 0 < K * y) by (apply Rmult_lt_0_compat; lra).
    destruct (Rlt_or_le g (K * y)) as [before|after].
    + exists s, t. split; [assumption|]. split; [assumption|]. rewrite <- touches. apply climbs; assumption.
    + exfalso. apply (none (K * y)); [lra|].
      apply (corner_touches (1 - w) (1 - w^2 + K * y) w) with s t; try assumption; lra.
Qed.

(** At X = sqrt(1 - b) for g = 0: the same with f. *)
Theorem negative_at_second : forall w f, 0 < w -> 3 * w < 1 -> 0 <= f ->
  (forall f', 0 < f' <= f -> corner_level (1 - w + f') (1 - w^2) w = 0 -> False) ->
  exists u v, 0 < u /\ 0 < v /\ over_corner (1 - w + f) (1 - w^2) w u v < 0.
Proof.
  intros w f w0 low f0 none.
  assert (ww : w^2 < 1) by (assert (0 < (1 - w) * (1 + w)) by (apply Rmult_lt_0_compat; lra); lra).
  destruct (at_corner_negative w w0 low) as [u [v [u0 [v0 less]]]].
  set (e := (1 - 3 * w) / (4 * w)). assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (e_form : 4 * w * e = 1 - 3 * w) by (unfold e; field; lra). clearbody e.
  set (K := e + 1). assert (K0 : 0 < K) by (unfold K; lra).
  assert (climbs : forall h h' s t, h < h' -> 0 < s -> 0 < t ->
    over_corner (1 - w + h) (1 - w^2) w s t < over_corner (1 - w + h') (1 - w^2) w s t).
  { intros h h' s t order s0 t0.
    replace (over_corner (1 - w + h') (1 - w^2) w s t) with (over_corner (1 - w + h) (1 - w^2) w s t
      + (h' - h) * (s * (1 + w * s + w^2 * t + w * s * t))) by (unfold over_corner; ring).
    assert (0 < w * s) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < w^2 * t) by (apply Rmult_lt_0_compat; [apply pow_lt|]; assumption).
    assert (0 < w * s * t) by (repeat apply Rmult_lt_0_compat; assumption).
    assert (0 < (h' - h) * (s * (1 + w * s + w^2 * t + w * s * t))) by (repeat apply Rmult_lt_0_compat; lra). lra. }
  destruct (still_negative (fun y => over_corner (1 - w + K * y) (1 - w^2) w u v) 0) as [l [l_range at_l]].
  { unfold over_corner. reg. }
  { cbv beta. replace (1 - w + K * 0) with (1 - w) by ring. exact less. }
  { lra. }
  cbv beta in at_l. assert (Kl : 0 < K * l) by (apply Rmult_lt_0_compat; lra).
  set (m := Rmin (Rmin (1 - w) (1 - w^2)) (Rmin w (K * l))).
  assert (m0 : 0 < m) by (repeat apply Rmin_glb_lt; lra).
  assert (m_low : m <= 1 - w /\ m <= 1 - w^2 /\ m <= w /\ m <= K * l).
  { pose proof (Rmin_l (Rmin (1 - w) (1 - w^2)) (Rmin w (K * l))).
    pose proof (Rmin_r (Rmin (1 - w) (1 - w^2)) (Rmin w (K * l))).
    pose proof (Rmin_l (1 - w) (1 - w^2)). pose proof (Rmin_r (1 - w) (1 - w^2)).
    pose proof (Rmin_l w (K * l)). pose proof (Rmin_r w (K * l)). unfold m. lra. }
  destruct (corner_last_level (fun y => 1 - w + K * y) (fun _ => 1 - w^2) (fun _ => w) l m)
    as [y [y_range [good [s [t [s0 [t0 touches]]]]]]].
  - assumption.
  - assumption.
  - smoothly.
  - apply smooth_constant.
  - apply smooth_constant.
  - intros y y_range. assert (K * l <= K * y) by (apply Rmult_le_compat_l; lra).
    repeat split; lra.
  - exists u, v. auto.
  - intros s t s0 t0. apply Rle_lt_trans with (over_corner (1 - w + e) (1 - w^2) w s t);
      [|apply climbs; try assumption; unfold K; lra].
    destruct (odds s s0) as [p_range p_odds]. destruct (odds t t0) as [q_range q_odds].
    pose proof (limit_beside_second (1 - w + e) (1 - w^2) w ltac:(lra) ltac:(ring) low ltac:(lra)
      (/ (1 + s)) (/ (1 + t)) ltac:(split; lra) ltac:(split; lra)) as enough.
    rewrite near_corner_form, p_odds, q_odds in enough by lra.
    apply (Rmult_le_reg_l ((/ (1 + s) * / (1 + t))^2)); [apply pow_lt; apply Rmult_lt_0_compat; lra | lra].
  - cbv beta in *. assert (Ky : 0 < K * y) by (apply Rmult_lt_0_compat; lra).
    destruct (Rlt_or_le f (K * y)) as [before|after].
    + exists s, t. split; [assumption|]. split; [assumption|]. rewrite <- touches. apply climbs; assumption.
    + exfalso. apply (none (K * y)); [lra|].
      apply (corner_touches (1 - w + K * y) (1 - w^2) w) with s t; try assumption; lra.
Qed.

(** At X = 0 for a, b >= 1. *)
Lemma negative_at_0 : forall a b, 0 < a -> 0 < b -> exists u v, 0 < u /\ 0 < v /\ over_corner a b 0 u v < 0.
Proof.
  intros a b a0 b0. exists (a + b), (a + b). split; [lra|]. split; [lra|].
  replace (over_corner a b 0 (a + b) (a + b)) with (- (2 * (a + b))) by (unfold over_corner; ring). lra.
Qed.

(** 4 w f < 1 - 3 w for w^2 = 1 - b. *)
Lemma before_line : forall a b w, 0 < w -> w^2 = 1 - b -> 0 < 4 * a - 1 -> 0 < 4 * b - 3 ->
  (1 - b) * (4 * a - 1)^2 < (4 * b - 3)^2 -> 4 * w * (a + w - 1) < 1 - 3 * w.
Proof.
  intros a b w w0 of_b a_low b_low before. rewrite <- of_b in before.
  assert (product : 0 < w * (4 * a - 1)) by (apply Rmult_lt_0_compat; assumption).
  assert (less : w * (4 * a - 1) < 4 * b - 3).
  { apply Rnot_le_lt. intros more.
    assert ((4 * b - 3) * (4 * b - 3) <= w * (4 * a - 1) * (w * (4 * a - 1))) by (apply Rmult_le_compat; lra). lra. }
  replace (4 * b - 3) with (1 - 4 * w^2) in less by lra. lra.
Qed.
