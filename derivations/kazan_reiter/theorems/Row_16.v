(** Row (16): as row (33), for one known p. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

(** The derived case distinction, without a division by zero. *)
Definition budget_16 (a r p : R) : R :=
  if Rle_lt_dec a (p * r)
  then ln ((r * (1 - p) + sqrt ((r * (1 - p)) * (r * (1 - p)) + 4 * (p * r - a) * (1 - a))) / (2 * (1 - a)))
  else ln (a * (1 - p) / (p * (1 - a))).

Section Row.

Variables a r p : R.
Hypothesis a_range : 0 < a < 1.
Hypothesis r1 : 1 < r.
Hypothesis p_range : 0 < p <= 1.

Lemma edge_decides : a <= p * r ->
  is_budget (fixed_p p) (capped a r) (Finite (ln (inverse_root (p * r - a) (r * (1 - p)) (1 - a)))).
Proof.
  intros reached.
  assert (A0 : 0 <= p * r - a) by lra.
  assert (B0 : 0 <= r * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (some : 0 < p * r - a + r * (1 - p)) by lra.
  assert (C0 : 0 < 1 - a) by lra.
  rewrite <- (ln_root _ _ _ A0 B0 some C0).
  pose proof (root_positive _ _ _ A0 B0 some C0) as X0.
  pose proof (root_equation _ _ _ A0 B0 some C0) as equation.
  assert (X1 : / inverse_root (p * r - a) (r * (1 - p)) (1 - a) <= 1) by (apply root_at_most; lra).
  set (X := / inverse_root (p * r - a) (r * (1 - p)) (1 - a)) in *. clearbody X.
  assert (XX : 0 <= 1 - X * X) by nra.
  (* On p: r floor = 1 + (r p q - a) (1 - X^2). *)
  assert (identity : forall q, r * floor X p q = 1 + (r * (p * q) - a) * (1 - X * X)).
  { intros q. rewrite !floor_form. lra. }
  apply budget_of_root; [assumption| |].
  + intros p' q [_ [q_range same]]. unfold fixed_p in same. subst p'.
    apply capped_suffices; try lra; [apply floor_positive; lra | |]; intros case.
    * apply Rmult_le_reg_l with r; [lra|].
      replace (r * (a * floor X p q)) with (a * (r * floor X p q)) by ring. rewrite identity.
      assert (0 <= (a - r * (p * q)) * (1 - a * (1 - X * X))); [|lra].
      apply Rmult_le_pos; [lra|]. assert (a * (1 - X * X) <= 1 * 1) by (apply Rmult_le_compat; nra). lra.
    * rewrite identity. assert (0 <= (r * (p * q) - a) * (1 - X * X)) by (apply Rmult_le_pos; lra). lra.
  + set (q := a / (p * r)). assert (pr : 0 < p * r) by (apply Rmult_lt_0_compat; lra).
    assert (edge : r * (p * q) = a) by (unfold q; field; lra).
    assert (q_range : 0 < q <= 1).
    { unfold q. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (p * r); [assumption|].
      replace (a / (p * r) * (p * r)) with a by (field; lra). lra. }
    assert (value : capped a r p q = r) by (apply capped_at_edge; lra).
    apply sharp_at with (p := p) (q := q); rewrite ?value; try lra.
    * repeat split; lra.
    * destruct (Rlt_or_le p 1) as [less|one]; [left; assumption|right].
      assert (p = 1) by lra. subst p. nra.
    * rewrite identity, edge. ring.
Qed.

Lemma cap_decides_16 : p * r <= a ->
  is_budget (fixed_p p) (capped a r) (Finite (ln (a * (1 - p) / (p * (1 - a))))).
Proof.
  intros beyond.
  assert (p1 : p < 1) by nra.
  set (X := p * (1 - a) / (a * (1 - p))).
  assert (low : 0 < a * (1 - p)) by (apply Rmult_lt_0_compat; lra).
  assert (high : 0 < p * (1 - a)) by (apply Rmult_lt_0_compat; lra).
  assert (X0 : 0 < X) by (apply Rdiv_lt_0_compat; assumption).
  assert (form : ln (a * (1 - p) / (p * (1 - a))) = - ln X).
  { replace (a * (1 - p) / (p * (1 - a))) with (/ X) by (unfold X; field; lra). apply ln_Rinv. assumption. }
  assert (equation : X * (a * (1 - p)) = p * (1 - a)) by (unfold X; field; lra).
  clearbody X.
  rewrite form. apply budget_of_root; [assumption| |].
  + intros p' q [_ [q_range same]]. unfold fixed_p in same. subst p'.
    assert (below : r * (p * q) <= a).
    { assert (r * p * q <= r * p * 1) by (apply Rmult_le_compat_l; nra). lra. }
    (* a floor - p q = p (1 - q) (1 - a + a X^2) *)
    assert (enough : p * q <= a * floor X p q).
    { assert (0 <= p * (1 - q) * (1 - a + a * (X * X))).
      { assert (0 <= a * (X * X)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
        repeat apply Rmult_le_pos; lra. }
      rewrite !floor_form. lra. }
    apply capped_suffices; try lra; [apply floor_positive; lra | intros case].
    apply Rmult_le_reg_l with a; [lra|].
    replace (a * (r * floor X p q)) with (r * (a * floor X p q)) by ring.
    assert (r * (p * q) <= r * (a * floor X p q)) by (apply Rmult_le_compat_l; lra). lra.
  + assert (value : capped a r p 1 = a / (p * 1)) by (apply capped_below; lra).
    apply sharp_at with (p := p) (q := 1); rewrite ?value; try lra.
    * repeat split; lra.
    * apply Rdiv_lt_0_compat; lra.
    * rewrite !floor_form. apply Rmult_eq_reg_r with p; [|lra].
      replace (a / (p * 1) * (p * 1 + X * X * p * (1 - 1) + X * (1 - p)) * p)
        with (a * p + X * (a * (1 - p))) by (field; lra). rewrite equation. ring.
Qed.

End Row.

Theorem row_16 : forall a r p, 0 < a < 1 -> 1 < r -> 0 < p <= 1 ->
  is_budget (fixed_p p) (capped a r) (Finite (budget_16 a r p)).
Proof.
  intros a r p a_range r1 p_range. unfold budget_16.
  destruct (Rle_lt_dec a (p * r)) as [reached|beyond]; [apply edge_decides | apply cap_decides_16]; lra.
Qed.

(** The same as it is printed, with the printed conditions. *)
Definition printed_16 (a r p : R) : R :=
  if Rle_lt_dec p (a / r) then ln (a * (1 - p) / (p * (1 - a)))
  else ln ((2 * p * r - 2 * a) / (sqrt (r ^ 2 * (1 - p) ^ 2 + (1 - a) * (4 * p * r - 4 * a)) - r * (1 - p))).

Theorem row_16_printed : forall a r p, 0 < a < 1 -> 1 < r -> 0 < p <= 1 ->
  is_budget (fixed_p p) (capped a r) (Finite (printed_16 a r p)).
Proof.
  intros a r p a_range r1 p_range. unfold printed_16. assert (edge : a / r * r = a) by (field; lra).
  destruct (Rle_lt_dec p (a / r)) as [cap|over].
  - apply cap_decides_16; try assumption. rewrite <- edge. apply Rmult_le_compat_r; lra.
  - assert (reached : a < p * r) by (rewrite <- edge; apply Rmult_lt_compat_r; lra).
    replace ((2 * p * r - 2 * a) / (sqrt (r ^ 2 * (1 - p) ^ 2 + (1 - a) * (4 * p * r - 4 * a)) - r * (1 - p)))
      with (inverse_root (p * r - a) (r * (1 - p)) (1 - a)); [apply edge_decides; lra|].
    rewrite <- printed_root; try lra; [|apply Rmult_le_pos; lra].
    replace (r * (1 - p) * (r * (1 - p)) + 4 * (p * r - a) * (1 - a))
      with (r ^ 2 * (1 - p) ^ 2 + (1 - a) * (4 * p * r - 4 * a)) by ring.
    f_equal. ring.
Qed.
