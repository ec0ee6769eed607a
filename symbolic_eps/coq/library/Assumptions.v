(** The words of Privacy.v beside others that are in use: Assumption 2 as it is printed, and privacy of sets of
    outputs. *)

From Coq Require Import Reals List Lra Lia.
From SymbolicEps Require Import Privacy Sums Bound.
Open Scope R_scope.

(** Assumption 2, and what is printed for it: the same for every person who is not surely in the data. (For who is,
    file Examples.v has an adversary who gains more than Theorem 1 allows.) *)

Section Assumption.

Context {V : Type} (A : adversary V).
Hypothesis present : 0 < prior_presence A.

Theorem assumption_2 : prior_presence A < 1 ->
  (others_independent A <-> others_independent_as_printed A).
Proof.
  intros unsure. pose proof (absent_is_rest A) as rest. assert (absent : 0 < prior_absent A) by lra. split.
  - intros [law [_ [_ law_of]]] y z mem_y mem_z nonzero _. destruct (law_of z mem_z) as [out inside].
    rewrite out, inside by assumption. field. split; lra.
  - intros printed. exists (fun z => prior_out A z / prior_absent A). split; [|split].
    + intros z. apply Rmult_le_pos; [apply prior_out_nonneg | left; apply Rinv_0_lt_compat; assumption].
    + rewrite (sum_ext (others A) _ (fun z => / prior_absent A * prior_out A z)).
      * rewrite sum_scale. fold (prior_absent A). field. lra.
      * intros z _. field. lra.
    + intros z mem_z. split; [field; lra|]. intros y mem_y.
      destruct (Req_dec (prior_value A y) 0) as [zero|nonzero].
      * rewrite zero, Rmult_0_l.
        apply sum_zero_term with (l := others A) (f := prior_in A y); try assumption.
        intros z' _. apply prior_in_nonneg.
      * rewrite <- (printed y z mem_y mem_z nonzero ltac:(lra)). field. assumption.
Qed.

End Assumption.

(** * Sets of outputs *)

(** The probability that the answer to a data set is in a set of outputs is [total]. *)
Definition probability_in {V : Type} (M : mechanism V) (D : list V) (T : nat -> bool) (total : R) : Prop :=
  infinite_sum (fun t => if T t then M D t else 0) total.

Lemma every_set_has_a_probability : forall V (M : mechanism V) D T, exists total, probability_in M D T total.
Proof.
  intros V M D T. destruct (Rseries_CV_comp (fun t => if T t then M D t else 0) (M D)) as [total sums].
  - intros t. pose proof (answer_nonneg V M D t). destruct (T t); lra.
  - exists 1. exact (answer_total V M D).
  - exists total. exact sums.
Qed.

Lemma sums_in_order : forall c f g a b, (forall t, c * f t <= g t) -> infinite_sum f a -> infinite_sum g b ->
  c * a <= b.
Proof.
  intros c f g a b order sum_f sum_g.
  apply Rle_cv_lim with (Un := fun n => c * sum_f_R0 f n) (Vn := sum_f_R0 g); [| |exact sum_g].
  - intros n. rewrite scal_sum. apply sum_Rle. intros t _. rewrite Rmult_comm. apply order.
  - apply (CV_mult (fun _ => c)); [|exact sum_f].
    intros e e0. exists 0%nat. intros n _. rewrite R_dist_eq. assumption.
Qed.

Lemma single_output : forall (f : nat -> R) t, infinite_sum (fun s => if Nat.eqb s t then f s else 0) (f t).
Proof.
  intros f t e e0. exists t. intros n large.
  assert (total : forall k, sum_f_R0 (fun s => if Nat.eqb s t then f s else 0) k = if Nat.leb t k then f t else 0).
  { induction k as [|k IH].
    - simpl. destruct t; reflexivity.
    - rewrite tech5, IH. destruct (Nat.leb_spec t k), (Nat.leb_spec t (Datatypes.S k)),
        (Nat.eqb_spec (Datatypes.S k) t); subst; lia || ring. }
  rewrite total. destruct (Nat.leb_spec t n); [|lia]. rewrite R_dist_eq. assumption.
Qed.

(** Privacy of all sets of outputs is that of all single ones. *)
Theorem privacy_of_sets : forall V eps (M : mechanism V), differentially_private eps M <->
  forall place y others T a b,
    probability_in M others T a -> probability_in M (with_record place y others) T b ->
    exp (- eps) * a <= b <= exp eps * a.
Proof.
  intros V eps M. pose proof (exp_inverse eps) as inverse. split.
  - intros private place y others T a b without_record with_it.
    pose proof (exp_pos eps) as positive. split.
    + eapply sums_in_order; [|exact without_record|exact with_it].
      intros t. destruct (private place y others t). destruct (T t); lra.
    + replace b with (exp eps * (exp (- eps) * b)) by (rewrite <- Rmult_assoc, inverse; ring).
      apply Rmult_le_compat_l; [lra|]. eapply sums_in_order; [|exact with_it|exact without_record].
      intros t. destruct (private place y others t) as [_ high]. destruct (T t); [|lra].
      replace (M others t) with (exp (- eps) * (exp eps * M others t))
        by (rewrite <- Rmult_assoc, (Rmult_comm (exp (- eps))), inverse; ring).
      apply Rmult_le_compat_l; [left; apply exp_pos | exact high].
  - intros private place y others t.
    apply (private place y others (fun s => Nat.eqb s t)); apply single_output.
Qed.
