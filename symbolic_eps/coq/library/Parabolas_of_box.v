(** r* = 1 + a/(p q) + b/q with a, b > 0 where q <= c: the sides p = 1 and q = c decide.

    P = n F, and 1/r* is convex where p q is held fixed, so that P is nowhere negative if it is not at p = 1 and at
    q = c, on each of which it is a parabola. With g = a + b, P is not negative at p = 1 where 1 - g <= (1 + g) x.

    At q = c, P is A p^2 - B p + a x, where A has the sign of w = c - (1 - c) x. If P is negative somewhere there at a
    level l with 1 - g <= (1 + g) l, let X be the last level at which it is: X > l, P touches 0 at some p < 1 and is
    positive at both ends, so that A > 0 and its discriminant D is 0. For less x, A > 0, and P is negative at this p:
    D > 0. Such a level is (1 - g)/(1 + g) for 1 - 2 c < g < 1 where P has its turn between p = 0 and p = 1 and D > 0,
    and any small one for g >= 1. Elsewhere P is not negative at q = c and this level.

    For g <= 1 - 2 c, P falls with q at p = 1. At the level at which it is 0 at p = 1, q = c, A is not positive: so P
    is not negative at q = c either. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms Cubics Cubic_on_side.
From SymbolicEps Require Import Fixed_product.
Local Open Scope R_scope.

Section Box.

Variables a b c : R.
Hypothesis a0 : 0 < a.
Hypothesis a1 : a < 1.
Hypothesis b0 : 0 < b.
Hypothesis c0 : 0 < c.
Hypothesis c1 : c <= 1.

Definition in_box (x p q : R) : R := (a + b * p + p * q) * floor x p q - p * q.
Definition rest_of_end (x : R) : R := c - (1 - c) * x.
Definition square_part (x : R) : R := (b + c) * (1 - x) * rest_of_end x.
Definition linear_part (x : R) : R := c - (b + c) * x - a * (1 - x) * rest_of_end x.
Definition box_level (x : R) : R := linear_part x ^ 2 - 4 * (square_part x * (a * x)).
Definition on_largest_side (p x : R) : R := cubic (a * x) (- linear_part x) (square_part x) 0 p.

Lemma in_box_at_largest : forall x p, in_box x p c = on_largest_side p x.
Proof.
  intros. unfold in_box, on_largest_side, cubic, square_part, linear_part, rest_of_end. rewrite floor_form. ring.
Qed.

Lemma square_part_positive : forall x, x < 1 -> 0 < rest_of_end x -> 0 < square_part x.
Proof. intros. unfold square_part. repeat apply Rmult_lt_0_compat; lra. Qed.

Lemma rest_at_first : forall x, 1 - 2 * c < a + b -> (1 + (a + b)) * x = 1 - (a + b) -> 0 < rest_of_end x.
Proof.
  intros x wide level. assert (form : (1 + (a + b)) * rest_of_end x = c * (1 + (a + b)) - (1 - c) * (1 - (a + b)))
    by (rewrite <- level; unfold rest_of_end; ring).
  apply (Rmult_lt_reg_l (1 + (a + b))); lra.
Qed.

Lemma above_its_chord : forall x p,
  on_largest_side p x = (1 - p) * (a * x) + p * in_box x 1 c - square_part x * (p * (1 - p)).
Proof. intros. rewrite in_box_at_largest. unfold on_largest_side, cubic. ring. Qed.

(** * At p = 1 *)

Lemma first_side_form : forall x q,
  in_box x 1 q = (1 - x^2) * q^2 + (a + b - 1) * ((1 - x^2) * q) + (a + b) * x^2.
Proof. intros. unfold in_box. rewrite floor_form. ring. Qed.

Lemma above_on_first : forall x q, 0 < x <= 1 -> 0 < q ->
  (1 - (a + b) <= (1 + (a + b)) * x -> 0 <= in_box x 1 q) /\ (1 - (a + b) < (1 + (a + b)) * x -> 0 < in_box x 1 q).
Proof.
  intros x q [x0 x1] q0. rewrite first_side_form. set (g := a + b). assert (g0 : 0 < g) by (unfold g; lra).
  assert (xx : 0 < x^2) by (apply pow_lt; exact x0). assert (gx : 0 < g * x^2) by (apply Rmult_lt_0_compat; assumption).
  assert (y0 : 0 <= 1 - x^2) by (assert (0 <= (1 - x) * (1 + x)) by (apply Rmult_le_pos; lra); lra).
  destruct (Rle_or_lt 1 g) as [large|small].
  - assert (0 <= (1 - x^2) * q^2) by (apply Rmult_le_pos; [exact y0 | apply pow2_ge_0]).
    assert (0 <= (g - 1) * ((1 - x^2) * q)) by (repeat apply Rmult_le_pos; lra). split; lra.
  - destruct (Req_dec x 1) as [->|less]; [split; lra|].
    assert (y1 : 0 < 1 - x^2) by (assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra); lra).
    set (P := (1 - x^2) * q^2 + (g - 1) * ((1 - x^2) * q) + g * x^2).
    assert (form : 4 * ((1 - x^2) * P) = (2 * ((1 - x^2) * q) - (1 - g) * (1 - x^2))^2
      + (1 - x^2) * (((1 + g) * x - (1 - g)) * ((1 + g) * x + (1 - g)))) by (unfold P; ring).
    pose proof (pow2_ge_0 (2 * ((1 - x^2) * q) - (1 - g) * (1 - x^2))) as turn.
    assert (sum : 0 < (1 + g) * x + (1 - g)) by (assert (0 < (1 + g) * x) by (apply Rmult_lt_0_compat; lra); lra).
    split; intros beyond.
    + apply Rnot_lt_le. intros below. assert (0 < (1 - x^2) * - P) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - x^2) * (((1 + g) * x - (1 - g)) * ((1 + g) * x + (1 - g))))
        by (repeat apply Rmult_le_pos; lra). lra.
    + apply (Rmult_lt_reg_l (1 - x^2)); [exact y1|].
      assert (0 < (1 - x^2) * (((1 + g) * x - (1 - g)) * ((1 + g) * x + (1 - g))))
        by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma by_sides_of_box : forall x, (forall q, 0 < q <= c -> 0 <= in_box x 1 q) ->
  (forall p, half_open p -> 0 <= on_largest_side p x) ->
  forall p q, half_open p -> 0 < q <= c -> 0 <= in_box x p q.
Proof.
  intros x at_p at_q.
  apply (at_fixed_product (fun p q => a + b * p + p * q) (in_box x) (fun p q => b^2 * p^2 * q * (c - p * q) / c) 1 c).
  - lra.
  - lra.
  - intros p q. unfold in_box. rewrite !floor_form. field. lra.
  - intros p q [p0 p1] [q0 q1]. assert (0 < p * q) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < b * p) by (apply Rmult_lt_0_compat; assumption). lra.
  - intros p q [p0 p1] [q0 q1]. assert (p * q <= 1 * c) by (apply Rmult_le_compat; lra).
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra]. repeat apply Rmult_le_pos; try apply pow_le; lra.
  - exact at_p.
  - intros p p_range. rewrite in_box_at_largest. apply at_q. exact p_range.
Qed.

(** * At q = c *)

Lemma largest_side_rises : forall p x y, 0 < p < 1 -> 0 < x < y -> y < 1 -> on_largest_side p x < on_largest_side p y.
Proof.
  intros p x y p_range order high. rewrite <- !in_box_at_largest. unfold in_box. rewrite (floor_step x y).
  assert (n0 : 0 < a + b * p + p * c).
  { assert (0 < b * p) by (apply Rmult_lt_0_compat; lra). assert (0 < p * c) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (0 <= p * (1 - c) * (x + y)) by (repeat apply Rmult_le_pos; lra).
  assert (0 < (a + b * p + p * c) * ((y - x) * (p * (1 - c) * (x + y) + (1 - p))))
    by (repeat apply Rmult_lt_0_compat; lra).
  lra.
Qed.

Lemma smooth_on_largest : smooth (fun p _ x => on_largest_side p x).
Proof. unfold on_largest_side, cubic, square_part, linear_part, rest_of_end. smoothly. Qed.

Lemma largest_side_at_0 : forall x, 0 < x <= 1 -> 0 < on_largest_side 0 x.
Proof.
  intros x x_range. assert (0 < a * x) by (apply Rmult_lt_0_compat; lra). unfold on_largest_side, cubic. lra.
Qed.

Lemma largest_side_at_top : forall p, half_open p -> 0 < on_largest_side p 1.
Proof.
  intros p [p0 p1]. assert (0 < b * p) by (apply Rmult_lt_0_compat; lra).
  unfold on_largest_side, cubic, square_part, linear_part, rest_of_end. lra.
Qed.

(** Beyond a level l at which P is negative somewhere at q = c, but not at p = 1. *)
Lemma beyond_first : forall l, 0 < l < 1 -> 1 - (a + b) <= (1 + (a + b)) * l ->
  (exists p, half_open p /\ on_largest_side p l < 0) ->
  exists X, 0 < X < 1 /\ box_level X = 0 /\ (forall x, 0 < x < X -> box_level x <> 0) /\
    (forall p q, half_open p -> 0 < q <= c -> 0 <= in_box X p q) /\
    exists p q, half_open p /\ 0 < q <= c /\ p < 1 /\ in_box X p q = 0.
Proof.
  intros l l_range beyond low. assert (g0 : 0 < 1 + (a + b)) by lra.
  assert (later : forall x, l < x -> 1 - (a + b) < (1 + (a + b)) * x).
  { intros x more. assert (0 < (1 + (a + b)) * (x - l)) by (apply Rmult_lt_0_compat; lra). lra. }
  destruct (last_on_side on_largest_side (fun x => a * x) (fun x => - linear_part x) square_part (fun _ => 0))
    with (l := l) as [X [X_range [_ [good [t [t_range [touches [even before]]]]]]]].
  - reflexivity.
  - exact smooth_on_largest.
  - exact largest_side_at_0.
  - exact largest_side_at_top.
  - exact largest_side_rises.
  - exact l_range.
  - exact low.
  - intros x x_range. rewrite <- in_box_at_largest. apply (above_on_first x c); [lra | lra | apply later; lra].
  - assert (up_X : 0 < rest_of_end X).
    { assert (right : 0 < in_box X 1 c) by (apply above_on_first; [lra | lra | apply later; lra]).
      pose proof (above_its_chord X t) as chord. rewrite touches in chord.
      assert (0 < (1 - t) * (a * X)) by (repeat apply Rmult_lt_0_compat; lra).
      assert (0 < t * in_box X 1 c) by (apply Rmult_lt_0_compat; lra).
      apply Rnot_le_lt. intros less. assert (0 <= (b + c) * (1 - X) * - rest_of_end X * (t * (1 - t)))
        by (repeat apply Rmult_le_pos; lra). unfold square_part in chord. lra. }
    assert (of_level : forall x, box_level x = (2 * square_part x * t - linear_part x)^2
      - 4 * (square_part x * on_largest_side t x)) by (intros; unfold box_level, on_largest_side, cubic; ring).
    exists X. split; [lra|]. split; [|split; [|split]].
    + assert (flat : 2 * square_part X * t - linear_part X = 0) by (unfold cubic_slope in even; lra).
      rewrite of_level, touches, flat. ring.
    + intros x x_range. pose proof (before x x_range) as below. assert (up : 0 < square_part x).
      { apply square_part_positive; [lra|]. assert (0 <= (1 - c) * (X - x)) by (apply Rmult_le_pos; lra).
        unfold rest_of_end in *. lra. }
      assert (0 < square_part x * - on_largest_side t x) by (apply Rmult_lt_0_compat; lra).
      pose proof (pow2_ge_0 (2 * square_part x * t - linear_part x)). rewrite of_level. lra.
    + apply by_sides_of_box; [|exact good]. intros q q_range.
      pose proof (later X ltac:(lra)). apply (above_on_first X q); lra.
    + exists t, c. split; [split; lra|]. split; [lra|]. split; [lra|]. rewrite in_box_at_largest. exact touches.
Qed.

Theorem largest_side_alone : 1 <= a + b ->
  exists X, 0 < X < 1 /\ box_level X = 0 /\ (forall x, 0 < x < X -> box_level x <> 0) /\
    (forall p q, half_open p -> 0 < q <= c -> 0 <= in_box X p q) /\
    exists p q, half_open p /\ 0 < q <= c /\ p < 1 /\ in_box X p q = 0.
Proof.
  intros large. destruct (starts_low on_largest_side smooth_on_largest) as [l [l_range low]].
  - destruct (negative_near_0 (- (c * (1 - a))) ((b + c) * c) 0) as [p [p_range low]].
    { assert (0 < c * (1 - a)) by (apply Rmult_lt_0_compat; lra). lra. }
    exists p. split; [exact p_range|]. pose proof (low 1%nat) as less.
    unfold on_largest_side, cubic, square_part, linear_part, rest_of_end. lra.
  - apply (beyond_first l l_range); [|exact low].
    assert (0 < (1 + (a + b)) * l) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Theorem largest_side_later : 1 - 2 * c < a + b < 1 -> let x1 := (1 - (a + b)) / (1 + (a + b)) in
  0 < linear_part x1 -> 0 < 2 * square_part x1 - linear_part x1 -> 0 < box_level x1 ->
  exists X, 0 < X < 1 /\ box_level X = 0 /\ (forall x, 0 < x < X -> box_level x <> 0) /\
    (forall p q, half_open p -> 0 < q <= c -> 0 <= in_box X p q) /\
    exists p q, half_open p /\ 0 < q <= c /\ p < 1 /\ in_box X p q = 0.
Proof.
  intros [wide small] x1 falls inner deep. assert (of_x1 : (1 + (a + b)) * x1 = 1 - (a + b)) by (unfold x1; field; lra).
  assert (x1_range : 0 < x1 < 1).
  { split; [apply Rdiv_lt_0_compat; lra | apply (Rmult_lt_reg_l (1 + (a + b))); lra]. }
  apply (beyond_first x1 x1_range); [lra|].
  destruct (negative_at_turn (a * x1) (- linear_part x1) (square_part x1)) as [p [p_range low]].
  - apply square_part_positive; [lra | apply rest_at_first; assumption].
  - lra.
  - lra.
  - unfold box_level in deep. lra.
  - exists p. split; [split; lra|]. pose proof (low 0%nat) as less. unfold on_largest_side, cubic. lra.
Qed.

(** Where P is not negative at q = c and X1, p = 1 decides. *)
Theorem first_side_decides : 1 - 2 * c < a + b -> forall x, 0 < x < 1 -> (1 + (a + b)) * x = 1 - (a + b) ->
  box_level x <= 0 \/ 2 * square_part x - linear_part x <= 0 ->
  forall p q, half_open p -> 0 < q <= c -> 0 <= in_box x p q.
Proof.
  intros wide x x_range level alone. pose proof (rest_at_first x wide level) as rest.
  assert (up : 0 < square_part x) by (apply square_part_positive; lra).
  apply by_sides_of_box; [intros q q_range; apply above_on_first; lra|].
  intros p [p0 p1]. destruct alone as [flat|falls].
  - apply (Rmult_le_reg_l (4 * square_part x)); [lra|].
    assert (form : 4 * square_part x * on_largest_side p x = (2 * square_part x * p - linear_part x)^2 - box_level x)
      by (unfold box_level, on_largest_side, cubic; ring).
    pose proof (pow2_ge_0 (2 * square_part x * p - linear_part x)). lra.
  - assert (end_1 : 0 <= on_largest_side 1 x) by (rewrite <- in_box_at_largest; apply above_on_first; lra).
    assert (form : on_largest_side p x = on_largest_side 1 x + (1 - p) * (linear_part x - square_part x * (1 + p)))
      by (unfold on_largest_side, cubic; ring).
    assert (square_part x * (1 + p) <= square_part x * 2) by (apply Rmult_le_compat_l; lra).
    assert (0 <= (1 - p) * (linear_part x - square_part x * (1 + p))) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Where P falls with q at p = 1, the corner p = 1, q = c decides. *)
Theorem corner_decides : a + b <= 1 - 2 * c ->
  forall x, 0 < x < 1 -> (1 - c) * (c + (a + b)) * x^2 = c * (1 - c - (a + b)) ->
  forall p q, half_open p -> 0 < q <= c -> 0 <= in_box x p q.
Proof.
  intros narrow x x_range level. set (g := a + b) in *. assert (g0 : 0 < g) by (unfold g; lra).
  assert (corner : in_box x 1 c = 0).
  { rewrite first_side_form. fold g. transitivity ((1 - c) * (c + g) * x^2 - c * (1 - c - g)); [ring | lra]. }
  assert (down : rest_of_end x <= 0).
  { apply Rnot_lt_le. unfold rest_of_end. intros up.
    assert (0 < (c - (1 - c) * x) * (c + (1 - c) * x) * (c + g)).
    { assert (0 < (1 - c) * x) by (apply Rmult_lt_0_compat; lra). repeat apply Rmult_lt_0_compat; lra. }
    assert (form : (c - (1 - c) * x) * (c + (1 - c) * x) * (c + g) =
      c * (c * (c + g)) - (1 - c) * ((1 - c) * (c + g) * x^2)) by ring.
    assert (0 <= c * (1 - 2 * c - g)) by (apply Rmult_le_pos; lra). rewrite level in form. lra. }
  apply by_sides_of_box.
  - intros q [q0 q1]. assert (0 <= (1 - x^2) * ((c - q) * (1 - g - c - q))).
    { apply Rmult_le_pos; [|apply Rmult_le_pos; lra].
      assert (0 <= (1 - x) * (1 + x)) by (apply Rmult_le_pos; lra). lra. }
    rewrite first_side_form in *. fold g in corner |- *. lra.
  - intros p [p0 p1]. rewrite above_its_chord, corner.
    assert (0 <= (1 - p) * (a * x)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= (b + c) * (1 - x) * - rest_of_end x * (p * (1 - p))) by (repeat apply Rmult_le_pos; lra).
    unfold square_part. lra.
Qed.

End Box.
