(** Risk profiles and domains of priors that theorems speak of. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound.
Open Scope R_scope.

(** Domains: all priors, one known p or q, a box. *)
Definition everywhere (p q : R) : Prop := True.
Definition fixed_p (p0 : R) (p q : R) : Prop := p = p0.
Definition fixed_q (q0 : R) (p q : R) : Prop := q = q0.
Definition box (p0 p1 q0 q1 : R) (p q : R) : Prop := p0 <= p /\ p <= p1 /\ q0 <= q /\ q <= q1.

(** A profile's value n / d allows a bound [1 / f]. *)
Lemma fraction_suffices : forall risk n d f, risk = n / d -> 0 < d -> 0 < f -> d <= n * f ->
  0 <= risk /\ 1 <= risk * f.
Proof.
  intros risk n d f -> d0 f0 enough.
  assert (one : 1 <= n / d * f).
  { apply Rmult_le_reg_r with d; [assumption|].
    replace (n / d * f * d) with (n * f) by (field; lra). lra. }
  split; [|assumption]. destruct (Rle_or_lt 0 (n / d)) as [fine|negative]; [assumption|].
  assert (n / d * f < 0 * f) by (apply Rmult_lt_compat_r; assumption). lra.
Qed.

Lemma fraction_order : forall risk other n d m e, risk = n / d -> other = m / e -> 0 < d -> 0 < e ->
  risk <= other -> n * e <= m * d.
Proof.
  intros risk other n d m e -> -> d0 e0 order.
  replace (n * e) with (n / d * (d * e)) by (field; lra).
  replace (m * d) with (m / e * (d * e)) by (field; lra).
  apply Rmult_le_compat_r; [|assumption]. apply Rmult_le_pos; lra.
Qed.

(** As `ring`, also where coefficients are fractions. *)
Ltac ring' := first [ring | field].

(** No denominator is 0 where their product is positive. *)
Ltac nonzero := first [lra | let zero := fresh in intros zero; nra].

(** Each maximum, minimum or case of the goal becomes one of its two numbers, the innermost first. Where an equation
    fails, one side is less. *)
Ltac of_numbers a b :=
  lazymatch constr:((a, b)) with
  | context [Rmax] => fail
  | context [Rmin] => fail
  | context [Rle_lt_dec] => fail
  | context [Rlt_le_dec] => fail
  | context [Req_EM_T] => fail
  | _ => idtac
  end.

Ltac take_cases :=
  repeat match goal with
  | |- context [Rmax ?a ?b] => of_numbers a b;
      destruct (Rle_or_lt a b); [rewrite (Rmax_right a b) by lra | rewrite (Rmax_left a b) by lra]
  | |- context [Rmin ?a ?b] => of_numbers a b;
      destruct (Rle_or_lt a b); [rewrite (Rmin_left a b) by lra | rewrite (Rmin_right a b) by lra]
  | |- context [Rle_lt_dec ?a ?b] => destruct (Rle_lt_dec a b)
  | |- context [Rlt_le_dec ?a ?b] => destruct (Rlt_le_dec a b)
  | |- context [Req_EM_T ?a ?b] =>
      let distinct := fresh "distinct" in
      destruct (Req_EM_T a b) as [|distinct]; [|destruct (Rdichotomy a b distinct); clear distinct]
  end.

(** A profile that is at most n / d, where the bound [1 / f] holds for n / d with equality, or nearly so. *)
Lemma fraction_within : forall risk value n d f, value = n / d -> 0 < d -> 0 < f -> risk <= value ->
  n * f <= d -> risk * f <= 1.
Proof.
  intros risk value n d f -> d0 f0 least below. apply Rle_trans with (n / d * f).
  - apply Rmult_le_compat_r; lra.
  - apply Rmult_le_reg_r with d; [assumption|]. replace (n / d * f * d) with (n * f) by (field; lra). lra.
Qed.

Lemma fraction_near : forall risk value n d f s eta, value = n / d -> 0 < d -> 0 <= risk -> risk <= value ->
  0 < d - n * (f - eta * s) -> risk * f < 1 + eta * (risk * s).
Proof.
  intros risk value n d f s eta -> d0 risk0 least below. set (g := f - eta * s) in *.
  replace (risk * f) with (risk * g + eta * (risk * s)) by (unfold g; ring).
  assert (less : risk * g < 1); [|lra]. destruct (Rle_or_lt g 0) as [low|high].
  - assert (risk * g <= risk * 0) by (apply Rmult_le_compat_l; assumption). lra.
  - apply Rle_lt_trans with (n / d * g); [apply Rmult_le_compat_r; lra|].
    apply Rmult_lt_reg_r with d; [assumption|]. replace (n / d * g * d) with (n * g) by (field; lra). lra.
Qed.

Lemma quotient_equation : forall n d, d <> 0 -> d * (n / d) = n.
Proof. intros n d nonzero. field. assumption. Qed.

(** What a comparison says of two quotients whose difference is n / d. *)
Lemma quotients_less : forall difference n d, d <> 0 -> difference = n / d -> 0 < difference -> 0 < n * d.
Proof.
  intros difference n d nonzero -> above. replace (n * d) with (n / d * (d * d)) by (field; assumption).
  apply Rmult_lt_0_compat; [assumption | exact (Rsqr_pos_lt d nonzero)].
Qed.

Lemma quotients_at_most : forall difference n d, d <> 0 -> difference = n / d -> 0 <= difference -> 0 <= n * d.
Proof.
  intros difference n d nonzero -> above. replace (n * d) with (n / d * (d * d)) by (field; assumption).
  apply Rmult_le_pos; [assumption | exact (Rle_0_sqr d)].
Qed.

Lemma quotients_equal : forall difference n d, d <> 0 -> difference = n / d -> 0 = difference -> 0 = n.
Proof.
  intros difference n d nonzero -> equal. replace n with (n / d * d) by (field; assumption). rewrite <- equal. ring.
Qed.

(** The sign of a value n / d. *)
Lemma fraction_positive : forall value n d, value = n / d -> 0 < d -> 0 < n -> 0 < value.
Proof. intros value n d -> d0 n0. apply Rdiv_lt_0_compat; assumption. Qed.

Lemma fraction_nonnegative : forall value n d, value = n / d -> 0 < d -> 0 <= n -> 0 <= value.
Proof. intros value n d -> d0 n0. apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption]. Qed.

Lemma fraction_numerator : forall value n d, value = n / d -> 0 < d -> 0 <= value -> 0 <= n.
Proof.
  intros value n d -> d0 some. replace n with (n / d * d) by (field; lra). apply Rmult_le_pos; lra.
Qed.

(** A comparison whose contrary is impossible. *)
Lemma not_negative : forall c, (c < 0 -> False) -> 0 <= c.
Proof. intros c contrary. destruct (Rle_or_lt 0 c); [assumption | contradiction contrary]. Qed.

Lemma not_at_most_0 : forall c, (c <= 0 -> False) -> 0 < c.
Proof. intros c contrary. destruct (Rlt_or_le 0 c); [assumption | contradiction contrary]. Qed.

Lemma not_both_1 : forall p q : R, (1 <= p -> 1 <= q -> False) -> p < 1 \/ q < 1.
Proof.
  intros p q contrary. destruct (Rlt_or_le p 1); [left; assumption|].
  destruct (Rlt_or_le q 1); [right; assumption|]. contradiction contrary.
Qed.

(** The relative risk is at most r, or the posterior at most a, whichever allows more. *)
Definition capped (a r p q : R) : R := Rmax r (a / (p * q)).

(** Whether a bound [1 / f] is within this profile: where a decides, and where r does. *)
Lemma capped_suffices : forall a r f p q, 0 < r -> 0 < p <= 1 -> 0 < q <= 1 -> 0 < f ->
  (r * (p * q) <= a -> p * q <= a * f) ->
  (a <= r * (p * q) -> 1 <= r * f) ->
  0 <= capped a r p q /\ 1 <= capped a r p q * f.
Proof.
  intros a r f p q r0 p_range q_range f0 below above.
  assert (u0 : 0 < p * q) by (apply Rmult_lt_0_compat; lra).
  pose proof (Rmax_l r (a / (p * q))) as left. pose proof (Rmax_r r (a / (p * q))) as right.
  unfold capped. split; [lra|].
  destruct (Rle_or_lt a (r * (p * q))) as [case|case].
  - apply Rle_trans with (r * f); [auto|]. apply Rmult_le_compat_r; lra.
  - apply Rle_trans with (a / (p * q) * f); [|apply Rmult_le_compat_r; lra].
    apply Rmult_le_reg_r with (p * q); [assumption|].
    replace (a / (p * q) * f * (p * q)) with (a * f) by (field; lra).
    rewrite Rmult_1_l. apply below. lra.
Qed.

(** The value of the profile where the two are equal, and where the cap decides. *)
Lemma capped_at_edge : forall a r p q, 0 < p -> 0 < q -> r * (p * q) = a -> capped a r p q = r.
Proof.
  intros a r p q p0 q0 edge. unfold capped.
  assert (0 < p * q) by (apply Rmult_lt_0_compat; assumption).
  replace (a / (p * q)) with r by (rewrite <- edge; field; lra). apply Rmax_right. lra.
Qed.

Lemma capped_below : forall a r p q, 0 < p -> 0 < q -> r * (p * q) <= a -> capped a r p q = a / (p * q).
Proof.
  intros a r p q p0 q0 below. unfold capped. apply Rmax_right.
  assert (u0 : 0 < p * q) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_le_reg_r with (p * q); [assumption|].
  replace (a / (p * q) * (p * q)) with a by (field; lra). assumption.
Qed.

(** A quadratic polynomial is nowhere negative on [0, 1] if it is not at the ends, and has no two roots between. *)
Lemma quadratic_on_unit : forall A B C v, 0 <= v <= 1 -> 0 <= C -> 0 <= A + B + C ->
  (0 < A -> 0 < - B -> 0 < 2 * A + B -> B * B - 4 * A * C <= 0) -> 0 <= A * (v * v) + B * v + C.
Proof.
  intros A B C v range low high between. destruct (Rlt_or_le 0 A) as [convex|concave].
  - destruct (Rlt_or_le 0 (- B)) as [falls|rises].
    + destruct (Rlt_or_le 0 (2 * A + B)) as [inner|outer].
      * specialize (between convex falls inner). pose proof (Rle_0_sqr (2 * A * v + B)) as square.
        unfold Rsqr in square. destruct (Rle_or_lt 0 (A * (v * v) + B * v + C)) as [fine|negative]; [assumption|].
        assert (0 < A * - (A * (v * v) + B * v + C)) by (apply Rmult_lt_0_compat; lra). lra.
      * assert (0 <= (1 - v) * (- (2 * A + B) + A * (1 - v))); [|lra].
        apply Rmult_le_pos; [lra|]. assert (0 <= A * (1 - v)) by (apply Rmult_le_pos; lra). lra.
    + assert (0 <= A * (v * v)) by (repeat apply Rmult_le_pos; lra).
      assert (0 <= B * v) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= (1 - v) * C) by (apply Rmult_le_pos; lra).
    assert (0 <= v * (A + B + C)) by (apply Rmult_le_pos; lra).
    assert (0 <= - A * (v * (1 - v))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma square_positive : forall d : R, 0 < d \/ 0 < - d -> 0 < d * d.
Proof.
  intros d [positive|negative]; [|replace (d * d) with (- d * - d) by ring]; apply Rmult_lt_0_compat; assumption.
Qed.

Lemma double_root : forall K D s E, 0 < K -> E <= 0 -> K * D = s * s * E -> D <= 0.
Proof.
  intros K D s E K0 E0 form. destruct (Rle_or_lt D 0) as [fine|positive]; [assumption|].
  assert (0 < K * D) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= s * s * - E) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]). lra.
Qed.
