(** Theorem 2, where p and q are known: row (25) with a box that is one point. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Budget Profiles.
From KazanReiter Require Import Table Printed_25.
Open Scope R_scope.

(** (12), which has a value where certainty is not allowed. *)
Definition printed_12 (r p q : R) : R :=
  if Req_EM_T q 1 then ln ((1 - p) / (1 / r - p)) else printed_at r p q.

(** What holds on a box of one point holds at the point. *)
Lemma at_one_point : forall r p q B, is_budget (box p p q q) (fun _ _ => r) B ->
  is_budget (fun p' q' => p' = p /\ q' = q) (fun _ _ => r) B.
Proof.
  intros r p q B budget eps nonneg. destruct (budget eps nonneg) as [in_box allowed]. split.
  - intros respected. apply in_box. intros V M A S private independent p0 q0 [p_low [p_high [q_low q_high]]].
    apply (respected V M A S); try assumption. split; lra.
  - intros small V M A S private independent p0 q0 [p_known q_known].
    apply (allowed small V M A S); try assumption. unfold box. lra.
Qed.

Theorem theorem_2 : forall r p q, 1 < r -> 0 < p <= 1 -> 0 < q <= 1 -> r * p * q < 1 ->
  is_budget (fun p' q' => p' = p /\ q' = q) (fun _ _ => r) (Finite (printed_12 r p q)).
Proof.
  intros r p q r1 p_range q_range uncertain. apply at_one_point. unfold printed_12.
  assert (derived : is_budget (box p p q q) (fun _ _ => r) (Finite (derived_at r p q))).
  { destruct (Rle_or_lt (q*r + q) 1); [apply row_25_1 | apply row_25_3]; lra. }
  destruct (Req_EM_T q 1) as [one|other]; [|rewrite printed_form by lra; assumption].
  subst q. replace (ln ((1 - p) / (1 / r - p))) with (derived_at r p 1); [assumption|].
  apply derived_at_1; lra.
Qed.

Theorem theorem_2_certain : forall r p q, 1 < r -> 0 < p <= 1 -> 0 < q <= 1 -> 1 <= r * p * q ->
  is_budget (fun p' q' => p' = p /\ q' = q) (fun _ _ => r) Unbounded.
Proof.
  intros r p q r1 p_range q_range certain. apply at_one_point. apply row_25_2; lra.
Qed.
