(** Row (16) as it is printed. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
From KazanReiter Require Import Table.
Open Scope R_scope.

Definition printed_16 (a r p : R) : R :=
  if Rle_lt_dec p (a / r) then ln (a * (1 - p) / (p * (1 - a)))
  else ln ((2 * p * r - 2 * a) / (sqrt (r ^ 2 * (1 - p) ^ 2 + (1 - a) * (4 * p * r - 4 * a)) - r * (1 - p))).

Theorem row_16_printed : forall a r p, 0 < a < 1 -> 1 < r -> 0 < p <= 1 ->
  is_budget (fixed_p p) (capped a r) (Finite (printed_16 a r p)).
Proof.
  intros a r p a_range r1 p_range. unfold printed_16. assert (edge : a / r * r = a) by (field; lra).
  assert (side : 0 <= r * (1 - p)) by (apply Rmult_le_pos; lra).
  destruct (Rle_lt_dec p (a / r)) as [[cap|equal]|over].
  - apply row_16_2; try lra. rewrite <- edge. apply Rmult_lt_compat_r; lra.
  - assert (same : p * r = a) by (rewrite equal; exact edge). assert (less : p < 1) by nra.
    replace (a * (1 - p) / (p * (1 - a)))
      with ((r*(1 - p) + sqrt(r^2*(1 - p)^2 + 4*(1 - a)*(p*r - a)))/(2*(1 - a))).
    + apply row_16_1; lra.
    + replace (r^2*(1 - p)^2 + 4*(1 - a)*(p*r - a)) with (r * (1 - p) * (r * (1 - p)) + 4*(1 - a)*(p*r - a)) by ring.
      rewrite same. replace (r * (1 - p) * (r * (1 - p)) + 4*(1 - a)*(a - a)) with (r * (1 - p) * (r * (1 - p))) by ring.
      rewrite sqrt_square by assumption. rewrite <- same. field. lra.
  - assert (reached : a < p * r) by (rewrite <- edge; apply Rmult_lt_compat_r; lra).
    replace ((2 * p * r - 2 * a) / (sqrt (r ^ 2 * (1 - p) ^ 2 + (1 - a) * (4 * p * r - 4 * a)) - r * (1 - p)))
      with ((r*(1 - p) + sqrt(r^2*(1 - p)^2 + 4*(1 - a)*(p*r - a)))/(2*(1 - a))); [apply row_16_1; lra|].
    replace (r^2*(1 - p)^2 + 4*(1 - a)*(p*r - a))
      with (r * (1 - p) * (r * (1 - p)) + 4 * (p * r - a) * (1 - a)) by ring.
    replace (r ^ 2 * (1 - p) ^ 2 + (1 - a) * (4 * p * r - 4 * a))
      with (r * (1 - p) * (r * (1 - p)) + 4 * (p * r - a) * (1 - a)) by ring.
    replace (2 * p * r - 2 * a) with (2 * (p * r - a)) by ring. symmetry. apply printed_root; lra.
Qed.
