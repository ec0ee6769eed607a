(** Row (14): the relative risk is at most r for all priors. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

Theorem row_14 : forall r, 1 < r -> is_budget everywhere (fun _ _ => r) (Finite (ln r / 2)).
Proof.
  intros r r1. set (s := sqrt r).
  assert (square : s * s = r) by (apply sqrt_sqrt; lra).
  assert (s1 : 1 < s) by (unfold s; rewrite <- sqrt_1; apply sqrt_lt_1; lra).
  assert (form : ln r / 2 = - ln (/ s)).
  { rewrite ln_Rinv by lra. rewrite <- square, ln_mult by lra. field. }
  assert (X : / s * s = 1) by (field; lra).
  assert (X0 : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (XX : r * (/ s * / s) = 1) by (rewrite <- square; field; lra).
  assert (rX : r * / s = s) by (rewrite <- square; field; lra).
  rewrite form. apply budget_of_root; [assumption| |].
  - intros p q [p_range [q_range _]]. split; [lra|]. rewrite !floor_form.
    replace (r * (p * q + / s * / s * p * (1 - q) + / s * (1 - p)))
      with (r * p * q + r * (/ s * / s) * p * (1 - q) + r * / s * (1 - p)) by ring.
    rewrite XX, rX. assert (0 <= (r - 1) * (p * q)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= (s - 1) * (1 - p)) by (apply Rmult_le_pos; lra). lra.
  - intros eta eta0. set (h := eta * s).
    assert (h0 : 0 < h) by (apply Rmult_lt_0_compat; lra).
    set (q := h / (2 * (r - 1 + h))).
    assert (q_range : 0 < q < 1).
    { unfold q. split; [apply Rdiv_lt_0_compat; lra|].
      apply Rmult_lt_reg_r with (2 * (r - 1 + h)); [lra|].
      replace (h / (2 * (r - 1 + h)) * (2 * (r - 1 + h))) with h by (field; lra). lra. }
    exists 1, q. split; [repeat split; lra|]. split; [lra|]. rewrite floor_form. unfold slope.
    replace (r * (1 * q + / s * / s * 1 * (1 - q) + / s * (1 - 1)))
      with (r * q + r * (/ s * / s) * (1 - q)) by ring.
    replace (eta * (r * (1 * (1 - q) * / s + (1 - 1)))) with (eta * (r * / s) * (1 - q)) by ring.
    rewrite XX, rX. fold h.
    assert (equal : q * (r - 1 + h) = h / 2) by (unfold q; field; lra). lra.
Qed.
