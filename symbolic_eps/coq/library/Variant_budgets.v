(** Budgets in the two settings in which one step of privacy takes the place of two. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles Variants.
Open Scope R_scope.

(** X is enough and sharp for a constant bound r: X = 1 / r, in the limit p q -> 0. *)
Lemma constant_once : forall r, 1 < r ->
  suffices one_step everywhere (fun _ _ => r) (/ r) /\ sharp one_step slope_once everywhere (fun _ _ => r) (/ r).
Proof.
  intros r r1. assert (X : r * / r = 1) by (field; lra). split.
  - intros p q [p_range [q_range _]]. split; [lra|]. rewrite one_step_form.
    replace (r * (p * q + / r * (1 - p * q))) with (r * / r + (r - r * / r) * (p * q)) by ring. rewrite X.
    assert (0 <= (r - 1) * (p * q)) by (repeat apply Rmult_le_pos; lra). lra.
  - intros eta eta0. set (h := eta * r). assert (h0 : 0 < h) by (apply Rmult_lt_0_compat; lra).
    set (q := h / (2 * (r - 1 + h))).
    assert (equal : q * (r - 1 + h) = h / 2) by (unfold q; field; lra).
    assert (q0 : 0 < q) by (apply Rdiv_lt_0_compat; lra).
    assert (q1 : q < 1).
    { apply Rmult_lt_reg_r with (r - 1 + h); lra. }
    exists 1, q. split; [repeat split; lra|]. split; [lra|]. rewrite one_step_form. unfold slope_once.
    replace (r * (1 * q + / r * (1 - 1 * q))) with (r * / r + (r - r * / r) * q) by ring. rewrite X.
    replace (eta * (r * (1 - 1 * q))) with (h * (1 - q)) by (unfold h; ring). lra.
Qed.

(** For the capped profile: X = (1 - a) / (r - a), at p = 1, q = a / r. *)
Lemma capped_once : forall a r, 0 < a < 1 -> 1 < r ->
  suffices one_step everywhere (capped a r) ((1 - a) / (r - a)) /\
  sharp one_step slope_once everywhere (capped a r) ((1 - a) / (r - a)).
Proof.
  intros a r a_range r1. set (X := (1 - a) / (r - a)).
  assert (X0 : 0 < X) by (apply Rdiv_lt_0_compat; lra).
  assert (equation : X * (r - a) = 1 - a) by (unfold X; field; lra).
  assert (X1 : X < 1).
  { destruct (Rlt_or_le X 1) as [less|more]; [assumption|].
    assert (1 * (r - a) <= X * (r - a)) by (apply Rmult_le_compat_r; lra). lra. }
  clearbody X. split.
  - intros p q [p_range [q_range _]].
    assert (u0 : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
    assert (u1 : p * q <= 1 * 1) by (apply Rmult_le_compat; lra).
    apply capped_suffices; try lra; [apply denominator_positive; lra | |]; intros case; rewrite one_step_form.
    + (* r (a f - u) = (a - r u) (1 - a + a X), u = p q *)
      assert (0 <= (a - r * (p * q)) * (1 - a + a * X)).
      { apply Rmult_le_pos; [lra|]. assert (0 < a * X) by (apply Rmult_lt_0_compat; lra). lra. }
      apply Rmult_le_reg_l with r; [lra|].
      replace (r * (a * (p * q + X * (1 - p * q))))
        with (r * (p * q) + (a - r * (p * q)) * (1 - a + a * X) + a * (X * (r - a) - (1 - a))) by ring.
      rewrite equation. lra.
    + (* r f - 1 = (r u - a) (1 - X) *)
      assert (0 <= (r * (p * q) - a) * (1 - X)) by (apply Rmult_le_pos; lra).
      replace (r * (p * q + X * (1 - p * q)))
        with (1 + (r * (p * q) - a) * (1 - X) + (X * (r - a) - (1 - a))) by ring.
      rewrite equation. lra.
  - assert (q_range : 0 < a / r < 1).
    { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with r; [lra|].
      replace (a / r * r) with a by (field; lra). lra. }
    assert (value : capped a r 1 (a / r) = r) by (apply capped_at_edge; try lra; field; lra).
    apply sharp_at_slope with (p := 1) (q := a / r); rewrite ?value; unfold slope_once; try lra.
    + repeat split; lra.
    + rewrite one_step_form. replace (r * (1 * (a / r) + X * (1 - 1 * (a / r))))
        with (a + X * (r - a)) by (field; lra). rewrite equation. ring.
Qed.

Lemma ln_inverse : forall n d, 0 < n -> 0 < d -> ln (d / n) = - ln (n / d).
Proof.
  intros n d n0 d0. rewrite <- ln_Rinv by (apply Rdiv_lt_0_compat; assumption).
  f_equal. field. lra.
Qed.

Lemma ln_as_root : forall r, 0 < r -> ln r = - ln (/ r).
Proof. intros r r0. rewrite ln_Rinv by assumption. ring. Qed.

Theorem bounded_constant : forall r, 1 < r -> is_budget_in bounded everywhere (fun _ _ => r) (Finite (ln r)).
Proof.
  intros r r1. rewrite ln_as_root by lra. destruct (constant_once r r1).
  apply bounded_budget; [apply Rinv_0_lt_compat; lra | assumption | assumption].
Qed.

Theorem invariant_constant : forall r, 1 < r -> is_budget_in invariant everywhere (fun _ _ => r) (Finite (ln r)).
Proof.
  intros r r1. rewrite ln_as_root by lra. destruct (constant_once r r1).
  apply invariant_budget; [apply Rinv_0_lt_compat; lra | assumption | assumption].
Qed.

Theorem bounded_capped : forall a r, 0 < a < 1 -> 1 < r ->
  is_budget_in bounded everywhere (capped a r) (Finite (ln ((r - a) / (1 - a)))).
Proof.
  intros a r a_range r1. rewrite ln_inverse by lra. destruct (capped_once a r a_range r1).
  apply bounded_budget; [apply Rdiv_lt_0_compat; lra | assumption | assumption].
Qed.

Theorem invariant_capped : forall a r, 0 < a < 1 -> 1 < r ->
  is_budget_in invariant everywhere (capped a r) (Finite (ln ((r - a) / (1 - a)))).
Proof.
  intros a r a_range r1. rewrite ln_inverse by lra. destruct (capped_once a r a_range r1).
  apply invariant_budget; [apply Rdiv_lt_0_compat; lra | assumption | assumption].
Qed.
