(** Two other settings, in which one step of privacy takes the place of two. *)

From Coq Require Import Reals List Lra Lia Bool ZArith.
From SymbolicEps Require Import Privacy Sums Bound Attained Budget.
Import ListNotations.
Open Scope R_scope.

(** Bounded differential privacy: the number of records is public, and a person who is not in the data is
    replaced by another. *)
Definition bounded (eps : R) : setting := fun V M A S => private_in_values eps M /\ knows_replaced A M.

(** A release that does not look at records whose values are no disclosure, as a count of the others. *)
Definition ignores_outside {V : Type} (M : mechanism V) (S : V -> bool) : Prop :=
  forall place y others t, S y = false -> M (with_record place y others) t = M others t.

Definition invariant (eps : R) : setting :=
  fun V M A S => differentially_private eps M /\ knows A M /\ ignores_outside M S.

Definition one_step (x p q : R) : R := denominator x x p q.

Lemma one_step_form : forall x p q, one_step x p q = p * q + x * (1 - p * q).
Proof. intros. unfold one_step, denominator. ring. Qed.

Section Bounds.

Context {V : Type} (eps : R) (M : mechanism V) (A : adversary V) (S : V -> bool).
Hypothesis nonneg : 0 <= eps.
Hypothesis independent : others_independent A.
Hypothesis present : 0 < prior_presence A.
Hypothesis valued : 0 < prior_of_value A S.

Let x := exp (- eps).

Theorem bounded_bound : bounded eps V M A S -> forall t, 0 < output_probability A t ->
  relative_risk A S t <= 1 / one_step x (prior_presence A) (prior_of_value A S).
Proof.
  intros [private [known_in known_out]] t possible.
  destruct independent as [law [law_nonneg [law_total law_of]]].
  pose proof (decay eps nonneg) as x_range. fold x in x_range.
  apply risk_bound with (chance := chance A M t law) (absent := chance_absent A t law); try assumption; try lra.
  - apply value_and_chance; assumption.
  - apply absent_and_chance with (law := law); assumption.
  - intros y mem _. apply average_le; [assumption|]. intros z mem_z.
    destruct (known_out z mem_z) as [records [weight [weight_nonneg [weight_total out]]]]. rewrite out.
    replace (x * M (with_record (place A z) y z) t)
      with (sum records (fun y' => weight y' * (x * M (with_record (place A z) y z) t))).
    + apply sum_le. intros y' _. apply Rmult_le_compat_l; [apply weight_nonneg|].
      apply private.
    + rewrite (sum_ext _ _ (fun y' => x * M (with_record (place A z) y z) t * weight y')) by (intros; ring).
      rewrite sum_scale, weight_total. ring.
  - intros y y' _ _ _ _. apply average_le; [assumption|]. intros z mem_z. apply private.
Qed.

Theorem invariant_bound : invariant eps V M A S -> forall t, 0 < output_probability A t ->
  relative_risk A S t <= 1 / one_step x (prior_presence A) (prior_of_value A S).
Proof.
  intros [private [[known_in known_out] ignores]] t possible.
  destruct independent as [law [law_nonneg [law_total law_of]]].
  pose proof (decay eps nonneg) as x_range. fold x in x_range. pose proof (exp_inverse eps) as inverse.
  fold x in inverse.
  assert (near : forall y, In y (values A) -> x * chance A M t law y <= chance_absent A t law).
  { intros y mem. apply average_le; [assumption|]. intros z mem_z. rewrite known_out by assumption.
    destruct (private (place A z) y z t) as [_ high].
    apply Rle_trans with (x * (exp eps * M z t)); [apply Rmult_le_compat_l; lra|].
    rewrite <- Rmult_assoc, (Rmult_comm x), inverse. lra. }
  apply risk_bound with (chance := chance A M t law) (absent := chance_absent A t law); try assumption; try lra.
  - apply value_and_chance; assumption.
  - apply absent_and_chance with (law := law); assumption.
  - intros y mem _. auto.
  - intros y y' mem mem' _ out_S.
    replace (chance A M t law y') with (chance_absent A t law); [auto|].
    apply sum_ext. intros z mem_z. rewrite known_out, ignores by assumption. reflexivity.
Qed.

End Bounds.

(** * Attained *)

(** Whether some record discloses. *)
Section Attained.

Variable eps : R.
Hypothesis nonneg : 0 <= eps.
Let x := exp (- eps).

Definition disclosure_among (D : list bool) : R := if existsb disclosing D then 1 / 2 else x / 2.

Definition detector : mechanism bool.
Proof.
  refine {| answer := fun D => two_answers (disclosure_among D) |}.
  - intros D t. pose proof (decay eps nonneg) as x_range. fold x in x_range.
    unfold disclosure_among. destruct t as [|[|t]]; simpl; destruct (existsb disclosing D); lra.
  - intros D. apply two_answers_total.
Defined.

Lemma detector_near : forall D E t, x * detector D t <= detector E t.
Proof.
  intros D E t. pose proof (decay eps nonneg) as x_range. fold x in x_range.
  assert (x * x <= x * 1) by (apply Rmult_le_compat_l; lra).
  assert (0 <= (1 - x) * (1 - x)) by apply Rle_0_sqr.
  simpl. unfold disclosure_among.
  destruct t as [|[|t]]; simpl; destruct (existsb disclosing D), (existsb disclosing E); lra.
Qed.

Lemma detector_private : differentially_private eps detector.
Proof.
  intros place y D t. split; [apply detector_near|].
  pose proof (exp_inverse eps) as inverse. fold x in inverse.
  replace (detector (with_record place y D) t)
    with (exp eps * (x * detector (with_record place y D) t)) by (rewrite <- Rmult_assoc, inverse; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos | apply detector_near].
Qed.

Lemma detector_ignores : ignores_outside detector disclosing.
Proof.
  intros place y D t out_S. simpl. unfold disclosure_among, with_record.
  rewrite existsb_app. cbn [existsb]. rewrite out_S. simpl orb.
  rewrite <- existsb_app, firstn_skipn. reflexivity.
Qed.

End Attained.

Theorem respected_iff_bounded : forall eps domain r, 0 <= eps ->
  respected (bounded eps) domain r <->
  forall p q, 0 < p <= 1 -> 0 < q <= 1 -> domain p q -> 1 <= r p q * one_step (exp (- eps)) p q.
Proof.
  intros eps domain r nonneg. pose proof (decay eps nonneg) as x_range.
  apply respected_iff; [lra | lra | |].
  - intros V M A S holds independent present valued. apply bounded_bound with (M := M); assumption.
  - exists (detector eps nonneg), (detector eps nonneg [false]), 0%nat, (1 / 2).
    split; [lra|]. split; [reflexivity|]. split; [simpl; unfold disclosure_among; simpl; field|].
    split; [simpl; unfold disclosure_among; simpl; field|].
    intros p q p_range q_range. split; [intros place y y' D t; apply detector_near|].
    split; [apply worst_knows_inside|]. intros z mem. simpl in mem. destruct mem as [same|[]]. subst z.
    exists [false], (fun _ => 1). split; [intros; lra|]. split; [simpl; ring|].
    intros t. unfold sum. cbn [fold_right]. rewrite Rmult_1_l, Rplus_0_r. reflexivity.
Qed.

Theorem respected_iff_invariant : forall eps domain r, 0 <= eps ->
  respected (invariant eps) domain r <->
  forall p q, 0 < p <= 1 -> 0 < q <= 1 -> domain p q -> 1 <= r p q * one_step (exp (- eps)) p q.
Proof.
  intros eps domain r nonneg. pose proof (decay eps nonneg) as x_range.
  apply respected_iff; [lra | lra | |].
  - intros V M A S holds independent present valued. apply invariant_bound with (M := M); assumption.
  - exists (detector eps nonneg), (detector eps nonneg []), 0%nat, (1 / 2).
    split; [lra|]. split; [reflexivity|]. split; [simpl; unfold disclosure_among; simpl; field|].
    split; [simpl; unfold disclosure_among; simpl; field|].
    intros p q p_range q_range. split; [apply detector_private|].
    split; [|apply detector_ignores].
    split; [apply worst_knows_inside|]. intros z t mem. simpl in mem. destruct mem as [same|[]]. subst z.
    reflexivity.
Qed.

(** * Budgets *)

Definition slope_once (x p q : R) : R := 1 - p * q.

Lemma one_step_grows : forall x y p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x <= y ->
  one_step x p q <= one_step y p q.
Proof.
  intros x y p q p_range q_range order. rewrite !one_step_form.
  assert (p * q <= 1 * 1) by (apply Rmult_le_compat; lra).
  assert (x * (1 - p * q) <= y * (1 - p * q)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma one_step_drops : forall x X p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x < X ->
  one_step x p q <= one_step X p q - (X - x) * slope_once X p q.
Proof. intros. rewrite !one_step_form. unfold slope_once. lra. Qed.

Lemma one_step_certainty : forall x p q, 0 < p <= 1 -> 0 < q <= 1 -> 0 < x -> p * q <= one_step x p q.
Proof.
  intros x p q p_range q_range x0. rewrite one_step_form.
  assert (p * q <= 1 * 1) by (apply Rmult_le_compat; lra).
  assert (0 <= x * (1 - p * q)) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem bounded_budget : forall domain r X,
  0 < X -> suffices one_step domain r X -> sharp one_step slope_once domain r X ->
  is_budget_in bounded domain r (Finite (- ln X)).
Proof.
  exact (budget_of_bound bounded one_step slope_once respected_iff_bounded one_step_grows one_step_drops).
Qed.

Theorem invariant_budget : forall domain r X,
  0 < X -> suffices one_step domain r X -> sharp one_step slope_once domain r X ->
  is_budget_in invariant domain r (Finite (- ln X)).
Proof.
  exact (budget_of_bound invariant one_step slope_once respected_iff_invariant one_step_grows one_step_drops).
Qed.

Lemma one_step_positive : forall x p q, 0 < x -> 0 < p <= 1 -> 0 < q <= 1 -> 0 < one_step x p q.
Proof. intros. apply denominator_positive; lra. Qed.

Lemma slope_once_positive : forall X p q, 0 < X -> 0 <= p <= 1 -> 0 <= q <= 1 -> p < 1 \/ q < 1 ->
  0 < slope_once X p q.
Proof.
  intros X p q _ p_range q_range some. unfold slope_once. destruct some as [less|less].
  - assert (p * q <= p * 1) by (apply Rmult_le_compat_l; lra). lra.
  - assert (p * q <= 1 * q) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma one_step_within : forall domain r X p q, prior domain p q -> suffices one_step domain r X -> 0 < X ->
  p < 1 \/ q < 1 -> r p q * one_step X p q <= 1 -> sharp one_step slope_once domain r X.
Proof.
  intros domain r X p q allowed enough X0 some le. pose proof allowed as [p_range [q_range _]].
  destruct (enough p q allowed) as [[r0|zero] ge]; [|rewrite <- zero in ge; lra].
  apply sharp_at_slope with (p := p) (q := q); try assumption; [|lra].
  apply slope_once_positive; try assumption; lra.
Qed.

Theorem bounded_of_certainty : forall domain r,
  suffices (fun _ p q => p * q) domain r 0 -> is_budget_in bounded domain r Unbounded.
Proof.
  intros domain r certain. apply (unbounded_of_bound bounded one_step respected_iff_bounded one_step_certainty).
  intros p q inside. apply (certain p q inside).
Qed.

Theorem invariant_of_certainty : forall domain r,
  suffices (fun _ p q => p * q) domain r 0 -> is_budget_in invariant domain r Unbounded.
Proof.
  intros domain r certain.
  apply (unbounded_of_bound invariant one_step respected_iff_invariant one_step_certainty).
  intros p q inside. apply (certain p q inside).
Qed.
