(** r* = 1 + a p/q + b q/p with a, b > 0: eps is stationary on one side of a border alone if b is not too large.
    For large b see `Two_rays.v`.

    On a ray q = t p the profile is one number, 1 + a/t + b t, and the bound is least at q = y = x/(2 (1 + x)) if
    t >= y ([turn], with p = y/t), and else at p = 1 ([side], with q = t). So P is nowhere negative just if these
    two functions of one prior are not (`good_by_ends`). X is the last level below which one of them is negative
    somewhere; there one is 0 at some prior inside (0, 1), with slope 0 (`last_ray`).

    [rays] is 4 (1 + x) times the first, of t: a cubic polynomial, as [side] is. V = [level] has the sign of both
    at t = y, and S = [tilt], where V is 0, that of both slopes. V rises; let v be its root, which is at most X.

    T > 0. Then S < 0 where V >= 0 (`tilt_below_0`). So [side] is not 0 at a t <= y(X): it is 0 at y(v) for x = v,
    where it falls, and convex; so it is above 0 before y(v), and between y(v) and y(X) as V > 0
    (`side_not_touched`). Nor has [rays] a multiple root t for X < x < 1: not at y or beyond, where it rises with
    x. Were t < y, then S > 0 by algebra, but V > 0 (`rays_none_beyond`). So X is the greatest root of the
    discriminant of [rays].

    T <= 0. Then a < 1, and S >= 0 where V = 0 (`tilt_above_0`). Were [rays] 0 at some t > y(X), it would be
    positive between y(v) and t for x = v, negative at both for lesser x, and negative on the whole between them
    for small x. At the least level at which it is not, it has a double root that is not its greatest root. That is
    the premise, that there is none at y or beyond (`rays_not_touched`). So [side] is 0 at some t <= y(X). Its
    discriminant has one root alone: at each, [side] is nowhere negative for t > 0, and 0 at one t < 1, where it
    rises with x (`side_once`). *)

From Coq Require Import Reals Lra Classical.
From SymbolicEps Require Import Privacy Bound Budget Profiles Stationary Two_terms Cubics.
Local Open Scope R_scope.

(** * The bound of r* = 1 + a p/q + b q/p *)

Section Quotients.

Variables a b : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.

(** P, at p = 1 and at q = y = x/(2 (1+x)). *)
Definition weighted (x p q : R) : R := (p * q + a * p^2 + b * q^2) * floor x p q - p * q.
Definition side (x q : R) : R := cubic (a * x^2) ((a - 1) * (1 - x^2)) (1 - x^2 + b * x^2) (b * (1 - x^2)) q.
Definition turn (p x : R) : R :=
  (2 * p * x * (1 + x) + 4 * a * p^2 * (1 + x)^2 + b * x^2) * (1 - (1 - x) * p / 2) - 2 * p * (1 + x).

(** 4 (1+x) C, of t = q/p. *)
Definition rays (x t : R) : R := cubic (- a * x^2 * (1 - x)) (4 * (1 + x) * a * x - x^2 * (1 - x))
  (4 * (1 + x) * x - b * x^2 * (1 - x) - 4 * (1 + x)) (4 * (1 + x) * b * x) t.

(** V, S and T. *)
Definition level (x : R) : R := 2 * x * (1 + x) + 4 * a * (1 + x)^2 + b * x^2 - 4.
Definition tilt (x : R) : R := 1 - x^2 + b * x - 4 * a * (1 + x)^2.
Definition border : R := 256 * a^2 + 4 * a * (b^3 + 12 * b^2 + 16 * b + 32) - b * (4 * b^2 + 9 * b + 16).

(** B, which is negative for b up to some 2.9677 and positive beyond. *)
Definition beyond : R := 4 * b^3 - 5 * b^2 - 15 * b - 16.

Definition turn_of (x : R) : R := x / (2 * (1 + x)).

Lemma turn_of_range : forall x, 0 < x -> 0 < turn_of x < 1 / 2.
Proof.
  intros x x0. unfold turn_of. split; [apply Rdiv_lt_0_compat; lra|].
  apply (Rmult_lt_reg_r (2 * (1 + x))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma turn_of_form : forall x, 0 < x -> 2 * (1 + x) * turn_of x = x.
Proof. intros x x0. unfold turn_of. field. lra. Qed.

Lemma turn_of_least : forall x t, 0 < x -> x <= 2 * (1 + x) * t <-> turn_of x <= t.
Proof.
  intros x t x0. rewrite <- (turn_of_form x x0) at 1. split; intros order.
  - apply (Rmult_le_reg_l (2 * (1 + x))); lra.
  - apply Rmult_le_compat_l; lra.
Qed.

Lemma turn_of_rises : forall x z, 0 < x <= z -> turn_of x <= turn_of z.
Proof.
  intros x z order. apply turn_of_least; [lra|]. apply (Rmult_le_reg_r (1 + z)); [lra|].
  replace (2 * (1 + x) * turn_of z * (1 + z)) with ((1 + x) * (2 * (1 + z) * turn_of z)) by ring.
  rewrite turn_of_form by lra. lra.
Qed.

Lemma side_at_turn : forall x, 0 < x -> 8 * (1 + x) * side x (turn_of x) = x * level x.
Proof. intros x x0. unfold side, cubic, level, turn_of. field. lra. Qed.

Lemma rays_at_turn : forall x, 0 < x -> 4 * (1 + x) * rays x (turn_of x) = x^2 * level x.
Proof. intros x x0. unfold rays, cubic, level, turn_of. field. lra. Qed.

Definition side_slope (x t : R) : R := cubic_slope ((a - 1) * (1 - x^2)) (1 - x^2 + b * x^2) (b * (1 - x^2)) t.
Definition rays_slope (x t : R) : R := cubic_slope (4 * (1 + x) * a * x - x^2 * (1 - x))
  (4 * (1 + x) * x - b * x^2 * (1 - x) - 4 * (1 + x)) (4 * (1 + x) * b * x) t.

Lemma side_slope_at_turn : forall x, 0 < x ->
  4 * (1 + x) * side_slope x (turn_of x) = 2 * x * tilt x + (1 + x) * level x.
Proof. intros x x0. unfold side_slope, cubic_slope, level, tilt, turn_of. field. lra. Qed.

Lemma rays_slope_at_turn : forall x, 0 < x ->
  2 * (1 + x)^2 * (turn_of x * rays_slope x (turn_of x) - 2 * rays x (turn_of x)) = x^3 * tilt x.
Proof. intros x x0. unfold rays, rays_slope, cubic, cubic_slope, level, tilt, turn_of. field. lra. Qed.

(** P falls towards the turn, where t is at least y, and else towards p = 1. *)
Lemma above_turn : forall x p q, 4 * (1 + x) * q * weighted x p q
  = (p * q + a * p^2 + b * q^2) * (4 * (1 + x) * x * q - x^2 * (1 - x) * p) - 4 * (1 + x) * q^2 * p
    + (p * q + a * p^2 + b * q^2) * ((1 - x) * p) * (2 * (1 + x) * q - x)^2.
Proof. intros. unfold weighted. rewrite floor_form. ring. Qed.

Lemma good_by_ends : forall x, 0 < x < 1 -> (forall p, half_open p -> 0 <= turn p x /\ 0 <= side x p) ->
  forall p q, half_open p -> half_open q -> 0 <= weighted x p q.
Proof.
  intros x x_range good p q [p0 p1] [q0 q1].
  assert (pq : 0 < p * q) by (apply Rmult_lt_0_compat; assumption).
  assert (pp : 0 < p^2) by (apply pow_lt; assumption). assert (qq : 0 < q^2) by (apply pow_lt; assumption).
  assert (app : 0 < a * p^2) by (apply Rmult_lt_0_compat; assumption).
  assert (bqq : 0 < b * q^2) by (apply Rmult_lt_0_compat; assumption).
  assert (xp : 0 < x * p) by (apply Rmult_lt_0_compat; lra).
  assert (yq : 0 < 2 * (1 + x) * q) by (repeat apply Rmult_lt_0_compat; lra).
  destruct (Rle_or_lt (x * p) (2 * (1 + x) * q)) as [inner|outer].
  - set (v := x * p / (2 * (1 + x) * q)).
    assert (v_form : 2 * (1 + x) * q * v = x * p) by (unfold v; field; lra).
    assert (v0 : 0 < v) by (apply Rdiv_lt_0_compat; assumption).
    assert (v1 : v <= 1) by (apply (Rmult_le_reg_l (2 * (1 + x) * q)); lra).
    destruct (good v) as [fine _]; [split; assumption|].
    assert (form : (p * q + a * p^2 + b * q^2) * (4 * (1 + x) * x * q - x^2 * (1 - x) * p) - 4 * (1 + x) * q^2 * p
      = 4 * (1 + x) * q^3 / x * turn v x) by (unfold turn, v; field; lra).
    assert (0 <= 4 * (1 + x) * q^3 / x * turn v x).
    { apply Rmult_le_pos; [|assumption]. left. apply Rdiv_lt_0_compat; [|lra].
      apply Rmult_lt_0_compat; [lra | apply pow_lt; assumption]. }
    assert (0 <= (p * q + a * p^2 + b * q^2) * ((1 - x) * p) * (2 * (1 + x) * q - x)^2).
    { apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | apply pow2_ge_0]. }
    pose proof (above_turn x p q) as whole. rewrite form in whole.
    apply Rnot_lt_le. intros less.
    assert (0 < 4 * (1 + x) * q * - weighted x p q) by (repeat apply Rmult_lt_0_compat; lra). lra.
  - assert (less : q < p).
    { apply Rnot_le_lt. intros le. assert (x * p <= x * q) by (apply Rmult_le_compat_l; lra).
      assert (0 < x * q) by (apply Rmult_lt_0_compat; lra). lra. }
    set (t := q / p). assert (t_form : p * t = q) by (unfold t; field; lra).
    assert (t0 : 0 < t) by (apply Rdiv_lt_0_compat; assumption).
    assert (t1 : t <= 1) by (apply (Rmult_le_reg_l p); lra).
    destruct (good t) as [_ fine]; [split; assumption|].
    assert (form : weighted x p q = p^2 * (side x t
      + (t + a + b * t^2) * ((1 - p) * (1 - x) * (x - t * (1 + x) * (1 + p))))).
    { rewrite <- t_form. unfold weighted, side, cubic. rewrite floor_form. ring. }
    assert (low : t * (1 + x) * (1 + p) <= x).
    { apply (Rmult_le_reg_l p); [assumption|].
      assert (q * (1 + x) * (1 + p) <= q * (1 + x) * 2) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
      replace (p * (t * (1 + x) * (1 + p))) with (q * (1 + x) * (1 + p)) by (rewrite <- t_form; ring). lra. }
    assert (tt : 0 < b * t^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption).
    assert (0 <= (t + a + b * t^2) * ((1 - p) * (1 - x) * (x - t * (1 + x) * (1 + p))))
      by (repeat apply Rmult_le_pos; lra).
    rewrite form. apply Rmult_le_pos; lra.
Qed.

(** A turn is on a ray. *)
Lemma turn_as_rays : forall x t, 0 < x -> 0 < t -> 4 * (1 + x) * t^3 * turn (turn_of x / t) x = x * rays x t.
Proof. intros x t x0 t0. unfold turn, turn_of, rays, cubic. field. lra. Qed.

(** * Signs *)

(** V = 0: S has the sign of - T. *)
Lemma tilt_at_level : forall x, 0 <= x -> level x = 0 -> exists K, 0 < K /\ (1 + x)^4 * border = - (tilt x * K).
Proof.
  intros x x0 V0. assert (xx : 0 < (1 + x)^2) by (apply pow_lt; lra).
  assert (of_a : a = (4 - 2 * x * (1 + x) - b * x^2) / (4 * (1 + x)^2)).
  { apply (Rmult_eq_reg_l (4 * (1 + x)^2)); [|lra].
    transitivity (4 - 2 * x * (1 + x) - b * x^2); [unfold level in V0; lra | field; lra]. }
  assert (of_S : tilt x = b * x^2 + b * x + x^2 + 2 * x - 3) by (unfold tilt, level in *; lra).
  exists (b^3 * x^2 + b^3 * x + 17 * b^2 * x^2 + 26 * b^2 * x + 13 * b^2 + 16 * b * x^2 + 64 * b * x + 16 * b
    + 64 * x + 128).
  split; [|rewrite of_S; unfold border; rewrite of_a; field; lra].
  assert (0 < b^3) by (apply pow_lt; assumption). assert (0 < b^2) by (apply pow_lt; assumption).
  assert (0 <= x^2) by apply pow2_ge_0. assert (0 <= b^3 * x^2) by (apply Rmult_le_pos; lra).
  assert (0 <= b^3 * x) by (apply Rmult_le_pos; lra). assert (0 <= b^2 * x^2) by (apply Rmult_le_pos; lra).
  assert (0 <= b^2 * x) by (apply Rmult_le_pos; lra). assert (0 <= b * x^2) by (apply Rmult_le_pos; lra).
  assert (0 <= b * x) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma tilt_above_0 : forall x, 0 <= x -> border <= 0 -> level x = 0 -> 0 <= tilt x.
Proof.
  intros x x0 T0 V0. destruct (tilt_at_level x x0 V0) as [K [K0 form]]. apply Rnot_lt_le. intros S0.
  assert (0 < - tilt x * K) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= (1 + x)^4 * - border) by (apply Rmult_le_pos; [left; apply pow_lt|]; lra). lra.
Qed.

Lemma tilt_at_level_below_0 : forall x, 0 <= x -> 0 < border -> level x = 0 -> tilt x < 0.
Proof.
  intros x x0 T0 V0. destruct (tilt_at_level x x0 V0) as [K [K0 form]]. apply Rnot_le_lt. intros S0.
  assert (0 <= tilt x * K) by (apply Rmult_le_pos; lra).
  assert (0 < (1 + x)^4 * border) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra). lra.
Qed.

Lemma less_than_1 : border <= 0 -> a < 1.
Proof.
  intros T0. apply Rnot_le_lt. intros a1. assert (0 < b^3) by (apply pow_lt; assumption). assert (0 < b^2)
    by (apply pow_lt; assumption).
  assert (form : border = 384 + 39 * b^2 + 48 * b + (a - 1) * (256 * (a + 1) + 4 * (b^3 + 12 * b^2 + 16 * b + 32)))
    by (unfold border; ring).
  assert (0 <= (a - 1) * (256 * (a + 1) + 4 * (b^3 + 12 * b^2 + 16 * b + 32))) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma level_rises : forall x z, 0 <= x < z -> level x < level z.
Proof.
  intros x z order. assert (form : level z = level x + (z - x) * (2 + 8 * a + (2 + 4 * a + b) * (x + z)))
    by (unfold level; ring).
  assert (0 <= (2 + 4 * a + b) * (x + z)) by (apply Rmult_le_pos; lra).
  assert (0 < (z - x) * (2 + 8 * a + (2 + 4 * a + b) * (x + z))) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma level_root : forall x, a < 1 -> 0 <= x -> 0 <= level x -> exists v, 0 < v <= x /\ level v = 0.
Proof.
  intros x a1 x0 V0.
  assert (form : forall z, level z = quartic (4 * a - 4) (2 + 8 * a) (2 + 4 * a + b) 0 0 z)
    by (intros; unfold level, quartic; ring).
  destruct (crossing (4 * a - 4) (2 + 8 * a) (2 + 4 * a + b) 0 0 0 x) as [v [v_range zero]]; [assumption | |].
  - rewrite <- !form, Rmult_comm. apply opposite; [assumption|]. unfold level. lra.
  - rewrite <- form in zero. exists v. split; [|assumption]. split; [|lra].
    destruct (Req_dec v 0) as [same|]; [|lra]. rewrite same in zero. unfold level in zero. lra.
Qed.

(** S is concave. It is negative where V = 0, at v; a greater x where it is not is to the left of its turn, so v is,
    too. But S >= 0 for x = 0, or v > 1/4 is beyond its turn. *)
Lemma tilt_below_0 : forall x, 0 < x <= 1 -> b < 3 -> 0 < border -> 0 <= level x -> tilt x < 0.
Proof.
  intros x x_range b_low T0 V0. apply Rnot_le_lt. intros S0. destruct (Rle_or_lt 1 a) as [a1|a1].
  - assert (0 <= (a - 1) * (1 + x)^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
    assert (b * x <= 3 * x) by (apply Rmult_le_compat_r; lra). assert (0 <= x^2) by apply pow2_ge_0.
    unfold tilt in S0. lra.
  - destruct (level_root x a1 ltac:(lra) V0) as [v [v_range root]].
    pose proof (tilt_at_level_below_0 v ltac:(lra) T0 root) as Sv.
    assert (v_x : v < x) by (destruct (Req_dec v x) as [same|]; [rewrite same in Sv|]; lra).
    assert (change : tilt x = tilt v + (x - v) * (b - 8 * a - (1 + 4 * a) * (x + v))) by (unfold tilt; ring).
    assert (climbs : 0 < b - 8 * a - (1 + 4 * a) * (x + v)).
    { apply Rnot_le_lt. intros le.
      assert (0 <= (x - v) * - (b - 8 * a - (1 + 4 * a) * (x + v))) by (apply Rmult_le_pos; lra). lra. }
    assert (0 < (1 + 4 * a) * (x - v)) by (apply Rmult_lt_0_compat; lra).
    destruct (Rle_or_lt a (1 / 4)) as [small|large].
    + assert (chord : x * tilt v = (x - v) * (1 - 4 * a) + v * tilt x + (1 + 4 * a) * (x - v) * (v * x))
        by (unfold tilt; ring).
      assert (0 <= (x - v) * (1 - 4 * a)) by (apply Rmult_le_pos; lra).
      assert (0 <= v * tilt x) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 + 4 * a) * (x - v) * (v * x)) by (repeat apply Rmult_le_pos; lra).
      assert (0 < x * - tilt v) by (apply Rmult_lt_0_compat; lra). lra.
    + assert (a_low : a < 3 / 8) by (assert (0 < (1 + 4 * a) * (x + v)) by (apply Rmult_lt_0_compat; lra); lra).
      assert (v_high : 1 / 4 < v).
      { apply Rnot_le_lt. intros le. assert (level (1 / 4) < 0) by (unfold level; lra).
        destruct (Req_dec v (1 / 4)) as [same|]; [rewrite same in root; lra|].
        pose proof (level_rises v (1 / 4) ltac:(lra)). lra. }
      assert (0 < (v - 1 / 4) * (1 + 4 * a)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * Both functions rise with x *)

Lemma side_rises : forall x z t, 0 <= x < z -> 0 < t < 1 -> side x t < side z t.
Proof.
  intros x z t order t_range. assert (form : side z t
    = side x t + (z - x) * (z + x) * ((t + a + b * t^2) * (1 - t))) by (unfold side, cubic; ring).
  assert (0 < b * t^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  assert (0 < (z - x) * (z + x) * ((t + a + b * t^2) * (1 - t))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma rays_rises : forall x z t, 0 <= x < z -> z <= 1 -> turn_of z <= t -> rays x t * (1 + z) < rays z t * (1 + x).
Proof.
  intros x z t order z1 inner. pose proof (turn_of_range z ltac:(lra)) as y_range.
  assert (tt : 0 < b * t^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  assert (form : rays z t * (1 + x) = rays x t * (1 + z)
    + (t + a + b * t^2) * (4 * (1 + x) * (1 + z) * (z - x) * (t - turn_of z)
    + (z - x) * (x^2 * z + x^2 + x * z^2 + 2 * x * z + z^2 + (z - x)))).
  { unfold rays, cubic, turn_of. field. lra. }
  assert (0 <= 4 * (1 + x) * (1 + z) * (z - x) * (t - turn_of z)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= x^2) by apply pow2_ge_0. assert (0 < z^2) by (apply pow_lt; lra).
  assert (0 <= x^2 * z) by (apply Rmult_le_pos; lra). assert (0 <= x * z^2) by (apply Rmult_le_pos; lra).
  assert (0 <= x * z) by (apply Rmult_le_pos; lra).
  assert (0 < (z - x) * (x^2 * z + x^2 + x * z^2 + 2 * x * z + z^2 + (z - x))) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (t + a + b * t^2) * (4 * (1 + x) * (1 + z) * (z - x) * (t - turn_of z)
    + (z - x) * (x^2 * z + x^2 + x * z^2 + 2 * x * z + z^2 + (z - x)))) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * Multiple roots *)

Lemma side_leads : forall x, 0 < x < 1 -> 0 < b * (1 - x^2).
Proof. intros x x_range. pose proof (squares x x_range). apply Rmult_lt_0_compat; lra. Qed.

Lemma rays_leads : forall x, 0 < x -> 0 < 4 * (1 + x) * b * x.
Proof. intros x x0. repeat apply Rmult_lt_0_compat; lra. Qed.

Lemma side_double : forall x t u, 0 < x < 1 -> (forall z, side x z
  = b * (1 - x^2) * ((z - t)^2 * (z - u))) -> u < 0.
Proof.
  intros x t u x_range form. pose proof (side_leads x x_range) as lead.
  pose proof (form 0) as at_0. unfold side, cubic in at_0.
  assert (0 < a * x^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  apply Rnot_le_lt. intros u0.
  assert (0 <= b * (1 - x^2) * (t^2 * u))
    by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; [apply pow2_ge_0 | assumption]]). lra.
Qed.

Lemma side_not_touched : forall X q, 0 < X < 1 -> 0 < border -> 0 <= level X ->
  0 < q <= turn_of X -> side X q = 0 -> side_slope X q = 0 -> False.
Proof.
  intros X q X_range T0 V0 q_range touches even.
  pose proof (side_leads X X_range) as lead. pose proof (turn_of_range X ltac:(lra)) as y_range.
  destruct (touched_twice _ _ _ _ q (not_eq_sym (Rlt_not_eq _ _ lead)) touches even) as [u form].
  assert (u0 : u < 0) by (apply (side_double X q u X_range); exact form).
  assert (a1 : a < 1).
  { apply Rnot_le_lt. intros a1. unfold side, cubic in touches. pose proof (squares X X_range).
    assert (0 <= (a - 1) * (1 - X^2) * q) by (repeat apply Rmult_le_pos; lra).
    assert (0 < a * X^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    assert (0 < b * X^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    assert (0 <= (1 - X^2 + b * X^2) * q^2) by (apply Rmult_le_pos; [|apply pow2_ge_0]; lra).
    assert (0 <= b * (1 - X^2) * q^3) by (apply Rmult_le_pos; [|apply pow_le]; lra). lra. }
  pose proof (side_at_turn X ltac:(lra)) as V_form. pose proof (side_slope_at_turn X ltac:(lra)) as S_form.
  destruct (Req_dec q (turn_of X)) as [same|apart].
  { rewrite <- same in V_form, S_form. rewrite touches in V_form. rewrite even in S_form.
    assert (V_zero : level X = 0) by (apply (Rmult_eq_reg_l X); lra).
    pose proof (tilt_at_level_below_0 X ltac:(lra) T0 V_zero).
    assert (0 < X * - tilt X) by (apply Rmult_lt_0_compat; lra). rewrite V_zero in S_form. lra. }
  assert (V_above : 0 < level X).
  { apply Rnot_le_lt. intros le. assert (V_zero : level X = 0) by lra. rewrite V_zero in V_form.
    change (side X) with (cubic (a * X^2) ((a - 1) * (1 - X^2)) (1 - X^2 + b * X^2) (b * (1 - X^2))) in V_form.
    rewrite form in V_form.
    assert (0 < 8 * (1 + X) * (b * (1 - X^2) * ((turn_of X - q)^2 * (turn_of X - u)))); [|lra].
    apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [assumption|].
    apply Rmult_lt_0_compat; [apply pow_lt|]; lra. }
  destruct (level_root X a1 ltac:(lra) V0) as [v [v_range root]].
  assert (v_X : v < X) by (destruct (Req_dec v X) as [same|]; [rewrite same in root|]; lra).
  pose proof (tilt_at_level_below_0 v ltac:(lra) T0 root) as Sv.
  pose proof (turn_of_range v ltac:(lra)) as yv_range.
  pose proof (side_at_turn v ltac:(lra)) as at_v. pose proof (side_slope_at_turn v ltac:(lra)) as slope_v.
  rewrite root in at_v, slope_v.
  assert (zero_v : side v (turn_of v) = 0) by (apply (Rmult_eq_reg_l (8 * (1 + v))); lra).
  assert (falls : side_slope v (turn_of v) < 0).
  { apply Rnot_le_lt. intros le. assert (0 < 2 * v * - tilt v) by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 <= 4 * (1 + v) * side_slope v (turn_of v)) by (apply Rmult_le_pos; lra). lra. }
  destruct (Rle_or_lt q (turn_of v)) as [before|after].
  - pose proof (side_rises v X q ltac:(lra) ltac:(lra)) as below. rewrite touches in below.
    assert (chord : side v q = side v (turn_of v) + side_slope v (turn_of v) * (q - turn_of v)
      + (q - turn_of v)^2 * (1 - v^2 + b * v^2 + b * (1 - v^2) * (q + 2 * turn_of v)))
      by (unfold side, side_slope, cubic, cubic_slope; ring).
    pose proof (side_leads v ltac:(lra)) as lead_v. pose proof (squares v ltac:(lra)).
    assert (0 < b * v^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    assert (0 <= b * (1 - v^2) * (q + 2 * turn_of v)) by (apply Rmult_le_pos; lra).
    assert (0 <= (q - turn_of v)^2 * (1 - v^2 + b * v^2 + b * (1 - v^2) * (q + 2 * turn_of v)))
      by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
    assert (0 <= - side_slope v (turn_of v) * (turn_of v - q)) by (apply Rmult_le_pos; lra). lra.
  - set (z := 2 * q / (1 - 2 * q)). assert (z0 : 0 < z) by (apply Rdiv_lt_0_compat; lra).
    assert (z_turn : turn_of z = q) by (unfold turn_of, z; field; lra).
    assert (v_z : v < z).
    { apply Rnot_le_lt. intros le. pose proof (turn_of_rises z v ltac:(lra)). lra. }
    assert (z_X : z < X).
    { apply Rnot_le_lt. intros le. pose proof (turn_of_rises X z ltac:(lra)). lra. }
    pose proof (level_rises v z ltac:(lra)) as more. pose proof (side_at_turn z z0) as at_z. rewrite z_turn in at_z.
    pose proof (side_rises z X q ltac:(lra) ltac:(lra)) as below. rewrite touches in below.
    assert (0 < z * level z) by (apply Rmult_lt_0_compat; lra).
    assert (0 < 8 * (1 + z) * - side z q) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(** A multiple root t of [rays], with m = x (1-x)/(4 (1+x) t). *)
Lemma rays_double : forall x t u, 0 < x < 1 -> t <> 0 ->
  (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) ->
  exists m, 4 * (1 + x) * m * t = x * (1 - x) /\ a * m = b * t * u /\ a * (1 - 2 * m) = b * t^2 + t * m /\
    2 * b * x * t * (1 - m)^2 = 1 - 2 * m - x * (1 - m)^2.
Proof.
  intros x t u x_range t_some form. destruct (root_coefficients _ _ _ _ t u form) as [of_2 [of_1 of_0]].
  set (m := x * (1 - x) / (4 * (1 + x) * t)). exists m.
  assert (m_form : 4 * (1 + x) * m * t = x * (1 - x)) by (unfold m; field; split; lra).
  assert (first : a * m = b * t * u).
  { apply (Rmult_eq_reg_l (4 * (1 + x) * x * t)); [|repeat apply Rmult_integral_contrapositive_currified; lra].
    transitivity (a * x * (4 * (1 + x) * m * t)); [ring|]. rewrite m_form.
    transitivity (- (- a * x^2 * (1 - x))); [ring|]. rewrite of_0. ring. }
  assert (second : a * (1 - 2 * m) = b * t^2 + t * m).
  { apply (Rmult_eq_reg_l (4 * (1 + x) * x)); [|repeat apply Rmult_integral_contrapositive_currified; lra].
    transitivity ((4 * (1 + x) * a * x - x^2 * (1 - x)) + x * (x * (1 - x)) - 8 * (1 + x) * x * (a * m)); [ring|].
    rewrite of_1, <- m_form, first. ring. }
  split; [assumption|]. split; [assumption|]. split; [assumption|].
  assert (third : 1 - x = b * x * (2 * t + u) - b * x * t * m).
  { apply (Rmult_eq_reg_l (4 * (1 + x))); [|lra].
    transitivity (- (4 * (1 + x) * x - b * x^2 * (1 - x) - 4 * (1 + x)) - b * x * (x * (1 - x))); [ring|].
    rewrite of_2, <- m_form. ring. }
  apply (Rmult_eq_reg_l t); [|assumption].
  assert (fourth : t * (1 - x) = b * x * t^2 * (2 - m) + x * (a * m)).
  { rewrite third, first. ring. }
  assert (fifth : t * (1 - x) * (1 - 2 * m) = b * x * t^2 * (2 - m) * (1 - 2 * m) + x * m * (a * (1 - 2 * m))).
  { rewrite fourth. ring. }
  rewrite second in fifth. lra.
Qed.

(** B rises with b where it is not negative. *)
Lemma beyond_further : forall e z d, 0 < e <= z -> 0 < d -> 0 <= 4 * e^3 - 5 * e^2 * d - 15 * e * d^2 - 16 * d^3 ->
  0 <= 4 * z^3 - 5 * z^2 * d - 15 * z * d^2 - 16 * d^3.
Proof.
  intros e z d order d0 more. apply (Rmult_le_reg_l (e^3)); [apply pow_lt; lra|]. rewrite Rmult_0_r.
  replace (e^3 * (4 * z^3 - 5 * z^2 * d - 15 * z * d^2 - 16 * d^3))
    with (z^3 * (4 * e^3 - 5 * e^2 * d - 15 * e * d^2 - 16 * d^3)
      + (z - e) * (5 * z^2 * e^2 * d + 15 * z * e * d^2 * (z + e) + 16 * d^3 * (z^2 + z * e + e^2))) by ring.
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; [apply pow_le; lra|].
  repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos;
    repeat apply Rplus_le_le_0_compat; try apply Rmult_le_pos; try apply pow_le; lra.
Qed.

(** Where a multiple root at a turn or beyond is not the greatest root: x is small, and b is at least what it is for
    a multiple root at the turn. *)
Definition low_at_turn : Prop := forall x m, 0 < x -> 0 < 1 - x -> 0 < m -> 0 <= 1 - x - 2 * m ->
  0 <= x * (1 - m)^3 - (1 - 3 * m) -> 0 < x^3 + 4 * x^2 + 7 * x - 4 -> False.
Definition less_at_turn : Prop := forall x m, 0 < x -> 0 < 1 - x -> 0 < m -> 0 <= 1 - x - 2 * m ->
  0 <= x * (1 - m)^3 - (1 - 3 * m) ->
  0 < (1 - x)^2 * (3 + x) * x * (1 - m)^2 - 2 * (1 + x)^2 * m * (1 - 2 * m - x * (1 - m)^2) -> False.

Lemma rays_greatest : forall x t u, low_at_turn -> less_at_turn -> beyond < 0 -> 0 < x < 1 -> turn_of x <= t ->
  (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) -> u < t.
Proof.
  intros x t u turn_low turn_less b_low x_range inner form. pose proof (turn_of_range x ltac:(lra)) as y_range.
  apply Rnot_le_lt. intros order.
  destruct (rays_double x t u x_range ltac:(lra) form) as [m [m_form [first [second third]]]].
  assert (x1 : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (kt : 0 < 4 * (1 + x) * t) by (positive_terms).
  assert (m0 : 0 < m) by (apply (Rmult_lt_reg_l (4 * (1 + x) * t)); lra).
  assert (m_low : 0 <= 1 - x - 2 * m).
  { apply turn_of_least in inner; [|lra]. apply (Rmult_le_reg_l (2 * (1 + x) * t)); [lra|].
    assert (0 <= (2 * (1 + x) * t - x) * (1 - x)) by (apply Rmult_le_pos; lra). lra. }
  assert (m2 : 0 < 1 - 2 * m) by lra. assert (w0 : 0 < (1 - m)^2) by (apply pow_lt; lra).
  assert (bt : 0 < b * t) by (apply Rmult_lt_0_compat; lra).
  assert (not_greatest : 0 <= x * (1 - m)^3 - (1 - 3 * m)).
  { assert (bx : 0 < b * x * t) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
    assert (part : b * t * t <= a * m) by (rewrite first; apply Rmult_le_compat_l; lra).
    assert (part2 : b * t * t * (1 - 2 * m) <= (b * t^2 + t * m) * m).
    { rewrite <- second. replace (a * (1 - 2 * m) * m) with (a * m * (1 - 2 * m)) by ring.
    apply Rmult_le_compat_r; lra. }
    assert (part3 : t * (b * t * (1 - 3 * m)) <= t * m^2) by lra.
    apply Rmult_le_reg_l in part3; [|lra].
    assert (part4 : 2 * x * (1 - m)^2 * (b * t * (1 - 3 * m)) <= 2 * x * (1 - m)^2 * m^2).
    { apply Rmult_le_compat_l; [|assumption]. repeat apply Rmult_le_pos; lra. }
    assert (part5 : 2 * x * (1 - m)^2 * (b * t * (1 - 3 * m)) = (1 - 2 * m - x * (1 - m)^2) * (1 - 3 * m))
      by (rewrite <- third; ring).
    apply (Rmult_le_reg_l (1 - 2 * m)); [assumption|]. lra. }
  assert (L0 : x^3 + 4 * x^2 + 7 * x - 4 <= 0)
    by (apply Rnot_lt_le; intros more; apply (turn_low x m); lra).
  assert (least : (1 - x)^2 * (3 + x) * x * (1 - m)^2 - 2 * (1 + x)^2 * m * (1 - 2 * m - x * (1 - m)^2) <= 0)
    by (apply Rnot_lt_le; intros more; apply (turn_less x m); lra).
  assert (whole : 2 * (1 + x) * m * (1 - 2 * m - x * (1 - m)^2) = b * x^2 * (1 - x) * (1 - m)^2).
  { rewrite <- third. transitivity (b * x * (1 - m)^2 * (4 * (1 + x) * m * t)); [ring|]. rewrite m_form. ring. }
  assert (at_least : (1 - x) * (3 + x) <= b * (x + x^2)).
  { apply (Rmult_le_reg_l ((1 - x) * x * (1 - m)^2)); [repeat apply Rmult_lt_0_compat; lra|].
    assert (scaled : (1 + x) * (2 * (1 + x) * m * (1 - 2 * m - x * (1 - m)^2))
      = (1 + x) * (b * x^2 * (1 - x) * (1 - m)^2)) by (rewrite whole; reflexivity). lra. }
  assert (d0 : 0 < x + x^2) by (assert (0 < x^2) by (apply pow_lt; lra); lra).
  assert (0 < (1 - x) * (3 + x)) by (apply Rmult_lt_0_compat; lra).
  assert (factor : 0 < 10 * x^3 - 3 * x^2 - 18 * x + 27).
  { assert (0 < x^3) by (apply pow_lt; lra). assert (x^2 <= 1^2) by (apply pow_incr; lra). lra. }
  assert (0 <= 4 * (b * (x + x^2))^3 - 5 * (b * (x + x^2))^2 * (x + x^2) - 15 * (b * (x + x^2)) * (x + x^2)^2
    - 16 * (x + x^2)^3).
  { apply (beyond_further ((1 - x) * (3 + x))); [lra | assumption|].
    replace (4 * ((1 - x) * (3 + x))^3 - 5 * ((1 - x) * (3 + x))^2 * (x + x^2) - 15 * ((1 - x) * (3 + x)) * (x + x^2)^2
      - 16 * (x + x^2)^3) with (- (x^3 + 4 * x^2 + 7 * x - 4) * (10 * x^3 - 3 * x^2 - 18 * x + 27)) by ring.
    apply Rmult_le_pos; lra. }
  assert (0 < (x + x^2)^3 * - beyond) by (apply Rmult_lt_0_compat; [apply pow_lt; assumption | lra]).
  unfold beyond in *. lra.
Qed.

(** * No minimum on the rays that turn inside, for T <= 0 *)

Lemma rays_not_touched : forall X t, low_at_turn -> less_at_turn -> beyond < 0 -> border <= 0 -> 0 < X < 1 -> 0 <= level X ->
  turn_of X < t -> rays X t = 0 -> rays_slope X t = 0 -> False.
Proof.
  intros X t turn_low turn_less b_low T0 X_range V0 inner touches even.
  pose proof (turn_of_range X ltac:(lra)) as y_range. pose proof (less_than_1 T0) as a1.
  destruct (level_root X a1 ltac:(lra) V0) as [v [v_range root]].
  pose proof (tilt_above_0 v ltac:(lra) T0 root) as S0.
  pose proof (turn_of_range v ltac:(lra)) as yv_range. pose proof (turn_of_rises v X ltac:(lra)) as yv_y.
  set (s := turn_of v) in *.
  pose proof (rays_at_turn v ltac:(lra)) as at_v. pose proof (rays_slope_at_turn v ltac:(lra)) as slope_v.
  fold s in at_v, slope_v. rewrite root in at_v.
  assert (zero_v : rays v s = 0) by (apply (Rmult_eq_reg_l (4 * (1 + v))); lra).
  rewrite zero_v in slope_v. assert (ss : 0 < s) by lra.
  assert (rises : 0 <= rays_slope v s).
  { apply Rnot_lt_le. intros less. assert (0 < 2 * (1 + v)^2 * (s * - rays_slope v s)).
    { positive_terms. }
    assert (0 <= v^3 * tilt v) by (apply Rmult_le_pos; [apply pow_le|]; lra). lra. }
  assert (hill : exists z, s < z < t /\ 0 < rays v z).
  { apply NNPP. intros none.
    assert (under : forall z, s < z < t -> rays v z <= 0).
    { intros z z_range. apply Rnot_lt_le. intros more. apply none. exists z. split; assumption. }
    set (e := Rmin 1 ((t - s) / 2)). assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra).
    pose proof (Rmin_l 1 ((t - s) / 2)) as e1. pose proof (Rmin_r 1 ((t - s) / 2)) as e2. fold e in e1, e2.
    assert (falls : 0 <= - rays_slope v s).
    { set (k0 := - a * v^2 * (1 - v)). set (k1 := 4 * (1 + v) * a * v - v^2 * (1 - v)).
      set (k2 := 4 * (1 + v) * v - b * v^2 * (1 - v) - 4 * (1 + v)). set (k3 := 4 * (1 + v) * b * v).
      replace (- rays_slope v s) with (cubic_slope (- k1) (- k2) (- k3) s)
        by (unfold rays_slope, cubic_slope, k1, k2, k3; ring).
      apply (not_falling_right (- k0) (- k1) (- k2) (- k3) s e); [lra | |].
      - intros y y_part. pose proof (under y ltac:(lra)) as less. unfold rays in less. fold k0 k1 k2 k3 in less.
        unfold cubic in *. lra.
      - unfold rays in zero_v. fold k0 k1 k2 k3 in zero_v. unfold cubic in *. lra. }
    pose proof (rays_leads v ltac:(lra)) as lead. assert (even_v : rays_slope v s = 0) by lra.
    destruct (touched_twice _ _ _ _ s (not_eq_sym (Rlt_not_eq _ _ lead)) zero_v even_v) as [u form].
    assert (less : u < s) by (apply (rays_greatest v s u); try assumption; try lra; right; reflexivity).
    pose proof (under ((s + t) / 2) ltac:(lra)) as low.
    change (rays v ((s + t) / 2)) with (cubic (- a * v ^ 2 * (1 - v)) (4 * (1 + v) * a * v - v ^ 2 * (1 - v))
      (4 * (1 + v) * v - b * v ^ 2 * (1 - v) - 4 * (1 + v)) (4 * (1 + v) * b * v) ((s + t) / 2)) in low.
      rewrite form in low.
    assert (0 < 4 * (1 + v) * b * v * (((s + t) / 2 - s) ^ 2 * ((s + t) / 2 - u))); [|lra].
    apply Rmult_lt_0_compat; [assumption|]. apply Rmult_lt_0_compat; [apply pow_lt|]; lra. }
  destruct hill as [z [z_range high]].
  (* A level below v at which it is positive at z, still. *)
  set (ray := fun y (x : R) => rays (1 - x) (s + (t - s) * (1 - y))).
  assert (shape : smooth (fun y _ x => ray y x)) by (unfold ray, rays, cubic; smoothly).
  pose proof shape as [L [L0 near]].
  assert (slow : forall y x y' x', unit y -> unit x -> unit y' -> unit x' ->
    Rabs (ray y' x' - ray y x) <= L * (Rabs (y' - y) + Rabs (x' - x))).
  { intros y x y' x' y_unit x_unit y'_unit x'_unit.
    destruct (near y 0 x y_unit ltac:(split; lra) x_unit) as [_ change].
    specialize (change y' 0 x' y'_unit ltac:(split; lra) x'_unit).
    replace (0 - 0) with 0 in change by ring. rewrite Rabs_R0, Rplus_0_r in change. assumption. }
  set (o := (t - z) / (t - s)). assert (o_range : 0 < o < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r (t - s)); [lra|]. unfold o, Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  assert (o_form : s + (t - s) * (1 - o) = z) by (unfold o; field; lra).
  set (c := rays v z) in *. set (d := Rmin (v / 2) (c / (2 * (L + 1)))).
  assert (d0 : 0 < d) by (apply Rmin_glb_lt; [|apply Rdiv_lt_0_compat]; lra).
  assert (d1 : d <= v / 2) by apply Rmin_l.
  assert (d2 : L * d <= c / 2).
  { apply Rle_trans with ((L + 1) * (c / (2 * (L + 1)))); [|right; field; lra].
    apply Rmult_le_compat; try lra. apply Rmin_r. }
  set (x1 := v - d). set (l := 1 - x1).
  assert (high_l : 0 < ray o l).
  { assert (close : Rabs (ray o l - ray o (1 - v)) <= L * (Rabs (o - o) + Rabs (l - (1 - v))))
    by (apply slow; unfold l, x1; split; lra).
    replace (o - o) with 0 in close by ring. replace (l - (1 - v)) with d in close by (unfold l, x1; ring).
    rewrite Rabs_R0, (Rabs_pos_eq d) in close by lra.
    assert (same : ray o (1 - v) = c) by (unfold ray, c; rewrite o_form; f_equal; ring).
    rewrite same in close. pose proof (Rle_abs (- (ray o l - c))) as less. rewrite Rabs_Ropp in less. lra. }
  set (e := - rays x1 t). assert (e0 : 0 < e).
  { pose proof (rays_rises x1 X t ltac:(unfold x1; lra) ltac:(lra) ltac:(lra)) as below. rewrite touches in below.
    unfold e. apply Rnot_le_lt. intros le. assert (0 <= rays x1 t * (1 + X)) by (apply Rmult_le_pos; lra). lra. }
  assert (far : forall x, l <= x <= 1 -> rays (1 - x) t <= - (e / 2)).
  { intros x x_range. destruct (Req_dec (1 - x) x1) as [same|apart]; [rewrite same; unfold e in *; lra|].
    assert (order : 0 <= 1 - x < x1) by (unfold l in x_range; lra).
    pose proof (rays_rises (1 - x) x1 t order ltac:(unfold x1; lra)) as below.
    assert (inner1 : turn_of x1 <= t) by (pose proof (turn_of_rises x1 X ltac:(unfold x1; lra)); lra).
    specialize (below inner1). replace (rays x1 t) with (- e) in below by (unfold e; ring).
    assert (x1_1 : x1 < 1) by (unfold x1; lra).
    apply Rnot_lt_le. intros more.
    assert (0 < (rays (1 - x) t + e / 2) * (1 + x1)) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= e * (1 - x)) by (apply Rmult_le_pos; lra).
    assert (e * (1 + x1) <= e * 2) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (last_level_of_one (fun y x => - ray y x)) with (l := l) (p0 := e / (2 * (L + 1)))
    as [k [k_range [low [y [along zero]]]]].
  - apply (smooth_opposite (fun y _ x => ray y x)). assumption.
  - unfold l, x1. lra.
  - apply Rdiv_lt_0_compat; lra.
  - intros y x [y0 y1] x_range above. pose proof (far x x_range) as start.
    assert (close : Rabs (ray y x - ray 0 x) <= L * (Rabs (y - 0) + Rabs (x - x))).
    { unfold l, x1 in x_range. apply slow; split; lra. }
    replace (x - x) with 0 in close by ring. rewrite Rabs_R0, Rminus_0_r, (Rabs_pos_eq y) in close by lra.
    pose proof (Rle_abs (ray y x - ray 0 x)) as less.
    assert (at_0 : ray 0 x = rays (1 - x) t) by (unfold ray; f_equal; ring).
    apply (Rmult_le_reg_l (L + 1)); [lra|].
    replace ((L + 1) * (e / (2 * (L + 1)))) with (e / 2) by (field; lra). lra.
  - intros y [y0 y1].
    assert (place : 0 < s + (t - s) * (1 - y)) by (assert (0 <= (t - s) * (1 - y))
      by (apply Rmult_le_pos; lra); lra).
    assert (form : - ray y 1 = 4 * (s + (t - s) * (1 - y))^2) by (unfold ray, rays, cubic; ring).
    rewrite form. apply Rmult_lt_0_compat; [lra | apply pow_lt; assumption].
  - exists o. split; [split; lra | lra].
  - set (x := 1 - k) in *. assert (x_range : 0 < x < v) by (unfold x, l, x1 in *; lra).
    assert (under : forall r, s <= r < t -> rays x r <= 0).
    { intros r r_range. set (i := (t - r) / (t - s)).
      assert (i_form : s + (t - s) * (1 - i) = r) by (unfold i; field; lra).
      assert (i_range : half_open i).
      { split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r (t - s)); [lra|]. unfold i, Rdiv.
        rewrite Rmult_assoc, Rinv_l; lra. }
      pose proof (low i i_range) as fine. unfold ray in fine. rewrite i_form in fine. fold x in fine. lra. }
    set (r := s + (t - s) * (1 - y)). assert (zero_r : rays x r = 0) by (unfold ray in zero; fold x r in zero; lra).
    destruct along as [y0 y1].
    assert (y2 : y < 1).
    { destruct (Req_dec y 1) as [same|]; [exfalso|lra].
      assert (r_s : r = s) by (unfold r; rewrite same; ring). rewrite r_s in zero_r.
      pose proof (rays_rises x v s ltac:(lra) ltac:(lra) ltac:(unfold s; lra)) as below.
      rewrite zero_r, zero_v in below. lra. }
    assert (r_range : s < r < t).
    { assert (0 < (t - s) * (1 - y)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < (t - s) * y) by (apply Rmult_lt_0_compat; lra). unfold r. lra. }
    pose proof (rays_leads x ltac:(lra)) as lead.
    assert (flat : rays_slope x r = 0).
    { assert (opposite_slope : cubic_slope (- (4 * (1 + x) * a * x - x^2 * (1 - x)))
        (- (4 * (1 + x) * x - b * x^2 * (1 - x) - 4 * (1 + x))) (- (4 * (1 + x) * b * x)) r = 0).
      { apply (even_between (- (- a * x^2 * (1 - x)))) with (l := s) (h := t); [assumption | |].
        - intros i i_range. pose proof (under i ltac:(lra)) as fine. unfold rays, cubic in *. lra.
        - unfold rays, cubic in *. lra. }
      unfold rays_slope, cubic_slope in *. lra. }
    destruct (touched_twice _ _ _ _ r (not_eq_sym (Rlt_not_eq _ _ lead)) zero_r flat) as [u form].
    assert (less : u < r).
    { apply (rays_greatest x r u); try assumption; [lra|]. pose proof (turn_of_rises x v ltac:(lra)).
    fold s in H. lra. }
    pose proof (under ((r + t) / 2) ltac:(lra)) as fine.
    change (rays x ((r + t) / 2)) with (cubic (- a * x ^ 2 * (1 - x)) (4 * (1 + x) * a * x - x ^ 2 * (1 - x))
      (4 * (1 + x) * x - b * x ^ 2 * (1 - x) - 4 * (1 + x)) (4 * (1 + x) * b * x) ((r + t) / 2)) in fine.
      rewrite form in fine.
    assert (0 < 4 * (1 + x) * b * x * (((r + t) / 2 - r) ^ 2 * ((r + t) / 2 - u))); [|lra].
    apply Rmult_lt_0_compat; [assumption|]. apply Rmult_lt_0_compat; [apply pow_lt|]; lra.
Qed.

(** * The discriminants in t have one root that matters *)

Definition side_discriminant (x : R) : R :=
  cubic_discriminant (a * x^2) ((a - 1) * (1 - x^2)) (1 - x^2 + b * x^2) (b * (1 - x^2)).
Definition rays_discriminant (x : R) : R := cubic_discriminant (- a * x^2 * (1 - x))
  (4 * (1 + x) * a * x - x^2 * (1 - x)) (4 * (1 + x) * x - b * x^2 * (1 - x) - 4 * (1 + x)) (4 * (1 + x) * b * x).

Lemma side_above : forall x, a < 1 -> 0 < x < 1 -> side_discriminant x = 0 ->
  (forall t, 0 < t -> 0 <= side x t) /\ exists t, 0 < t < 1 /\ side x t = 0.
Proof.
  intros x a1 x_range zero. pose proof (side_leads x x_range) as lead. pose proof (squares x x_range) as square.
  destruct (multiple_root _ _ _ _ (not_eq_sym (Rlt_not_eq _ _ lead)) zero) as [t [u form]].
  assert (u0 : u < 0) by (apply (side_double x t u x_range); exact form).
  destruct (root_coefficients _ _ _ _ t u form) as [_ [of_1 _]].
  assert (t0 : 0 < t).
  { apply Rnot_le_lt. intros le. assert (0 < (1 - a) * (1 - x^2)) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= - t * - u) by (apply Rmult_le_pos; lra).
    assert (0 <= b * (1 - x^2) * (t^2 + 2 * (- t * - u))).
    { apply Rmult_le_pos; [lra|]. pose proof (pow2_ge_0 t). lra. }
    lra. }
  assert (touches : side x t = 0).
  { transitivity (b * (1 - x^2) * ((t - t)^2 * (t - u))); [apply form | ring]. }
  split.
  - intros z z0. replace (side x z) with (b * (1 - x^2) * ((z - t)^2 * (z - u))) by (symmetry; apply form).
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - exists t. split; [|assumption]. split; [assumption|]. apply Rnot_le_lt. intros t1.
    assert (whole : side x t = a + b * t^2 + (t + a + b * t^2) * ((t - 1) * (1 - x^2)))
      by (unfold side, cubic; ring).
    assert (0 < b * t^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    assert (0 <= (t + a + b * t^2) * ((t - 1) * (1 - x^2))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma side_once : forall x z, a < 1 -> 0 < x < z -> z < 1 -> side_discriminant x = 0 -> side_discriminant z
  = 0 -> False.
Proof.
  intros x z a1 order z1 at_x at_z.
  destruct (side_above x a1 ltac:(lra) at_x) as [above _].
  destruct (side_above z a1 ltac:(lra) at_z) as [above_z [t [t_range touches]]].
  destruct (side_above x a1 ltac:(lra) at_x) as [_ [r [r_range touched]]].
  pose proof (side_rises x z t ltac:(lra) t_range). pose proof (above t ltac:(lra)). lra.
Qed.

Lemma side_ends : a < 1 -> side_discriminant 0 <> 0 /\ side_discriminant 1 <> 0.
Proof.
  intros a1. split.
  - assert (form : side_discriminant 0 = (1 - a)^2 * (1 + 4 * b * (1 - a)))
    by (unfold side_discriminant, cubic_discriminant; ring).
    rewrite form. apply Rgt_not_eq. apply Rmult_lt_0_compat; [apply pow_lt; lra|].
    assert (0 < b * (1 - a)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (form : side_discriminant 1 = - (4 * a * b^3)) by (unfold side_discriminant, cubic_discriminant; ring).
    rewrite form. apply Rlt_not_eq. assert (0 < a * b^3)
      by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption). lra.
Qed.

Lemma side_alone : forall X, a < 1 -> 0 < X < 1 -> side_discriminant X = 0 ->
  forall x, 0 <= x <= 1 -> side_discriminant x = 0 -> x = X.
Proof.
  intros X a1 X_range root x x_range other. destruct (side_ends a1) as [at_0 at_1].
  assert (x0 : x <> 0) by (intros same; rewrite same in other; contradiction).
  assert (x1 : x <> 1) by (intros same; rewrite same in other; contradiction).
  destruct (Rtotal_order x X) as [less|[same|more]]; [exfalso | assumption | exfalso].
  - apply (side_once x X a1); try assumption; lra.
  - apply (side_once X x a1); try assumption; lra.
Qed.

Lemma rays_none_beyond : forall X x, b < 3 -> 0 < border -> 0 < X < x -> x < 1 -> 0 <= level X ->
  (forall t, turn_of X <= t -> 0 <= rays X t) -> rays_discriminant x = 0 -> False.
Proof.
  intros X x b_low T0 order x1 V0 good zero. assert (x_range : 0 < x < 1) by lra.
  pose proof (rays_leads x ltac:(lra)) as lead. pose proof (level_rises X x ltac:(lra)) as more.
  pose proof (tilt_below_0 x ltac:(lra) b_low T0 ltac:(lra)) as S0.
  destruct (multiple_root _ _ _ _ (not_eq_sym (Rlt_not_eq _ _ lead)) zero) as [t [u form]].
  change (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) in form.
  set (y := turn_of x). pose proof (turn_of_range x ltac:(lra)) as y_range. fold y in y_range.
  assert (before : t < y).
  { apply Rnot_le_lt. intros le. pose proof (turn_of_rises X x ltac:(lra)) as y_y. fold y in y_y.
    pose proof (rays_rises X x t ltac:(lra) ltac:(lra) le) as below.
    replace (rays x t) with 0 in below by (rewrite form; ring). pose proof (good t ltac:(lra)).
    assert (0 <= rays X t * (1 + x)) by (apply Rmult_le_pos; lra). lra. }
  pose proof (rays_at_turn x ltac:(lra)) as at_y. pose proof (rays_slope_at_turn x ltac:(lra)) as slope_y.
  fold y in at_y, slope_y.
  assert (high : 0 < rays x y).
  { assert (0 < x^2 * level x) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
    apply Rnot_le_lt. intros le. assert (0 <= 4 * (1 + x) * - rays x y) by (apply Rmult_le_pos; lra). lra. }
  assert (u_y : u < y).
  { apply Rnot_le_lt. intros le. rewrite form in high.
    assert (0 <= 4 * (1 + x) * b * x * ((y - t)^2 * (u - y))); [|lra].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply pow2_ge_0 | lra]. }
  assert (slope_form : y * rays_slope x y - 2 * rays x y
    = 4 * (1 + x) * b * x * ((y - t) * (y * (y - t) + 2 * t * (y - u)))).
  { destruct (root_coefficients _ _ _ _ t u form) as [of_2 [of_1 of_0]].
    unfold rays, rays_slope, cubic, cubic_slope. rewrite of_2, of_1, of_0. ring. }
  assert (falls : y * rays_slope x y - 2 * rays x y < 0).
  { apply Rnot_le_lt. intros le. assert (0 < x^3 * - tilt x) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
    assert (0 <= 2 * (1 + x)^2 * (y * rays_slope x y - 2 * rays x y)).
    { apply Rmult_le_pos; [|assumption]. pose proof (pow2_ge_0 (1 + x)). lra. } lra. }
  destruct (Rtotal_order t 0) as [negative|[null|positive]].
  - destruct (rays_double x t u x_range ltac:(lra) form) as [m [m_form [first [second third]]]].
    set (n := - m). replace m with (- n) in * by (unfold n; ring).
    assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
    assert (n0 : 0 < n).
    { apply (Rmult_lt_reg_l (4 * (1 + x) * - t)); [apply Rmult_lt_0_compat; lra | lra]. }
    assert (w0 : 0 < (1 + n)^2) by (apply pow_lt; lra). replace (1 - - n) with (1 + n) in * by ring.
    set (w := (1 + n)^2) in *.
    assert (bxt : 0 < b * x * - t * w) by (positive_terms).
    assert (N0 : 1 - 2 * - n - x * w < 0) by lra.
    assert (of_a : 2 * x * w * a = t * (1 - x * w)).
    { apply (Rmult_eq_reg_r (1 - 2 * - n)); [|lra].
      transitivity (2 * x * w * (a * (1 - 2 * - n))); [ring|]. rewrite second.
      transitivity (t * (2 * b * x * t * w) + 2 * x * w * t * - n); [ring|]. rewrite third. ring. }
    assert (whole_a : 8 * (1 + x) * n * w * a = - ((1 - x) * (1 - x * w))).
    { apply (Rmult_eq_reg_r x); [|lra]. transitivity (4 * (1 + x) * n * (2 * x * w * a)); [ring|]. rewrite of_a.
      transitivity (- (4 * (1 + x) * - n * t) * (1 - x * w)); [ring|]. rewrite m_form. ring. }
    assert (whole_b : x^2 * (1 - x) * w * b = - (2 * (1 + x) * n * (1 - 2 * - n - x * w))).
    { rewrite <- third. transitivity (b * x * w * (4 * (1 + x) * - n * t)); [rewrite m_form; ring | ring]. }
    assert (of_u : 4 * (1 + x) * ((1 - 2 * - n - x * w) * u) = x * ((1 - x) * (1 - x * w))).
    { rewrite <- third. transitivity (4 * (1 + x) * (2 * x * w) * (b * t * u)); [ring|]. rewrite <- first.
      transitivity (- x * (8 * (1 + x) * n * w * a)); [ring|]. rewrite whole_a. ring. }
    pose proof (turn_of_form x ltac:(lra)) as y_form. fold y in y_form.
    assert (Q0 : 0 < x * (1 + x) * n^2 - 2 * (1 - x) * (2 + x) * n - (1 - x^2)).
    { apply (Rmult_lt_reg_l x); [lra|].
      assert (0 < 4 * (1 + x) * (- (1 - 2 * - n - x * w) * (y - u))) by (positive_terms).
      assert (at_turn : 4 * (1 + x) * ((1 - 2 * - n - x * w) * y) = 2 * x * (1 - 2 * - n - x * w))
        by (rewrite <- y_form at 3; ring).
      assert (same : x * (x * (1 + x) * n^2 - 2 * (1 - x) * (2 + x) * n - (1 - x^2))
        = x * ((1 - x) * (1 - x * w)) - 2 * x * (1 - 2 * - n - x * w)) by (unfold w; ring).
      rewrite same, Rmult_0_r. lra. }
    set (Q := x * (1 + x) * n^2 - 2 * (1 - x) * (2 + x) * n - (1 - x^2)) in *.
    assert (sum : (1 + x) * (2 * n * w * x * (1 - x) * tilt x) = (1 + x) * (2 * n + 1 - x)
      * (2 * n * Q + (1 - x) * (n^2 * (4 - x^2 * (1 + x)) + 2 * n * (1 - x^2) * (1 + x) + x * (1 - x) * (1 + x)))).
    { transitivity ((1 + x) * (2 * n * w * x * (1 - x) * (1 - x^2) + 2 * n * (x^2 * (1 - x) * w * b)
        - x * (1 - x) * (1 + x) * (8 * (1 + x) * n * w * a))); [unfold tilt; ring|].
      rewrite whole_a, whole_b. unfold Q, w. ring. }
    assert (0 < (1 + x) * (2 * n + 1 - x)
      * (2 * n * Q + (1 - x) * (n^2 * (4 - x^2 * (1 + x)) + 2 * n * (1 - x^2) * (1 + x) + x * (1 - x) * (1 + x)))).
    { pose proof (squares x x_range) as square. assert (0 < n^2) by (apply pow_lt; assumption).
      assert (x^2 * (1 + x) <= 1 * 2) by (apply Rmult_le_compat; try lra; apply pow2_ge_0).
      apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
      assert (0 < 2 * n * Q) by (positive_terms).
      assert (0 < n^2 * (4 - x^2 * (1 + x))) by (apply Rmult_lt_0_compat; lra).
      assert (0 < 2 * n * (1 - x^2) * (1 + x)) by (positive_terms).
      assert (0 < x * (1 - x) * (1 + x)) by (positive_terms).
      assert (0 < (1 - x) * (n^2 * (4 - x^2 * (1 + x)) + 2 * n * (1 - x^2) * (1 + x) + x * (1 - x) * (1 + x)))
        by (apply Rmult_lt_0_compat; lra). lra. }
    assert (0 < (1 + x) * (2 * n * w * x * (1 - x) * - tilt x)) by (positive_terms). lra.
  - assert (at_0 : rays x 0 = 0) by (rewrite form, null; ring). unfold rays, cubic in at_0.
    assert (0 < a * x^2 * (1 - x))
      by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [|apply pow_lt]|]; lra). lra.
  - rewrite slope_form in falls.
    assert (0 < 4 * (1 + x) * b * x * ((y - t) * (y * (y - t) + 2 * t * (y - u)))); [|lra].
    apply Rmult_lt_0_compat; [assumption|]. apply Rmult_lt_0_compat; [lra|].
    assert (0 < y * (y - t)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < t * (y - u)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * The last level *)

Lemma turn_starts : exists l, 0 < l < 1 /\ turn l l < 0.
Proof.
  set (c := 4 + 16 * a + b). assert (c4 : 4 < c) by (unfold c; lra). exists (1 / c).
  assert (l0 : 0 < 1 / c) by (apply Rdiv_lt_0_compat; lra). assert (cl : c * (1 / c) = 1) by (field; lra).
  set (l := 1 / c) in *. clearbody l.
  assert (l1 : l < 1 / 4).
  { apply (Rmult_lt_reg_l c); [lra|]. rewrite cl. lra. }
  split; [lra|].
  assert (ll : 0 < l^2) by (apply pow_lt; assumption).
  assert (al : 0 <= a * l^2) by (apply Rmult_le_pos; lra).
  set (s := 2 * l * l * (1 + l) + 4 * a * l^2 * (1 + l)^2 + b * l^2).
  assert (s_low : s <= c * l^2).
  { assert (2 * l^2 * (1 + l) <= 2 * l^2 * 2) by (apply Rmult_le_compat_l; lra).
    assert ((1 + l)^2 <= 2^2) by (apply pow_incr; lra).
    assert (4 * (a * l^2) * (1 + l)^2 <= 4 * (a * l^2) * 2^2) by (apply Rmult_le_compat_l; lra).
    unfold s, c. lra. }
  assert (c_l : c * l^2 = l) by (transitivity (c * l * l); [ring | rewrite cl; ring]).
  assert (s0 : 0 <= s).
  { assert (0 <= b * l^2) by (apply Rmult_le_pos; lra). assert (0 <= 2 * l * l * (1 + l))
    by (repeat apply Rmult_le_pos; lra).
    assert (0 <= 4 * (a * l^2) * (1 + l)^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]). unfold s. lra. }
  assert (0 <= s * ((1 - l) * l / 2)).
  { apply Rmult_le_pos; [assumption|]. apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
  unfold turn. fold s. lra.
Qed.

Lemma turn_away : forall p x, half_open p -> 0 < x <= 1 -> turn p x <= 0 -> b * x^2 / 8 <= p.
Proof.
  intros p x [p0 p1] x_range below.
  assert (xx : 0 < x^2) by (apply pow_lt; lra). assert (pp : 0 < p^2) by (apply pow_lt; assumption).
  assert (bxx : 0 < b * x^2) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= 2 * p * x * (1 + x)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= 4 * a * p^2 * (1 + x)^2) by (apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | apply pow2_ge_0]).
  assert ((1 - x) * p <= 1 * 1) by (apply Rmult_le_compat; lra).
  assert (b * x^2 * (1 / 2) <= (2 * p * x * (1 + x) + 4 * a * p^2 * (1 + x)^2 + b * x^2) * (1 - (1 - x) * p / 2))
    by (apply Rmult_le_compat; lra).
  assert (p * (1 + x) <= p * 2) by (apply Rmult_le_compat_l; lra).
  unfold turn in below. lra.
Qed.

Lemma side_away : forall p x, half_open p -> 0 < x <= 1 -> side x p <= 0 -> a * x^2 <= p.
Proof.
  intros p x [p0 p1] x_range below. assert (xx : x^2 <= 1^2) by (apply pow_incr; lra).
  assert (0 <= (1 - x^2) * p) by (apply Rmult_le_pos; lra).
  assert (0 <= a * ((1 - x^2) * p)) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - x^2 + b * x^2) * p^2).
  { assert (0 <= b * x^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
  apply Rmult_le_pos; [lra | apply pow2_ge_0]. }
  assert (0 <= b * (1 - x^2) * p^3) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow_le; lra]).
  assert (0 <= x^2 * p) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
  unfold side, cubic in below. lra.
Qed.

Lemma good_on_rays : forall x t, 0 < x < 1 -> (forall p, half_open p -> 0 <= turn p x) -> turn_of x <= t -> 0
  <= rays x t.
Proof.
  intros x t x_range good inner. pose proof (turn_of_range x ltac:(lra)) as y_range.
  assert (p_range : half_open (turn_of x / t)).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r t); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (good _ p_range) as fine. pose proof (turn_as_rays x t ltac:(lra) ltac:(lra)) as form.
  assert (t3 : 0 < t^3) by (apply pow_lt; lra).
  assert (0 <= 4 * (1 + x) * t^3 * turn (turn_of x / t) x)
    by (apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | assumption]).
  apply (Rmult_le_reg_l x); lra.
Qed.

Lemma side_over_rays : forall x t, 4 * (1 + x) * t * side x t
  = rays x t + (t + a + b * t^2) * ((1 - x) * (2 * (1 + x) * t - x)^2).
Proof. intros. unfold side, rays, cubic. ring. Qed.

Theorem last_ray : exists X, 0 < X < 1 /\ 0 <= level X /\
  (forall t, turn_of X <= t -> 0 <= rays X t) /\ (forall p q, half_open p -> half_open q -> 0 <= weighted X p q) /\
  ((exists p, 0 < p < 1 /\ turn p X = 0 /\ rays X (turn_of X / p) = 0 /\ rays_slope X (turn_of X / p) = 0)
   \/ (exists q, 0 < q <= turn_of X /\ side X q = 0 /\ side_slope X q = 0)).
Proof.
  destruct turn_starts as [l [l_range low]]. assert (ll : 0 < l^2) by (apply pow_lt; lra).
  assert (al : 0 < a * l^2) by (apply Rmult_lt_0_compat; assumption).
  assert (bl : 0 < b * l^2) by (apply Rmult_lt_0_compat; assumption).
  destruct (last_level_of_two turn (fun p x => side x p)) with (l := l) (p0 := Rmin (b * l^2 / 8) (a * l^2))
    as [X [X_range [good [p [[p0 p1] zero]]]]].
  - unfold turn, Rdiv. smoothly.
  - unfold side, cubic. smoothly.
  - assumption.
  - apply Rmin_glb_lt; lra.
  - intros p x p_range x_range below. assert (squared : l^2 <= x^2)
    by (apply pow_incr; lra). destruct below as [below|below].
    + apply Rle_trans with (b * l^2 / 8); [apply Rmin_l|]. pose proof (turn_away p x p_range ltac:(lra) below).
      assert (b * l^2 <= b * x^2) by (apply Rmult_le_compat_l; lra). lra.
    + apply Rle_trans with (a * l^2); [apply Rmin_r|]. pose proof (side_away p x p_range ltac:(lra) below).
      assert (a * l^2 <= a * x^2) by (apply Rmult_le_compat_l; lra). lra.
  - intros p [p0 p1]. assert (pp : 0 < p^2) by (apply pow_lt; assumption). split.
    + assert (0 < a * p^2) by (apply Rmult_lt_0_compat; assumption). unfold turn. lra.
    + assert (0 < b * p^2) by (apply Rmult_lt_0_compat; assumption). unfold side, cubic. lra.
  - exists l. split; [split; lra | assumption].
  - assert (X_unit : 0 < X < 1) by lra. pose proof (turn_of_range X ltac:(lra)) as y_range.
    assert (on_rays : forall t, turn_of X <= t -> 0 <= rays X t).
    { intros t inner. apply good_on_rays; [assumption | | assumption]. intros r r_range. apply (good r r_range). }
    pose proof (side_at_turn X ltac:(lra)) as at_y. pose proof (rays_at_turn X ltac:(lra)) as ray_y.
    assert (V0 : 0 <= level X).
    { assert (fine : 0 <= side X (turn_of X)) by (apply (good (turn_of X)); split; lra).
      apply (Rmult_le_reg_l X); [lra|]. rewrite <- at_y, Rmult_0_r. apply Rmult_le_pos; lra. }
    exists X. split; [assumption|]. split; [assumption|]. split; [assumption|].
    split; [apply good_by_ends; assumption|].
    assert (on_side : forall q, 0 < q <= 1 -> side X q = 0 -> exists q, 0 < q <= turn_of X /\ side X q
      = 0 /\ side_slope X q = 0).
    { intros q [q0 q1] touches. exists q.
      assert (q2 : q < 1).
      { destruct (Req_dec q 1) as [same|]; [|lra]. rewrite same in touches. unfold side, cubic in touches. lra. }
      assert (before : q <= turn_of X).
      { apply Rnot_lt_le. intros after. pose proof (on_rays q ltac:(lra)) as fine.
        pose proof (side_over_rays X q) as over. rewrite touches in over.
        assert (0 < (2 * (1 + X) * q - X)^2).
        { apply pow_lt. rewrite <- (turn_of_form X) at 2 by lra.
          assert (0 < 2 * (1 + X) * (q - turn_of X)) by (apply Rmult_lt_0_compat; lra). lra. }
        assert (0 <= b * q^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
        assert (0 < (q + a + b * q^2) * ((1 - X) * (2 * (1 + X) * q - X)^2)).
        { apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; lra. }
        lra. }
      split; [lra|]. split; [assumption|]. unfold side_slope, side in *.
      apply (even_between (a * X^2)) with (l := 0) (h := 1); [lra | | assumption].
      intros r r_range. apply (good r). split; lra. }
    destruct zero as [zero|zero]; [|right; apply (on_side p); [split|]; assumption].
    destruct (Req_dec p 1) as [same|apart].
    + right. rewrite same in zero. pose proof (turn_as_rays X (turn_of X) ltac:(lra) ltac:(lra)) as form.
      replace (turn_of X / turn_of X) with 1 in form by (field; lra). rewrite zero in form.
      assert (ray_zero : rays X (turn_of X) = 0) by (apply (Rmult_eq_reg_l X); lra).
      rewrite ray_zero in ray_y. assert (V_zero : level X = 0).
      { apply (Rmult_eq_reg_l (X^2)); [lra | apply pow_nonzero; lra]. }
      apply (on_side (turn_of X)); [lra|]. rewrite V_zero in at_y. apply (Rmult_eq_reg_l (8 * (1 + X))); lra.
    + left. exists p. split; [lra|]. split; [assumption|].
      assert (t_range : turn_of X < turn_of X / p).
      { apply (Rmult_lt_reg_r p); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
        assert (0 < turn_of X * (1 - p)) by (apply Rmult_lt_0_compat; lra). lra. }
      set (t := turn_of X / p) in *.
      assert (touches : rays X t = 0).
      { pose proof (turn_as_rays X t ltac:(lra) ltac:(lra)) as form.
        replace (turn_of X / t) with p in form by (unfold t; field; lra). rewrite zero in form.
        apply (Rmult_eq_reg_l X); lra. }
      split; [assumption|]. unfold rays_slope, rays in *.
      apply (even_between (- a * X^2 * (1 - X))) with (l := turn_of X) (h := t + 1); [lra | | assumption].
      intros r r_range. apply on_rays. lra.
Qed.

Lemma lifted_at_turn : forall x p, 0 < x -> 4 * (1 + x)^2 * weighted x p (turn_of x) = x * turn p x.
Proof. intros x p x0. unfold weighted, turn, turn_of. rewrite floor_form. field. lra. Qed.

Lemma lifted_at_side : forall x q, weighted x 1 q = side x q.
Proof. intros. unfold weighted, side, cubic. rewrite floor_form. ring. Qed.

(** T > 0: X is the greatest root of the one discriminant, where none is beyond it. *)
Definition none_beyond : Prop := forall X x, 0 < X < x -> x < 1 -> 0 <= level X ->
  (forall t, turn_of X <= t -> 0 <= rays X t) -> rays_discriminant x = 0 -> False.

Theorem inside_rays : none_beyond -> 0 < border ->
  exists X, 0 < X < 1 /\ rays_discriminant X = 0 /\ (forall x, X < x < 1 -> rays_discriminant x <> 0) /\
    (forall p q, half_open p -> half_open q -> 0 <= weighted X p q) /\
    exists p q, half_open p /\ half_open q /\ p < 1 /\ weighted X p q = 0.
Proof.
  intros none T0. destruct last_ray as [X [X_range [V0 [good_rays [good [inside|at_end]]]]]].
  - destruct inside as [p [p_range [zero [touches even]]]].
    pose proof (turn_of_range X ltac:(lra)) as y_range. pose proof (rays_leads X ltac:(lra)) as lead.
    destruct (touched_twice _ _ _ _ _ (not_eq_sym (Rlt_not_eq _ _ lead)) touches even) as [u form].
    exists X. split; [assumption|]. split; [exact (no_discriminant _ _ _ _ _ u form)|]. split.
    + intros x x_range root. apply (none X x); try assumption; lra.
    + split; [assumption|]. exists p, (turn_of X).
      split; [split; lra|]. split; [split; lra|]. split; [lra|].
      pose proof (lifted_at_turn X p ltac:(lra)) as place. rewrite zero in place.
      apply (Rmult_eq_reg_l (4 * (1 + X)^2)); [lra|].
      apply Rgt_not_eq. apply Rmult_lt_0_compat; [lra | apply pow_lt; lra].
  - destruct at_end as [q [q_range [touches even]]]. exfalso.
    exact (side_not_touched X q X_range T0 V0 q_range touches even).
Qed.

(** a < 1: it is the only root of the other one, where none of the rays that turn inside decides. *)
Definition none_touched : Prop := forall X t, 0 < X < 1 -> 0 <= level X -> turn_of X < t -> rays X t = 0 ->
  rays_slope X t = 0 -> False.

Theorem at_rays_end : none_touched -> a < 1 ->
  exists X, 0 < X < 1 /\ side_discriminant X = 0 /\ (forall x, 0 <= x <= 1 -> side_discriminant x = 0 -> x = X) /\
    (forall p q, half_open p -> half_open q -> 0 <= weighted X p q) /\
    exists p q, half_open p /\ half_open q /\ q < 1 /\ weighted X p q = 0.
Proof.
  intros none a1. destruct last_ray as [X [X_range [V0 [good_rays [good [inside|at_end]]]]]].
  - destruct inside as [p [p_range [zero [touches even]]]]. exfalso.
    pose proof (turn_of_range X ltac:(lra)) as y_range.
    apply (none X (turn_of X / p)); try assumption.
    apply (Rmult_lt_reg_r p); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (0 < turn_of X * (1 - p)) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct at_end as [q [q_range [touches even]]].
    pose proof (turn_of_range X ltac:(lra)) as y_range. pose proof (side_leads X X_range) as lead.
    destruct (touched_twice _ _ _ _ _ (not_eq_sym (Rlt_not_eq _ _ lead)) touches even) as [u form].
    assert (root : side_discriminant X = 0) by exact (no_discriminant _ _ _ _ _ u form).
    exists X. split; [assumption|]. split; [assumption|]. split.
    + exact (side_alone X a1 X_range root).
    + split; [assumption|]. exists 1, q. split; [split; lra|]. split; [split; lra|]. split; [lra|].
      rewrite lifted_at_side. assumption.
Qed.

End Quotients.
