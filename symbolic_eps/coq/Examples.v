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
