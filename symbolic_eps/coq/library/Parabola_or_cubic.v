(** r* = 1 + a/(p q) + b p with a, b > 0: a parabola at p = 1 or a cubic at q = 1 decides.

    P = n F, and 1/r* is convex where p q is held fixed, so that P is nowhere negative if it is not at p = 1 and at
    q = 1. With k^2 = 1 + b and G(x) = (a + k^2) x^2 - 2 k x + 1 - a, P is negative somewhere at p = 1 just if
    k x < 1 and G(x) > 0. Where a < 1, G has a root x1 < 1/k and a root z1 in (1/k, 1), and x1 is e^-eps at p = 1.

    At q = 1, P is a cubic in p. Where its discriminant D is 0, P is b (1-x) (p - t)^2 (p - u) with u < 0 < t < 1:
    it is 0 at t and nowhere negative. As P rises with x, D has one root X2 in (0, 1): e^-eps at q = 1. D is
    positive before it, and negative beyond.

    c^7 D(x1) D(z1) with c = a + k^2 is a positive factor times N = N0 + k N1. So N < 0 and D(z1) < 0 say that
    D(x1) > 0, that is, x1 < X2; N >= 0 and D(z1) < 0 say that x1 >= X2. What is needed of signs of D at roots of G,
    on both sides of (16 + 5 b) a = b, are two premises on x and v = k x. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Convex Profiles Stationary Two_terms Cubics Cubic_on_side.
From SymbolicEps Require Import Fixed_product.
Local Open Scope R_scope.

(** * Polynomials in the parameters, and what is needed of x and v *)

Definition decider (x v : R) : R :=
  - 4 * x^9 + 3 * x^8 + 24 * x^7 * v^2 - 36 * x^7 * v + 30 * x^7 + 26 * x^6 * v^2 - 64 * x^6 * v
  + 24 * x^6 - 48 * x^5 * v^4 + 100 * x^5 * v^3 - 84 * x^5 * v^2 + 24 * x^5 * v - 22 * x^5
  - 45 * x^4 * v^4 + 56 * x^4 * v^3 + 24 * x^4 * v^2 - 11 * x^4 + 32 * x^3 * v^6 - 40 * x^3 * v^5
  - 38 * x^3 * v^4 + 96 * x^3 * v^3 - 68 * x^3 * v^2 + 44 * x^3 * v - 4 * x^3 + 24 * x^2 * v^6
  - 40 * x^2 * v^5 + 72 * x^2 * v^4 - 120 * x^2 * v^3 + 46 * x^2 * v^2 - 32 * x * v^7 + 96 * x * v^6
  - 120 * x * v^5 + 86 * x * v^4 - 36 * x * v^3 - 16 * v^8 + 64 * v^7 - 120 * v^6 + 104 * v^5 - 27 * v^4.
Definition line_at (x v : R) : R :=
  - x^4 + 12 * x^2 * v^2 - 22 * x^2 * v + 12 * x^2 + 5 * v^4 - 10 * v^3 + 4 * v^2.
Definition even_part (a b : R) : R :=
  - 768 * a^6 * b^2 - 1024 * a^6 * b - 768 * a^5 * b^3 - 1536 * a^5 * b^2 + 704 * a^5 * b + 256 * a^5
  - 768 * a^4 * b^3 + 1376 * a^4 * b^2 + 864 * a^4 * b + 1440 * a^3 * b^3 + 1312 * a^3 * b^2
  + 112 * a^3 * b - 352 * a^2 * b^3 - 347 * a^2 * b^2 - 84 * a^2 * b - 16 * a^2 + 533 * a * b^3
  + 492 * a * b^2 + 112 * a * b - 85 * b^3 - 185 * b^2 - 100 * b - 16.
Definition odd_part (a b : R) : R :=
  - 256 * a^6 * b^2 - 1024 * a^6 * b - 256 * a^5 * b^3 - 1792 * a^5 * b^2 + 576 * a^5 * b + 256 * a^5
  - 512 * a^4 * b^3 + 1440 * a^4 * b^2 + 864 * a^4 * b + 352 * a^3 * b^3 + 592 * a^3 * b^2 - 112 * a^3 * b
  + 720 * a^2 * b^3 + 311 * a^2 * b^2 + 76 * a^2 * b + 16 * a^2 - 329 * a * b^3 - 436 * a * b^2
  - 112 * a * b + 25 * b^3 + 141 * b^2 + 92 * b + 16.
Definition level_0 (a b : R) : R :=
  - 4 * a^3 * b + 12 * a^2 * b + a^2 - 12 * a * b - 2 * a + 4 * b + 1.
Definition level_1 (a b : R) : R :=
  16 * a^3 * b - 28 * a^2 * b - 4 * a^2 + 26 * a * b + 4 * a - 14 * b - 4.
Definition level_2 (a b : R) : R :=
  - 24 * a^3 * b - 8 * a^2 * b^2 + 12 * a^2 * b + 6 * a^2 - 20 * a * b^2 - 18 * a * b + b^2 + 18 * b + 6.
Definition level_3 (a b : R) : R :=
  16 * a^3 * b + 16 * a^2 * b^2 + 12 * a^2 * b - 4 * a^2 + 28 * a * b^2 + 6 * a * b - 4 * a - 2 * b^2
  - 10 * b - 4.
Definition level_4 (a b : R) : R :=
  - 4 * a^3 * b - 8 * a^2 * b^2 - 8 * a^2 * b + a^2 - 4 * a * b^3 - 8 * a * b^2 - 2 * a * b + 2 * a + b^2
  + 2 * b + 1.

(** Where (16 + 5 b) a <= b, D > 0 at x1; where it is not less than b, D < 0 at z1. *)
Definition high_at_first : Prop := forall x v, 0 < x -> 0 < v - x -> 0 < 1 - v ->
  0 <= - line_at x v -> 0 <= - decider x v -> False.
Definition low_at_last : Prop := forall x v, 0 < x -> 0 < 1 - x -> 0 < v - 1 -> 0 < 1 - x^2 - (1 - v)^2 ->
  0 <= line_at x v -> 0 <= decider x v -> False.

Definition cubic_level (a b x : R) : R :=
  cubic_discriminant (a * x) ((a - 1) * (1 - x)) (b * x + 1 - x) (b * (1 - x)).
Definition square_of_turn (a k x : R) : R := (a + k^2) * x^2 - 2 * k * x + (1 - a).
Definition parabola_level (a b x : R) : R := ((a + b + 1) * x^2 + (1 - a))^2 - 4 * (1 + b) * x^2.

Lemma level_form : forall a b x,
  cubic_level a b x = quartic (level_0 a b) (level_1 a b) (level_2 a b) (level_3 a b) (level_4 a b) x.
Proof.
  intros. unfold cubic_level, cubic_discriminant, quartic, level_0, level_1, level_2, level_3, level_4. ring.
Qed.

Lemma parabola_form : forall a b k x, k^2 = 1 + b ->
  parabola_level a b x = square_of_turn a k x * square_of_turn a k (- x).
Proof.
  intros a b k x square. assert (of_b : b = k^2 - 1) by lra. rewrite of_b.
  unfold parabola_level, square_of_turn. ring.
Qed.

Lemma square_of_turn_form : forall a k x, square_of_turn a k x = (1 - k * x)^2 - a * (1 - x^2).
Proof. intros. unfold square_of_turn. ring. Qed.

(** a and b as functions of x and v = k x, where G is 0. *)
Lemma parameters_of_root : forall a b k x, k^2 = 1 + b -> 0 < x < 1 -> square_of_turn a k x = 0 ->
  a = (1 - k * x)^2 / (1 - x^2) /\ b = (k * x)^2 / x^2 - 1 /\ 0 < 1 - x^2.
Proof.
  intros a b k x square x_range zero. rewrite square_of_turn_form in zero.
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra). assert (y0 : 0 < 1 - x^2) by lra.
  split; [|split; [|exact y0]].
  - apply (Rmult_eq_reg_r (1 - x^2)); [|lra]. transitivity ((1 - k * x)^2); [lra | field; lra].
  - transitivity (k^2 - 1); [lra | field; lra].
Qed.

Lemma decider_form : forall a b k x, k^2 = 1 + b -> 0 < x < 1 -> square_of_turn a k x = 0 ->
  decider x (k * x) = cubic_level a b x * (x^2 * (1 + x)^3 * (1 - x)).
Proof.
  intros a b k x square x_range zero. destruct (parameters_of_root a b k x square x_range zero) as [of_a [of_b y0]].
  set (v := k * x) in *. clearbody v. rewrite of_a, of_b. unfold cubic_level, cubic_discriminant, decider. field.
  repeat split; lra.
Qed.

Lemma line_form : forall a b k x, k^2 = 1 + b -> 0 < x < 1 -> square_of_turn a k x = 0 ->
  line_at x (k * x) = ((16 + 5 * b) * a - b) * (x^2 * (1 - x^2)).
Proof.
  intros a b k x square x_range zero. destruct (parameters_of_root a b k x square x_range zero) as [of_a [of_b y0]].
  set (v := k * x) in *. clearbody v. rewrite of_a, of_b. unfold line_at. field. repeat split; lra.
Qed.

(** * D at both roots of G *)

(** A polynomial of degree 4 at a root of c x^2 - m x + e. *)
Definition folded_1 (c m e c1 c2 c3 c4 : R) : R :=
  c^3 * c1 + m * c^2 * c2 + c * (m^2 - e * c) * c3 + (m^3 - 2 * m * e * c) * c4.
Definition folded_0 (c m e c0 c2 c3 c4 : R) : R :=
  c^3 * c0 - c^2 * e * c2 - m * e * c * c3 + (c * e^2 - m^2 * e) * c4.

Lemma at_root_of_square : forall c m e c0 c1 c2 c3 c4 x, c * x^2 - m * x + e = 0 ->
  c^3 * quartic c0 c1 c2 c3 c4 x = folded_1 c m e c1 c2 c3 c4 * x + folded_0 c m e c0 c2 c3 c4.
Proof.
  intros c m e c0 c1 c2 c3 c4 x zero.
  transitivity (folded_1 c m e c1 c2 c3 c4 * x + folded_0 c m e c0 c2 c3 c4
    + (c * x^2 - m * x + e) * (c^2 * c2 + c3 * (c^2 * x + m * c) + c4 * (c^2 * x^2 + m * c * x + m^2 - e * c))).
  - unfold folded_1, folded_0, quartic. ring.
  - rewrite zero. ring.
Qed.

Definition slope_part (a k b : R) : R :=
  folded_1 (a + k^2) (2 * k) (1 - a) (level_1 a b) (level_2 a b) (level_3 a b) (level_4 a b).
Definition constant_part (a k b : R) : R :=
  folded_0 (a + k^2) (2 * k) (1 - a) (level_0 a b) (level_2 a b) (level_3 a b) (level_4 a b).

Lemma norm_form : forall a b k, k^2 = 1 + b ->
  slope_part a k b ^ 2 * (1 - a) + 2 * k * slope_part a k b * constant_part a k b
    + (a + k^2) * constant_part a k b ^ 2
    = (even_part a b + k * odd_part a b) * ((1 - a) * (a + k^2)^4 * (k - 1)^3).
Proof.
  intros a b k square. assert (of_b : b = k^2 - 1) by lra. clear square. subst b.
  unfold slope_part, constant_part, folded_1, folded_0.
  unfold level_0, level_1, level_2, level_3, level_4, even_part, odd_part. ring.
Qed.

Lemma at_both : forall a b k x z, 0 < a -> k^2 = 1 + b -> x < z -> square_of_turn a k x = 0 ->
  square_of_turn a k z = 0 ->
  (a + k^2)^7 * (cubic_level a b x * cubic_level a b z)
    = (even_part a b + k * odd_part a b) * ((1 - a) * (a + k^2)^4 * (k - 1)^3).
Proof.
  intros a b k x z a0 square order at_x at_z. unfold square_of_turn in at_x, at_z.
  assert (c0 : 0 < a + k^2) by (pose proof (pow2_ge_0 k); lra).
  assert (sum : (a + k^2) * (x + z) = 2 * k).
  { apply (Rmult_eq_reg_l (z - x)); [|lra]. lra. }
  assert (product : (a + k^2) * (x * z) = 1 - a).
  { transitivity (x * ((a + k^2) * (x + z)) - (a + k^2) * x^2); [ring | rewrite sum; lra]. }
  rewrite !level_form, <- (norm_form a b k square).
  pose proof (at_root_of_square (a + k^2) (2 * k) (1 - a)
    (level_0 a b) (level_1 a b) (level_2 a b) (level_3 a b) (level_4 a b) x ltac:(lra)) as first.
  pose proof (at_root_of_square (a + k^2) (2 * k) (1 - a)
    (level_0 a b) (level_1 a b) (level_2 a b) (level_3 a b) (level_4 a b) z ltac:(lra)) as last.
  fold (slope_part a k b) (constant_part a k b) in first, last. set (c := a + k^2) in *.
  set (s := slope_part a k b) in *. set (t := constant_part a k b) in *.
  set (f := quartic _ _ _ _ _ x) in *. set (g := quartic _ _ _ _ _ z) in *. clearbody s t f g.
  transitivity (c * (c^3 * f) * (c^3 * g)); [ring|]. rewrite first, last, <- sum, <- product. ring.
Qed.

(** * The theorems *)

Section Form.

Variables a b : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.
Hypothesis a1 : a < 1.

Definition both_priors (x p q : R) : R := (a + p * q + b * p^2 * q) * floor x p q - p * q.
Definition on_cubic_side (p x : R) : R := cubic (a * x) ((a - 1) * (1 - x)) (b * x + 1 - x) (b * (1 - x)) p.
Let k : R := sqrt (1 + b).

Lemma k_square : k^2 = 1 + b.
Proof. unfold k. rewrite <- Rsqr_pow2. apply Rsqr_sqrt. lra. Qed.

Lemma k_above_1 : 1 < k.
Proof. unfold k. rewrite <- sqrt_1 at 1. apply sqrt_lt_1; lra. Qed.

Lemma whole_at_side : forall x p, both_priors x p 1 = on_cubic_side p x.
Proof. intros. unfold both_priors, on_cubic_side, cubic. rewrite floor_form. ring. Qed.

Lemma by_sides : forall x, (forall q, half_open q -> 0 <= both_priors x 1 q) -> (forall p, half_open p ->
  0 <= on_cubic_side p x) ->
  forall p q, half_open p -> half_open q -> 0 <= both_priors x p q.
Proof.
  intros x at_p at_q.
  apply (at_fixed_product (fun p q => a + p * q + b * p^2 * q) (both_priors x)
    (fun p q => b^2 * p^4 * q^3 * (1 - p * q)) 1 1).
  - lra.
  - lra.
  - intros p q. unfold both_priors. rewrite !floor_form. field.
  - intros p q [p0 p1] [q0 q1]. assert (0 < p * q) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < b * p^2 * q) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra). lra.
  - intros p q [p0 p1] [q0 q1]. assert (p * q <= 1 * 1) by (apply Rmult_le_compat; lra).
    repeat apply Rmult_le_pos; try apply pow_le; lra.
  - exact at_p.
  - intros p p_range. rewrite whole_at_side. apply at_q. exact p_range.
Qed.

(** * At p = 1 *)

Lemma fails_at_first : forall x q, 0 < x < 1 -> half_open q -> both_priors x 1 q < 0 ->
  k * x < 1 /\ 0 < square_of_turn a k x.
Proof.
  intros x q x_range [q0 q1] less. pose proof k_square as square. pose proof k_above_1 as k1.
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra). assert (y0 : 0 < 1 - x^2) by lra.
  set (s := sqrt (a * (1 - x^2))).
  assert (ss : s * s = a * (1 - x^2)) by (apply sqrt_sqrt; apply Rmult_le_pos; lra).
  assert (s0 : 0 <= s) by apply sqrt_pos. assert (kx : 0 < k * x) by (apply Rmult_lt_0_compat; lra).
  assert (form : a * both_priors x 1 q = (k * s * q - a * x)^2 + a * q * ((k * x + s)^2 - 1)).
  { transitivity (k^2 * (s * s) * q^2 - a * q * (1 - k^2 * x^2 - s * s) + a^2 * x^2); [|ring].
    rewrite square, ss. unfold both_priors. rewrite floor_form. ring. }
  assert (low : 0 < a * - both_priors x 1 q) by (apply Rmult_lt_0_compat; lra).
  pose proof (pow2_ge_0 (k * s * q - a * x)) as turn.
  assert (aq : 0 < a * q) by (apply Rmult_lt_0_compat; assumption).
  assert (small : (k * x + s)^2 < 1).
  { apply Rnot_le_lt. intros more. assert (0 <= a * q * ((k * x + s)^2 - 1)) by (apply Rmult_le_pos; lra). lra. }
  assert (sum : k * x + s < 1).
  { apply Rnot_le_lt. intros more.
    assert (1 * 1 <= (k * x + s) * (k * x + s)) by (apply Rmult_le_compat; lra). lra. }
  split; [lra|]. rewrite square_of_turn_form, <- ss.
  assert (0 < (1 - k * x - s) * (1 - k * x + s)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma square_at_inverse : square_of_turn a k (/ k) < 0 /\ 0 < / k < 1.
Proof.
  pose proof k_above_1 as k1. assert (inner : 0 < / k < 1).
  { split; [apply Rinv_0_lt_compat; lra | rewrite <- Rinv_1; apply Rinv_lt_contravar; lra]. }
  split; [|exact inner]. rewrite square_of_turn_form.
  replace ((1 - k * / k)^2) with 0 by (field; lra).
  assert (0 < / k * (1 - / k)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < a * (1 - (/ k)^2)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma square_between : forall s t, s <= t -> square_of_turn a k s * square_of_turn a k t <= 0 ->
  exists z, s <= z <= t /\ square_of_turn a k z = 0.
Proof.
  intros s t order signs.
  assert (form : forall z, square_of_turn a k z = quartic (1 - a) (- 2 * k) (a + k^2) 0 0 z)
    by (intros; unfold square_of_turn, quartic; ring).
  rewrite !form in signs. destruct (crossing _ _ _ _ _ s t order signs) as [z [range zero]].
  exists z. split; [exact range | rewrite form; exact zero].
Qed.

(** From a place where it is not negative to its root before the turn. *)
Lemma first_from : forall x, 0 < x -> k * x < 1 -> 0 <= square_of_turn a k x ->
  exists z, x <= z < 1 /\ k * z < 1 /\ square_of_turn a k z = 0.
Proof.
  intros x x0 low high. pose proof k_above_1 as k1. destruct square_at_inverse as [at_turn inner].
  assert (order : x < / k).
  { apply (Rmult_lt_reg_l k); [lra|]. rewrite Rinv_r by lra. exact low. }
  destruct (square_between x (/ k) ltac:(lra)) as [z [range zero]].
  { assert (0 <= square_of_turn a k x * - square_of_turn a k (/ k)) by (apply Rmult_le_pos; lra). lra. }
  assert (z_less : z < / k) by (destruct (Req_dec z (/ k)) as [same|]; [rewrite same in zero; lra | lra]).
  exists z. split; [lra|]. split; [|exact zero].
  apply (Rmult_lt_compat_l k) in z_less; [|lra]. rewrite Rinv_r in z_less by lra. exact z_less.
Qed.

Lemma first_root_of_square : exists z, 0 < z < 1 /\ k * z < 1 /\ square_of_turn a k z = 0.
Proof.
  pose proof k_above_1 as k1. set (x := (1 - a) / (4 * k)).
  assert (form : 4 * (k * x) = 1 - a) by (unfold x; field; lra).
  assert (x0 : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  assert (square : 0 <= (a + k^2) * x^2).
  { apply Rmult_le_pos; [pose proof (pow2_ge_0 k); lra | apply pow2_ge_0]. }
  destruct (first_from x x0) as [z [range rest]]; [lra | unfold square_of_turn; lra |].
  exists z. split; [lra | exact rest].
Qed.

Lemma last_root_of_square : exists z, 0 < z < 1 /\ 1 < k * z /\ square_of_turn a k z = 0.
Proof.
  pose proof k_above_1 as k1. destruct square_at_inverse as [at_turn inner].
  assert (at_1 : 0 < square_of_turn a k 1).
  { assert (0 < (k - 1) * (k - 1)) by (apply Rmult_lt_0_compat; lra). unfold square_of_turn. lra. }
  destruct (square_between (/ k) 1 ltac:(lra)) as [z [range zero]].
  { assert (0 <= - square_of_turn a k (/ k) * square_of_turn a k 1) by (apply Rmult_le_pos; lra). lra. }
  assert (z_more : / k < z) by (destruct (Req_dec z (/ k)) as [same|]; [rewrite same in zero; lra | lra]).
  assert (z_less : z < 1) by (destruct (Req_dec z 1) as [same|]; [rewrite same in zero; lra | lra]).
  exists z. split; [lra|]. split; [|exact zero].
  apply (Rmult_lt_compat_l k) in z_more; [|lra]. rewrite Rinv_r in z_more by lra. exact z_more.
Qed.

(** G falls up to 1/k where it has a root before. *)
Lemma no_root_before : forall x y, 0 < y < x -> k * x < 1 -> square_of_turn a k x = 0 -> square_of_turn a k y <> 0.
Proof.
  intros x y order low at_x at_y. pose proof k_above_1 as k1. destruct square_at_inverse as [at_turn inner].
  assert (x_less : x < / k).
  { apply (Rmult_lt_reg_l k); [lra|]. rewrite Rinv_r by lra. exact low. }
  set (w := / k) in *. clearbody w.
  assert (chord : (w - y) * square_of_turn a k x = (w - x) * square_of_turn a k y + (x - y) * square_of_turn a k w
    - (a + k^2) * ((x - y) * (w - x) * (w - y))) by (unfold square_of_turn; ring).
  rewrite at_x, at_y in chord.
  assert (0 < (x - y) * - square_of_turn a k w) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= (a + k^2) * ((x - y) * (w - x) * (w - y))).
  { apply Rmult_le_pos; [pose proof (pow2_ge_0 k); lra | repeat apply Rmult_le_pos; lra]. }
  lra.
Qed.

(** * At q = 1 *)

Lemma cubic_side_rises : forall p x y, 0 < p < 1 -> 0 < x < y -> y < 1 -> on_cubic_side p x < on_cubic_side p y.
Proof.
  intros p x y p_range order high. assert (0 < b * p^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
  assert (0 < (y - x) * ((1 - p) * (a + p + b * p^2))) by (repeat apply Rmult_lt_0_compat; lra).
  assert (form : on_cubic_side p y = on_cubic_side p x + (y - x) * ((1 - p) * (a + p + b * p^2)))
    by (unfold on_cubic_side, cubic; ring). lra.
Qed.

Lemma side_level : exists X, 0 < X < 1 /\ cubic_level a b X = 0 /\ (forall p, half_open p ->
  0 <= on_cubic_side p X) /\
  exists t, 0 < t < 1 /\ on_cubic_side t X = 0.
Proof.
  destruct (least_on_side on_cubic_side (fun x => a * x) (fun x => (a - 1) * (1 - x)) (fun x => b * x + 1 - x)
    (fun x => b * (1 - x))) as [X [X_range [zero [_ rest]]]].
  - reflexivity.
  - unfold on_cubic_side, cubic. smoothly.
  - intros x x_range. assert (0 < a * x) by (apply Rmult_lt_0_compat; lra). unfold on_cubic_side, cubic. lra.
  - intros v [v0 v1]. assert (0 < b * v^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    unfold on_cubic_side, cubic. lra.
  - exact cubic_side_rises.
  - intros x x_range. unfold on_cubic_side, cubic. lra.
  - destruct (negative_near_0 (a - 1) 1 b ltac:(lra)) as [w [w_range low]]. exists w. split; [exact w_range|].
    pose proof (low 1%nat) as less. unfold on_cubic_side, cubic. lra.
  - exists X. split; [exact X_range|]. split; [exact zero | exact rest].
Qed.

(** Where D is 0, P is 0 somewhere and nowhere negative. *)
Lemma flat_on_cubic : forall z, 0 < z < 1 -> cubic_level a b z = 0 ->
  (forall p, half_open p -> 0 <= on_cubic_side p z) /\ exists t, 0 < t < 1 /\ on_cubic_side t z = 0.
Proof.
  intros z z_range zero. assert (lead : 0 < b * (1 - z)) by (apply Rmult_lt_0_compat; lra).
  destruct (multiple_root _ _ _ _ (Rgt_not_eq _ _ lead) zero) as [t [u form]].
  destruct (root_coefficients _ _ _ _ t u form) as [_ [one none]].
  assert (az : 0 < a * z) by (apply Rmult_lt_0_compat; lra).
  assert (u0 : u < 0).
  { apply Rnot_le_lt. intros high. assert (0 <= b * (1 - z) * (t^2 * u)).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply pow2_ge_0 | exact high]. }
    lra. }
  assert (fall : 0 < (1 - a) * (1 - z)) by (apply Rmult_lt_0_compat; lra).
  assert (t0 : 0 < t).
  { apply Rnot_le_lt. intros low. assert (0 <= b * (1 - z) * (- t * - (t + 2 * u))).
    { apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]. }
    lra. }
  assert (t1 : t < 1).
  { apply Rnot_le_lt. intros high.
    assert (at_t : on_cubic_side t z = 0) by (unfold on_cubic_side; rewrite form; ring).
    assert (rest : on_cubic_side t z = (a + b * t^2) * ((1 - z) * t + z) + t * ((1 - z) * (t - 1)))
      by (unfold on_cubic_side, cubic; ring).
    assert (0 < (1 - z) * t) by (apply Rmult_lt_0_compat; lra).
    assert (0 < b * t^2) by (apply Rmult_lt_0_compat; [|apply pow_lt]; lra).
    assert (0 < (a + b * t^2) * ((1 - z) * t + z)) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= t * ((1 - z) * (t - 1))) by (repeat apply Rmult_le_pos; lra). lra. }
  split.
  - intros p [p0 p1]. unfold on_cubic_side. rewrite form. apply Rmult_le_pos; [lra|].
    apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - exists t. split; [lra|]. unfold on_cubic_side. rewrite form. ring.
Qed.

Lemma one_level : forall X z, 0 < X < 1 -> 0 < z < 1 -> cubic_level a b X = 0 -> cubic_level a b z = 0 -> z = X.
Proof.
  assert (ordered : forall x y, 0 < x < y -> y < 1 -> cubic_level a b x = 0 -> cubic_level a b y = 0 -> False).
  { intros x y order high at_x at_y. destruct (flat_on_cubic x ltac:(lra) at_x) as [good _].
    destruct (flat_on_cubic y ltac:(lra) at_y) as [_ [t [t_range zero]]].
    pose proof (cubic_side_rises t x y t_range order high). pose proof (good t ltac:(split; lra)). lra. }
  intros X z X_range z_range at_X at_z.
  destruct (Rtotal_order z X) as [less|[same|more]]; [exfalso | exact same | exfalso].
  - apply (ordered z X); try assumption; lra.
  - apply (ordered X z); try assumption; lra.
Qed.

Lemma level_at_0 : 0 < cubic_level a b 0.
Proof.
  assert (form : cubic_level a b 0 = (1 - a) * (1 - a) * (1 + 4 * (b * (1 - a))))
    by (unfold cubic_level, cubic_discriminant; ring).
  assert (0 < b * (1 - a)) by (apply Rmult_lt_0_compat; lra). rewrite form. repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma level_at_1 : cubic_level a b 1 < 0.
Proof.
  assert (form : cubic_level a b 1 = - (4 * a * b^3)) by (unfold cubic_level, cubic_discriminant; ring).
  assert (0 < 4 * a * b^3) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra). lra.
Qed.

Lemma level_between : forall s t, s <= t -> cubic_level a b s * cubic_level a b t <= 0 ->
  exists z, s <= z <= t /\ cubic_level a b z = 0.
Proof.
  intros s t order signs. rewrite !level_form in signs.
  destruct (crossing _ _ _ _ _ s t order signs) as [z [range zero]].
  exists z. split; [exact range | rewrite level_form; exact zero].
Qed.

Lemma beyond_level : forall X x, 0 < X < x -> x < 1 -> cubic_level a b X = 0 -> cubic_level a b x < 0.
Proof.
  intros X x order high zero. apply Rnot_le_lt. intros more. pose proof level_at_1 as end_1.
  destruct (level_between x 1 ltac:(lra)) as [z [range at_z]].
  { assert (0 <= cubic_level a b x * - cubic_level a b 1) by (apply Rmult_le_pos; lra). lra. }
  assert (z < 1) by (destruct (Req_dec z 1) as [same|]; [rewrite same in at_z; lra | lra]).
  pose proof (one_level X z ltac:(lra) ltac:(lra) zero at_z). lra.
Qed.

Lemma before_level : forall X x, 0 < x < X -> X < 1 -> cubic_level a b X = 0 -> 0 < cubic_level a b x.
Proof.
  intros X x order high zero. apply Rnot_le_lt. intros less. pose proof level_at_0 as end_0.
  destruct (level_between 0 x ltac:(lra)) as [z [range at_z]].
  { assert (0 <= cubic_level a b 0 * - cubic_level a b x) by (apply Rmult_le_pos; lra). lra. }
  assert (0 < z) by (destruct (Req_dec z 0) as [same|]; [rewrite same in at_z; lra | lra]).
  pose proof (one_level X z ltac:(lra) ltac:(lra) zero at_z). lra.
Qed.

(** * Which on_cubic_side decides *)

Definition later_at_second : Prop :=
  forall x, 0 < x < 1 -> k * x < 1 -> square_of_turn a k x = 0 -> 0 < cubic_level a b x.
Definition later_at_first : Prop :=
  forall x, 0 < x < 1 -> k * x < 1 -> square_of_turn a k x = 0 -> cubic_level a b x <= 0.

Lemma second_by_line : high_at_first -> (16 + 5 * b) * a <= b -> later_at_second.
Proof.
  intros premise low x x_range before zero. pose proof k_square as square. pose proof k_above_1 as k1.
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  apply Rnot_le_lt. intros less. apply (premise x (k * x)).
  - lra.
  - assert (0 < (k - 1) * x) by (apply Rmult_lt_0_compat; lra). lra.
  - lra.
  - rewrite (line_form a b) by assumption.
    assert (0 < x^2 * (1 - x^2)) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
    assert (0 <= (b - (16 + 5 * b) * a) * (x^2 * (1 - x^2))) by (apply Rmult_le_pos; lra). lra.
  - rewrite (decider_form a b) by assumption.
    assert (0 <= - cubic_level a b x * (x^2 * (1 + x)^3 * (1 - x))).
    { apply Rmult_le_pos; [lra|]. repeat apply Rmult_le_pos; try apply pow_le; lra. }
    lra.
Qed.

Lemma negative_at_last : low_at_last -> b <= (16 + 5 * b) * a ->
  forall z, 0 < z < 1 -> 1 < k * z -> square_of_turn a k z = 0 -> cubic_level a b z < 0.
Proof.
  intros premise high z z_range after zero. pose proof k_square as square.
  assert (zz : 0 < z * (1 - z)) by (apply Rmult_lt_0_compat; lra).
  apply Rnot_le_lt. intros more. apply (premise z (k * z)).
  - lra.
  - lra.
  - lra.
  - pose proof zero as form. rewrite square_of_turn_form in form.
    assert (0 < (1 - a) * (1 - z^2)) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite (line_form a b) by assumption. apply Rmult_le_pos; [lra|].
    apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - rewrite (decider_form a b) by assumption. apply Rmult_le_pos; [lra|].
    repeat apply Rmult_le_pos; try apply pow_le; lra.
Qed.

(** D at the lesser root has the sign of - N. *)
Lemma norm_at_first : low_at_last -> b <= (16 + 5 * b) * a ->
  forall x, 0 < x < 1 -> k * x < 1 -> square_of_turn a k x = 0 ->
  exists c d, 0 < c /\ 0 < d /\ c * - cubic_level a b x = d * (even_part a b + k * odd_part a b).
Proof.
  intros premise high x x_range before zero. pose proof k_square as square. pose proof k_above_1 as k1.
  destruct last_root_of_square as [z [z_range [after at_z]]].
  pose proof (negative_at_last premise high z z_range after at_z) as low.
  assert (order : x < z) by (apply (Rmult_lt_reg_l k); lra).
  pose proof (at_both a b k x z a0 square order zero at_z) as form.
  assert (c0 : 0 < a + k^2) by (pose proof (pow2_ge_0 k); lra).
  exists ((a + k^2)^7 * - cubic_level a b z), ((1 - a) * (a + k^2)^4 * (k - 1)^3).
  split; [apply Rmult_lt_0_compat; [apply pow_lt|]; lra|].
  split; [repeat apply Rmult_lt_0_compat; try apply pow_lt; lra|].
  transitivity ((a + k^2)^7 * (cubic_level a b x * cubic_level a b z)); [ring | rewrite form; ring].
Qed.

Lemma second_by_norm : low_at_last -> b <= (16 + 5 * b) * a -> even_part a b + k * odd_part a b < 0 ->
  later_at_second.
Proof.
  intros premise high norm x x_range before zero.
  destruct (norm_at_first premise high x x_range before zero) as [c [d [c0 [d0 form]]]].
  assert (0 < d * - (even_part a b + k * odd_part a b)) by (apply Rmult_lt_0_compat; lra).
  apply (Rmult_lt_reg_l c); [exact c0|]. lra.
Qed.

Lemma first_by_norm : low_at_last -> b <= (16 + 5 * b) * a -> 0 <= even_part a b + k * odd_part a b ->
  later_at_first.
Proof.
  intros premise high norm x x_range before zero.
  destruct (norm_at_first premise high x x_range before zero) as [c [d [c0 [d0 form]]]].
  assert (0 <= d * (even_part a b + k * odd_part a b)) by (apply Rmult_le_pos; lra).
  apply (Rmult_le_reg_l c); [exact c0|]. lra.
Qed.

(** X is the only root of D. *)
Theorem on_cubic : later_at_second ->
  exists X, 0 < X < 1 /\ cubic_level a b X = 0 /\ (forall x, 0 <= x <= 1 -> cubic_level a b x = 0 -> x = X) /\
    (forall p q, half_open p -> half_open q -> 0 <= both_priors X p q) /\
    exists p q, half_open p /\ half_open q /\ p < 1 /\ both_priors X p q = 0.
Proof.
  intros later. destruct side_level as [X [X_range [zero [good [t [t_range at_t]]]]]].
  exists X. split; [exact X_range|]. split; [exact zero|]. split; [|split].
  - intros x x_range at_x. apply one_level; try assumption.
    pose proof level_at_0. pose proof level_at_1.
    assert (x <> 0) by (intros same; rewrite same in at_x; lra).
    assert (x <> 1) by (intros same; rewrite same in at_x; lra). lra.
  - apply by_sides; [|exact good]. intros q q_range. apply Rnot_lt_le. intros less.
    destruct (fails_at_first X q X_range q_range less) as [before high].
    destruct (first_from X) as [z [range [z_before at_z]]]; [lra | lra | lra |].
    pose proof (later z ltac:(lra) z_before at_z) as positive.
    destruct (Req_dec z X) as [same|]; [rewrite same in positive; lra|].
    pose proof (beyond_level X z ltac:(lra) ltac:(lra) zero). lra.
  - exists t, 1. repeat (split; [split; lra|]). split; [lra|]. rewrite whole_at_side. exact at_t.
Qed.

(** X is the least root of G(x) G(-x). *)
Theorem on_parabola : later_at_first ->
  exists X, 0 < X < 1 /\ parabola_level a b X = 0 /\ (forall x, 0 < x < X -> parabola_level a b x <> 0) /\
    (forall p q, half_open p -> half_open q -> 0 <= both_priors X p q) /\
    exists p q, half_open p /\ half_open q /\ q < 1 /\ both_priors X p q = 0.
Proof.
  intros later. pose proof k_square as square. pose proof k_above_1 as k1.
  destruct first_root_of_square as [X [X_range [before zero]]]. pose proof (later X X_range before zero) as low.
  exists X. split; [exact X_range|]. split; [rewrite (parabola_form a b k X square), zero; ring|]. split; [|split].
  - intros x x_range at_x. rewrite (parabola_form a b k x square) in at_x.
    apply Rmult_integral in at_x.
    destruct at_x as [at_x|at_x]; [exact (no_root_before X x x_range before zero at_x)|].
    assert (0 <= (a + k^2) * x^2) by (apply Rmult_le_pos; [pose proof (pow2_ge_0 k); lra | apply pow2_ge_0]).
    assert (0 < k * x) by (apply Rmult_lt_0_compat; lra). unfold square_of_turn in at_x. lra.
  - apply by_sides.
    + intros q q_range. apply Rnot_lt_le. intros less. destruct (fails_at_first X q X_range q_range less). lra.
    + destruct side_level as [Y [Y_range [at_Y [good _]]]]. intros p p_range.
      assert (order : Y <= X).
      { apply Rnot_lt_le. intros less. pose proof (before_level Y X ltac:(lra) ltac:(lra) at_Y). lra. }
      destruct (Req_dec Y X) as [same|other]; [rewrite <- same; apply good; exact p_range|].
      pose proof (good p p_range). destruct p_range as [p0 p1].
      destruct (Req_dec p 1) as [end_1|]; [rewrite end_1; unfold on_cubic_side, cubic; lra|].
      pose proof (cubic_side_rises p Y X ltac:(lra) ltac:(lra) ltac:(lra)). lra.
  - rewrite square_of_turn_form in zero. assert (kX : 0 < k * X) by (apply Rmult_lt_0_compat; lra).
    assert (X < k * X) by (assert (0 < (k - 1) * X) by (apply Rmult_lt_0_compat; lra); lra).
    assert (XX : 0 < X * (1 - X)) by (apply Rmult_lt_0_compat; lra). assert (y0 : 0 < 1 - X^2) by lra.
    assert (v0 : 0 < k^2 * (1 - X^2)) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
    set (q := k * X * (1 - k * X) / (k^2 * (1 - X^2))).
    assert (q_form : k^2 * (1 - X^2) * q = k * X * (1 - k * X)) by (unfold q; field; lra).
    assert (q0 : 0 < q) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
    assert (q1 : q < 1).
    { apply (Rmult_lt_reg_l (k^2 * (1 - X^2))); [exact v0|]. rewrite q_form.
      assert (0 < (k - X) * k) by (apply Rmult_lt_0_compat; lra).
      assert (X * k < 1 * k) by (apply Rmult_lt_compat_r; lra). lra. }
    exists 1, q. repeat (split; [split; lra|]). split; [exact q1|].
    apply (Rmult_eq_reg_l (k^2 * (1 - X^2))); [|lra].
    transitivity ((k^2 * (1 - X^2) * q)^2 - (1 - k^2 * X^2 - a * (1 - X^2)) * (k^2 * (1 - X^2) * q)
      + a * (1 - X^2) * k^2 * X^2).
    { unfold both_priors. rewrite floor_form. replace b with (k^2 - 1) by lra. ring. }
    rewrite q_form. replace (a * (1 - X^2)) with ((1 - k * X)^2) by lra. ring.
Qed.

End Form.
