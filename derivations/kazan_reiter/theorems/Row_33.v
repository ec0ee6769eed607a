(** Row (33): the relative risk is at most r, or the posterior at most a, whichever allows more. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

Theorem row_33 : forall a r, 0 < a < 1 -> 1 < r ->
  is_budget everywhere (capped a r) (Finite (ln ((r - a) / (1 - a)) / 2)).
Proof.
  intros a r a_range r1. set (X := sqrt ((1 - a) / (r - a))).
  assert (ratio : 0 < (1 - a) / (r - a)) by (apply Rdiv_lt_0_compat; lra).
  assert (X0 : 0 < X) by (apply sqrt_lt_R0; assumption).
  assert (square : X * X = (1 - a) / (r - a)) by (apply sqrt_sqrt; lra).
  assert (equation : (r - a) * (X * X) = 1 - a) by (rewrite square; field; lra).
  assert (X1 : X < 1).
  { destruct (Rlt_or_le X 1) as [less|more]; [assumption|].
    assert (1 <= X * X) by nra.
    assert ((r - a) * 1 <= (r - a) * (X * X)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (form : ln ((r - a) / (1 - a)) / 2 = - ln X).
  { replace ((r - a) / (1 - a)) with (/ (X * X)) by (rewrite square; field; lra).
    rewrite ln_Rinv by (apply Rmult_lt_0_compat; assumption). rewrite ln_mult by assumption. field. }
  rewrite form. apply budget_of_root; [assumption| |].
  - intros p q [p_range [q_range _]].
    assert (side : 0 <= (1 - p) * X * (1 - X)) by (repeat apply Rmult_le_pos; lra).
    assert (XX : 0 < X * X < 1) by nra.
    apply capped_suffices; try lra; [apply floor_positive; lra | |]; intros case.
    + (* r a F = r a (1 - p) X (1 - X) + (a - r p q) (1 - a + a X^2) *)
      assert (0 <= (a - r * (p * q)) * (1 - a + a * (X * X))).
      { apply Rmult_le_pos; [lra|]. assert (0 < a * (X * X)) by (apply Rmult_lt_0_compat; lra). lra. }
      assert (0 <= r * a * ((1 - p) * X * (1 - X))) by (repeat apply Rmult_le_pos; lra).
      assert (identity : r * (a * floor X p q - p * q)
        = r * a * ((1 - p) * X * (1 - X)) + (a - r * (p * q)) * (1 - a + a * (X * X))
          + a * ((r - a) * (X * X) - (1 - a))) by (rewrite !floor_form; ring).
      rewrite equation in identity. nra.
    + (* r F = r (1 - p) X (1 - X) + (r p q - a) (1 - X^2) *)
      assert (0 <= (r * (p * q) - a) * (1 - X * X)) by (apply Rmult_le_pos; lra).
      assert (0 <= r * ((1 - p) * X * (1 - X))) by (apply Rmult_le_pos; lra).
      assert (identity : r * floor X p q - 1
        = r * ((1 - p) * X * (1 - X)) + (r * (p * q) - a) * (1 - X * X)
          + ((r - a) * (X * X) - (1 - a))) by (rewrite !floor_form; ring).
      rewrite equation in identity. lra.
  - assert (q_range : 0 < a / r < 1).
    { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with r; [lra|].
      replace (a / r * r) with a by (field; lra). lra. }
    assert (value : capped a r 1 (a / r) = r) by (apply capped_at_edge; try lra; field; lra).
    apply sharp_at with (p := 1) (q := a / r); rewrite ?value; try lra.
    + repeat split; lra.
    + rewrite !floor_form. replace (r * (1 * (a / r) + X * X * 1 * (1 - a / r) + X * (1 - 1)))
        with (a + (r - a) * (X * X)) by (field; lra). rewrite equation. ring.
Qed.
