(** The definitions are not empty: mechanisms with noise and without, and what each allows an adversary. *)

From Coq Require Import Reals List Lra Lia Bool ZArith.
From SymbolicEps Require Import Privacy Sums Bound Attained Budget Profiles Variants Geometric.
Import ListNotations.
Open Scope R_scope.

(** A count without noise. *)
Definition exact_count {V : Type} (counted : V -> bool) : mechanism V.
Proof.
  refine {| answer := fun D t => if Nat.eqb t (count counted D) then 1 else 0 |}.
  - intros D t. destruct (Nat.eqb t (count counted D)); lra.
  - intros D e e0. exists (count counted D). intros n large.
    assert (total : forall k, sum_f_R0 (fun t => if Nat.eqb t (count counted D) then 1 else 0) k
      = if Nat.leb (count counted D) k then 1 else 0).
    { induction k as [|k IH].
      - simpl. destruct (count counted D); reflexivity.
      - rewrite tech5, IH.
        destruct (Nat.leb_spec (count counted D) k), (Nat.leb_spec (count counted D) (Datatypes.S k)),
          (Nat.eqb_spec (Datatypes.S k) (count counted D)); lia || ring. }
    rewrite total. destruct (Nat.leb_spec (count counted D) n); [|lia].
    unfold R_dist. replace (1 - 1) with 0 by ring. rewrite Rabs_R0. assumption.
Defined.

(** It is private at no eps. *)
Theorem exact_count_not_private : forall eps, ~ differentially_private eps (exact_count disclosing).
Proof.
  intros eps private. destruct (private 0%nat true [] 1%nat) as [_ high]. simpl in high. lra.
Qed.

(** An adversary who knows it, with any priors, ends with certainty: the relative risk is 1 / (p q). *)
Theorem exact_count_risk : forall p q (p_range : 0 < p <= 1) (q_range : 0 < q <= 1),
  let A := worst (exact_count disclosing) (exact_count disclosing []) p q p_range q_range in
  knows A (exact_count disclosing) /\ others_independent A /\
  prior_presence A = p /\ prior_of_value A disclosing = q /\
  0 < output_probability A 1 /\ relative_risk A disclosing 1 = 1 / (p * q).
Proof.
  intros p q p_range q_range A. assert (pq0 : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
  split; [split; [apply worst_knows_inside|]|].
  { intros z t mem. simpl in mem. destruct mem as [same|[]]. subst z. reflexivity. }
  split; [apply worst_independent|]. split; [apply worst_presence|]. split; [apply worst_value|].
  unfold A. rewrite worst_output with (h := 1) (k := 0) (l := 0) by (simpl; unfold count; simpl; lra).
  rewrite worst_risk with (h := 1) (k := 0) (l := 0) by (simpl; unfold count; simpl; lra).
  unfold denominator. replace (p * q + 0 * (p * (1 - q)) + 0 * (1 - p)) with (p * q) by ring.
  split; [lra | reflexivity].
Qed.

(** The geometric mechanism is private, and there are adversaries with any priors who know it. *)
Theorem geometric_inhabited : forall eps p q (p_range : 0 < p <= 1) (q_range : 0 < q <= 1), 0 < eps ->
  exists (M : mechanism bool) (A : adversary bool),
    unbounded eps bool M A disclosing /\ geometric_count eps bool M A disclosing /\ others_independent A /\
    prior_presence A = p /\ prior_of_value A disclosing = q.
Proof.
  intros eps p q p_range q_range positive. set (M := geometric eps positive disclosing).
  exists M, (worst M (M []) p q p_range q_range).
  assert (known : knows (worst M (M []) p q p_range q_range) M).
  { split; [apply worst_knows_inside|]. intros z t mem. simpl in mem. destruct mem as [same|[]]. subst z. reflexivity. }
  split; [split; [apply geometric_private | exact known]|].
  split; [split; [reflexivity | exact known]|].
  split; [apply worst_independent|]. split; [apply worst_presence | apply worst_value].
Qed.

(** At p = 1 the printed form of Assumption 2 says nothing, and Theorem 1 fails with it. A person is surely in the
    data, and two others have the same value; who knows that of a geometric count gains more than the bound. *)
Definition alike : adversary bool.
Proof.
  refine {|
    values := [true; false];
    others := [[true; true]; [false; false]];
    place := fun _ => 0%nat;
    prior_in := fun y z => if Bool.eqb y (existsb disclosing z) then 1 / 2 else 0;
    prior_out := fun _ => 0;
    output_in := fun _ _ _ => 0;
    output_out := fun _ _ => 0
  |}.
  - repeat constructor; simpl; intuition discriminate.
  - repeat constructor; simpl; intuition discriminate.
  - intros y z. destruct (Bool.eqb y (existsb disclosing z)); lra.
  - intros _. lra.
  - simpl. field.
Defined.

(** The same who knows a mechanism. *)
Definition alike_knowing (M : mechanism bool) : adversary bool :=
  {| values := values alike; others := others alike;
     values_distinct := values_distinct _ alike; others_distinct := others_distinct _ alike;
     place := place alike; prior_in := prior_in alike; prior_out := prior_out alike;
     output_in := fun y z t => M (with_record 0 y z) t; output_out := fun z t => M z t;
     prior_in_nonneg := prior_in_nonneg _ alike; prior_out_nonneg := prior_out_nonneg _ alike;
     prior_total := prior_total _ alike |}.

Theorem as_printed_is_not_enough : forall eps, 0 < eps ->
  exists (M : mechanism bool) (A : adversary bool) (t : nat),
    unbounded eps bool M A disclosing /\ others_independent_as_printed A /\
    prior_presence A = 1 /\ prior_of_value A disclosing = 1 / 2 /\ 0 < output_probability A t /\
    1 / floor (exp (- eps)) 1 (1 / 2) < relative_risk A disclosing t.
Proof.
  intros eps positive. set (M := geometric eps positive disclosing).
  exists M, (alike_knowing M), 6%nat. pose proof (x_below_1 eps positive) as x_range. set (x := exp (- eps)) in *.
  assert (c0 : 0 < (1 - x) / (1 + x)) by (apply Rdiv_lt_0_compat; lra). set (c := (1 - x) / (1 + x)) in *.
  assert (all_three : M [true; true; true] 6%nat = c).
  { simpl. unfold two_sided, integer, count. simpl. fold x. fold c. ring. }
  assert (none : M [false; false; false] 6%nat = c * (x * x * x)).
  { simpl. unfold two_sided, integer, count. simpl. fold x. fold c. ring. }
  assert (absent : prior_absent (alike_knowing M) = 0) by (unfold prior_absent; simpl; ring).
  assert (present : prior_presence (alike_knowing M) = 1)
    by (unfold prior_presence, prior_value; simpl; field).
  assert (disclosure : prior_disclosure (alike_knowing M) disclosing = 1 / 2)
    by (unfold prior_disclosure, prior_value; simpl; field).
  assert (possible : output_probability (alike_knowing M) 6 = c * (1 + x * x * x) / 2).
  { unfold output_probability, value_and_output, alike_knowing, alike, with_record, sum.
    cbn [values others prior_in prior_out output_in output_out fold_right existsb disclosing orb Bool.eqb
         firstn skipn app].
    rewrite all_three, none. field. }
  assert (cube0 : 0 < x * x * x) by (repeat apply Rmult_lt_0_compat; lra).
  assert (square : x * x * x < x * x).
  { rewrite <- (Rmult_1_r (x * x)) at 2. apply Rmult_lt_compat_l; [apply Rmult_lt_0_compat|]; lra. }
  split; [split; [apply geometric_private | split; intros y z t *; reflexivity]|].
  split; [intros y z _ _ _ some; contradiction (some absent)|].
  split; [exact present|]. split; [unfold prior_of_value; rewrite disclosure, present; field|].
  rewrite possible. split; [apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra|].
  unfold relative_risk, posterior. rewrite disclosure, possible.
  replace (disclosure_and_output (alike_knowing M) disclosing 6) with (c / 2).
  - rewrite floor_form. replace (c / 2 / (c * (1 + x * x * x) / 2) / (1 / 2)) with (2 * / (1 + x * x * x))
      by (field; split; lra).
    replace (1 / (1 * (1 / 2) + x * x * 1 * (1 - 1 / 2) + x * (1 - 1))) with (2 * / (1 + x * x))
      by (field; nra).
    apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra.
  - unfold disclosure_and_output, value_and_output, alike_knowing, alike, with_record, sum.
    cbn [values others prior_in output_in fold_right existsb disclosing orb Bool.eqb filter firstn skipn app].
    rewrite all_three. field.
Qed.
