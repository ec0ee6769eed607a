(** A mechanism and adversaries that attain the bound of Theorem 1: the bound is the exact worst case. *)

From Coq Require Import Reals List Lra Lia Bool ZArith.
From SymbolicEps Require Import Privacy Sums Bound.
Import ListNotations.
Open Scope R_scope.

(** * Adversaries with any priors *)

Definition disclosing (y : bool) : bool := y.

Section Worst.

(** Records are [true], the disclosure, or [false]; there are no other records. *)
Variable M : mechanism bool.
Variable absent : nat -> R.
Variables p q : R.
Hypothesis p_range : 0 < p <= 1.
Hypothesis q_range : 0 < q <= 1.

Definition worst : adversary bool.
Proof.
  refine {|
    values := [true; false];
    others := [[]];
    place := fun _ => 0%nat;
    prior_in := fun y _ => if y then p * q else p * (1 - q);
    prior_out := fun _ => 1 - p;
    output_in := fun y _ t => M [y] t;
    output_out := fun _ t => absent t
  |}.
  - repeat constructor; simpl; intuition discriminate.
  - repeat constructor; simpl; intuition.
  - intros y _. destruct y; apply Rmult_le_pos; lra.
  - intros _. lra.
  - simpl. ring.
Defined.

Lemma worst_presence : prior_presence worst = p.
Proof. unfold prior_presence, prior_value. simpl. ring. Qed.

Lemma worst_disclosure : prior_disclosure worst disclosing = p * q.
Proof. unfold prior_disclosure, prior_value. simpl. ring. Qed.

Lemma worst_value : prior_of_value worst disclosing = q.
Proof. unfold prior_of_value. rewrite worst_presence, worst_disclosure. field. lra. Qed.

Lemma worst_knows_inside : knows_inside worst M.
Proof. intros y z t _ mem. simpl in mem. destruct mem as [same|[]]. subst z. reflexivity. Qed.

Lemma worst_independent : others_independent worst.
Proof.
  exists (fun _ => 1). split; [intros; lra|]. split; [simpl; ring|].
  intros z _. split; [unfold prior_absent; simpl; ring|].
  intros y _. unfold prior_value. simpl. destruct y; ring.
Qed.

Variables t : nat.
Variables h k l : R.
Hypothesis h0 : 0 < h.
Hypothesis k0 : 0 <= k.
Hypothesis l0 : 0 <= l.
Hypothesis disclosed : M [true] t = h.
Hypothesis left_out : absent t = h * k.
Hypothesis other : M [false] t = h * l.

Lemma worst_output : output_probability worst t = h * denominator k l p q.
Proof.
  unfold output_probability, value_and_output, denominator. simpl. rewrite disclosed, left_out, other. ring.
Qed.

Lemma worst_risk : relative_risk worst disclosing t = 1 / denominator k l p q.
Proof.
  pose proof (denominator_positive k l p q k0 l0 p_range q_range). unfold relative_risk, posterior.
  rewrite worst_disclosure, worst_output. unfold disclosure_and_output, value_and_output. simpl.
  rewrite disclosed. field. repeat split; lra.
Qed.

End Worst.

(** A setting in which a bound holds, and in which such adversaries attain it. *)
Section Equivalence.

Variable in_setting : setting.
Variables k l : R.
Hypothesis k0 : 0 <= k.
Hypothesis l0 : 0 <= l.

Hypothesis bound : forall V M A S, in_setting V M A S -> others_independent A ->
  0 < prior_presence A -> 0 < prior_of_value A S -> forall t, 0 < output_probability A t ->
  relative_risk A S t <= 1 / denominator k l (prior_presence A) (prior_of_value A S).

Hypothesis attained : exists (M : mechanism bool) (absent : nat -> R) (t : nat) (h : R),
  0 < h /\ M [true] t = h /\ absent t = h * k /\ M [false] t = h * l /\
  forall p q (p_range : 0 < p <= 1) (q_range : 0 < q <= 1),
    in_setting bool M (worst M absent p q p_range q_range) disclosing.

(** A profile is respected exactly where the bound is below it at all priors. *)
Theorem respected_iff : forall domain r,
  respected in_setting domain r <->
  forall p q, 0 < p <= 1 -> 0 < q <= 1 -> domain p q -> 1 <= r p q * denominator k l p q.
Proof.
  intros domain r. split.
  - intros holds p q p_range q_range inside.
    destruct attained as [M [absent [t [h [h0 [disclosed [left_out [other allowed]]]]]]]].
    pose proof (denominator_positive k l p q k0 l0 p_range q_range) as positive.
    assert (risk : 1 / denominator k l p q <= r p q).
    { rewrite <- (worst_risk M absent p q p_range q_range t h k l) by assumption.
      rewrite <- (worst_presence M absent p q p_range q_range) at 2.
      rewrite <- (worst_value M absent p q p_range q_range) at 3.
      apply holds with (M := M).
      - apply allowed.
      - apply worst_independent.
      - rewrite worst_presence. lra.
      - rewrite worst_value. lra.
      - rewrite worst_presence, worst_value. assumption.
      - rewrite worst_output with (h := h) (k := k) (l := l) by assumption.
        apply Rmult_lt_0_compat; assumption. }
    replace 1 with (1 / denominator k l p q * denominator k l p q) by (field; lra).
    apply Rmult_le_compat_r; lra.
  - intros bounded V M A S allowed independent present valued inside t possible.
    assert (p_range : 0 < prior_presence A <= 1) by (split; [assumption | apply presence_at_most_1]).
    assert (q_range : 0 < prior_of_value A S <= 1).
    { split; [assumption | apply value_at_most_1; assumption]. }
    specialize (bounded _ _ p_range q_range inside).
    pose proof (denominator_positive k l _ _ k0 l0 p_range q_range) as positive.
    set (d := denominator k l (prior_presence A) (prior_of_value A S)) in *.
    apply Rle_trans with (1 / d); [apply bound with (M := M); assumption|].
    apply Rmult_le_reg_r with d; [assumption|].
    replace (1 / d * d) with 1 by (field; lra). assumption.
Qed.

End Equivalence.

(** * The mechanism *)

(** Records are [true] or [false]. The mechanism looks at the number of [true] minus the number of [false],
    cut to -1, 0, 1, and answers 0 with probability 1/2, x/2 or x^2/2 for 1, 0, -1; else it answers 1. *)
Fixpoint balance (D : list bool) : Z :=
  match D with
  | [] => 0
  | b :: rest => (if b then 1 else -1) + balance rest
  end.

Definition zero_probability (x : R) (n : Z) : R :=
  if (0 <? n)%Z then 1 / 2 else if (n <? 0)%Z then x * x / 2 else x / 2.

Definition two_answers (chance : R) (t : nat) : R :=
  match t with 0%nat => chance | 1%nat => 1 - chance | _ => 0 end.

Lemma two_answers_total : forall chance, infinite_sum (two_answers chance) 1.
Proof.
  intros chance e positive. exists 1%nat. intros n large.
  assert (forall k, sum_f_R0 (two_answers chance) (1 + k) = 1) as all.
  { induction k as [|k IH]; [simpl; ring|].
    replace (1 + Datatypes.S k)%nat with (Datatypes.S (1 + k)) by lia.
    rewrite tech5, IH. simpl. ring. }
  replace n with (1 + (n - 1))%nat by lia. rewrite all.
  unfold R_dist. replace (1 - 1) with 0 by ring. rewrite Rabs_R0. assumption.
Qed.

Lemma balance_with_record : forall place y D,
  balance (with_record place y D) = ((if y then 1 else -1) + balance D)%Z.
Proof.
  assert (app : forall D E, balance (D ++ E) = (balance D + balance E)%Z).
  { induction D as [|b D IH]; simpl; intros E; [reflexivity|]. rewrite IH. ring. }
  intros place y D. unfold with_record. rewrite app. cbn [balance].
  rewrite <- (firstn_skipn place D) at 3. rewrite app. ring.
Qed.

Section Staircase.

Variable eps : R.
Hypothesis nonneg_eps : 0 <= eps.
Let x := exp (- eps).

Lemma chance_between : forall n, 0 <= zero_probability x n <= 1.
Proof.
  intros n. pose proof (decay eps nonneg_eps) as x_range. fold x in x_range. unfold zero_probability.
  assert (0 <= x * x <= 1 * 1) by (split; [apply Rle_0_sqr | apply Rmult_le_compat; lra]).
  destruct (0 <? n)%Z; [lra|]. destruct (n <? 0)%Z; lra.
Qed.

Definition staircase : mechanism bool.
Proof.
  refine {| answer := fun D => two_answers (zero_probability x (balance D)) |}.
  - intros D t. pose proof (chance_between (balance D)).
    destruct t as [|[|t]]; simpl; lra.
  - intros D. apply two_answers_total.
Defined.

Lemma staircase_private : differentially_private eps staircase.
Proof.
  pose proof (exp_inverse eps) as inverse. pose proof (decay eps nonneg_eps) as x_range. fold x in inverse, x_range.
  assert (enough : forall a b, x * a <= b -> x * b <= a -> x * a <= b <= exp eps * a).
  { intros a b low high. split; [assumption|].
    replace b with (exp eps * (x * b)) by (rewrite <- Rmult_assoc, inverse; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos | assumption]. }
  assert (x2 : x * x <= x) by nra. assert (x2' : 0 < x * x) by nra.
  assert (x3 : x * (x * x) <= x * x) by nra.
  intros place y D t. apply enough; simpl answer; rewrite balance_with_record;
    destruct t as [|[|t]]; cbn [two_answers]; try lra;
    unfold zero_probability;
    destruct y;
    repeat match goal with |- context [(?a <? ?b)%Z] => destruct (Z.ltb_spec a b) end;
    try lia; nra.
Qed.

End Staircase.

(** * Theorem 1, both ways *)

Theorem respected_iff_bound : forall eps domain r, 0 <= eps ->
  respected (unbounded eps) domain r <->
  forall p q, 0 < p <= 1 -> 0 < q <= 1 -> domain p q -> 1 <= r p q * floor (exp (- eps)) p q.
Proof.
  intros eps domain r nonneg. pose proof (decay eps nonneg) as x_range.
  apply respected_iff; [lra | apply Rle_0_sqr | |].
  - intros V M A S. apply relative_risk_bound. assumption.
  - exists (staircase eps nonneg), (staircase eps nonneg []), 0%nat, (1 / 2).
    split; [lra|]. split; [reflexivity|]. split; [|split].
    + simpl. unfold zero_probability. simpl. field.
    + simpl. unfold zero_probability. simpl. field.
    + intros p q p_range q_range. split; [apply staircase_private|].
      split; [apply worst_knows_inside|]. intros z t mem.
      simpl in mem. destruct mem as [same|[]]. subst z. reflexivity.
Qed.
