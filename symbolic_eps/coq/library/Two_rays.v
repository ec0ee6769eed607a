(** r* = 1 + a p/q + b q/p with a, b > 0: which root X is, for each b.

    In the words of `Two_quotients.v` let t be a multiple root of [rays], with m = x (1-x)/(4 (1+x) t), w = (1-m)^2, and
    u the third root. For t < 0, a < 1/64 (`negative_double`). For 0 < t < y and u <= y, let n in (0, 1/3) be where
    x (1-n)^3 = 1 - 3 n; then b is at most e = 4 n (1-n)^3 h/((3-n) (1-3n)^2) with h = 2 - 6 n + 3 n^2 - n^3, for

      n^2 w (e - b) (3-n) (1-3n)^2 = 2 (m-n)^2 (1-n)^3 (m (1-3n) + 2 n) h.

    By the premises x is so large that B(e) < 0, and so B(b) < 0 (`early_double`). So for B(b) >= 0 and a > 1/64 a
    level beyond X is no root of the discriminant of [rays]: beyond X, [rays] is positive from y on (`beyond_X`). *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles Stationary Two_terms Cubics Two_quotients.
Local Open Scope R_scope.

(** A multiple root t with 0 < t < y and u <= y: x is large. *)
Definition large_before_turn : Prop := forall x m, 0 < x -> 0 < 1 - x -> 0 < 2 * m - 1 + x -> 0 < 1 - 2 * m ->
  0 <= 2 * (1 - 2 * m - x * (1 - m)^2) - (1 - x) * (1 - x * (1 - m)^2) -> x^3 + 4 * x^2 + 7 * x - 4 <= 0 -> False.

Definition e_numerator (n : R) : R := 4 * n * (1 - n)^3 * (2 - 6 * n + 3 * n^2 - n^3).
Definition e_denominator (n : R) : R := (3 - n) * (1 - 3 * n)^2.

(** For a large x, B < 0 at its e. *)
Definition less_before_turn : Prop := forall n, 0 < n -> 0 < 1 - 3 * n ->
  0 < (1 - 3 * n)^3 + 4 * (1 - 3 * n)^2 * (1 - n)^3 + 7 * (1 - 3 * n) * (1 - n)^6 - 4 * (1 - n)^9 ->
  0 <= 4 * e_numerator n ^ 3 - 5 * e_numerator n ^ 2 * e_denominator n
    - 15 * e_numerator n * e_denominator n ^ 2 - 16 * e_denominator n ^ 3 -> False.

(** A multiple root t >= y, and b >= 29/10: a > 1/5. *)
Definition more_at_turn : Prop := forall x m, 0 < x -> 0 < 1 - x -> 0 < m -> 0 <= 1 - x - 2 * m ->
  0 <= 8 / 5 * (1 + x) * m * (1 - m)^2 - (1 - x) * (1 - x * (1 - m)^2) ->
  0 <= 2 * (1 + x) * m * (1 - 2 * m - x * (1 - m)^2) - 29 / 10 * x^2 * (1 - x) * (1 - m)^2 -> False.

Section Quotients.

Variables a b : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.

Local Notation rays := (rays a b).
Local Notation side := (side a b).

Lemma rays_values : forall x t u, 0 < x < 1 -> t <> 0 ->
  (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) ->
  exists m, 4 * (1 + x) * m * t = x * (1 - x) /\ 0 < 1 - 2 * m /\
    2 * b * x * t * (1 - m)^2 = 1 - 2 * m - x * (1 - m)^2 /\
    8 * (1 + x) * m * (1 - m)^2 * a = (1 - x) * (1 - x * (1 - m)^2) /\
    x^2 * (1 - x) * (1 - m)^2 * b = 2 * (1 + x) * m * (1 - 2 * m - x * (1 - m)^2) /\
    4 * (1 + x) * ((1 - 2 * m - x * (1 - m)^2) * u) = x * ((1 - x) * (1 - x * (1 - m)^2)).
Proof.
  intros x t u x_range t_some form.
  destruct (rays_double a b x t u x_range t_some form) as [m [m_form [first [second third]]]].
  exists m. set (w := (1 - m)^2) in *. assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (order : 0 < 1 - 2 * m).
  { destruct (Rdichotomy t 0 t_some) as [negative|positive].
    - assert (m < 0); [|lra]. apply Rnot_le_lt. intros le.
      assert (0 <= 4 * (1 + x) * m * - t) by (repeat apply Rmult_le_pos; lra). lra.
    - assert (m0 : 0 < m) by (apply (Rmult_lt_reg_l (4 * (1 + x) * t)); [positive_terms | lra]).
      assert (0 < b * t^2) by positive_terms. assert (0 < t * m) by positive_terms.
      apply (Rmult_lt_reg_l a); lra. }
  assert (of_a : 2 * x * w * a = t * (1 - x * w)).
  { apply (Rmult_eq_reg_r (1 - 2 * m)); [|lra]. transitivity (2 * x * w * (a * (1 - 2 * m))); [ring|].
    rewrite second. transitivity (t * (2 * b * x * t * w) + 2 * x * w * t * m); [ring|]. rewrite third. ring. }
  assert (whole_a : 8 * (1 + x) * m * w * a = (1 - x) * (1 - x * w)).
  { apply (Rmult_eq_reg_r x); [|lra]. transitivity (4 * (1 + x) * m * (2 * x * w * a)); [ring|]. rewrite of_a.
    transitivity (4 * (1 + x) * m * t * (1 - x * w)); [ring|]. rewrite m_form. ring. }
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|]. split.
  - rewrite <- third. transitivity (b * x * w * (4 * (1 + x) * m * t)); [rewrite m_form; ring | ring].
  - rewrite <- third. transitivity (4 * (1 + x) * (2 * x * w) * (b * t * u)); [ring|]. rewrite <- first.
    transitivity (x * (8 * (1 + x) * m * w * a)); [ring|]. rewrite whole_a. ring.
Qed.

Lemma negative_double : forall x t u, 0 < x < 1 -> t < 0 ->
  (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) -> a < 1 / 64.
Proof.
  intros x t u x_range negative form.
  destruct (rays_values x t u x_range ltac:(lra) form) as [m [m_form [order [third [of_a _]]]]].
  set (n := - m). replace m with (- n) in * by (unfold n; ring). replace (1 - - n) with (1 + n) in * by ring.
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (n0 : 0 < n).
  { apply (Rmult_lt_reg_l (4 * (1 + x) * - t)); [apply Rmult_lt_0_compat; lra | lra]. }
  assert (w0 : 0 < (1 + n)^2) by (apply pow_lt; lra).
  assert (0 < 2 * b * x * - t * (1 + n)^2) by (repeat apply Rmult_lt_0_compat; lra).
  assert (high : 1 + 2 * n < x * (1 + n)^2) by lra.
  assert (near_1 : (1 - x) * (1 + n)^2 < n^2) by lra.
  assert (shares : 8 * (1 + x) * n * (1 + n)^2 * a = (1 - x) * (x * (1 + n)^2 - 1)) by lra.
  assert (less : (1 - x) * (x * (1 + n)^2 - 1) < (1 - x) * (x * (1 + n)^2)) by (apply Rmult_lt_compat_l; lra).
  assert (half : 8 * (1 + x) * n * a < (1 - x) * x).
  { apply (Rmult_lt_reg_r ((1 + n)^2)); [assumption | lra]. }
  assert (twice : 16 * n * a < 1 - x).
  { apply (Rmult_lt_reg_r x); [lra|]. apply Rle_lt_trans with (8 * (1 + x) * n * a); [|lra].
    assert (0 <= 8 * n * a * (1 - x)) by (repeat apply Rmult_le_pos; lra). lra. }
  assert (16 * n * a * (1 + n)^2 < (1 - x) * (1 + n)^2) by (apply Rmult_lt_compat_r; lra).
  assert (16 * a * (1 + n)^2 < n).
  { apply (Rmult_lt_reg_l n); [assumption|]. lra. }
  apply (Rmult_lt_reg_r (64 * (1 + n)^2)); [lra|]. pose proof (pow2_ge_0 (1 - n)). lra.
Qed.

Lemma early_double : forall x t u, large_before_turn -> less_before_turn -> 0 < x < 1 -> 0 < t < turn_of x ->
  u <= turn_of x -> (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) -> beyond b < 0.
Proof.
  intros x t u large less x_range t_range u_low form.
  destruct (rays_values x t u x_range ltac:(lra) form) as [m [m_form [order [third [_ [of_b of_u]]]]]].
  pose proof (turn_of_form x ltac:(lra)) as y_form. set (y := turn_of x) in *.
  assert (xx : 0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra).
  assert (m0 : 0 < m) by (apply (Rmult_lt_reg_l (4 * (1 + x) * t)); [positive_terms | lra]).
  assert (m_low : 0 < 2 * m - 1 + x).
  { apply (Rmult_lt_reg_l (2 * (1 + x) * t)); [positive_terms|].
    assert (0 < 2 * (1 + x) * (y - t) * (1 - x)) by (repeat apply Rmult_lt_0_compat; lra).
    assert (2 * (1 + x) * y * (1 - x) = x * (1 - x)) by (rewrite y_form; reflexivity). lra. }
  assert (w0 : 0 < (1 - m)^2) by (apply pow_lt; lra). set (w := (1 - m)^2) in *.
  assert (N0 : 0 < 1 - 2 * m - x * w) by (rewrite <- third; positive_terms).
  assert (third_root : 0 <= 2 * (1 - 2 * m - x * w) - (1 - x) * (1 - x * w)).
  { apply (Rmult_le_reg_l x); [lra|].
    assert (0 <= 4 * (1 + x) * ((1 - 2 * m - x * w) * (y - u))) by (repeat apply Rmult_le_pos; lra).
    assert (2 * (1 - 2 * m - x * w) * (2 * (1 + x) * y) = 2 * (1 - 2 * m - x * w) * x) by (rewrite y_form; reflexivity).
    lra. }
  assert (L0 : 0 < x^3 + 4 * x^2 + 7 * x - 4) by (apply Rnot_le_lt; intros le; apply (large x m); try exact third_root; lra).
  destruct (crossing (x - 1) (3 - 3 * x) (3 * x) (- x) 0 0 (1 / 3)) as [n [n_range zero]].
  { lra. }
  { unfold quartic. assert (0 <= (1 - x) * (8 / 27 * x)) by (apply Rmult_le_pos; lra). lra. }
  assert (place : x * (1 - n)^3 = 1 - 3 * n) by (unfold quartic in zero; lra).
  assert (n0 : 0 < n) by (destruct (Req_dec n 0) as [same|]; [rewrite same in place|]; lra).
  assert (cube : 0 < (1 - n)^3) by (apply pow_lt; lra).
  assert (n1 : 0 < 1 - 3 * n) by (rewrite <- place; apply Rmult_lt_0_compat; lra).
  assert (far : 0 < (1 - 3 * n)^3 + 4 * (1 - 3 * n)^2 * (1 - n)^3 + 7 * (1 - 3 * n) * (1 - n)^6 - 4 * (1 - n)^9).
  { replace ((1 - 3 * n)^3 + 4 * (1 - 3 * n)^2 * (1 - n)^3 + 7 * (1 - 3 * n) * (1 - n)^6 - 4 * (1 - n)^9)
      with ((1 - n)^9 * (x^3 + 4 * x^2 + 7 * x - 4)) by (rewrite <- place; ring).
    apply Rmult_lt_0_compat; [apply pow_lt|]; lra. }
  assert (h0 : 0 < 2 - 6 * n + 3 * n^2 - n^3).
  { replace (2 - 6 * n + 3 * n^2 - n^3) with ((1 - n)^3 + (1 - 3 * n)) by ring. lra. }
  assert (d0 : 0 < e_denominator n) by (unfold e_denominator; apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
  assert (scaled : n^2 * w * (b * e_denominator n)
    = 2 * m * (1 - n)^3 * (2 - 6 * n + 3 * n^2 - n^3) * ((1 - 2 * m) * (1 - n)^3 - (1 - 3 * n) * w)).
  { transitivity ((1 - n)^9 * (x^2 * (1 - x) * w * b)).
    - transitivity ((x * (1 - n)^3)^2 * ((1 - n)^3 - x * (1 - n)^3) * w * b); [|ring].
      rewrite place. unfold e_denominator. ring.
    - rewrite of_b. transitivity (2 * m * (1 - n)^3 * ((1 - n)^3 + x * (1 - n)^3)
        * ((1 - 2 * m) * (1 - n)^3 - x * (1 - n)^3 * w)); [ring|]. rewrite place. ring. }
  assert (e_high : b * e_denominator n <= e_numerator n).
  { apply (Rmult_le_reg_l (n^2 * w)); [apply Rmult_lt_0_compat; [apply pow_lt|]; assumption|]. rewrite scaled.
    assert (0 <= 2 * (m - n)^2 * ((1 - n)^3 * (m * (1 - 3 * n) + 2 * n) * (2 - 6 * n + 3 * n^2 - n^3))).
    { apply Rmult_le_pos; [pose proof (pow2_ge_0 (m - n)); lra|].
      assert (0 < m * (1 - 3 * n)) by (apply Rmult_lt_0_compat; assumption).
      repeat apply Rmult_le_pos; lra. }
    unfold e_numerator, w. lra. }
  apply Rnot_le_lt. intros more. apply (less n n0 n1 far).
  apply (beyond_further (b * e_denominator n)); [split; [apply Rmult_lt_0_compat|]; assumption | assumption|].
  replace (4 * (b * e_denominator n)^3 - 5 * (b * e_denominator n)^2 * e_denominator n
    - 15 * (b * e_denominator n) * e_denominator n ^ 2 - 16 * e_denominator n ^ 3)
    with (e_denominator n ^ 3 * beyond b) by (unfold beyond; ring).
  apply Rmult_le_pos; [apply pow_le|]; lra.
Qed.

Lemma beyond_X : large_before_turn -> less_before_turn -> 1 / 64 <= a -> 0 <= beyond b -> none_beyond a b.
Proof.
  intros large less a_high b_high X x order x1 V0 good zero. assert (x_range : 0 < x < 1) by lra.
  pose proof (rays_leads b b0 x ltac:(lra)) as lead. pose proof (level_rises a b a0 b0 X x ltac:(lra)) as more.
  destruct (multiple_root _ _ _ _ (not_eq_sym (Rlt_not_eq _ _ lead)) zero) as [t [u form]].
  change (forall z, rays x z = 4 * (1 + x) * b * x * ((z - t)^2 * (z - u))) in form.
  assert (before : t < turn_of x).
  { apply Rnot_le_lt. intros le. pose proof (turn_of_rises X x ltac:(lra)) as y_y.
    pose proof (rays_rises a b a0 b0 X x t ltac:(lra) ltac:(lra) le) as below.
    replace (rays x t) with 0 in below by (rewrite form; ring). pose proof (good t ltac:(lra)).
    assert (0 <= rays X t * (1 + x)) by (apply Rmult_le_pos; lra). lra. }
  assert (high : 0 < rays x (turn_of x)).
  { pose proof (rays_at_turn a b x ltac:(lra)) as at_y.
    assert (0 < x^2 * level a b x) by (apply Rmult_lt_0_compat; [apply pow_lt|]; lra).
    apply Rnot_le_lt. intros le. assert (0 <= 4 * (1 + x) * - rays x (turn_of x)) by (apply Rmult_le_pos; lra). lra. }
  assert (u_y : u <= turn_of x).
  { apply Rnot_lt_le. intros after. rewrite form in high.
    assert (0 <= 4 * (1 + x) * b * x * ((turn_of x - t)^2 * (u - turn_of x))); [|lra].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply pow2_ge_0 | lra]. }
  destruct (Rtotal_order t 0) as [negative|[null|positive]].
  - pose proof (negative_double x t u x_range negative form). lra.
  - assert (at_0 : rays x 0 = 0) by (rewrite form, null; ring). unfold Two_quotients.rays, cubic in at_0.
    assert (0 < a * x^2 * (1 - x)) by (repeat apply Rmult_lt_0_compat; try apply pow_lt; lra). lra.
  - pose proof (early_double x t u large less x_range ltac:(lra) u_y form). lra.
Qed.

Lemma b_less_than_3 : beyond b < 0 -> b < 3.
Proof.
  intros low. apply Rnot_le_lt. intros le. assert (form : beyond b = 2 + (b - 3) * (4 * b^2 + 7 * b + 6))
    by (unfold beyond; ring).
  assert (0 <= (b - 3) * (4 * b^2 + 7 * b + 6)) by (apply Rmult_le_pos; [|pose proof (pow2_ge_0 b)]; lra). lra.
Qed.

Lemma b_at_least : 0 <= beyond b -> 29 / 10 <= b.
Proof.
  intros high. apply Rnot_lt_le. intros b_low. unfold beyond in high.
  assert (0 < (29 / 10 - b) * (4 * b^2 + 33 / 5 * b + 207 / 50)); [|lra].
  apply Rmult_lt_0_compat; [|pose proof (pow2_ge_0 b)]; lra.
Qed.

Lemma a_more : 29 / 10 <= b -> 0 < border a b -> 1 / 64 <= a.
Proof.
  intros b_high T0. apply Rnot_lt_le. intros less. assert (b3 : 29 / 10 * b^2 <= b * b^2)
    by (apply Rmult_le_compat_r; [apply pow2_ge_0 | assumption]).
  assert (bb : 29 / 10 * b <= b * b) by (apply Rmult_le_compat_r; lra).
  assert (0 <= (1 / 64 - a) * (256 * (1 / 64 + a) + 4 * (b^3 + 12 * b^2 + 16 * b + 32))).
  { assert (0 <= b^3) by (apply pow_le; lra). pose proof (pow2_ge_0 b). apply Rmult_le_pos; lra. }
  unfold border in T0. lra.
Qed.

(** T > 0, for each b. *)
Theorem none_beyond_X : large_before_turn -> less_before_turn -> 0 < border a b -> none_beyond a b.
Proof.
  intros large less T0. destruct (Rlt_or_le (beyond b) 0) as [low|high].
  - intros X x order x1. apply (rays_none_beyond a b a0 b0 X x (b_less_than_3 low) T0 order x1).
  - apply (beyond_X large less); [apply a_more; [apply b_at_least|]|]; assumption.
Qed.

(** a <= 1/5, for b of 29/10 or more, and for each b if T <= 0. *)
Theorem none_touched_apart : more_at_turn -> 29 / 10 <= b -> a <= 1 / 5 -> none_touched a b.
Proof.
  intros more b_high a_low X t X_range _ inner touches even.
  pose proof (rays_leads b b0 X ltac:(lra)) as lead. pose proof (turn_of_range X ltac:(lra)) as y_range.
  destruct (touched_twice _ _ _ _ t (not_eq_sym (Rlt_not_eq _ _ lead)) touches even) as [u form].
  change (forall z, rays X z = 4 * (1 + X) * b * X * ((z - t)^2 * (z - u))) in form.
  destruct (rays_values X t u X_range ltac:(lra) form) as [m [m_form [order [third [of_a [of_b _]]]]]].
  pose proof (turn_of_form X ltac:(lra)) as y_form.
  assert (xx : 0 < X * (1 - X)) by (apply Rmult_lt_0_compat; lra).
  assert (m0 : 0 < m) by (apply (Rmult_lt_reg_l (4 * (1 + X) * t)); [positive_terms | lra]).
  assert (m_low : 0 <= 1 - X - 2 * m).
  { apply (Rmult_le_reg_l (2 * (1 + X) * t)); [positive_terms|].
    assert (0 < 2 * (1 + X) * (t - turn_of X) * (1 - X)) by (repeat apply Rmult_lt_0_compat; lra).
    assert (2 * (1 + X) * turn_of X * (1 - X) = X * (1 - X)) by (rewrite y_form; reflexivity). lra. }
  assert (w0 : 0 < (1 - m)^2) by (apply pow_lt; lra).
  apply (more X m); try lra.
  - assert (0 <= 8 * (1 + X) * m * (1 - m)^2 * (1 / 5 - a)) by (repeat apply Rmult_le_pos; lra). lra.
  - assert (0 <= X^2 * (1 - X) * (1 - m)^2 * (b - 29 / 10))
      by (repeat apply Rmult_le_pos; try lra; apply pow2_ge_0). lra.
Qed.

Theorem none_touched_small : low_at_turn -> less_at_turn -> more_at_turn -> a <= 1 / 5 -> border a b <= 0 ->
  none_touched a b.
Proof.
  intros low less more a_low T0. destruct (Rlt_or_le (beyond b) 0) as [b_low|b_high].
  - intros X t. exact (rays_not_touched a b a0 b0 X t low less b_low T0).
  - exact (none_touched_apart more (b_at_least b_high) a_low).
Qed.

(** T <= 0 and large b: it may be either of both; X is the greatest root of both discriminants. *)
Theorem on_either_ray : large_before_turn -> less_before_turn -> 0 <= beyond b -> 1 / 5 < a -> border a b <= 0 ->
  exists X, 0 < X < 1 /\ side_discriminant a b X * rays_discriminant a b X = 0 /\
    (forall x, X < x < 1 -> side_discriminant a b x * rays_discriminant a b x <> 0) /\
    (forall p q, half_open p -> half_open q -> 0 <= weighted a b X p q) /\
    exists p q, half_open p /\ half_open q /\ (p < 1 \/ q < 1) /\ weighted a b X p q = 0.
Proof.
  intros large less b_high a_high T0. pose proof (less_than_1 a b a0 b0 T0) as a1.
  destruct (last_ray a b a0 b0) as [X [X_range [V0 [good_rays [good place]]]]].
  pose proof (turn_of_range X ltac:(lra)) as y_range.
  exists X. split; [assumption|]. split; [|split; [|split; [assumption|]]].
  - destruct place as [[p [p_range [zero [touches even]]]]|[q [q_range [touches even]]]].
    + pose proof (flat_zero _ _ _ _ _ touches even) as flat. unfold rays_discriminant. rewrite flat. ring.
    + pose proof (flat_zero _ _ _ _ _ touches even) as flat. unfold side_discriminant. rewrite flat. ring.
  - intros x x_range zero. apply Rmult_integral in zero. destruct zero as [zero|zero].
    + destruct (side_above a b a0 b0 x a1 ltac:(lra) zero) as [_ [t [t_range touches]]].
      pose proof (side_rises a b a0 b0 X x t ltac:(lra) t_range) as below.
      pose proof (good 1 t ltac:(split; lra) ltac:(split; lra)) as fine. rewrite lifted_at_side in fine. lra.
    + apply (beyond_X large less ltac:(lra) b_high X x); try assumption; lra.
  - destruct place as [[p [p_range [zero _]]]|[q [q_range [touches _]]]].
    + exists p, (turn_of X). split; [split; lra|]. split; [split; lra|]. split; [lra|].
      pose proof (lifted_at_turn a b X p ltac:(lra)) as lifted. rewrite zero in lifted.
      apply (Rmult_eq_reg_l (4 * (1 + X)^2)); [lra|].
      apply Rgt_not_eq. apply Rmult_lt_0_compat; [lra | apply pow_lt; lra].
    + exists 1, q. split; [split; lra|]. split; [split; lra|]. split; [lra|]. rewrite lifted_at_side. assumption.
Qed.

(** The greatest root of both is that of one of them, if this one has a root at c or beyond, and the other has none. *)
Theorem inside_of_both : forall c, large_before_turn -> less_before_turn -> 0 <= beyond b -> 1 / 5 < a ->
  border a b <= 0 -> (exists z, 0 < z < 1 /\ c <= z /\ rays_discriminant a b z = 0) ->
  (forall x, c <= x < 1 -> side_discriminant a b x <> 0) ->
  exists X, 0 < X < 1 /\ rays_discriminant a b X = 0 /\ (forall x, X < x < 1 -> rays_discriminant a b x <> 0) /\
    (forall p q, half_open p -> half_open q -> 0 <= weighted a b X p q) /\
    exists p q, half_open p /\ half_open q /\ (p < 1 \/ q < 1) /\ weighted a b X p q = 0.
Proof.
  intros c large less b_high a_high T0 [z [z_range [z_low root]]] none.
  destruct (on_either_ray large less b_high a_high T0) as [X [X_range [zero [once rest]]]].
  assert (X_low : z <= X).
  { apply Rnot_lt_le. intros before. apply (once z); [lra | rewrite root; ring]. }
  exists X. split; [assumption|]. apply Rmult_integral in zero. split.
  - destruct zero as [zero|zero]; [exfalso; apply (none X); [lra | assumption] | assumption].
  - split; [|assumption]. intros x x_range other. apply (once x x_range). rewrite other. ring.
Qed.

Theorem end_of_both : forall c, large_before_turn -> less_before_turn -> 0 <= beyond b -> 1 / 5 < a ->
  border a b <= 0 -> (exists z, 0 < z < 1 /\ c <= z /\ side_discriminant a b z = 0) ->
  (forall x, c <= x < 1 -> rays_discriminant a b x <> 0) ->
  exists X, 0 < X < 1 /\ side_discriminant a b X = 0 /\
    (forall x, 0 <= x <= 1 -> side_discriminant a b x = 0 -> x = X) /\
    (forall p q, half_open p -> half_open q -> 0 <= weighted a b X p q) /\
    exists p q, half_open p /\ half_open q /\ (p < 1 \/ q < 1) /\ weighted a b X p q = 0.
Proof.
  intros c large less b_high a_high T0 [z [z_range [z_low root]]] none.
  destruct (on_either_ray large less b_high a_high T0) as [X [X_range [zero [once rest]]]].
  assert (X_low : z <= X).
  { apply Rnot_lt_le. intros before. apply (once z); [lra | rewrite root; ring]. }
  assert (root_X : side_discriminant a b X = 0).
  { apply Rmult_integral in zero. destruct zero as [zero|zero]; [assumption|]. exfalso. apply (none X); [lra | assumption]. }
  exists X. split; [assumption|]. split; [assumption|]. split; [|assumption].
  exact (side_alone a b a0 b0 X (less_than_1 a b a0 b0 T0) X_range root_X).
Qed.

End Quotients.
