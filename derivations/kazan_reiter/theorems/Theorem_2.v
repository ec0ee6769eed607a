(** Theorem 2, where p and q are known: for each relative risk r. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Attained Budget Profiles.
From KazanReiter Require Import Printed_25.
Open Scope R_scope.

(** (12), which has a value where certainty is not allowed. *)
Definition printed_12 (r p q : R) : R :=
  if Req_EM_T q 1 then ln ((1 - p) / (1 / r - p)) else printed_at r p q.

(** It is - ln X, where X is the positive root of p (1 - q) x^2 + (1 - p) x = 1/r - p q. *)
Lemma printed_12_root : forall r p q, 0 < r -> 0 < p <= 1 -> 0 < q <= 1 -> p < 1 \/ q < 1 -> r * p * q < 1 ->
  exists X, 0 < X /\ p * (1 - q) * (X * X) + (1 - p) * X = 1 / r - p * q /\ printed_12 r p q = - ln X.
Proof.
  intros r p q r0 p_range q_range some uncertain. set (C := 1 / r - p * q).
  assert (A0 : 0 <= p * (1 - q)) by (apply Rmult_le_pos; lra).
  assert (C0 : 0 < C).
  { apply Rmult_lt_reg_r with r; [assumption|].
    replace (C * r) with (1 - r * p * q) by (unfold C; field; lra). lra. }
  assert (rises : 0 < p * (1 - q) + (1 - p)).
  { destruct some; [lra|]. assert (0 < p * (1 - q)) by (apply Rmult_lt_0_compat; lra). lra. }
  exists (/ inverse_root (p * (1 - q)) (1 - p) C). split; [|split].
  - apply root_positive; lra.
  - apply root_equation; lra.
  - rewrite ln_root by lra. unfold printed_12, printed_at. f_equal. destruct (Req_EM_T q 1) as [one|other].
    + subst q. replace (p * (1 - 1)) with 0 in * by ring. f_equal. symmetry.
      apply inverse_root_form with (D := (1 - p) * (1 - p)); [ring|]. rewrite sqrt_square by lra.
      replace (1 / r - p) with C by (unfold C; ring). field. lra.
    + f_equal. rewrite <- printed_root; [|apply Rmult_lt_0_compat; lra|lra|assumption].
      fold C. replace ((1 - p) ^ 2) with ((1 - p) * (1 - p)) by ring.
      replace (4 * p * (1 - q) * C + (1 - p) * (1 - p)) with ((1 - p) * (1 - p) + 4 * (p * (1 - q)) * C) by ring.
      set (s := sqrt _). replace (p + s - 1) with (s - (1 - p)) by ring. unfold Rdiv. ring.
Qed.

Theorem theorem_2 : forall r p q, 1 <= r -> 0 < p <= 1 -> 0 < q <= 1 -> r * p * q < 1 ->
  is_budget (fun p' q' => p' = p /\ q' = q) (fun _ _ => r) (Finite (printed_12 r p q)).
Proof.
  intros r p q r1 p_range q_range uncertain.
  assert (some : p < 1 \/ q < 1).
  { destruct (Rlt_or_le p 1); [left; assumption | right].
    assert (p = 1) by lra. subst p. apply Rnot_le_lt. intros above. assert (q = 1) by lra. subst q. lra. }
  destruct (printed_12_root r p q) as [X [X0 [root value]]]; try assumption; [lra|].
  assert (equal : r * floor X p q = 1).
  { rewrite floor_form. replace (p * q + X * X * p * (1 - q) + X * (1 - p)) with (1 / r); [field|]; lra. }
  rewrite value. apply budget_of_root; [assumption| |].
  - intros p' q' [_ [_ [-> ->]]]. lra.
  - apply sharp_at with (p := p) (q := q); [split; auto | assumption | lra | assumption | assumption].
Qed.

Theorem theorem_2_certain : forall r p q, 0 < p <= 1 -> 0 < q <= 1 -> 1 <= r * p * q ->
  is_budget (fun p' q' => p' = p /\ q' = q) (fun _ _ => r) Unbounded.
Proof.
  intros r p q p_range q_range certain. apply budget_unbounded. intros p' q' [_ [_ [-> ->]]].
  rewrite <- Rmult_assoc. assumption.
Qed.

(** Without a gain: eps is 0. *)
Theorem theorem_2_at_1 : forall p q, 0 < p <= 1 -> 0 < q <= 1 -> p * q < 1 -> printed_12 1 p q = 0.
Proof.
  intros p q p_range q_range uncertain.
  assert (some : p < 1 \/ q < 1).
  { destruct (Rlt_or_le p 1); [left; assumption | right].
    assert (p = 1) by lra. subst p. lra. }
  destruct (printed_12_root 1 p q) as [X [X0 [root value]]]; try assumption; try lra.
  rewrite value. replace X with 1; [rewrite ln_1; ring|]. symmetry.
  assert (factored : (X - 1) * (p * (1 - q) * (X + 1) + (1 - p)) = 0) by lra.
  apply Rmult_integral in factored. destruct factored as [|zero]; [lra|]. exfalso.
  assert (0 <= p * (1 - q) * (X + 1)) by (repeat apply Rmult_le_pos; lra).
  destruct some; [lra|]. assert (0 < p * (1 - q) * (X + 1)) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(** No budget keeps the risk below 1. *)
Theorem theorem_2_below_1 : forall r p q eps, r < 1 -> 0 < p <= 1 -> 0 < q <= 1 -> 0 <= eps ->
  ~ respected (unbounded eps) (fun p' q' => p' = p /\ q' = q) (fun _ _ => r).
Proof.
  intros r p q eps r1 p_range q_range nonneg holds. rewrite respected_iff_bound in holds by assumption.
  specialize (holds p q p_range q_range (conj eq_refl eq_refl)). simpl in holds.
  pose proof (decay eps nonneg) as x_range. set (x := exp (- eps)) in *.
  pose proof (floor_grows x 1 p q p_range q_range x_range) as low. rewrite (floor_form 1) in low.
  pose proof (floor_positive x p q (proj1 x_range) p_range q_range) as positive.
  assert (r * floor x p q < 1 * floor x p q) by (apply Rmult_lt_compat_r; assumption). lra.
Qed.
