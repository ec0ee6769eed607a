(** r* = 1 + a/p + b/q with a > 0 and 0 < b < 1: e^-eps where no end decides.

    P = n floor(x) - d is positive at x = 1 and negative at some priors for x = l = (1 - b)/(1 + a + b), as it
    is 0 at p = 1, some q < 1 and some x > l (`touched_at_first`, `first_above_low`). By compactness there is a
    last x below which it is negative somewhere: there it is nowhere negative, and 0 at priors p and q. They
    are not (1, 1), where P = a + b. Were p = 1 and q < 1, P would not change with q there, and x be the level
    of that end; it is supposed that P is negative somewhere at that level. Were q = 1 and p < 1, P would not
    change with p there, and not rise with q; it is supposed that it does (`least_inside`).

    So P = P_p = P_q = 0. With s = floor(x) these say, as p floor_p = s - x and q floor_q = s - y with
    y = x (1 - p (1 - x)), that (q + b) s^2 = q x and (p + a) s^2 = p y; and n s = p q then gives x + y = s + s^2.
    Hence 2 x - s - s^2 = p x (1 - x) > 0 and x - s^2 = p q (1 - x^2), so that a and b are functions of s and x
    (`stationary_terms`), at which the polynomial E of x is 0 whatever s is.

    That E has no second root from l to 1 is Descartes' rule for x = (1 + (1 - b) t)/(1 + (1 + a + b) t): the
    signs of the coefficients change once at most, by certificates in a and b alone. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles Convex Stationary Two_terms.
Local Open Scope R_scope.

(** * The level of the end p = 1 *)

Lemma first_root : forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->
  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 ->
  exists k, 1 < k /\ k * k = 1 + a /\ b * (1 - x * x) = (1 - k * x)^2.
Proof.
  intros a b x a0 b_range x_range equation. set (k := sqrt (1 + a)).
  assert (kk : k * k = 1 + a) by (apply sqrt_sqrt; lra).
  assert (k1 : 1 < k) by (unfold k; rewrite <- sqrt_1 at 1; apply sqrt_lt_1; lra).
  exists k. split; [assumption|]. split; [assumption|].
  assert (0 < x^2) by (apply pow_lt; lra). assert (0 < k * x) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (1 + a + b) * x^2) by (apply Rmult_lt_0_compat; lra).
  assert (product : ((1 + a + b) * x^2 + 1 - b - 2 * (k * x)) * ((1 + a + b) * x^2 + 1 - b + 2 * (k * x)) = 0).
  { transitivity (((1 + a + b) * x^2 + 1 - b)^2 - 4 * (k * k) * x^2); [ring | rewrite equation, kk; ring]. }
  apply Rmult_integral in product.
  transitivity (k * k * x^2 + 1 - 2 * (k * x)); [rewrite kk; lra | ring].
Qed.

Lemma first_above_low : forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->
  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> 1 - b < (1 + a + b) * x.
Proof.
  intros a b x a0 b_range x_range equation.
  destruct (first_root a b x) as [k [k1 [kk of_b]]]; try assumption.
  assert (form : x * (1 - x) * ((1 + a + b) * x - (1 - b)) = (k * x - x) * (k * x - x)).
  { transitivity ((k * k * x^2 - x) * (1 - x) + x * (b * (1 - x * x))); [rewrite kk; ring | rewrite of_b; ring]. }
  assert (gap : 0 < (k - 1) * x) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (k * x - x) * (k * x - x)) by (apply Rmult_lt_0_compat; lra).
  apply Rnot_le_lt. intros less. assert (0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (x * (1 - x) * ((1 + a + b) * x - (1 - b)) <= 0) by (apply opposite; lra). lra.
Qed.

(** The lesser root: P falls at q = 0. *)
Lemma first_is_least : forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->
  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> middle a b x 1 < 0 -> 0 <= 1 - b - (1 + a + b) * x^2.
Proof.
  intros a b x a0 b_range x_range equation falls.
  destruct (first_root a b x) as [k [k1 [kk of_b]]]; try assumption. set (y := k * x) in *.
  assert (square : 0 < 1 - x * x) by (apply squares; assumption).
  assert (yy : (1 + a) * (x * x) = y * y) by (unfold y; rewrite <- kk; ring).
  assert (below : 0 < y * (1 - y)) by (unfold middle in falls; lra).
  assert (x_y : x < y) by (unfold y; assert (0 < (k - 1) * x) by (apply Rmult_lt_0_compat; lra); lra).
  assert (y1 : y < 1) by (apply Rnot_le_lt; intros le; pose proof (opposite y (1 - y) ltac:(lra) ltac:(lra)); lra).
  assert (form : (1 - x * x) * (1 - b - (1 + a + b) * x^2) =
    2 * (1 - y) * (y - x * x)).
  { transitivity ((1 - x * x) * (1 - (1 + a) * (x * x)) - (b * (1 - x * x)) * (1 + x * x));
      [ring | rewrite yy, of_b; ring]. }
  assert (x * x < x * 1) by (apply Rmult_lt_compat_l; lra).
  assert (0 <= 2 * (1 - y) * (y - x * x)) by (repeat apply Rmult_le_pos; lra).
  apply Rnot_lt_le. intros less.
  assert (0 < (1 - x * x) * - (1 - b - (1 + a + b) * x^2)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * The last level *)

(** P_p, P is quadratic in p. *)
Definition turning (x q : R) : R := (1 - x * x) * q - x * (1 - x).
Definition slope_of_p (a b x p q : R) : R := 2 * (q + b) * turning x q * p + ((q + b) * x + a * q * turning x q - q).
Definition slope_of_q (a b x p q : R) : R := 2 * first a x p * q + middle a b x p.

Lemma along_p : forall a b x p q y, lifted a b x y q =
  lifted a b x p q + slope_of_p a b x p q * (y - p) + (q + b) * turning x q * ((y - p) * (y - p)).
Proof. intros. unfold lifted, slope_of_p, turning. rewrite !floor_form. ring. Qed.

Lemma along_q : forall a b x p q y, lifted a b x p y =
  lifted a b x p q + slope_of_q a b x p q * (y - q) + first a x p * ((y - q) * (y - q)).
Proof. intros. unfold slope_of_q. rewrite !lifted_form. ring. Qed.

Lemma floor_above_square : forall x p q, half_open p -> half_open q -> 0 < x <= 1 -> x * x <= floor x p q.
Proof.
  intros x p q [p0 p1] [q0 q1] x_range.
  assert (form : floor x p q - x * x = x * (1 - x) * (1 - p) + p * q * (1 - x) * (1 + x)) by (rewrite floor_form; ring).
  assert (0 <= x * (1 - x) * (1 - p)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= p * q * (1 - x) * (1 + x)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma priors_away : forall a b x p q, 0 < a -> 0 < b -> half_open p -> half_open q -> 0 < x <= 1 ->
  lifted a b x p q <= 0 -> a * (x * x) <= p /\ b * (x * x) <= q.
Proof.
  intros a b x p q a0 b0 p_range q_range x_range below.
  pose proof (floor_above_square x p q p_range q_range x_range) as high.
  destruct p_range as [p0 p1], q_range as [q0 q1]. unfold lifted in below.
  assert (pq : 0 < p * q) by (apply Rmult_lt_0_compat; lra). assert (aq : 0 < a * q) by (apply Rmult_lt_0_compat; lra).
  assert (bp : 0 < b * p) by (apply Rmult_lt_0_compat; lra).
  assert (xx : 0 < x * x) by (apply Rmult_lt_0_compat; lra).
  assert (whole : (p * q + a * q + b * p) * (x * x) <= p * q).
  { apply Rle_trans with ((p * q + a * q + b * p) * floor x p q); [apply Rmult_le_compat_l|]; lra. }
  assert (0 < p * q * (x * x)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < a * q * (x * x)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < b * p * (x * x)) by (apply Rmult_lt_0_compat; lra). split.
  - apply (Rmult_le_reg_l q); lra.
  - apply (Rmult_le_reg_l p); lra.
Qed.

Theorem least_inside : forall a b, 0 < a -> 0 < b < 1 ->
  (forall x, 0 < x < 1 -> ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> 0 <= 1 - b - (1 + a + b) * x^2 ->
    exists p q, half_open p /\ half_open q /\ lifted a b x p q < 0) ->
  (forall x v, 0 < x < 1 -> 0 < v < 1 -> lifted a b x v 1 = 0 -> slope_at_1 a b x v = 0 ->
    0 < first a x v - last b x v) ->
  exists x, 0 < x < 1 /\ 1 - b < (1 + a + b) * x /\ (forall p q, half_open p -> half_open q -> 0 <= lifted a b x p q) /\
    exists p q, 0 < p < 1 /\ 0 < q < 1 /\ lifted a b x p q = 0 /\ slope_of_p a b x p q = 0 /\ slope_of_q a b x p q = 0.
Proof.
  intros a b a0 b_range negative rises.
  destruct (first_level a b a0 b_range) as [y [y_range [equation least]]].
  destruct (touched_at_first a b y) as [p1 [q1 [p1_half [q1_half [inner touched]]]]]; try assumption.
  pose proof (first_above_low a b y a0 b_range y_range equation) as y_low.
  set (l := (1 - b) / (1 + a + b)). assert (l_form : (1 + a + b) * l = 1 - b) by (unfold l; field; lra).
  assert (l0 : 0 < l) by (apply Rdiv_lt_0_compat; lra).
  assert (l_y : l < y) by (apply (Rmult_lt_reg_l (1 + a + b)); lra).
  assert (ll : 0 < l * l) by (apply Rmult_lt_0_compat; lra).
  assert (shape : smooth (fun p q x => lifted a b x p q)) by (unfold lifted, floor, denominator; smoothly).
  destruct (last_level (fun p q x => lifted a b x p q) shape l (a * (l * l)) (b * (l * l)))
    as [x [x_range [good [p [q [p_range [q_range touches]]]]]]]; cbv beta in *.
  { lra. }
  { apply Rmult_lt_0_compat; lra. }
  { apply Rmult_lt_0_compat; lra. }
  { intros p q x p_range q_range x_range below.
    assert (order : l * l <= x * x) by (apply Rmult_le_compat; lra).
    destruct (priors_away a b x p q) as [p_low q_low]; try assumption; try lra. split.
    - apply Rle_trans with (a * (x * x)); [apply Rmult_le_compat_l; lra | assumption].
    - apply Rle_trans with (b * (x * x)); [apply Rmult_le_compat_l; lra | assumption]. }
  { intros p q [p0 p_1] [q0 q_1]. unfold lifted. rewrite floor_form.
    assert (0 < a * q) by (apply Rmult_lt_0_compat; lra). assert (0 < b * p) by (apply Rmult_lt_0_compat; lra). lra. }
  { exists p1, q1. split; [assumption|]. split; [assumption|]. rewrite <- touched. unfold lifted. destruct p1_half, q1_half.
    apply lifted_climbs; try (split; assumption); [|right; assumption | lra].
    assert (0 < p1 * q1) by (apply Rmult_lt_0_compat; lra). assert (0 < a * q1) by (apply Rmult_lt_0_compat; lra).
    assert (0 < b * p1) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (x_unit : 0 < x < 1) by lra.
  assert (x_low : 1 - b < (1 + a + b) * x) by (rewrite <- l_form; apply Rmult_lt_compat_l; lra).
  exists x. split; [assumption|]. split; [assumption|]. split; [assumption|].
  assert (even_p : p < 1 -> slope_of_p a b x p q = 0).
  { intros p_1. destruct p_range. apply (flat_inside ((q + b) * turning x q) _ p); [lra|]. intros z z_range.
    pose proof (good z q z_range q_range) as more. rewrite (along_p a b x p q z) in more. lra. }
  assert (even_q : q < 1 -> slope_of_q a b x p q = 0).
  { intros q_1. destruct q_range. apply (flat_inside (first a x p) _ q); [lra|]. intros z z_range.
    pose proof (good p z p_range z_range) as more. rewrite (along_q a b x p q z) in more. lra. }
  destruct p_range as [p0 p_le], q_range as [q0 q_le].
  destruct p_le as [p_1|p_1]; destruct q_le as [q_1|q_1].
  - exists p, q. repeat split; try assumption; [apply even_p | apply even_q]; assumption.
  - exfalso. subst q. pose proof (even_p p_1) as even.
    assert (even' : slope_at_1 a b x p = 0) by (rewrite <- even; unfold slope_at_1, slope_of_p, turning; ring).
    pose proof (rises x p x_unit ltac:(lra) touches even') as up.
    assert (down : slope_of_q a b x p 1 <= 0).
    { apply (falls_to_end (first a x p)). intros z z_range.
      pose proof (good p z ltac:(split; lra) z_range) as more. rewrite (along_q a b x p 1 z) in more. lra. }
    unfold slope_of_q in down. rewrite lifted_form in touches. lra.
  - exfalso. subst p. pose proof (even_q q_1) as even. unfold slope_of_q in even. rewrite lifted_form in touches.
    assert (up : 0 < first a x 1) by (apply first_positive; [assumption | assumption | split; lra]).
    assert (falls : middle a b x 1 < 0) by (assert (0 < first a x 1 * q) by (apply Rmult_lt_0_compat; lra); lra).
    assert (level : spread a b x 1 = 0).
    { assert (middle_is : middle a b x 1 = - (2 * first a x 1 * q)) by lra. rewrite middle_is in touches.
      assert (last_is : last b x 1 = first a x 1 * q^2) by lra. unfold spread. rewrite middle_is, last_is. ring. }
    rewrite spread_1 in level.
    destruct (negative x x_unit) as [p' [q' [p'_range [q'_range less]]]].
    { lra. }
    { apply first_is_least; try assumption. lra. }
    pose proof (good p' q' p'_range q'_range). lra.
  - exfalso. subst p q. unfold lifted in touches. rewrite floor_form in touches. lra.
Qed.

(** * Where P is stationary *)

Lemma stationary_terms : forall a b x p q, 0 < a -> 0 < b -> 0 < x < 1 -> 0 < p < 1 -> 0 < q < 1 ->
  lifted a b x p q = 0 -> slope_of_p a b x p q = 0 -> slope_of_q a b x p q = 0 ->
  exists s, 0 < s /\ 0 < 2 * x - s - s^2 /\
    a = (2 * x - s - s^2) * (s - x) / (s^2 * x * (1 - x)) /\
    b = x * (x - s^2)^2 / (s^2 * (1 + x) * (2 * x - s - s^2)).
Proof.
  intros a b x p q a0 b0 x_range p_range q_range touches even_p even_q.
  set (s := floor x p q). set (n := p * q + a * q + b * p). set (y := x * (1 - p * (1 - x))).
  assert (pq : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
  assert (s0 : 0 < s) by (apply floor_positive; [lra | split; lra | split; lra]).
  assert (ns : n * s = p * q) by (unfold lifted in touches; unfold n, s; lra).
  assert (s_form : s = y + p * q * (1 - x * x)) by (unfold s, y; rewrite floor_form; ring).
  assert (of_b : (q + b) * s^2 = q * x).
  { apply (Rmult_eq_reg_l p); [|lra].
    assert (form : p * slope_of_p a b x p q = (p * q + b * p) * s + n * (s - x) - p * q)
      by (unfold slope_of_p, turning, n, s; rewrite floor_form; ring).
    rewrite even_p in form.
    assert (whole : s * ((p * q + b * p) * s + n * (s - x) - p * q) = (p * q + b * p) * s^2 + (n * s) * (s - x) - p * q * s) by ring.
    rewrite <- form, ns in whole. lra. }
  assert (of_a : (p + a) * s^2 = p * y).
  { apply (Rmult_eq_reg_l q); [|lra].
    assert (form : q * slope_of_q a b x p q = (p * q + a * q) * s + n * (s - y) - p * q)
      by (unfold slope_of_q, first, middle, n, s, y; rewrite floor_form; ring).
    rewrite even_q in form.
    assert (whole : s * ((p * q + a * q) * s + n * (s - y) - p * q) = (p * q + a * q) * s^2 + (n * s) * (s - y) - p * q * s) by ring.
    rewrite <- form, ns in whole. lra. }
  assert (sum : x + y = s + s^2).
  { apply (Rmult_eq_reg_l (p * q)); [|lra].
    transitivity (p * q * s^2 + ((q + b) * s^2 - q * s^2) * p + ((p + a) * s^2 - p * s^2) * q + p * q * s^2).
    - rewrite of_b, of_a. ring.
    - transitivity (n * s * s + p * q * s^2); [unfold n; ring | rewrite ns; ring]. }
  assert (turn : 2 * x - s - s^2 = p * (x * (1 - x))) by (unfold y in sum; lra).
  assert (rest : x - s^2 = p * q * (1 - x * x)) by lra.
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (turn0 : 0 < p * (x * (1 - x))) by (apply Rmult_lt_0_compat; lra).
  assert (ss : 0 < s^2) by (apply pow_lt; lra).
  exists s. split; [assumption|]. split; [lra|]. split.
  - apply (Rmult_eq_reg_r (s^2)); [|lra].
    transitivity (p * (s - x)); [replace (s - x) with (y - s^2) by lra; lra|]. rewrite turn. field. repeat split; nonzero_parts.
  - apply (Rmult_eq_reg_r (s^2)); [|lra].
    transitivity (q * (x - s^2)); [lra|]. rewrite turn, rest. field. repeat split; nonzero_parts.
Qed.

(** * Descartes' rule between (1 - b)/(1 + a + b) and 1 *)

Theorem only_from_low : forall a b X (e : R -> R) c0 c1 c2 c3 c4 c5 c6 c7, 0 < a -> 0 < b < 1 ->
  (forall y, (1 + a + b) * y - (1 - b) <> 0 ->
    along (cons c0 (cons c1 (cons c2 (cons c3 (cons c4 (cons c5 (cons c6 (cons c7 nil))))))))
      ((1 - y) / ((1 + a + b) * y - (1 - b))) * ((1 + a + b) * y - (1 - b))^7 = (a + 2 * b)^7 * e y) ->
  (forall y, (1 + a + b) * y = 1 - b -> (1 + a + b)^7 * e y = c7) ->
  0 < c0 -> 0 < c1 -> 0 < c2 -> 0 < c3 -> 0 < c4 -> (c5 <= 0 -> c6 <= 0) -> (c6 <= 0 -> c7 < 0) ->
  0 < X < 1 -> 1 - b < (1 + a + b) * X -> e X = 0 ->
  forall y, 1 - b <= (1 + a + b) * y -> y <= 1 -> e y = 0 -> y = X.
Proof.
  intros a b X e c0 c1 c2 c3 c4 c5 c6 c7 a0 b_range turned at_low c0_sign c1_sign c2_sign c3_sign c4_sign later latest
    X_range X_low root y y_low y_1 y_root.
  set (c := cons c1 (cons c2 (cons c3 (cons c4 (cons c5 (cons c6 (cons c7 nil))))))) in *.
  set (t := fun z => (1 - z) / ((1 + a + b) * z - (1 - b))).
  assert (t0 : forall z, 1 - b < (1 + a + b) * z -> z < 1 -> 0 < t z) by (intros; apply Rdiv_lt_0_compat; lra).
  assert (zero : forall z, 1 - b < (1 + a + b) * z -> e z = 0 -> along (cons c0 c) (t z) = 0).
  { intros z z_low z_root. apply (Rmult_eq_reg_r (((1 + a + b) * z - (1 - b))^7)); [|apply pow_nonzero; lra].
    unfold t. rewrite turned by lra. rewrite z_root. ring. }
  assert (signs : one_change (cons c0 c)).
  { unfold c. cbn [one_change]. repeat split; try (left; assumption).
    - destruct (Rlt_or_le 0 c5) as [|low]; [left; assumption | right; apply later; assumption].
    - destruct (Rlt_or_le 0 c6) as [|low]; [left; assumption | right; pose proof (latest low); lra]. }
  destruct y_1 as [y_1|y_1].
  - destruct y_low as [y_low|y_low].
    + destruct (Rtotal_order y X) as [less|[same|more]]; [exfalso | exact same | exfalso].
      * apply (one_root c0 c (t X) (t y)); auto. split; [apply t0; lra|].
        assert (gap : t y - t X = (a + 2 * b) * (X - y) / (((1 + a + b) * y - (1 - b)) * ((1 + a + b) * X - (1 - b))))
          by (unfold t; field; lra).
        assert (0 < t y - t X); [|lra]. rewrite gap. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra.
      * apply (one_root c0 c (t y) (t X)); auto. split; [apply t0; lra|].
        assert (gap : t X - t y = (a + 2 * b) * (y - X) / (((1 + a + b) * X - (1 - b)) * ((1 + a + b) * y - (1 - b))))
          by (unfold t; field; lra).
        assert (0 < t X - t y); [|lra]. rewrite gap. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra.
    + exfalso. pose proof (at_low y ltac:(lra)) as c7_is. rewrite y_root in c7_is.
      assert (c7_zero : c7 = 0) by (rewrite <- c7_is; ring).
      assert (c6_sign : 0 < c6) by (apply Rnot_le_lt; intros low; pose proof (latest low); lra).
      assert (c5_sign : 0 < c5) by (apply Rnot_le_lt; intros low; pose proof (later low); lra).
      pose proof (zero X X_low root) as vanishes. pose proof (t0 X X_low ltac:(lra)) as above.
      unfold c in vanishes. cbn [along] in vanishes. rewrite c7_zero in vanishes.
      assert (positive : forall u v, 0 < u -> 0 < v -> 0 < u + t X * v).
      { intros u v u0 v0. assert (0 < t X * v) by (apply Rmult_lt_0_compat; assumption). lra. }
      replace (c6 + t X * (0 + t X * 0)) with c6 in vanishes by ring.
      assert (0 < c0 + t X * (c1 + t X * (c2 + t X * (c3 + t X * (c4 + t X * (c5 + t X * c6))))));
        [repeat (apply positive; [assumption|]); assumption | lra].
  - exfalso. subst y. pose proof (turned 1 ltac:(lra)) as at_1. rewrite y_root in at_1.
    replace ((1 - 1) / ((1 + a + b) * 1 - (1 - b))) with 0 in at_1 by (field; lra).
    assert (power : 0 < ((1 + a + b) * 1 - (1 - b))^7) by (apply pow_lt; lra).
    assert (0 < c0 * ((1 + a + b) * 1 - (1 - b))^7) by (apply Rmult_lt_0_compat; assumption).
    cbn [along] in at_1. rewrite !Rmult_0_l, Rmult_0_r, Rplus_0_r in at_1. lra.
Qed.
