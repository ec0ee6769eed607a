(** Row (25): the relative risk is at most r for priors in a box. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

(** The formula at one pair of priors, in the form that has a value everywhere below certainty. *)
Definition eps_at (r p q : R) : R :=
  ln ((r * (1 - p) + sqrt (r * (1 - p) * (r * (1 - p)) + 4 * (r * p * (1 - q)) * (1 - r * p * q)))
      / (2 * (1 - r * p * q))).

(** The derived case distinction; in the first case certainty is allowed. *)
Definition budget_25 (r p0 p1 q0 : R) : budget :=
  if Rle_lt_dec 1 (r * p0 * q0) then Unbounded
  else if Rle_lt_dec (q0 * r + q0) 1 then Finite (eps_at r p1 q0)
  else Finite (eps_at r p0 q0).

Section Row.

Variables r p0 p1 q0 q1 : R.
Hypothesis r1 : 1 < r.
Hypothesis p_order : 0 <= p0 <= p1 /\ p1 <= 1 /\ 0 < p1.
Hypothesis q_order : 0 <= q0 <= q1 /\ q1 <= 1 /\ 0 < q1.

Let profile (p q : R) := r.

(** How the bound changes away from a corner. *)
Lemma floor_elsewhere : forall x p q p' q', floor x p' q'
  = floor x p q + p' * (q' - q) * (1 - x * x) + (p' - p) * (1 - x) * (q - (1 - q) * x).
Proof. intros. rewrite !floor_form. ring. Qed.

(** The x of one corner: a root of r floor = 1. *)
Section Corner.

Variable p : R.
Hypothesis p_range : 0 <= p <= 1.
Hypothesis uncertain : r * p * q0 < 1.

Let A := r * p * (1 - q0).
Let B := r * (1 - p).
Let C := 1 - r * p * q0.

Lemma corner_signs : 0 <= A /\ 0 <= B /\ 0 < A + B /\ 0 < C.
Proof.
  unfold A, B, C. assert (0 <= r * p) by (apply Rmult_le_pos; lra).
  assert (0 <= r * p * (1 - q0)) by (apply Rmult_le_pos; lra).
  assert (0 <= r * (1 - p)) by (apply Rmult_le_pos; lra). repeat split; lra.
Qed.

Lemma corner : exists X, 0 < X < 1 /\ r * floor X p q0 = 1 /\ eps_at r p q0 = - ln X /\
  forall t, 0 < t -> (1 <= r * floor t p q0 -> X <= t) /\ (r * floor t p q0 <= 1 -> t <= X).
Proof.
  destruct corner_signs as [A0 [B0 [some C0]]]. exists (/ inverse_root A B C).
  assert (at_t : forall t, r * floor t p q0 - 1 = A * (t * t) + B * t - C)
    by (intros; rewrite floor_form; unfold A, B, C; ring).
  pose proof (root_positive A B C A0 B0 some C0) as X0.
  pose proof (root_equation A B C A0 B0 some C0) as equation.
  assert (at_one : A + B - C = r - 1) by (unfold A, B, C; ring).
  split; [split; [assumption|] | split; [|split]].
  - assert (/ inverse_root A B C <= 1) by (apply root_at_most; lra).
    destruct H as [less|one]; [assumption|]. rewrite one in equation. lra.
  - specialize (at_t (/ inverse_root A B C)). lra.
  - rewrite ln_root by assumption. reflexivity.
  - intros t t0. specialize (at_t t). split; intros side.
    + apply root_at_most; lra.
    + apply root_at_least; lra.
Qed.

End Corner.

(** At x = q0 / (1 - q0) the bound does not depend on p: this x divides the two cases. *)
Lemma divide : forall p, q0 < 1 -> floor (q0 / (1 - q0)) p q0 = q0 / (1 - q0).
Proof. intros p less. rewrite !floor_form. field. lra. Qed.

Lemma divide_r : q0 < 1 -> r * (q0 / (1 - q0)) - 1 = (q0 * r + q0 - 1) / (1 - q0).
Proof. intros less. field. lra. Qed.

Lemma small_q0 : q0 * r + q0 <= 1 -> is_budget (box p0 p1 q0 q1) profile (Finite (eps_at r p1 q0)).
Proof.
  intros small. assert (q0_less : q0 < 1) by nra.
  assert (uncertain : r * p1 * q0 < 1).
  { destruct (Rle_or_lt q0 0) as [zero|positive]; [assert (q0 = 0) by lra; subst q0; lra|].
    assert (r * q0 * p1 <= r * q0 * 1) by (apply Rmult_le_compat_l; nra). lra. }
  destruct (corner p1) as [X [X_range [equal [form compare]]]]; [lra | assumption |].
  assert (sign : q0 - (1 - q0) * X <= 0).
  { destruct (Rle_or_lt q0 0) as [zero|positive].
    - assert (q0 = 0) by lra. rewrite H. lra.
    - assert (t0 : 0 < q0 / (1 - q0)) by (apply Rdiv_lt_0_compat; lra).
      destruct (compare (q0 / (1 - q0)) t0) as [_ low].
      assert (le : q0 / (1 - q0) <= X).
      { apply low. rewrite divide by assumption. pose proof (divide_r q0_less).
        assert (0 <= (1 - (q0 * r + q0)) / (1 - q0)).
        { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
        replace ((1 - (q0 * r + q0)) / (1 - q0)) with (- ((q0 * r + q0 - 1) / (1 - q0))) in H0 by (field; lra).
        lra. }
      assert ((1 - q0) * (q0 / (1 - q0)) <= (1 - q0) * X) by (apply Rmult_le_compat_l; lra).
      replace ((1 - q0) * (q0 / (1 - q0))) with q0 in H by (field; lra). lra. }
  rewrite form. apply budget_of_root; [lra| |].
  - intros p q [p_range [q_range [p_low [p_high [q_low q_high]]]]]. unfold profile. split; [lra|].
    rewrite (floor_elsewhere X p1 q0). rewrite !Rmult_plus_distr_l, equal.
    assert (0 <= r * (p * (q - q0) * (1 - X * X))) by (repeat apply Rmult_le_pos; nra).
    assert (0 <= r * ((p1 - p) * (1 - X) * ((1 - q0) * X - q0))) by (repeat apply Rmult_le_pos; lra).
    lra.
  - destruct (Rle_or_lt q0 0) as [zero|positive].
    + (* q0 = 0: a limit q -> 0 at p = p1. *)
      assert (q0 = 0) by lra. intros eta eta0.
      assert (e0 : 0 < eta * X) by (apply Rmult_lt_0_compat; lra).
      set (h := Rmin q1 (eta * X / (2 * (1 + eta * X)))).
      assert (share : 0 < eta * X / (2 * (1 + eta * X))) by (apply Rdiv_lt_0_compat; lra).
      assert (h0 : 0 < h) by (apply Rmin_glb_lt; lra).
      assert (h_q1 : h <= q1) by apply Rmin_l.
      assert (h_share : h * (1 + eta * X) <= eta * X / 2).
      { apply Rle_trans with (eta * X / (2 * (1 + eta * X)) * (1 + eta * X)).
        - apply Rmult_le_compat_r; [lra | apply Rmin_r].
        - right. field. lra. }
      exists p1, h. split; [repeat split; lra|]. unfold profile. split; [lra|].
      rewrite (floor_elsewhere X p1 q0 p1 h), !Rmult_plus_distr_l, equal, H. unfold slope.
      assert (part : p1 * h < p1 * (eta * (1 - h) * X)) by (apply Rmult_lt_compat_l; lra).
      assert (rest : 0 <= eta * (1 - p1)) by (apply Rmult_le_pos; lra).
      assert (square : 0 <= p1 * h * (X * X)) by (repeat apply Rmult_le_pos; lra).
      assert (total : p1 * (h - 0) * (1 - X * X) < eta * (p1 * (1 - h) * X + (1 - p1))) by lra.
      apply Rmult_lt_compat_l with (r := r) in total; [|lra]. lra.
    + apply sharp_at with (p := p1) (q := q0); unfold profile; try lra. repeat split; lra.
Qed.

Lemma large_q0 : r * p0 * q0 < 1 -> 1 < q0 * r + q0 ->
  is_budget (box p0 p1 q0 q1) profile (Finite (eps_at r p0 q0)).
Proof.
  intros uncertain large. assert (q0_positive : 0 < q0) by nra.
  destruct (corner p0) as [X [X_range [equal [form compare]]]]; [lra | assumption |].
  assert (sign : 0 <= q0 - (1 - q0) * X).
  { destruct (Rle_or_lt 1 q0) as [one|less]; [assert (q0 = 1) by lra; rewrite H; lra|].
    assert (t0 : 0 < q0 / (1 - q0)) by (apply Rdiv_lt_0_compat; lra).
    destruct (compare (q0 / (1 - q0)) t0) as [high _].
    assert (le : X <= q0 / (1 - q0)).
    { apply high. rewrite divide by assumption. pose proof (divide_r less).
      assert (0 <= (q0 * r + q0 - 1) / (1 - q0)).
      { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
      lra. }
    assert ((1 - q0) * X <= (1 - q0) * (q0 / (1 - q0))) by (apply Rmult_le_compat_l; lra).
    replace ((1 - q0) * (q0 / (1 - q0))) with q0 in H by (field; lra). lra. }
  rewrite form. apply budget_of_root; [lra| |].
  - intros p q [p_range [q_range [p_low [p_high [q_low q_high]]]]]. unfold profile. split; [lra|].
    rewrite (floor_elsewhere X p0 q0). rewrite !Rmult_plus_distr_l, equal.
    assert (0 <= r * (p * (q - q0) * (1 - X * X))) by (repeat apply Rmult_le_pos; nra).
    assert (0 <= r * ((p - p0) * (1 - X) * (q0 - (1 - q0) * X))) by (repeat apply Rmult_le_pos; lra).
    lra.
  - destruct (Rle_or_lt p0 0) as [zero|positive].
    + (* p0 = 0: a limit p -> 0 at q = q0. *)
      assert (p0 = 0) by lra. intros eta eta0.
      set (h := Rmin p1 (eta / (2 * (1 + eta)))).
      assert (share : 0 < eta / (2 * (1 + eta))) by (apply Rdiv_lt_0_compat; lra).
      assert (h0 : 0 < h) by (apply Rmin_glb_lt; lra).
      assert (h_p1 : h <= p1) by apply Rmin_l.
      assert (h_share : h * (1 + eta) <= eta / 2).
      { apply Rle_trans with (eta / (2 * (1 + eta)) * (1 + eta)).
        - apply Rmult_le_compat_r; [lra | apply Rmin_r].
        - right. field. lra. }
      exists h, q0. split; [repeat split; lra|]. unfold profile. split; [lra|].
      rewrite (floor_elsewhere X p0 q0 h q0), !Rmult_plus_distr_l, equal, H. unfold slope.
      assert (at_most : (1 - X) * (q0 - (1 - q0) * X) <= 1 * 1).
      { apply Rmult_le_compat; try lra. assert (0 <= (1 - q0) * X) by (apply Rmult_le_pos; lra). lra. }
      assert (part : h * ((1 - X) * (q0 - (1 - q0) * X)) <= h * 1) by (apply Rmult_le_compat_l; lra).
      assert (rest : 0 <= eta * (h * (1 - q0) * X)) by (repeat apply Rmult_le_pos; lra).
      assert (total : (h - 0) * (1 - X) * (q0 - (1 - q0) * X) < eta * (h * (1 - q0) * X + (1 - h))) by lra.
      apply Rmult_lt_compat_l with (r := r) in total; [|lra]. lra.
    + apply sharp_at with (p := p0) (q := q0); unfold profile; try lra; [repeat split; lra|].
      destruct (Rlt_or_le p0 1) as [less|one]; [left; assumption|right].
      assert (p0 = 1) by lra. rewrite H in uncertain. nra.
Qed.

Lemma certain_corner : 1 <= r * p0 * q0 -> is_budget (box p0 p1 q0 q1) profile Unbounded.
Proof.
  intros certain. apply budget_unbounded. intros p q [p_range [q_range [p_low [p_high [q_low q_high]]]]].
  assert (p0 * q0 <= p * q) by (apply Rmult_le_compat; lra).
  assert (r * (p0 * q0) <= r * (p * q)) by (apply Rmult_le_compat_l; lra). unfold profile. lra.
Qed.

End Row.

Theorem row_25 : forall r p0 p1 q0 q1, 1 < r ->
  0 <= p0 <= p1 /\ p1 <= 1 /\ 0 < p1 -> 0 <= q0 <= q1 /\ q1 <= 1 /\ 0 < q1 ->
  is_budget (box p0 p1 q0 q1) (fun _ _ => r) (budget_25 r p0 p1 q0).
Proof.
  intros r p0 p1 q0 q1 r1 p_order q_order. unfold budget_25.
  destruct (Rle_lt_dec 1 (r * p0 * q0)) as [certain|uncertain].
  - apply certain_corner; assumption.
  - destruct (Rle_lt_dec (q0 * r + q0) 1) as [small|large].
    + apply small_q0; assumption.
    + apply large_q0; assumption.
Qed.

(** The printed formula at one pair of priors, and the printed case distinction. The print lacks the case in
    which certainty is allowed, r p0 q0 >= 1, and is wrong there: it is a hypothesis here that this is not so. *)
Definition printed_at (r p q : R) : R :=
  ln (2 * p * (1 - q) / (p + sqrt (4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2) - 1)).

Definition printed_25 (r p0 p1 q0 : R) : R :=
  if Rle_lt_dec q0 (1 / (r + 1)) then printed_at r p1 q0
  else if Req_EM_T q0 1 then ln ((1 - p0) / (1 / r - p0))
  else if Req_EM_T p0 0 then ln r
  else printed_at r p0 q0.

Lemma printed_form : forall r p q, 1 < r -> 0 < p <= 1 -> 0 <= q < 1 -> r * p * q < 1 ->
  printed_at r p q = eps_at r p q.
Proof.
  intros r p q r1 p_range q_range uncertain. unfold printed_at, eps_at. f_equal.
  assert (A0 : 0 < p * (1 - q)) by (apply Rmult_lt_0_compat; lra).
  assert (C0 : 0 < 1 / r - p * q).
  { apply Rmult_lt_reg_r with r; [lra|]. replace ((1 / r - p * q) * r) with (1 - r * p * q) by (field; lra). lra. }
  change (2 * p * (1 - q) / (p + sqrt (4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2) - 1)
    = inverse_root (r * p * (1 - q)) (r * (1 - p)) (1 - r * p * q)).
  rewrite <- printed_root; try lra;
    [| replace (r * p * (1 - q)) with (r * (p * (1 - q))) by ring; apply Rmult_lt_0_compat; lra
     | apply Rmult_le_pos; lra].
  set (s := sqrt (4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2)).
  assert (inside : 0 <= 4 * p * (1 - q) * (1 / r - p * q)).
  { replace (4 * p * (1 - q)) with (4 * (p * (1 - q))) by ring. repeat apply Rmult_le_pos; lra. }
  assert (s_more : 1 - p < s).
  { unfold s. rewrite <- (sqrt_square (1 - p)) at 1 by lra. apply sqrt_lt_1_alt.
    assert (0 < 4 * (p * (1 - q)) * (1 / r - p * q)) by (repeat apply Rmult_lt_0_compat; lra). nra. }
  replace (r * (1 - p) * (r * (1 - p)) + 4 * (r * p * (1 - q)) * (1 - r * p * q))
    with (r * r * (4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ^ 2)) by (field; lra).
  rewrite sqrt_mult_alt by nra. rewrite sqrt_square by lra. fold s. field. split; nra.
Qed.

Theorem row_25_printed : forall r p0 p1 q0 q1, 1 < r ->
  0 <= p0 <= p1 /\ p1 <= 1 /\ 0 < p1 -> 0 <= q0 <= q1 /\ q1 <= 1 /\ 0 < q1 -> r * p0 * q0 < 1 ->
  is_budget (box p0 p1 q0 q1) (fun _ _ => r) (Finite (printed_25 r p0 p1 q0)).
Proof.
  intros r p0 p1 q0 q1 r1 p_order q_order uncertain. unfold printed_25.
  assert (divide : 1 / (r + 1) * (r + 1) = 1) by (field; lra).
  destruct (Rle_lt_dec q0 (1 / (r + 1))) as [small|large].
  - assert (below : q0 * (r + 1) <= 1 / (r + 1) * (r + 1)) by (apply Rmult_le_compat_r; lra).
    rewrite divide in below. assert (q0 < 1) by nra.
    rewrite printed_form; [apply small_q0; lra | lra | lra | lra |].
    assert (r * q0 * p1 <= r * q0 * 1) by (apply Rmult_le_compat_l; nra).
    destruct (Rle_or_lt q0 0) as [zero|positive]; [assert (q0 = 0) by lra; subst q0|]; lra.
  - assert (above : 1 / (r + 1) * (r + 1) < q0 * (r + 1)) by (apply Rmult_lt_compat_r; lra).
    rewrite divide in above. pose proof (large_q0 r p0 p1 q0 q1 r1 p_order q_order uncertain) as derived.
    destruct (Req_EM_T q0 1) as [one|other].
    { subst q0. assert (r * p0 < 1) by lra.
      replace (ln ((1 - p0) / (1 / r - p0))) with (eps_at r p0 1); [apply derived; lra|].
      unfold eps_at. replace (r * (1 - p0) * (r * (1 - p0)) + 4 * (r * p0 * (1 - 1)) * (1 - r * p0 * 1))
        with ((r * (1 - p0)) * (r * (1 - p0))) by ring.
      rewrite sqrt_square by (apply Rmult_le_pos; lra). f_equal. field. lra. }
    destruct (Req_EM_T p0 0) as [zero|nonzero].
    { subst p0. replace (ln r) with (eps_at r 0 q0); [apply derived; lra|].
      unfold eps_at. replace (r * (1 - 0) * (r * (1 - 0)) + 4 * (r * 0 * (1 - q0)) * (1 - r * 0 * q0))
        with (r * r) by ring.
      rewrite sqrt_square by lra. f_equal. field. }
    rewrite printed_form; lra || (apply derived; lra).
Qed.
