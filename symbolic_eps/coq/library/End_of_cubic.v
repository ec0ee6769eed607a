(** One prior v is left, and f, the sign of the bound, is a cubic polynomial in v that may be negative at v = 1.

    f is positive for v = 0 and for x = 1, and rises with x for 0 < v < 1. At v = 1 it is alpha x^n - gamma, so
    that X1 with alpha X1^n = gamma is e^-eps at this end. Where the coefficient of v^3 is not positive, nor is
    that of v^2, and f has one positive root at most. Where it is positive, f has a root v < 0.

    If f does not fall inwards from v = 1 at X1, then f is (1 - v) times a quadratic that is positive at 0, not
    negative at 1, and concave or with coefficients that are not negative: X = X1.

    If it does, X > X1 is the last level below which f is negative somewhere, and the discriminant is 0 there. f
    touches 0 at a t > 0, so that the coefficient of v^3 is positive, as it is for all x < X. For x < X, f is
    negative somewhere between 0 and 1: were the discriminant 0, f would be that coefficient times
    (v - s)^2 (v - u), with u < 0 as f is positive at 0, which is not negative for v > 0. *)

From Coq Require Import Reals Lra Classical.
From SymbolicEps Require Import Least Stationary Two_terms Cubics Cubic_on_side.
Local Open Scope R_scope.

(** * The slope at the end *)

(** alpha X = gamma. *)
Lemma slope_of_first_power : forall alpha gamma e2 e1 e0 X, 0 < alpha -> alpha * X^1 = gamma ->
  let s := e2 * gamma^2 + e1 * gamma * alpha + e0 * alpha^2 in
  (0 < s -> 0 < e2 * X^2 + e1 * X + e0) /\ (s <= 0 -> e2 * X^2 + e1 * X + e0 <= 0).
Proof.
  intros alpha gamma e2 e1 e0 X alpha0 end_1 s. assert (square : 0 < alpha * alpha) by (apply Rmult_lt_0_compat; lra).
  assert (form : s = alpha * alpha * (e2 * X^2 + e1 * X + e0)) by (unfold s; rewrite <- end_1; ring).
  rewrite form. split; intros sign.
  - apply (Rmult_lt_reg_l (alpha * alpha)); lra.
  - apply (Rmult_le_reg_l (alpha * alpha)); lra.
Qed.

(** alpha X^2 = gamma, and the slope falls with X: its even part is positive, and more so than the rest. *)
Lemma slope_of_square : forall alpha gamma e2 e1 e0 X, 0 < X -> 0 < alpha -> e1 < 0 -> alpha * X^2 = gamma ->
  let u := e2 * gamma + e0 * alpha in
  (0 < u -> 0 < u^2 - e1^2 * alpha * gamma -> 0 < e2 * X^2 + e1 * X + e0) /\
  (u <= 0 \/ u^2 - e1^2 * alpha * gamma <= 0 -> e2 * X^2 + e1 * X + e0 <= 0).
Proof.
  intros alpha gamma e2 e1 e0 X X0 alpha0 falls end_1 u. set (w := - e1 * alpha * X).
  assert (w0 : 0 < w) by (unfold w; repeat apply Rmult_lt_0_compat; lra).
  assert (form : alpha * (e2 * X^2 + e1 * X + e0) = u - w) by (unfold u, w; rewrite <- end_1; ring).
  assert (squares : u^2 - e1^2 * alpha * gamma = (u - w) * (u + w)) by (unfold w; rewrite <- end_1; ring).
  rewrite squares. clearbody u w. split.
  - intros u0 more. apply (Rmult_lt_reg_l alpha); [assumption|]. rewrite form.
    apply Rnot_le_lt. intros less. assert (0 <= (w - u) * (u + w)) by (apply Rmult_le_pos; lra). lra.
  - intros less. apply (Rmult_le_reg_l alpha); [assumption|]. rewrite form. apply Rnot_lt_le. intros more.
    destruct less as [less|less]; [lra|].
    assert (0 < (u - w) * (u + w)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * One level *)

(** f is 0 at its end, and does not fall inwards. *)
Lemma nowhere_negative_before_end : forall k0 k1 k2 k3 v, 0 < v <= 1 -> 0 < k0 -> cubic k0 k1 k2 k3 1 = 0 ->
  cubic_slope k1 k2 k3 1 <= 0 -> (k3 <= 0 -> k2 <= 0) -> 0 <= cubic k0 k1 k2 k3 v.
Proof.
  intros k0 k1 k2 k3 v v_range at_0 at_1 slope bends. unfold cubic, cubic_slope in *.
  set (quotient := k0 + (k0 + k1) * v + - k3 * v^2).
  replace (k0 + k1 * v + k2 * v^2 + k3 * v^3) with ((1 - v) * quotient)
    by (unfold quotient; replace k2 with (- (k0 + k1 + k3)) by lra; ring).
  apply Rmult_le_pos; [lra|]. unfold quotient. destruct (Rle_or_lt k3 0) as [low|high].
  - pose proof (bends low). assert (0 <= (k0 + k1) * v) by (apply Rmult_le_pos; lra).
    assert (0 <= - k3 * v^2) by (apply Rmult_le_pos; [lra | apply pow_le; lra]). lra.
  - assert (0 <= k3 * (v * (1 - v))) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= v * (2 * k0 + k1 - k3)) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - v) * k0) by (apply Rmult_le_pos; lra). lra.
Qed.

(** What touches 0 from above, beyond a place where it is positive, has two roots there. *)
Lemma touched_opens : forall k0 k1 k2 k3 t, 0 < t -> 0 < k0 -> cubic k0 k1 k2 k3 t = 0 ->
  cubic_slope k1 k2 k3 t = 0 -> (k3 <= 0 -> k2 <= 0) -> 0 < k3.
Proof.
  intros k0 k1 k2 k3 t t0 at_0 zero even bends. apply Rnot_le_lt. intros low. pose proof (bends low) as less.
  unfold cubic, cubic_slope in *.
  assert (form : t * (k1 + 2 * k2 * t + 3 * k3 * t^2) - (k0 + k1 * t + k2 * t^2 + k3 * t^3)
    = k2 * t^2 + 2 * (k3 * t^3) - k0) by ring.
  rewrite zero, even in form.
  assert (0 <= - k2 * t^2) by (apply Rmult_le_pos; [lra | apply pow_le; lra]).
  assert (0 <= - k3 * t^3) by (apply Rmult_le_pos; [lra | apply pow_le; lra]). lra.
Qed.

Lemma two_roots_of_cubic : forall k0 k1 k2 k3 w, 0 < w -> 0 < k0 -> 0 < k3 -> cubic k0 k1 k2 k3 w < 0 ->
  cubic_discriminant k0 k1 k2 k3 <> 0.
Proof.
  intros k0 k1 k2 k3 w w0 at_0 opens below zero.
  destruct (multiple_root k0 k1 k2 k3 ltac:(lra) zero) as [s [u form]].
  pose proof (form 0) as start. pose proof (form w) as here. unfold cubic in start.
  assert (u0 : 0 < k3 * (0 - u)) by (apply (same_sign (0 - s)); lra).
  assert (left : u < 0).
  { apply Rnot_le_lt. intros right. assert (0 <= k3 * u) by (apply Rmult_le_pos; lra). lra. }
  pose proof (Rle_0_sqr (w - s)) as square. unfold Rsqr in square.
  assert (0 <= k3 * ((w - s) * (w - s) * (w - u))).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [exact square | lra]. }
  lra.
Qed.

(** * Beyond the end *)

Lemma power_rises : forall n x y, (0 < n)%nat -> 0 < x < y -> x^n < y^n.
Proof.
  intros n x y n0 order. induction n0 as [|n n0 rises]; [lra|].
  simpl. apply Rmult_gt_0_lt_compat; [apply pow_lt | | |]; lra.
Qed.

Section Beyond.

Variable f : R -> R -> R.
Variables k0 k1 k2 k3 : R -> R.
Hypothesis cubic_form : forall v x, f v x = cubic (k0 x) (k1 x) (k2 x) (k3 x) v.
Hypothesis shape : smooth (fun v _ x => f v x).
Hypothesis at_0 : forall x, 0 < x <= 1 -> 0 < f 0 x.
Hypothesis top : forall v, half_open v -> 0 < f v 1.
Hypothesis rises : forall v x y, 0 < v < 1 -> 0 < x < y -> y < 1 -> f v x < f v y.
Hypothesis bends : forall x, 0 < x < 1 -> k3 x <= 0 -> k2 x <= 0.
Hypothesis opens : forall x y, 0 < x < y -> y < 1 -> 0 < k3 y -> 0 < k3 x.
Variables alpha gamma : R.
Variable n : nat.
Hypothesis power : (0 < n)%nat.
Hypothesis alpha0 : 0 < alpha.
Hypothesis gamma0 : 0 < gamma.
Hypothesis at_1 : forall x, f 1 x = alpha * x^n - gamma.
Hypothesis inwards : forall x, 0 < x < 1 -> alpha * x^n = gamma -> 0 < cubic_slope (k1 x) (k2 x) (k3 x) 1.

(** X1. *)
Lemma root_at_end : exists x, 0 < x < 1 /\ alpha * x^n = gamma.
Proof.
  pose proof (top 1 ltac:(split; lra)) as high. rewrite at_1, pow1 in high.
  destruct (first_zero (fun x => gamma - alpha * x^n) 0 1) as [x [x_range [zero _]]].
  - apply (continuity_minus (fct_cte gamma) (fun x => alpha * x^n)).
    + apply continuity_const. intros x y. reflexivity.
    + apply (continuity_mult (fct_cte alpha) (fun x => x^n)).
      * apply continuity_const. intros x y. reflexivity.
      * apply derivable_continuous. apply derivable_pow.
  - lra.
  - rewrite pow_i by assumption. lra.
  - rewrite pow1. lra.
  - exists x. split; [|lra]. split.
    + destruct (Req_dec x 0) as [same|]; [rewrite same, pow_i in zero by assumption|]; lra.
    + destruct (Req_dec x 1) as [same|]; [rewrite same, pow1 in zero|]; lra.
Qed.

(** f is negative just before the end. *)
Lemma negative_before_end : forall x, 0 < x < 1 -> alpha * x^n = gamma -> exists w, half_open w /\ f w x < 0.
Proof.
  intros x x_range end_1. pose proof (inwards x x_range end_1) as slope.
  apply NNPP. intros none.
  assert (above : forall v, 0 < v < 1 -> 0 <= f v x).
  { intros v v_range. apply Rnot_lt_le. intros less. apply none. exists v. split; [split|]; lra. }
  assert (zero : cubic (k0 x) (k1 x) (k2 x) (k3 x) 1 = 0) by (rewrite <- cubic_form, at_1; lra).
  assert (cubic_slope (k1 x) (k2 x) (k3 x) 1 <= 0); [|lra].
  apply (not_rising_left (k0 x) _ _ _ 1 (1 / 2)); [lra | | assumption].
  intros y y_range. rewrite <- cubic_form. apply above. lra.
Qed.

Theorem least_beyond_end : exists X, 0 < X < 1 /\ on_side k0 k1 k2 k3 X = 0 /\
  (forall x, 0 < x < X -> on_side k0 k1 k2 k3 x <> 0) /\
  (forall v, half_open v -> 0 <= f v X) /\ exists t, 0 < t < 1 /\ f t X = 0.
Proof.
  destruct root_at_end as [l [l_range end_1]]. pose proof (negative_before_end l l_range end_1) as low.
  assert (beyond : forall x, l < x <= 1 -> 0 < f 1 x).
  { intros x x_range. rewrite at_1, <- end_1. pose proof (power_rises n l x power ltac:(lra)).
    assert (0 < alpha * (x^n - l^n)) by (apply Rmult_lt_0_compat; lra). lra. }
  destruct (last_on_side f k0 k1 k2 k3 cubic_form shape at_0 top rises l l_range low beyond)
    as [X [X_range [zero [good [t [t_range [touches [even before]]]]]]]].
  exists X. split; [lra|]. split; [assumption|]. split; [|split; [assumption | exists t; split; assumption]].
  assert (at_0_form : forall x, f 0 x = k0 x) by (intros x; rewrite cubic_form; unfold cubic; ring).
  assert (positive : forall x, 0 < x <= 1 -> 0 < k0 x) by (intros x x_range; rewrite <- at_0_form; auto).
  assert (open : 0 < k3 X).
  { apply (touched_opens (k0 X) (k1 X) (k2 X) (k3 X) t); try assumption; [lra | apply positive; lra| |].
    - rewrite <- cubic_form. assumption.
    - apply bends. lra. }
  intros x x_range. unfold on_side. apply (two_roots_of_cubic _ _ _ _ t); [lra | apply positive; lra | |].
  - apply (opens x X); [lra | lra | assumption].
  - rewrite <- cubic_form. apply before. assumption.
Qed.

End Beyond.
