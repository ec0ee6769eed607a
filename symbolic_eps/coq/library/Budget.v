(** From the bound to the budget: what has to be shown of a number X so that - ln X is the budget. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Attained.
Open Scope R_scope.

(** Priors that the profile speaks of. *)
Definition prior (domain : R -> R -> Prop) (p q : R) : Prop := 0 < p <= 1 /\ 0 < q <= 1 /\ domain p q.

(** A bound on the relative risk, [1 / f x p q] with [x = exp (-eps)], that is the exact worst case of a setting.
    It grows with x, and [slope] says how fast at least. *)
Section Bound.

Variable setting_of : R -> setting.
Variables f slope : R -> R -> R -> R.

Hypothesis exact : forall eps domain r, 0 <= eps ->
  respected (setting_of eps) domain r <->
  forall p q, 0 < p <= 1 -> 0 < q <= 1 -> domain p q -> 1 <= r p q * f (exp (- eps)) p q.
Hypothesis grows : forall x y p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x <= y -> f x p q <= f y p q.
Hypothesis drops : forall x X p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x < X ->
  f x p q <= f X p q - (X - x) * slope X p q.
Hypothesis certainty : forall x p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x -> p * q <= f x p q.

(** X is enough at all priors. *)
Definition suffices (domain : R -> R -> Prop) (r : R -> R -> R) (X : R) : Prop :=
  forall p q, prior domain p q -> 0 <= r p q /\ 1 <= r p q * f X p q.

(** Nothing below X is enough: at some priors, or in a limit, the bound holds with equality. *)
Definition sharp (domain : R -> R -> Prop) (r : R -> R -> R) (X : R) : Prop :=
  forall eta, 0 < eta -> exists p q, prior domain p q /\ 0 <= r p q /\
    r p q * f X p q < 1 + eta * (r p q * slope X p q).

(** Attained: the bound holds with equality at priors where it depends on x. *)
Lemma sharp_at_slope : forall domain r X p q, prior domain p q -> 0 < r p q -> 0 < slope X p q ->
  r p q * f X p q = 1 -> sharp domain r X.
Proof.
  intros domain r X p q allowed r0 some equal eta positive.
  exists p, q. split; [assumption|]. split; [lra|]. rewrite equal.
  assert (0 < eta * (r p q * slope X p q)); [|lra].
  apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat]; assumption.
Qed.

Lemma within_ln : forall eps X, 0 < X -> (eps <= - ln X <-> X <= exp (- eps)).
Proof.
  intros eps X X0. assert (ln_x : ln (exp (- eps)) = - eps) by apply ln_exp. split; intros le.
  - destruct (Rle_or_lt X (exp (- eps))) as [fine|less]; [assumption|].
    assert (ln (exp (- eps)) < ln X) by (apply ln_increasing; [apply exp_pos | assumption]). lra.
  - assert (ln X <= ln (exp (- eps))); [|lra]. destruct le as [less|equal]; [|rewrite equal; lra].
    left. apply ln_increasing; assumption.
Qed.

Theorem budget_of_bound : forall domain r X,
  0 < X -> suffices domain r X -> sharp domain r X -> is_budget_in setting_of domain r (Finite (- ln X)).
Proof.
  intros domain r X X0 enough tight eps nonneg. rewrite exact by assumption. simpl.
  rewrite within_ln by assumption. set (x := exp (- eps)). assert (x0 : 0 < x) by apply exp_pos. split.
  - intros holds. destruct (Rle_or_lt X x) as [fine|less]; [assumption|].
    destruct (tight (X - x)) as [p [q [[p_range [q_range inside]] [r0 below]]]]; [lra|].
    specialize (holds p q p_range q_range inside).
    pose proof (drops x X p q p_range q_range (conj x0 less)) as drop.
    assert (r p q * f x p q <= r p q * (f X p q - (X - x) * slope X p q))
      by (apply Rmult_le_compat_l; assumption).
    lra.
  - intros le p q p_range q_range inside.
    destruct (enough p q) as [r0 bound]; [repeat split; auto; lra|].
    apply Rle_trans with (r p q * f X p q); [assumption|].
    apply Rmult_le_compat_l; [assumption|]. apply grows; auto.
Qed.

(** Where the profile allows certainty everywhere, no budget is too large. *)
Theorem unbounded_of_bound : forall domain r,
  (forall p q, prior domain p q -> 1 <= r p q * (p * q)) -> is_budget_in setting_of domain r Unbounded.
Proof.
  intros domain r certain eps nonneg. rewrite exact by assumption. simpl.
  split; [auto|]. intros _ p q p_range q_range inside.
  assert (bound : 1 <= r p q * (p * q)) by (apply certain; split; auto).
  assert (pq0 : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
  assert (r0 : 0 <= r p q).
  { destruct (Rle_or_lt 0 (r p q)) as [fine|negative]; [assumption|].
    assert (r p q * (p * q) < 0 * (p * q)) by (apply Rmult_lt_compat_r; assumption). lra. }
  apply Rle_trans with (r p q * (p * q)); [assumption|]. apply Rmult_le_compat_l; [assumption|].
  apply certainty; auto. apply exp_pos.
Qed.

End Bound.

(** * Theorem 1 *)

Definition slope (x p q : R) : R := p * (1 - q) * x + (1 - p).

Lemma floor_step : forall x y p q, floor y p q = floor x p q + (y - x) * (p * (1 - q) * (x + y) + (1 - p)).
Proof. intros. rewrite !floor_form. ring. Qed.

Lemma floor_grows : forall x y p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x <= y -> floor x p q <= floor y p q.
Proof.
  intros x y p q p_range q_range order. rewrite (floor_step x y).
  assert (0 <= (y - x) * (p * (1 - q) * (x + y) + (1 - p))); [|lra].
  apply Rmult_le_pos; [lra|].
  assert (0 <= p * (1 - q) * (x + y)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma floor_drops : forall x X p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x < X ->
  floor x p q <= floor X p q - (X - x) * slope X p q.
Proof.
  intros x X p q p_range q_range order. rewrite (floor_step X x). unfold slope.
  assert (0 <= (X - x) * (p * (1 - q) * x)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma floor_certainty : forall x p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x -> p * q <= floor x p q.
Proof.
  intros x p q p_range q_range x0. rewrite floor_form.
  assert (0 <= x * x * p * (1 - q)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= x * (1 - p)) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem budget_of_root : forall domain r X,
  0 < X -> suffices floor domain r X -> sharp floor slope domain r X -> is_budget domain r (Finite (- ln X)).
Proof.
  exact (budget_of_bound unbounded floor slope respected_iff_bound floor_grows floor_drops).
Qed.

Theorem budget_unbounded : forall domain r,
  (forall p q, prior domain p q -> 1 <= r p q * (p * q)) -> is_budget domain r Unbounded.
Proof. exact (unbounded_of_bound unbounded floor respected_iff_bound floor_certainty). Qed.

Theorem budget_of_certainty : forall domain r,
  suffices (fun _ p q => p * q) domain r 0 -> is_budget domain r Unbounded.
Proof. intros domain r certain. apply budget_unbounded. intros p q inside. apply (certain p q inside). Qed.

Lemma sharp_at : forall domain r X p q, prior domain p q -> 0 < X -> 0 < r p q -> p < 1 \/ q < 1 ->
  r p q * floor X p q = 1 -> sharp floor slope domain r X.
Proof.
  intros domain r X p q allowed X0 r0 some equal. pose proof allowed as [p_range [q_range _]].
  apply sharp_at_slope with (p := p) (q := q); try assumption. unfold slope. destruct some as [p1|q1].
  - assert (0 <= p * (1 - q) * X) by (repeat apply Rmult_le_pos; lra). lra.
  - assert (0 < p * (1 - q) * X) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma slope_positive : forall X p q, 0 < X -> 0 <= p <= 1 -> 0 <= q <= 1 -> p < 1 \/ q < 1 -> 0 < slope X p q.
Proof.
  intros X p q X0 p_range q_range some. unfold slope.
  assert (0 <= p * (1 - q) * X) by (repeat apply Rmult_le_pos; lra).
  destruct (Rlt_or_le p 1) as [less|one]; [lra|]. assert (p = 1) by lra. subst p.
  assert (0 < 1 * (1 - q) * X) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma sharp_within : forall domain r X p q, prior domain p q -> suffices floor domain r X -> 0 < X ->
  p < 1 \/ q < 1 -> r p q * floor X p q <= 1 -> sharp floor slope domain r X.
Proof.
  intros domain r X p q allowed enough X0 some le. pose proof allowed as [p_range [q_range _]].
  destruct (enough p q allowed) as [[r0|zero] ge]; [|rewrite <- zero in ge; lra].
  apply sharp_at with (p := p) (q := q); try assumption. lra.
Qed.

(** * The positive root of A x^2 + B x = C *)

(** 1 / root: also where A = 0. *)
Definition inverse_root (A B C : R) : R := (B + sqrt (B * B + 4 * A * C)) / (2 * C).

Section Root.

Variables A B C : R.
Hypothesis A0 : 0 <= A.
Hypothesis B0 : 0 <= B.
Hypothesis some : 0 < A + B.
Hypothesis C0 : 0 < C.

Let s := sqrt (B * B + 4 * A * C).

Lemma discriminant_nonneg : 0 <= B * B + 4 * A * C.
Proof. assert (0 <= A * C) by (apply Rmult_le_pos; lra). nra. Qed.

Lemma square_root : 0 <= s /\ s * s = B * B + 4 * A * C.
Proof. split; [apply sqrt_pos | apply sqrt_sqrt, discriminant_nonneg]. Qed.

Lemma numerator_positive : 0 < B + s.
Proof.
  destruct square_root as [s0 square]. destruct B0 as [positive|zero]; [lra|].
  destruct s0 as [positive|zero']; [lra|].
  assert (0 < A * C) by (apply Rmult_lt_0_compat; lra). rewrite <- zero, <- zero' in square. lra.
Qed.

Lemma inverse_root_positive : 0 < inverse_root A B C.
Proof. apply Rdiv_lt_0_compat; [apply numerator_positive | lra]. Qed.

Let X := / inverse_root A B C.

Lemma root_positive : 0 < X.
Proof. apply Rinv_0_lt_compat, inverse_root_positive. Qed.

Lemma root_equation : A * (X * X) + B * X = C.
Proof.
  destruct square_root as [_ square]. pose proof numerator_positive as positive.
  assert (form : X = 2 * C / (B + s)).
  { unfold X, inverse_root. fold s. field. split; lra. }
  rewrite form. apply Rmult_eq_reg_r with ((B + s) * (B + s)); [|nra].
  replace ((A * (2 * C / (B + s) * (2 * C / (B + s))) + B * (2 * C / (B + s))) * ((B + s) * (B + s)))
    with (4 * A * C * C + 2 * B * C * (B + s)) by (field; lra).
  replace (C * ((B + s) * (B + s))) with (C * (B * B) + 2 * B * C * s + C * (s * s)) by ring.
  rewrite square. ring.
Qed.

Lemma quadratic_grows : forall x y, 0 < x < y -> A * (x * x) + B * x < A * (y * y) + B * y.
Proof.
  intros x y order.
  replace (A * (y * y) + B * y) with (A * (x * x) + B * x + (y - x) * (A * (x + y) + B)) by ring.
  assert (0 < (y - x) * (A * (x + y) + B)); [|lra]. apply Rmult_lt_0_compat; [lra|].
  destruct A0 as [positive|zero].
  - assert (0 < A * (x + y)) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite <- zero in *. lra.
Qed.

Lemma root_at_most : forall t, 0 < t -> C <= A * (t * t) + B * t -> X <= t.
Proof.
  intros t t0 above. destruct (Rle_or_lt X t) as [fine|less]; [assumption|].
  pose proof (quadratic_grows t X (conj t0 less)). pose proof root_equation. lra.
Qed.

Lemma root_at_least : forall t, 0 < t -> A * (t * t) + B * t <= C -> t <= X.
Proof.
  intros t t0 below. destruct (Rle_or_lt t X) as [fine|less]; [assumption|].
  pose proof (quadratic_grows X t (conj root_positive less)). pose proof root_equation. lra.
Qed.

Lemma root_rises : 0 < 2 * A * X + B.
Proof.
  pose proof root_positive as X0. destruct A0 as [positive|zero].
  - assert (0 < A * X) by (apply Rmult_lt_0_compat; assumption). lra.
  - rewrite <- zero in *. lra.
Qed.

Lemma ln_root : - ln X = ln (inverse_root A B C).
Proof. unfold X. rewrite ln_Rinv; [ring | apply inverse_root_positive]. Qed.

End Root.

(** Values of 1 / root: where B = 0, where A = 0, and by its own equation. *)
Lemma ln_inverse_square : forall A C v, 0 < A -> 0 < C -> v = A / C -> ln (inverse_root A 0 C) = ln v / 2.
Proof.
  intros A C v A0 C0 value. assert (v0 : 0 < v) by (rewrite value; apply Rdiv_lt_0_compat; assumption).
  assert (form : inverse_root A 0 C * inverse_root A 0 C = v).
  { unfold inverse_root. rewrite value.
    replace (0 * 0 + 4 * A * C) with (4 * A * C) by ring. set (s := sqrt (4 * A * C)).
    assert (square : s * s = 4 * A * C).
    { apply sqrt_sqrt. assert (0 < A * C) by (apply Rmult_lt_0_compat; assumption). lra. }
    replace ((0 + s) / (2 * C) * ((0 + s) / (2 * C))) with (s * s / (4 * C * C)) by (field; lra).
    rewrite square. field. lra. }
  assert (positive : 0 < inverse_root A 0 C) by (apply inverse_root_positive; lra).
  rewrite <- form, ln_mult by assumption. field.
Qed.

Lemma inverse_root_value : forall A B C v, 0 <= A -> 0 <= B -> 0 < A + B -> 0 < C -> 0 < v ->
  C * (v * v) = B * v + A -> inverse_root A B C = v.
Proof.
  intros A B C v A0 B0 some C0 v0 equation.
  assert (t0 : 0 < / v) by (apply Rinv_0_lt_compat; assumption).
  assert (same : A * (/ v * / v) + B * / v = C).
  { apply Rmult_eq_reg_r with (v * v); [|nra]. rewrite equation. field. lra. }
  assert (above : / inverse_root A B C <= / v) by (apply root_at_most; lra).
  assert (below : / v <= / inverse_root A B C) by (apply root_at_least; lra).
  assert (equal : / inverse_root A B C = / v) by lra.
  rewrite <- (Rinv_inv v), <- equal. symmetry. apply Rinv_inv.
Qed.

Lemma inverse_root_form : forall A B C D v, D = B * B + 4 * A * C -> v = (B + sqrt D) / (2 * C) ->
  inverse_root A B C = v.
Proof. intros A B C D v -> ->. reflexivity. Qed.

(** The lower root, where A < 0. *)
Lemma lower_root : forall A B C, A < 0 -> 0 < B -> 0 < C -> 2 * C <= B -> 0 < B * B + 4 * A * C ->
  let X := / inverse_root A B C in
  0 < X /\ A * (X * X) + B * X = C /\ 0 < 2 * A * X + B /\ X <= 1 /\ - ln X = ln (inverse_root A B C).
Proof.
  intros A B C A0 B0 C0 below_1 D0 X. set (s := sqrt (B * B + 4 * A * C)).
  assert (s0 : 0 < s) by (apply sqrt_lt_R0; assumption).
  assert (square : s * s = B * B + 4 * A * C) by (apply sqrt_sqrt; lra).
  assert (positive : 0 < inverse_root A B C) by (apply Rdiv_lt_0_compat; fold s; lra).
  assert (form : X = 2 * C / (B + s)) by (unfold X, inverse_root; fold s; field; split; lra).
  assert (value : X * (B + s) = 2 * C) by (rewrite form; field; lra).
  assert (X0 : 0 < X) by (apply Rinv_0_lt_compat, positive).
  assert (rises : 2 * A * X + B = s).
  { apply Rmult_eq_reg_r with (B + s); [|lra].
    replace ((2 * A * X + B) * (B + s)) with (2 * A * (X * (B + s)) + B * (B + s)) by ring.
    rewrite value. replace (s * (B + s)) with (s * s + B * s) by ring. rewrite square. ring. }
  split; [assumption|]. split; [|split; [lra|split]].
  - replace (A * (X * X) + B * X) with ((2 * A * X + B + B) * X / 2) by field. rewrite rises. lra.
  - apply Rmult_le_reg_r with (B + s); lra.
  - unfold X. rewrite ln_Rinv by assumption. ring.
Qed.

Lemma inverse_root_by_square : forall A B C s v, 0 <= s -> s * s = B * B + 4 * A * C -> v = (B + s) / (2 * C) ->
  inverse_root A B C = v.
Proof. intros A B C s v s0 square ->. unfold inverse_root. rewrite <- square, sqrt_square by assumption. reflexivity. Qed.

Lemma inverse_linear : forall B C v, 0 < B -> 0 < C -> v = B / C -> inverse_root 0 B C = v.
Proof.
  intros B C v B0 C0 ->. assert (0 < B / C) by (apply Rdiv_lt_0_compat; assumption).
  apply inverse_root_value; try lra. field. lra.
Qed.

(** The printed form of the root is the same number where it is defined. *)
Lemma printed_root : forall A B C, 0 < A -> 0 <= B -> 0 < C ->
  2 * A / (sqrt (B * B + 4 * A * C) - B) = inverse_root A B C.
Proof.
  intros A B C A0 B0 C0. unfold inverse_root. set (s := sqrt (B * B + 4 * A * C)).
  assert (square : s * s = B * B + 4 * A * C).
  { apply sqrt_sqrt. assert (0 <= A * C) by (apply Rmult_le_pos; lra). nra. }
  assert (s0 : 0 <= s) by apply sqrt_pos.
  assert (AC : 0 < A * C) by (apply Rmult_lt_0_compat; assumption).
  assert (less : B < s) by nra.
  apply Rmult_eq_reg_r with ((s - B) * (2 * C)); [|nra].
  replace (2 * A / (s - B) * ((s - B) * (2 * C))) with (4 * A * C) by (field; lra).
  replace ((B + s) / (2 * C) * ((s - B) * (2 * C))) with (s * s - B * B) by (field; lra).
  rewrite square. ring.
Qed.
