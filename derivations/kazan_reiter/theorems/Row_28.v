(** Row (28): the posterior exceeds the prior by at most b. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

Theorem row_28 : forall b, 0 < b < 1 ->
  is_budget everywhere (fun p q => (b + p * q) / (p * q)) (Finite (ln ((1 + b) / (1 - b)))).
Proof.
  intros b b_range. set (X := (1 - b) / (1 + b)).
  assert (X0 : 0 < X) by (apply Rdiv_lt_0_compat; lra).
  assert (form : ln ((1 + b) / (1 - b)) = - ln X).
  { replace ((1 + b) / (1 - b)) with (/ X) by (unfold X; field; lra). apply ln_Rinv. assumption. }
  assert (Xb : X * (1 + b) = 1 - b) by (unfold X; field; lra).
  assert (X1 : X < 1) by nra.
  assert (value : X = (1 - b) / (1 + b)) by reflexivity. clearbody X.
  rewrite form. apply budget_of_root; [assumption| |].
  - intros p q [p_range [q_range _]].
    set (u := p * q). assert (u0 : 0 < u) by (apply Rmult_lt_0_compat; lra).
    assert (risk : 0 < (b + u) / u) by (apply Rdiv_lt_0_compat; lra).
    split; [lra|].
    assert (low : u + X * X * (1 - u) <= floor X p q).
    { replace (floor X p q) with (u + X * X * (1 - u) + X * (1 - X) * (1 - p)) by (rewrite floor_form; unfold u; ring).
      assert (0 <= X * (1 - X) * (1 - p)) by (repeat apply Rmult_le_pos; lra). lra. }
    apply Rle_trans with ((b + u) / u * (u + X * X * (1 - u))); [|apply Rmult_le_compat_l; lra].
    apply Rmult_le_reg_r with (u * ((1 + b) * (1 + b))); [repeat apply Rmult_lt_0_compat; lra|].
    replace ((b + u) / u * (u + X * X * (1 - u)) * (u * ((1 + b) * (1 + b))))
      with ((b + u) * (u * ((1 + b) * (1 + b)) + X * (1 + b) * (X * (1 + b)) * (1 - u))) by (field; lra).
    rewrite Xb.
    assert (0 <= b * ((2 * u - (1 - b)) * (2 * u - (1 - b)))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
    lra.
  - assert (half : 0 < (1 - b) / 2 < 1) by lra.
    apply sharp_at with (p := 1) (q := (1 - b) / 2).
    + repeat split; lra.
    + assumption.
    + apply Rdiv_lt_0_compat; lra.
    + right. lra.
    + rewrite !floor_form. rewrite value. field. lra.
Qed.
