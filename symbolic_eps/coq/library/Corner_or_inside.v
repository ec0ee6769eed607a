(** r* = 1 + a (1-p)/p + b (1-q)/q with a, b > 0, where eps is a limit near p = q = 1.

    With p = 1/(1+u), q = 1/(1+v), u, v >= 0, P = n F is (p q)^2 G, a polynomial G in u and v that is
    u f + a x u^2 + v g + k u v + ... near u = v = 0, f = a + x - 1, g = b + x^2 - 1. It rises with f and with g.
    At f = g = 0 it is not negative if 3 x >= 1: what is not positive in it is a square form of u and v. At g = 0 and
    3 x < 1, 4 x f = 1 - 3 x, 4 x G is at least x (1 - x^2) (u - 2 x v)^2 + (1 - 3 x) u (1 - 2 x v)^2. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Stationary.
Local Open Scope R_scope.

Definition near_corner (a b x p q : R) : R :=
  (p * q + a * (1 - p) * q + b * (1 - q) * p) * floor x p q - p * q.
Definition over_corner (a b x u v : R) : R :=
  u * (a + x - 1 + a * x * u) + (b + x^2 - 1 + (a * x^2 + (1 + b) * x - 1) * u + a * x * u^2) * v
  + b * x * (x + u) * v^2.

Lemma near_corner_form : forall a b x p q, 0 < p -> 0 < q ->
  near_corner a b x p q = (p * q)^2 * over_corner a b x ((1 - p) / p) ((1 - q) / q).
Proof.
  intros a b x p q p0 q0. unfold near_corner, over_corner. rewrite floor_form. field. lra.
Qed.

Lemma good_near_corner : forall a b x, (forall u v, 0 <= u -> 0 <= v -> 0 <= over_corner a b x u v) ->
  forall p q, half_open p -> half_open q -> 0 <= near_corner a b x p q.
Proof.
  intros a b x good p q [p0 p1] [q0 q1]. rewrite near_corner_form by assumption.
  assert (nonneg : forall t, 0 < t <= 1 -> 0 <= (1 - t) / t).
  { intros t [t0 t1]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; exact t0]. }
  apply Rmult_le_pos; [apply pow2_ge_0 | apply good; apply nonneg; lra].
Qed.

(** f = g = 0. *)
Definition at_corner (x u v : R) : R := over_corner (1 - x) (1 - x^2) x u v.

Lemma at_corner_at_least_0 : forall x u v, 0 < x < 1 -> 1 <= 3 * x -> 0 <= u -> 0 <= v -> 0 <= at_corner x u v.
Proof.
  intros x u v x_range high u0 v0.
  assert (y0 : 0 < 1 - x^2) by (assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (xx : 0 < (1 - x) * x) by (apply Rmult_lt_0_compat; lra).
  set (k := - ((1 - 2 * x) * (1 - x^2))).
  set (square := (1 - x) * x * u^2 + k * u * v + (1 - x^2) * x^2 * v^2).
  assert (low : 0 <= square).
  { apply (Rmult_le_reg_l (4 * ((1 - x) * x))); [lra|].
    replace (4 * ((1 - x) * x) * square)
      with ((2 * ((1 - x) * x) * u + k * v)^2 + (1 - x^2) * (1 - x) * (3 * x - 1) * v^2)
      by (unfold square, k; ring).
    pose proof (pow2_ge_0 (2 * ((1 - x) * x) * u + k * v)).
    assert (0 <= (1 - x^2) * (1 - x) * (3 * x - 1) * v^2)
      by (repeat apply Rmult_le_pos; try apply pow_le; lra). lra. }
  assert (form : at_corner x u v = square + ((1 - x) * x * u^2 * v + (1 - x^2) * x * u * v^2))
    by (unfold at_corner, over_corner, square, k; ring).
  assert (0 <= (1 - x) * x * u^2 * v) by (repeat apply Rmult_le_pos; try apply pow_le; lra).
  assert (0 <= (1 - x^2) * x * u * v^2) by (repeat apply Rmult_le_pos; try apply pow_le; lra).
  lra.
Qed.

Theorem limit_at_first : forall a b x, 0 < x < 1 -> x = 1 - a -> 0 <= b + x^2 - 1 -> 1 <= 3 * x ->
  forall p q, half_open p -> half_open q -> 0 <= near_corner a b x p q.
Proof.
  intros a b x x_range of_a g0 high. apply good_near_corner. intros u v u0 v0.
  assert (a_form : a = 1 - x) by lra. subst a. set (g := b + x^2 - 1) in *.
  assert (form : over_corner (1 - x) b x u v = at_corner x u v + g * (v * (1 + x * u + x * (x + u) * v)))
    by (unfold over_corner, at_corner, over_corner, g; ring).
  pose proof (at_corner_at_least_0 x u v x_range high u0 v0).
  assert (0 <= x * u) by (apply Rmult_le_pos; lra).
  assert (0 <= x * (x + u) * v) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= g * (v * (1 + x * u + x * (x + u) * v))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma at_second_form : forall a b x u v, x^2 = 1 - b -> over_corner a b x u v
  = at_corner x u v + (a + x - 1) * (u * (1 + x * u + x^2 * v + x * u * v)).
Proof.
  intros a b x u v of_b. assert (b_form : b = 1 - x^2) by lra. subst b.
  unfold at_corner, over_corner. ring.
Qed.

Theorem limit_at_second : forall a b x, 0 < x < 1 -> x^2 = 1 - b -> 0 <= a + x - 1 -> 1 <= 3 * x ->
  forall p q, half_open p -> half_open q -> 0 <= near_corner a b x p q.
Proof.
  intros a b x x_range of_b f0 high. apply good_near_corner. intros u v u0 v0.
  rewrite at_second_form by exact of_b. pose proof (at_corner_at_least_0 x u v x_range high u0 v0).
  assert (0 <= x * u) by (apply Rmult_le_pos; lra).
  assert (0 <= x^2 * v) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
  assert (0 <= x * u * v) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (a + x - 1) * (u * (1 + x * u + x^2 * v + x * u * v))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(** 4 w f >= 1 - 3 w for w^2 = 1 - b. *)
Lemma beside_line : forall a b x, 0 < x -> x^2 = 1 - b -> 0 < 4 * a - 1 ->
  (4 * b - 3)^2 <= (1 - b) * (4 * a - 1)^2 -> 1 - 3 * x <= 4 * x * (a + x - 1).
Proof.
  intros a b x x0 of_b positive beyond.
  assert (product : 0 < x * (4 * a - 1)) by (apply Rmult_lt_0_compat; assumption).
  assert (b_form : b = 1 - x^2) by lra.
  assert (less : 4 * b - 3 <= x * (4 * a - 1)); [|rewrite b_form in less; lra].
  apply Rnot_lt_le. intros more.
  assert (0 < (4 * b - 3 - x * (4 * a - 1)) * (4 * b - 3 + x * (4 * a - 1))) by (apply Rmult_lt_0_compat; lra).
  rewrite <- of_b in beyond. lra.
Qed.

Theorem limit_beside_second : forall a b x, 0 < x < 1 -> x^2 = 1 - b -> 3 * x < 1 ->
  1 - 3 * x <= 4 * x * (a + x - 1) ->
  forall p q, half_open p -> half_open q -> 0 <= near_corner a b x p q.
Proof.
  intros a b x x_range of_b low beyond. apply good_near_corner. intros u v u0 v0.
  rewrite at_second_form by exact of_b. set (f := a + x - 1) in *.
  assert (y0 : 0 < 1 - x^2) by (assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (xu : 0 <= x * u) by (apply Rmult_le_pos; lra). assert (xv : 0 <= x * v) by (apply Rmult_le_pos; lra).
  assert (uv : 0 <= u * v) by (apply Rmult_le_pos; lra).
  apply (Rmult_le_reg_l (4 * x)); [lra|].
  set (weight := u * (1 + x * u + x^2 * v + x * u * v)).
  assert (w0 : 0 <= weight).
  { unfold weight. assert (0 <= x^2 * v) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
    assert (0 <= x * u * v) by (apply Rmult_le_pos; lra). apply Rmult_le_pos; lra. }
  assert (gain : 0 <= (4 * x * f - (1 - 3 * x)) * weight) by (apply Rmult_le_pos; lra).
  set (first := x * (1 - x^2) * (u - 2 * x * v)^2). set (second := (1 - 3 * x) * (u * (1 - 2 * x * v)^2)).
  assert (0 <= first) by (unfold first; apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow2_ge_0]).
  assert (0 <= second)
    by (unfold second; apply Rmult_le_pos; [lra | apply Rmult_le_pos; [lra | apply pow2_ge_0]]).
  assert (form : 4 * x * at_corner x u v + (1 - 3 * x) * weight = first + second
    + (x * (1 - 3 * x) * (x * u^2) + x * (1 + x - 4 * x^2) * (u * (u * v))
      + (1 - 3 * x) * (4 * x^2 + x) * (u * (x * v)) + 4 * x * (3 - x) * (u * (x * v)^2)))
    by (unfold first, second, weight, at_corner, over_corner; ring).
  assert (0 <= x * (1 - 3 * x) * (x * u^2)) by (repeat apply Rmult_le_pos; try apply pow2_ge_0; lra).
  assert (x * x <= 1 / 3 * x) by (apply Rmult_le_compat_r; lra).
  assert (0 <= x * (1 + x - 4 * x^2) * (u * (u * v))) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - 3 * x) * (4 * x^2 + x) * (u * (x * v))).
  { repeat apply Rmult_le_pos; try lra. pose proof (pow2_ge_0 x). lra. }
  assert (0 <= 4 * x * (3 - x) * (u * (x * v)^2)) by (repeat apply Rmult_le_pos; try apply pow2_ge_0; lra).
  lra.
Qed.
