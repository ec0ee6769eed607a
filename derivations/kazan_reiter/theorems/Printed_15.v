(** Row (15) as it is printed, with the printed conditions. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
From KazanReiter Require Import Table.
Open Scope R_scope.

Definition printed_15 (a r q : R) : R :=
  if Rle_lt_dec q (a / r) then ln (a * (1 - q) / (q * (1 - a))) / 2
  else if Req_EM_T q 1 then ln ((r - a) / (1 - a))
  else if Rle_lt_dec q (1 / (r + 1)) then ln ((1 - q) / (1 / r - q)) / 2
  else ln (2 * a * (1 - q) / (a + sqrt (4 * a * q * (1 - a) * (1 - q) + (q * r - a) ^ 2) - q * r)).

(** The derived cases, the second with the root that has a value everywhere. *)
Lemma large_q : forall a r q, 0 < a < 1 -> 1 < r -> 0 < q <= 1 -> a <= q * r -> 1 <= q * r + q ->
  is_budget (fixed_q q) (capped a r) (Finite (ln (inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a))))).
Proof.
  intros a r q a_range r1 q_range reached large.
  replace (inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a)))
    with ((q*r + sqrt(4*a*q*(1 - a)*(1 - q) + (q*r - a)^2) - a)/(2*q*(1 - a))); [apply row_15_2; lra|].
  symmetry. apply inverse_root_form with (D := 4*a*q*(1 - a)*(1 - q) + (q*r - a)^2); [ring | field; lra].
Qed.

(** The edges between cases belong to both. *)
Lemma cap_or_edge : forall a r q, 0 < a < 1 -> 1 < r -> 0 < q <= 1 -> q * r <= a ->
  is_budget (fixed_q q) (capped a r) (Finite (ln (a * (1 - q) / (q * (1 - a))) / 2)).
Proof.
  intros a r q a_range r1 q_range [cap|edge]; [apply row_15_1; lra|].
  assert (q1 : q < 1) by nra. destruct (Rlt_or_le (q * r + q) 1) as [small|large].
  - replace (a * (1 - q) / (q * (1 - a))) with (r*(1 - q)/(1 - q*r)); [apply row_15_3; lra|].
    rewrite <- edge. field. split; nra.
  - rewrite <- (ln_inverse_square (a * (1 - q)) (q * (1 - a))); [| apply Rmult_lt_0_compat; lra .. | reflexivity].
    replace 0 with (q * r - a) by lra. apply large_q; lra.
Qed.

Lemma small_or_edge : forall a r q, 0 < a < 1 -> 1 < r -> 0 < q <= 1 -> a <= q * r -> q * r + q <= 1 ->
  is_budget (fixed_q q) (capped a r) (Finite (ln (r * (1 - q) / (1 - q * r)) / 2)).
Proof.
  intros a r q a_range r1 q_range reached [small|edge]; [apply row_15_3; lra|].
  assert (q1 : q < 1) by nra. assert (v0 : 0 < (1 - q) / q) by (apply Rdiv_lt_0_compat; lra).
  replace (ln (r * (1 - q) / (1 - q * r)) / 2)
    with (ln (inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a)))); [apply large_q; lra|].
  assert (A0 : 0 < a * (1 - q)) by (apply Rmult_lt_0_compat; lra).
  rewrite (inverse_root_value _ _ _ ((1 - q) / q)); try lra; [| apply Rmult_lt_0_compat; lra |].
  - replace (r * (1 - q) / (1 - q * r)) with ((1 - q) / q * ((1 - q) / q)).
    + rewrite ln_mult by assumption. field.
    + replace r with ((1 - q) / q) by (apply Rmult_eq_reg_r with q; [field_simplify; lra | lra]). field. lra.
  - replace (q * r) with (1 - q) by lra. field. lra.
Qed.

Theorem row_15_printed : forall a r q, 0 < a < 1 -> 1 < r -> 0 < q <= 1 ->
  is_budget (fixed_q q) (capped a r) (Finite (printed_15 a r q)).
Proof.
  intros a r q a_range r1 q_range. unfold printed_15.
  assert (edge : a / r * r = a) by (field; lra).
  destruct (Rle_lt_dec q (a / r)) as [cap|over].
  { apply cap_or_edge; try assumption. rewrite <- edge. apply Rmult_le_compat_r; lra. }
  assert (reached : a < q * r) by (rewrite <- edge; apply Rmult_lt_compat_r; lra).
  destruct (Req_EM_T q 1) as [one|other].
  { subst q. replace ((r - a) / (1 - a)) with (inverse_root (a * (1 - 1)) (1 * r - a) (1 * (1 - a))).
    - apply large_q; lra.
    - replace (a * (1 - 1)) with 0 by ring. apply inverse_linear; [lra | lra | field; lra]. }
  assert (divide : 1 / (r + 1) * (r + 1) = 1) by (field; lra).
  destruct (Rle_lt_dec q (1 / (r + 1))) as [small|large].
  - assert (below : q * (r + 1) <= 1 / (r + 1) * (r + 1)) by (apply Rmult_le_compat_r; lra).
    rewrite divide in below.
    replace ((1 - q) / (1 / r - q)) with (r * (1 - q) / (1 - q * r)) by (field; lra).
    apply small_or_edge; lra.
  - assert (above : 1 / (r + 1) * (r + 1) < q * (r + 1)) by (apply Rmult_lt_compat_r; lra).
    rewrite divide in above.
    replace (2 * a * (1 - q) / (a + sqrt (4 * a * q * (1 - a) * (1 - q) + (q * r - a) ^ 2) - q * r))
      with (inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a))).
    + apply large_q; lra.
    + rewrite <- printed_root; try lra; try (apply Rmult_lt_0_compat; lra).
      replace ((q * r - a) * (q * r - a) + 4 * (a * (1 - q)) * (q * (1 - a)))
        with (4 * a * q * (1 - a) * (1 - q) + (q * r - a) ^ 2) by ring.
      f_equal; ring.
Qed.
