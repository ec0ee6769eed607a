(** r* = 1 + a/p + b/q^2: eps is reached at q = 1, if it is not less at a prior nearby.

    Keep x = e^-eps and a, and let the bound be 0 at q = 1 and some p, and stationary in p there. Were it negative
    somewhere, it would touch 0 from above for some greater b, at a place (p, q). There q < 1, as the bound rises
    with b. With s the bound of Theorem 1, stationary places with q < 1 are

    - inside: a s^2 = p (s - x) and p x (1 - x) = V, where V = 3 x - s - 2 s^2,
    - at p = 1: 2 a s^2 = s + x^2 - 2 s^2, and s - x <= a s^2.

    At q = 1, where s is t, a t^2 (1 - x) = (t - x)^2, and x (t - x) <= V in t where eps does not fall inwards. But no
    a is all of this. It is a1 = (t - x)^2/(t^2 (1 - x)), which rises with t, and a2 = (s - x) V/(s^2 x (1 - x)),
    which falls with s where V <= x (1 - x); and a1 <= a2 in t = s where x (s - x) <= V. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms Cubics.
Local Open Scope R_scope.

(** * A bound that is negative somewhere touches 0 when it is lifted *)

Theorem lifted_until_it_touches : forall f g p0 q0, smooth (fun p q _ => f p q) -> smooth (fun p q _ => g p q) ->
  0 < p0 -> 0 < q0 -> (forall p q, half_open p -> half_open q -> 0 <= g p q) ->
  (forall p q, half_open p -> half_open q -> f p q <= 0 -> p0 <= p /\ q0 <= q) ->
  (forall p q, half_open p -> half_open q -> 0 < f p q + g p q) ->
  (exists p q, half_open p /\ half_open q /\ f p q < 0) ->
  exists beta, 0 < beta /\ (forall p q, half_open p -> half_open q -> 0 <= f p q + beta * g p q) /\
    exists p q, half_open p /\ half_open q /\ f p q + beta * g p q = 0.
Proof.
  intros f g p0 q0 of_f of_g p0_positive q0_positive g0 away top [p1 [q1 [p1_range [q1_range low]]]].
  set (G := g p1 q1). assert (G0 : 0 <= G) by (apply g0; assumption).
  set (l := Rmin (1 / 2) (- f p1 q1 / (2 * (G + 1)))).
  assert (l0 : 0 < l) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  pose proof (Rmin_l (1 / 2) (- f p1 q1 / (2 * (G + 1)))) as half.
  pose proof (Rmin_r (1 / 2) (- f p1 q1 / (2 * (G + 1)))) as small. fold l in half, small.
  assert (near : (G + 1) * l <= - f p1 q1 / 2).
  { apply Rle_trans with ((G + 1) * (- f p1 q1 / (2 * (G + 1)))); [apply Rmult_le_compat_l; lra | right; field; lra]. }
  destruct (last_level (fun p q y => f p q + y * g p q)) with (l := l) (p0 := p0) (q0 := q0)
    as [y [y_range [good [p [q [p_range [q_range zero]]]]]]]; try assumption; try lra.
  - apply (smooth_plus (fun p q _ => f p q) (fun p q y => y * g p q)); [assumption|].
    apply (smooth_times (fun _ _ y => y) (fun p q _ => g p q)); [apply smooth_x | assumption].
  - intros p q y p_range q_range y_range below. apply away; try assumption.
    assert (0 <= y * g p q) by (apply Rmult_le_pos; [lra | apply g0; assumption]). lra.
  - intros p q p_range q_range. rewrite Rmult_1_l. apply top; assumption.
  - exists p1, q1. split; [assumption|]. split; [assumption|]. fold G. lra.
  - exists y. split; [lra|]. split; [assumption|]. exists p, q. repeat split; try assumption; apply p_range || apply q_range.
Qed.

(** * The two functions *)

Definition inner (x s : R) : R := 3 * x - s - 2 * s^2.

(** a2 falls with s. *)
Lemma steep : forall x s t, 0 < x -> x < s -> 2 * x + x^2 <= s + 2 * s^2 -> s < t ->
  0 < 4 * x * s * t + 2 * s^2 * t^2 - 3 * x^2 * (s + t).
Proof.
  intros x s t x0 x_s high order.
  assert (H : 0 < s^3 + 2 * x * s - 3 * x^2).
  { destruct (Rle_or_lt (3 * x) (2 * s)) as [far|near].
    - assert (0 < s^3) by (apply pow_lt; lra). assert (0 <= x * (2 * s - 3 * x)) by (apply Rmult_le_pos; lra). lra.
    - assert (0 < 2 * s^2 - x^2).
      { assert (0 < (s - x) * (s + x)) by (apply Rmult_lt_0_compat; lra). assert (0 < s^2) by (apply pow_lt; lra). lra. }
      apply (Rmult_lt_reg_l (2 * s^2 - x^2)); [assumption|]. rewrite Rmult_0_r.
      assert (0 <= s^3 * (s + 2 * s^2 - 2 * x - x^2)) by (apply Rmult_le_pos; [apply pow_le|]; lra).
      assert (0 < (s - x) * (s - x) * (s * (4 * x - s) + 3 * x^2)).
      { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
        assert (0 < s * (4 * x - s)) by (apply Rmult_lt_0_compat; lra). assert (0 < x^2) by (apply pow_lt; lra). lra. }
      replace ((2 * s^2 - x^2) * (s^3 + 2 * x * s - 3 * x^2))
        with (s^3 * (s + 2 * s^2 - 2 * x - x^2) + (s - x) * (s - x) * (s * (4 * x - s) + 3 * x^2)) by ring.
      lra. }
  assert (0 < 2 * s * (s^3 + 2 * x * s - 3 * x^2)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (t - s) * (x * (4 * s - 3 * x))) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 < (t - s) * (2 * s^2 * (s + t))) by (repeat apply Rmult_lt_0_compat; lra).
  lra.
Qed.

Lemma inner_falls : forall x s t, 0 < x -> x < s -> 2 * x + x^2 <= s + 2 * s^2 -> s < t ->
  (t - x) * inner x t * s^2 < (s - x) * inner x s * t^2.
Proof.
  intros x s t x0 x_s high order. pose proof (steep x s t x0 x_s high order) as slope.
  assert (0 < (t - s) * (4 * x * s * t + 2 * s^2 * t^2 - 3 * x^2 * (s + t))) by (apply Rmult_lt_0_compat; lra).
  unfold inner. lra.
Qed.

(** a1 rises with t. *)
Lemma outer_rises : forall x t s, 0 < x -> x < t -> t <= s -> (t - x)^2 * s^2 <= (s - x)^2 * t^2.
Proof.
  intros x t s x0 x_t order.
  assert (less : (t - x) * s <= (s - x) * t) by (assert (0 <= x * (s - t)) by (apply Rmult_le_pos; lra); lra).
  assert (0 <= (t - x) * s) by (apply Rmult_le_pos; lra).
  replace ((t - x)^2 * s^2) with (((t - x) * s) * ((t - x) * s)) by ring.
  replace ((s - x)^2 * t^2) with (((s - x) * t) * ((s - x) * t)) by ring.
  apply Rmult_le_compat; assumption.
Qed.

(** a1 is less than a2 in any s with V > x (s - x), where V <= x (1 - x). *)
Lemma outer_below : forall x t s, 0 < x -> x < t -> x * (t - x) <= inner x t -> x < s -> x * (s - x) < inner x s ->
  2 * x + x^2 <= s + 2 * s^2 -> x * (t - x)^2 * s^2 < (s - x) * inner x s * t^2.
Proof.
  intros x t s x0 x_t level_t x_s level_s high. destruct (Rle_or_lt t s) as [before|after].
  - pose proof (outer_rises x t s x0 x_t before) as rises.
    assert (0 <= x * ((s - x)^2 * t^2 - (t - x)^2 * s^2)) by (apply Rmult_le_pos; lra).
    assert (0 < (s - x) * (inner x s - x * (s - x)) * t^2).
    { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | apply pow_lt; lra]. }
    lra.
  - pose proof (inner_falls x s t x0 x_s high after) as falls.
    assert (0 <= (t - x) * (inner x t - x * (t - x)) * s^2).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow_le; lra]. }
    lra.
Qed.

(** * The bound *)

Section Powers.

Variables a b x : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.
Hypothesis x_range : 0 < x < 1.

Definition powers (c p q : R) : R := (p * q^2 + a * q^2 + c * p) * floor x p q - p * q^2.

Lemma floor_low : forall p q, half_open p -> half_open q -> x * x <= floor x p q.
Proof.
  intros p q [p_low p_high] [q_low q_high]. rewrite floor_form.
  assert (0 <= x * (1 - x) * (1 - p)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - x * x) * (p * q)).
  { repeat apply Rmult_le_pos; try lra. assert (0 <= (1 - x) * (1 + x)) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.

(** What touches 0 is stationary, or at an end. *)
Section Touching.

Variables c p q : R.
Hypothesis c0 : 0 < c.
Hypothesis p_range : half_open p.
Hypothesis q_range : half_open q.
Hypothesis good : forall p q, half_open p -> half_open q -> 0 <= powers c p q.
Hypothesis touches : powers c p q = 0.

Let s := floor x p q.
Let rise_p := q * (1 - x * x) - x * (1 - x).
Let rise_q := p * (1 - x * x).

Definition slope_p : R := (q^2 + c) * s + (p * q^2 + a * q^2 + c * p) * rise_p - q^2.
Definition slope_q : R := 2 * (p + a) * q * s + (p * q^2 + a * q^2 + c * p) * rise_q - 2 * p * q.

Lemma s_form : s = x + p * rise_p.
Proof. unfold s, rise_p. rewrite floor_form. ring. Qed.

Lemma powers_along_p : forall y, powers c y q = slope_p * (y - p) + (q^2 + c) * rise_p * ((y - p) * (y - p)).
Proof.
  intros y. transitivity (powers c p q + slope_p * (y - p) + (q^2 + c) * rise_p * ((y - p) * (y - p))).
  - unfold powers, slope_p, s, rise_p. rewrite !floor_form. ring.
  - rewrite touches. ring.
Qed.

Lemma flat_p : p < 1 -> slope_p = 0.
Proof.
  intros inside. destruct p_range. apply (flat_inside ((q^2 + c) * rise_p) slope_p p); [lra|]. intros y y_range.
  rewrite <- powers_along_p. apply good; assumption.
Qed.

Lemma falls_p : p = 1 -> slope_p <= 0.
Proof.
  intros at_1. apply (falls_to_end ((q^2 + c) * rise_p)). intros y y_range.
  replace 1 with p by assumption. rewrite <- powers_along_p. apply good; assumption.
Qed.

Lemma powers_along_q : forall y, powers c p y = cubic (c * p * (x - p * x * (1 - x))) (c * p * rise_q)
  ((p + a) * (x - p * x * (1 - x)) - p) ((p + a) * rise_q) y.
Proof. intros y. unfold powers, cubic, rise_q. rewrite floor_form. ring. Qed.

Lemma flat_q : q < 1 -> slope_q = 0.
Proof.
  intros inside. destruct q_range. transitivity (cubic_slope (c * p * rise_q)
    ((p + a) * (x - p * x * (1 - x)) - p) ((p + a) * rise_q) q).
  - unfold slope_q, cubic_slope, s, rise_q. rewrite floor_form. ring.
  - apply (even_between (c * p * (x - p * x * (1 - x)))) with (l := 0) (h := 1); [lra | |].
    + intros y y_range. rewrite <- powers_along_q. apply good; [assumption | split; lra].
    + rewrite <- powers_along_q. assumption.
Qed.

Lemma of_slope_p : p * (s * slope_p) = q^2 * (p * (s - x) - a * s^2).
Proof.
  assert (value : (p * q^2 + a * q^2 + c * p) * s = p * q^2) by (unfold powers in touches; fold s in touches; lra).
  transitivity (s * ((p * q^2 + a * q^2 + c * p) * s - p * q^2) - a * q^2 * s^2
    + p * rise_p * ((p * q^2 + a * q^2 + c * p) * s)); [unfold slope_p; ring|].
  rewrite value, s_form. ring.
Qed.

Lemma of_slope_q : q * (s * slope_q) = p * (q^3 * rise_q - 2 * c * s^2).
Proof.
  assert (value : (p * q^2 + a * q^2 + c * p) * s = p * q^2) by (unfold powers in touches; fold s in touches; lra).
  transitivity (2 * s * ((p * q^2 + a * q^2 + c * p) * s - p * q^2) - 2 * c * p * s^2
    + q * rise_q * ((p * q^2 + a * q^2 + c * p) * s)); [unfold slope_q; ring|].
  rewrite value. ring.
Qed.

Lemma s_positive : 0 < s.
Proof. unfold s. apply floor_positive; [lra | exact p_range | exact q_range]. Qed.

(** c left out. *)
Lemma without_c : q < 1 -> 2 * (p + a) * s^2 + p * (s - x + p * x * (1 - x)) = 2 * p * s.
Proof.
  intros inside. pose proof (of_slope_q) as form. rewrite (flat_q inside) in form. destruct p_range, q_range.
  assert (of_c : 2 * c * s^2 = q^3 * rise_q) by (apply (Rmult_eq_reg_l p); lra).
  assert (value : (p * q^2 + a * q^2 + c * p) * s = p * q^2) by (unfold powers in touches; fold s in touches; lra).
  assert (of_rise : q * rise_q = s - x + p * x * (1 - x)) by (rewrite s_form; unfold rise_q, rise_p; ring).
  apply (Rmult_eq_reg_l (q^2)); [|apply pow_nonzero; lra].
  transitivity (2 * s * ((p * q^2 + a * q^2 + c * p) * s) + p * (q^2 * (q * rise_q) - 2 * c * s^2));
    [rewrite of_rise; ring | rewrite value, of_c; ring].
Qed.

(** Inside. *)
Lemma inside_form : p < 1 -> q < 1 -> x < s /\ a * s^2 = p * (s - x) /\ p * (x * (1 - x)) = inner x s /\
  x * (s - x) < inner x s.
Proof.
  intros p_inside q_inside. destruct p_range, q_range. pose proof (without_c q_inside) as level.
  pose proof of_slope_p as form. rewrite (flat_p p_inside) in form.
  assert (of_a : a * s^2 = p * (s - x)).
  { apply (Rmult_eq_reg_l (q^2)); [|apply pow_nonzero; lra]. lra. }
  pose proof s_positive as s0. assert (square : 0 < s^2) by (apply pow_lt; assumption).
  assert (up : 0 < p * (s - x)) by (rewrite <- of_a; apply Rmult_lt_0_compat; assumption).
  assert (x_s : x < s).
  { apply Rnot_le_lt. intros less. assert (0 <= p * (x - s)) by (apply Rmult_le_pos; lra). lra. }
  assert (of_p : p * (x * (1 - x)) = inner x s).
  { apply (Rmult_eq_reg_l p); [|lra]. unfold inner. lra. }
  repeat split; try assumption. rewrite <- of_p. rewrite s_form. unfold rise_p.
  assert (0 < p * (x * (1 - x) * ((1 + x) * (1 - q)))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(** At p = 1. *)
Lemma first_form : p = 1 -> q < 1 -> s - x <= a * s^2 /\ 2 * (a * s^2) = s + x^2 - 2 * s^2.
Proof.
  intros at_1 q_inside. pose proof (without_c q_inside) as level. pose proof of_slope_p as form.
  pose proof (falls_p at_1) as falls. pose proof s_positive as s0. destruct q_range.
  assert (square : 0 < q^2) by (apply pow_lt; assumption).
  assert (0 <= s * - slope_p) by (apply Rmult_le_pos; lra).
  rewrite at_1 in level, form. split; [|lra].
  apply (Rmult_le_reg_l (q^2)); [assumption|]. lra.
Qed.

End Touching.

(** * The end q = 1 *)

Variable t : R.
Hypothesis x_t : x < t.
Hypothesis of_a : a * t^2 * (1 - x) = (t - x)^2.
Hypothesis of_b : (1 + b) * t^2 = x.
Hypothesis outwards : x * (t - x) <= inner x t.

Lemma end_square : forall p, t^2 * (1 - x) * powers b p 1 = x * ((1 - x) * p - (t - x))^2.
Proof.
  intros p. unfold powers. rewrite floor_form.
  transitivity ((p * ((1 + b) * t^2) * (1 - x) + a * t^2 * (1 - x)) * (x + p * (1 - x)) - p * t^2 * (1 - x)); [ring|].
  rewrite of_b, of_a. ring.
Qed.

Lemma end_good : forall p, half_open p -> 0 <= powers b p 1.
Proof.
  intros p p_range. assert (some : 0 < t^2 * (1 - x)) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
  apply (Rmult_le_reg_l (t^2 * (1 - x))); [assumption|]. rewrite end_square, Rmult_0_r.
  apply Rmult_le_pos; [lra|]. pose proof (Rle_0_sqr ((1 - x) * p - (t - x))) as square. unfold Rsqr in square. lra.
Qed.

(** Where V = x (1 - x): the first prior is 1 inside. *)
Lemma border_place : exists z, x < z < 1 /\ z + 2 * z^2 = 2 * x + x^2.
Proof.
  set (r := sqrt (1 + 8 * (2 * x + x^2))).
  assert (x2 : 0 < x^2) by (apply pow_lt; lra). assert (x1 : x^2 < x).
  { assert (0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (square : r * r = 1 + 8 * (2 * x + x^2)) by (apply sqrt_sqrt; lra).
  assert (r0 : 0 <= r) by apply sqrt_pos. exists ((r - 1) / 4). split; [|field_simplify; lra].
  assert (low : 1 + 4 * x < r).
  { apply Rnot_le_lt. intros less. assert (0 <= (1 + 4 * x - r) * (1 + 4 * x + r)) by (apply Rmult_le_pos; lra). lra. }
  assert (high : r < 5).
  { apply Rnot_le_lt. intros more. assert (0 <= (r - 5) * (r + 5)) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.

Lemma not_inside : forall s p, x < s -> p < 1 -> a * s^2 = p * (s - x) -> p * (x * (1 - x)) = inner x s ->
  x * (s - x) < inner x s -> False.
Proof.
  intros s p x_s p_high of_s level above.
  assert (room : 0 < (1 - p) * (x * (1 - x))) by (repeat apply Rmult_lt_0_compat; lra).
  assert (high : 2 * x + x^2 <= s + 2 * s^2) by (unfold inner in level; lra).
  pose proof (outer_below x t s ltac:(lra) x_t outwards x_s above high) as apart.
  assert (left_side : x * (t - x)^2 * s^2 = x * (1 - x) * t^2 * (a * s^2)) by (rewrite <- of_a; ring).
  rewrite left_side, of_s, <- level in apart. lra.
Qed.

Lemma not_at_first : forall s, 0 < s -> s - x <= a * s^2 -> 2 * (a * s^2) = s + x^2 - 2 * s^2 -> False.
Proof.
  intros s s0 above level. destruct border_place as [z [z_range border]].
  assert (s_z : s <= z).
  { apply Rnot_lt_le. intros more. assert (0 < (s - z) * (1 + 2 * (s + z))) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (x2 : 0 < x^2) by (apply pow_lt; lra).
  assert (falls : 2 * (z - x) * s^2 <= (s + x^2 - 2 * s^2) * z^2).
  { assert (0 <= (z - s) * (s * z + x^2 * (s + z))).
    { apply Rmult_le_pos; [lra|]. assert (0 < s * z) by (apply Rmult_lt_0_compat; lra).
      assert (0 < x^2 * (s + z)) by (apply Rmult_lt_0_compat; lra). lra. }
    replace (2 * (z - x)) with (z + x^2 - 2 * z^2) by lra. lra. }
  assert (square : 0 < s^2) by (apply pow_lt; lra).
  assert (more : z - x <= a * z^2).
  { apply (Rmult_le_reg_l (2 * s^2)); [lra|]. rewrite <- level in falls. lra. }
  assert (x * (1 - x) = inner x z) by (unfold inner; lra).
  assert (x * (z - x) < inner x z).
  { assert (0 < x * (1 - z)) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (outer_below x t z ltac:(lra) x_t outwards ltac:(lra) ltac:(assumption) ltac:(lra)) as apart.
  assert (left_side : x * (t - x)^2 * z^2 = x * (1 - x) * t^2 * (a * z^2)) by (rewrite <- of_a; ring).
  assert (0 <= x * (1 - x) * t^2 * (a * z^2 - (z - x))).
  { repeat apply Rmult_le_pos; try lra; apply pow_le; lra. }
  rewrite left_side in apart. replace (inner x z) with (x * (1 - x)) in apart by assumption. lra.
Qed.

Theorem enough_at_second_of_powers : forall p q, half_open p -> half_open q -> 0 <= powers b p q.
Proof.
  intros p1 q1 p1_range q1_range. apply Rnot_lt_le. intros low.
  assert (x2 : 0 < x * x) by (apply Rmult_lt_0_compat; lra).
  destruct (lifted_until_it_touches (powers b) (fun p q => p * floor x p q / (x * x)) (a * (x * x)) (b * (x * x)))
    as [beta [beta0 [good [p [q [p_range [q_range touches]]]]]]].
  - unfold powers, floor, denominator. smoothly.
  - unfold floor, denominator, Rdiv. smoothly.
  - apply Rmult_lt_0_compat; assumption.
  - apply Rmult_lt_0_compat; assumption.
  - intros p q p_range q_range. pose proof (floor_low p q p_range q_range). destruct p_range.
    apply Rlt_le, Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
  - intros p q p_range q_range below. pose proof (floor_low p q p_range q_range) as high.
    destruct p_range as [p_low p_high], q_range as [q_low q_high]. unfold powers in below.
    assert (q2 : 0 < q^2) by (apply pow_lt; assumption).
    assert (0 <= p * q^2 * floor x p q) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= a * q^2 * (floor x p q - x * x)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= b * p * (floor x p q - x * x)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= a * q^2 * (x * x)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= b * p * (x * x)) by (repeat apply Rmult_le_pos; lra).
    split.
    + apply (Rmult_le_reg_l (q^2)); [assumption | lra].
    + apply (Rmult_le_reg_l p); [assumption|].
      assert (0 <= p * (q * (1 - q))) by (repeat apply Rmult_le_pos; lra). lra.
  - intros p q p_range q_range. pose proof (floor_low p q p_range q_range) as high.
    destruct p_range as [p_low p_high], q_range as [q_low q_high].
    assert (f0 : 0 < floor x p q) by lra.
    assert (some : 0 < (p * q^2 + a * q^2 + b * p) * floor x p q).
    { apply Rmult_lt_0_compat; [|assumption]. assert (0 < q^2) by (apply pow_lt; assumption).
      assert (0 < p * q^2) by (apply Rmult_lt_0_compat; assumption).
      assert (0 < a * q^2) by (apply Rmult_lt_0_compat; assumption).
      assert (0 < b * p) by (apply Rmult_lt_0_compat; assumption). lra. }
    assert (ratio : p <= p * floor x p q / (x * x)).
    { apply (Rmult_le_reg_r (x * x)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rmult_le_compat_l; lra. }
    assert (0 <= p * ((1 - q) * (1 + q))) by (repeat apply Rmult_le_pos; lra). unfold powers. lra.
  - exists p1, q1. repeat split; try assumption; apply p1_range || apply q1_range.
  - set (c := b + beta / (x * x)).
    assert (more : 0 < beta / (x * x)) by (apply Rdiv_lt_0_compat; assumption).
    assert (form : forall p q, powers b p q + beta * (p * floor x p q / (x * x)) = powers c p q)
      by (intros; unfold powers, c; field; lra).
    rewrite form in touches.
    assert (better : forall p q, half_open p -> half_open q -> 0 <= powers c p q)
      by (intros; rewrite <- form; apply good; assumption).
    destruct (Rlt_or_le q 1) as [q_inside|q_end].
    + destruct (Rlt_or_le p 1) as [p_inside|p_end].
      * destruct (inside_form c p q p_range q_range better touches p_inside q_inside) as [x_s [of_s [level above]]].
        exact (not_inside _ p x_s p_inside of_s level above).
      * assert (at_1 : p = 1) by (destruct p_range; lra).
        destruct (first_form c p q p_range q_range better touches at_1 q_inside) as [above level].
        refine (not_at_first _ _ above level). apply floor_positive; [lra | exact p_range | exact q_range].
    + assert (at_1 : q = 1) by (destruct q_range; lra). subst q. pose proof (end_good p p_range) as high.
      destruct p_range as [p_low p_high].
      assert (f0 : 0 < floor x p 1) by (apply floor_positive; lra).
      assert (0 < beta / (x * x) * (p * floor x p 1))
        by (apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat]; assumption).
      unfold powers, c in touches, high. lra.
Qed.

End Powers.

(** * The level at q = 1 *)

(** P is a parabola in p there; X is the lesser root of its discriminant. *)
Lemma second_level : forall a b x, 0 < b -> 0 < x < 1 ->
  (1 + a + b)^2 * x^2 - 2 * (1 + a^2 + b + a * b) * x + (1 - a)^2 = 0 -> 0 < 1 - a - (1 + b - a) * x ->
  exists t, x < t /\ a * t^2 * (1 - x) = (t - x)^2 /\ (1 + b) * t^2 = x.
Proof.
  intros a b x b0 x_range level turns. set (t := (1 - a + (1 + a + b) * x) / (2 * (1 + b))).
  assert (of_t : 2 * (1 + b) * t = 1 - a + (1 + a + b) * x) by (unfold t; field; lra). clearbody t.
  assert (beyond : 2 * (1 + b) * (t - x) = 1 - a - (1 + b - a) * x) by lra.
  assert (of_b : (1 + b) * t^2 = x).
  { apply (Rmult_eq_reg_l (4 * (1 + b))); [|lra].
    transitivity ((2 * (1 + b) * t) * (2 * (1 + b) * t)); [ring | rewrite of_t; lra]. }
  exists t. split; [apply (Rmult_lt_reg_l (2 * (1 + b))); lra|]. split; [|assumption].
  apply (Rmult_eq_reg_l (4 * (1 + b) * (1 + b))); [|repeat apply Rmult_integral_contrapositive_currified; lra].
  transitivity (4 * (1 + b) * a * (1 - x) * ((1 + b) * t^2)); [ring|].
  transitivity ((2 * (1 + b) * (t - x)) * (2 * (1 + b) * (t - x))); [|ring]. rewrite of_b, beyond. lra.
Qed.

(** A polynomial in a and b that is positive just where eps falls inwards from there. *)
Definition second_border (a b : R) : R := 16 * a^3 * b + 12 * a^3 + 24 * a^2 * b^2 + 20 * a^2 * b + 9 * a * b^3
  + 13 * a * b^2 + 16 * a * b + 12 * a - 4 * b^3 - 8 * b^2 - 4 * b.

Definition second_rest (x t : R) : R := 5 * t^5 + 9 * t^5 * x + 14 * t^3 * x + 46 * t^3 * x^2 + 5 * t * x^2
  + 17 * t * x^3 - 2 * t^6 - 9 * t^4 * x^2 - 31 * t^4 * x - 14 * t^2 * x^3 - 36 * t^2 * x^2 - x^4 - 3 * x^3.

Lemma second_outwards : forall a b x t, 0 < b -> 0 < x < 1 -> x < t -> a * t^2 * (1 - x) = (t - x)^2 ->
  (1 + b) * t^2 = x -> (t^2 < x -> 0 < second_rest x t) -> second_border a b <= 0 -> x * (t - x) <= inner x t.
Proof.
  intros a b x t b0 x_range x_t of_a of_b rest border. apply Rnot_lt_le. intros inwards.
  assert (square : 0 < t^2) by (apply pow_lt; lra).
  assert (less : t^2 < x) by (assert (0 < b * t^2) by (apply Rmult_lt_0_compat; assumption); lra).
  pose proof (rest less) as some.
  assert (a_form : a = (t - x)^2 / (t^2 * (1 - x))) by (rewrite <- of_a; field; lra).
  assert (b_form : b = x / t^2 - 1) by (rewrite <- of_b; field; lra).
  assert (form : second_border a b * (t^8 * (1 - x)^3) = (x * (t - x) - inner x t) * (x * second_rest x t)).
  { rewrite a_form, b_form. unfold second_border, second_rest, inner. field. lra. }
  assert (0 < (x * (t - x) - inner x t) * (x * second_rest x t)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 <= - second_border a b * (t^8 * (1 - x)^3)).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; apply pow_le; lra. }
  lra.
Qed.
