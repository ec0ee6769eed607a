(** Row (15): as row (33), for one known q. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

(** The derived case distinction, without a division by zero. *)
Definition budget_15 (a r q : R) : R :=
  if Rlt_le_dec (q * r) a then ln (a * (1 - q) / (q * (1 - a))) / 2
  else if Rlt_le_dec (q * r + q) 1 then ln (r * (1 - q) / (1 - q * r)) / 2
  else ln ((q * r - a + sqrt ((q * r - a) * (q * r - a) + 4 * (a * (1 - q)) * (q * (1 - a))))
           / (2 * (q * (1 - a)))).

(** The square root of a positive number as the bound's x. *)
Lemma half_of_ln : forall n d, 0 < n -> 0 < d -> exists X,
  0 < X /\ d * (X * X) = n /\ ln (d / n) / 2 = - ln X.
Proof.
  intros n d n0 d0. assert (ratio : 0 < n / d) by (apply Rdiv_lt_0_compat; assumption).
  exists (sqrt (n / d)). assert (X0 : 0 < sqrt (n / d)) by (apply sqrt_lt_R0; assumption).
  assert (square : sqrt (n / d) * sqrt (n / d) = n / d) by (apply sqrt_sqrt; lra).
  repeat split; [assumption | rewrite square; field; lra |].
  replace (d / n) with (/ (sqrt (n / d) * sqrt (n / d))) by (rewrite square; field; lra).
  rewrite ln_Rinv by (apply Rmult_lt_0_compat; assumption). rewrite ln_mult by assumption. field.
Qed.

Section Row.

Variables a r q : R.
Hypothesis a_range : 0 < a < 1.
Hypothesis r1 : 1 < r.
Hypothesis q_range : 0 < q <= 1.

(** The cap decides for every p. *)
Lemma cap_decides_15 : q * r <= a ->
  is_budget (fixed_q q) (capped a r) (Finite (ln (a * (1 - q) / (q * (1 - a))) / 2)).
Proof.
  intros cap. assert (q_less : q < a) by nra.
  destruct (half_of_ln (q * (1 - a)) (a * (1 - q))) as [X [X0 [equation form]]];
    try (apply Rmult_lt_0_compat; lra).
  rewrite form. apply budget_of_root; [assumption| |].
  - intros p q' [p_range [_ same]]. unfold fixed_q in same. subst q'.
    assert (p * (q * r) <= 1 * a) by (apply Rmult_le_compat; nra).
    (* a floor - p q = a X (1 - p) *)
    assert (enough : p * q <= a * floor X p q).
    { assert (0 <= a * X * (1 - p)) by (repeat apply Rmult_le_pos; lra).
      replace (a * floor X p q) with (p * (a * (1 - q) * (X * X)) + a * (p * q) + a * X * (1 - p))
        by (rewrite !floor_form; ring).
      rewrite equation. lra. }
    apply capped_suffices; try lra; [apply floor_positive; lra | intros case].
    apply Rmult_le_reg_l with a; [lra|].
    replace (a * (r * floor X p q)) with (r * (a * floor X p q)) by ring.
    assert (r * (p * q) <= r * (a * floor X p q)) by (apply Rmult_le_compat_l; lra). lra.
  - assert (value : capped a r 1 q = a / (1 * q)) by (apply capped_below; lra).
    apply sharp_at with (p := 1) (q := q); rewrite ?value; try lra.
    + repeat split; lra.
    + apply Rdiv_lt_0_compat; lra.
    + rewrite !floor_form. apply Rmult_eq_reg_r with q; [|lra].
      replace (a / (1 * q) * (1 * q + X * X * 1 * (1 - q) + X * (1 - 1)) * q)
        with (a * q + a * (1 - q) * (X * X)) by (field; lra). rewrite equation. ring.
Qed.

(** The place where the cap and r are equal. *)
Let edge := a / (q * r).

Lemma edge_on_cap : 0 < q * r -> r * (edge * q) = a.
Proof. intros qr. unfold edge. field. lra. Qed.

(** If x is enough at p = edge, the cap's part below it follows. *)
Lemma below_edge : forall X p, 0 < X -> 0 < p <= 1 -> 1 <= r * floor X edge q ->
  r * (p * q) <= a -> p * q <= a * floor X p q.
Proof.
  intros X p X0 p_range enough case.
  assert (qr : 0 < q * r) by (apply Rmult_lt_0_compat; lra).
  pose proof (edge_on_cap qr) as at_edge.
  assert (edge0 : 0 < edge) by (apply Rdiv_lt_0_compat; lra).
  assert (p_edge : p <= edge).
  { apply Rmult_le_reg_r with (q * r); [assumption|].
    replace (edge * (q * r)) with a by (rewrite <- at_edge; ring). lra. }
  (* a floor - p q is linear in p, positive at p = 0 and not negative at the edge. *)
  assert (linear : edge * (a * floor X p q - p * q)
    = (edge - p) * (a * X) + p * (a * floor X edge q - edge * q)) by (rewrite !floor_form; ring).
  assert (0 <= (edge - p) * (a * X)) by (repeat apply Rmult_le_pos; lra).
  assert (at_edge_enough : 0 <= a * floor X edge q - edge * q).
  { apply Rmult_le_reg_l with r; [lra|].
    replace (r * (a * floor X edge q - edge * q)) with (a * (r * floor X edge q) - r * (edge * q)) by ring.
    rewrite at_edge. assert (a * 1 <= a * (r * floor X edge q)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (0 <= p * (a * floor X edge q - edge * q)) by (apply Rmult_le_pos; lra).
  assert (0 <= edge * (a * floor X p q - p * q)) by lra.
  destruct (Rle_or_lt (p * q) (a * floor X p q)) as [fine|less]; [assumption|].
  assert (edge * (a * floor X p q - p * q) < 0); [|lra].
  replace 0 with (edge * 0) by ring. apply Rmult_lt_compat_l; lra.
Qed.

Lemma small_q : a <= q * r -> q * r + q <= 1 ->
  is_budget (fixed_q q) (capped a r) (Finite (ln (r * (1 - q) / (1 - q * r)) / 2)).
Proof.
  intros reached small. assert (qr : 0 < q * r) by (apply Rmult_lt_0_compat; lra).
  destruct (half_of_ln (1 - q * r) (r * (1 - q))) as [X [X0 [equation form]]].
  { lra. } { apply Rmult_lt_0_compat; lra. }
  (* r X >= 1, since r (1 - q r) >= 1 - q. *)
  assert (rX : 1 <= r * X).
  { assert (0 <= (r - 1) * (1 - (q * r + q))) by (apply Rmult_le_pos; lra).
    assert (square : (1 - q) * ((r * X) * (r * X)) = r * (1 - q * r)) by (rewrite <- equation; ring).
    destruct (Rle_or_lt 1 (r * X)) as [fine|less]; [assumption|].
    assert (0 < r * X) by (apply Rmult_lt_0_compat; lra).
    assert ((r * X) * (r * X) < 1) by nra.
    assert ((1 - q) * ((r * X) * (r * X)) < (1 - q) * 1) by (apply Rmult_lt_compat_l; lra). lra. }
  assert (above : forall p, r * floor X p q = 1 + (1 - p) * (r * X - 1)).
  { intros p. replace (r * floor X p q) with (p * (r * q + r * (1 - q) * (X * X)) + r * X * (1 - p))
      by (rewrite !floor_form; ring). rewrite equation. ring. }
  assert (enough : forall p, p <= 1 -> 1 <= r * floor X p q).
  { intros p p1. rewrite above. assert (0 <= (1 - p) * (r * X - 1)) by (apply Rmult_le_pos; lra). lra. }
  rewrite form. apply budget_of_root; [assumption| |].
  - intros p q' [p_range [_ same]]. unfold fixed_q in same. subst q'.
    apply capped_suffices; try lra; [apply floor_positive; lra | |]; intros case.
    + apply below_edge; try lra. apply enough. unfold edge.
      apply Rmult_le_reg_r with (q * r); [assumption|].
      replace (a / (q * r) * (q * r)) with a by (field; lra). lra.
    + apply enough. lra.
  - assert (value : capped a r 1 q = r).
    { unfold capped. apply Rmax_left. apply Rmult_le_reg_r with q; [lra|].
      replace (a / (1 * q) * q) with a by (field; lra). lra. }
    apply sharp_at with (p := 1) (q := q); rewrite ?value; try lra.
    + repeat split; lra.
    + rewrite above. ring.
Qed.

Lemma large_q : a <= q * r -> 1 <= q * r + q ->
  is_budget (fixed_q q) (capped a r) (Finite (ln (inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a))))).
Proof.
  intros reached large. assert (qr : 0 < q * r) by (apply Rmult_lt_0_compat; lra).
  assert (A0 : 0 <= a * (1 - q)) by (apply Rmult_le_pos; lra).
  assert (B0 : 0 <= q * r - a) by lra.
  assert (more : 0 < q * (r - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (C0 : 0 < q * (1 - a)) by (apply Rmult_lt_0_compat; lra).
  assert (some : 0 < a * (1 - q) + (q * r - a)) by lra.
  rewrite <- (ln_root _ _ _ A0 B0 some C0).
  pose proof (root_positive _ _ _ A0 B0 some C0) as X0.
  pose proof (root_equation _ _ _ A0 B0 some C0) as equation.
  assert (X1 : / inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a)) <= 1) by (apply root_at_most; lra).
  (* X <= q / (1 - q): the bound does not fall with p. *)
  assert (sign : 0 <= q - (1 - q) * / inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a))).
  { destruct (Rle_or_lt 1 q) as [one|less]; [assert (q = 1) by lra; subst q; lra|].
    assert (at_most : / inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a)) <= q / (1 - q)).
    { apply root_at_most; try assumption; [apply Rdiv_lt_0_compat; lra|].
      apply Rmult_le_reg_r with (1 - q); [lra|].
      replace ((a * (1 - q) * (q / (1 - q) * (q / (1 - q))) + (q * r - a) * (q / (1 - q))) * (1 - q))
        with (q * (a * q + (q * r - a))) by (field; lra).
      replace (q * (1 - a) * (1 - q)) with (q * ((1 - a) * (1 - q))) by ring.
      apply Rmult_le_compat_l; lra. }
    assert ((1 - q) * / inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a)) <= (1 - q) * (q / (1 - q)))
      by (apply Rmult_le_compat_l; lra).
    replace ((1 - q) * (q / (1 - q))) with q in H by (field; lra). lra. }
  set (X := / inverse_root (a * (1 - q)) (q * r - a) (q * (1 - a))) in *. clearbody X.
  pose proof (edge_on_cap qr) as at_edge.
  assert (edge_range : 0 < edge <= 1).
  { unfold edge. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (q * r); [assumption|].
    replace (a / (q * r) * (q * r)) with a by (field; lra). lra. }
  assert (equal : r * floor X edge q = 1).
  { apply Rmult_eq_reg_l with q; [|lra].
    replace (q * (r * floor X edge q))
      with (q * (r * (edge * q)) + r * (edge * q) * (1 - q) * (X * X) + (q * r - r * (edge * q)) * X)
      by (rewrite !floor_form; ring).
    rewrite at_edge. lra. }
  apply budget_of_root; [assumption| |].
  - intros p q' [p_range [_ same]]. unfold fixed_q in same. subst q'.
    apply capped_suffices; try lra; [apply floor_positive; lra | |]; intros case.
    + apply below_edge; lra.
    + (* r floor - 1 = r (p - edge) (1 - X) (q - (1 - q) X) *)
      assert (p_edge : edge <= p).
      { apply Rmult_le_reg_r with (q * r); [assumption|].
        replace (edge * (q * r)) with a by (rewrite <- at_edge; ring). lra. }
      assert (0 <= r * ((p - edge) * ((1 - X) * (q - (1 - q) * X)))) by (repeat apply Rmult_le_pos; lra).
      replace (r * floor X p q)
        with (r * floor X edge q + r * ((p - edge) * ((1 - X) * (q - (1 - q) * X)))) by (rewrite !floor_form; ring).
      lra.
  - assert (value : capped a r edge q = r) by (apply capped_at_edge; lra).
    apply sharp_at with (p := edge) (q := q); rewrite ?value; try lra.
    + repeat split; lra.
    + destruct (Rlt_or_le edge 1) as [less|one]; [left; assumption|right].
      assert (edge = 1) by lra. rewrite H in at_edge. nra.
Qed.

End Row.

Theorem row_15 : forall a r q, 0 < a < 1 -> 1 < r -> 0 < q <= 1 ->
  is_budget (fixed_q q) (capped a r) (Finite (budget_15 a r q)).
Proof.
  intros a r q a_range r1 q_range. unfold budget_15.
  destruct (Rlt_le_dec (q * r) a); [apply cap_decides_15; lra|].
  destruct (Rlt_le_dec (q * r + q) 1); [apply small_q; lra|].
  apply large_q; assumption.
Qed.

(** The same as it is printed, with the printed conditions. *)
Definition printed_15 (a r q : R) : R :=
  if Rle_lt_dec q (a / r) then ln (a * (1 - q) / (q * (1 - a))) / 2
  else if Req_EM_T q 1 then ln ((r - a) / (1 - a))
  else if Rle_lt_dec q (1 / (r + 1)) then ln ((1 - q) / (1 / r - q)) / 2
  else ln (2 * a * (1 - q) / (a + sqrt (4 * a * q * (1 - a) * (1 - q) + (q * r - a) ^ 2) - q * r)).

Theorem row_15_printed : forall a r q, 0 < a < 1 -> 1 < r -> 0 < q <= 1 ->
  is_budget (fixed_q q) (capped a r) (Finite (printed_15 a r q)).
Proof.
  intros a r q a_range r1 q_range. unfold printed_15.
  assert (edge : a / r * r = a) by (field; lra).
  destruct (Rle_lt_dec q (a / r)) as [cap|over].
  { apply cap_decides_15; try assumption. rewrite <- edge. apply Rmult_le_compat_r; lra. }
  assert (reached : a < q * r) by (rewrite <- edge; apply Rmult_lt_compat_r; lra).
  destruct (Req_EM_T q 1) as [one|other].
  { subst q. replace ((r - a) / (1 - a)) with (inverse_root (a * (1 - 1)) (1 * r - a) (1 * (1 - a))).
    - apply large_q; lra.
    - unfold inverse_root.
      replace ((1 * r - a) * (1 * r - a) + 4 * (a * (1 - 1)) * (1 * (1 - a))) with ((r - a) * (r - a)) by ring.
      rewrite sqrt_square by lra. field. lra. }
  assert (divide : 1 / (r + 1) * (r + 1) = 1) by (field; lra).
  destruct (Rle_lt_dec q (1 / (r + 1))) as [small|large].
  - assert (below : q * (r + 1) <= 1 / (r + 1) * (r + 1)) by (apply Rmult_le_compat_r; lra).
    rewrite divide in below.
    replace ((1 - q) / (1 / r - q)) with (r * (1 - q) / (1 - q * r)) by (field; lra).
    apply small_q; lra.
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
