(** The geometric mechanism: a count with two-sided geometric noise. Its outputs are all integers. *)

From Coq Require Import Reals List Lra Lia Bool ZArith.
From SymbolicEps Require Import Privacy Sums Bound Attained Budget Variants.
Import ListNotations.
Open Scope R_scope.

(** The integers in the order 0, -1, 1, -2, 2, ... *)
Definition integer (n : nat) : Z :=
  if Nat.even n then Z.of_nat (Nat.div2 n) else (- Z.of_nat (Datatypes.S (Nat.div2 n)))%Z.

(** The number of records whose values are counted, and the probability of the noisy count z. *)
Definition count {V : Type} (counted : V -> bool) (D : list V) : nat := length (filter counted D).

Definition two_sided (x : R) (true_count : nat) (z : Z) : R :=
  (1 - x) / (1 + x) * x ^ Z.abs_nat (z - Z.of_nat true_count).

(** * The probabilities add up to 1 *)

Section Total.

Variable x : R.
Hypothesis x_range : 0 < x < 1.

Let term (T n : nat) : R := x ^ Z.abs_nat (integer n - Z.of_nat T).

Lemma integer_even : forall m, integer (2 * m) = Z.of_nat m.
Proof. intros m. unfold integer. rewrite Nat.even_mul, Nat.div2_double. reflexivity. Qed.

Lemma integer_odd : forall m, integer (Datatypes.S (2 * m)) = (- Z.of_nat (Datatypes.S m))%Z.
Proof.
  intros m. unfold integer. rewrite Nat.even_succ, Nat.odd_mul, Nat.div2_succ_double. reflexivity.
Qed.

Lemma partial_step : forall T m, sum_f_R0 (term T) (2 * Datatypes.S m)
  = sum_f_R0 (term T) (2 * m) + x ^ (Datatypes.S m + T) + x ^ Z.abs_nat (Z.of_nat (Datatypes.S m) - Z.of_nat T).
Proof.
  intros T m. replace (2 * Datatypes.S m)%nat with (Datatypes.S (Datatypes.S (2 * m))) by lia.
  rewrite !tech5. unfold term at 2 3.
  replace (Datatypes.S (Datatypes.S (2 * m))) with (2 * Datatypes.S m)%nat by lia.
  rewrite integer_even, integer_odd.
  replace (Z.abs_nat (- Z.of_nat (Datatypes.S m) - Z.of_nat T)) with (Datatypes.S m + T)%nat by lia.
  reflexivity.
Qed.

(** The sum over -m, ..., m, for m up to the true count and from there on. *)
Lemma partial_below : forall T m, (m <= T)%nat ->
  (1 - x) * sum_f_R0 (term T) (2 * m) = x ^ (T - m) * (1 - x ^ (2 * m + 1)).
Proof.
  intros T. induction m as [|m IH]; intros le.
  - simpl sum_f_R0. unfold term. replace (Z.abs_nat (integer 0 - Z.of_nat T)) with T by (unfold integer; simpl; lia).
    rewrite Nat.sub_0_r. simpl. ring.
  - rewrite partial_step, !Rmult_plus_distr_l, IH by lia.
    replace (Z.abs_nat (Z.of_nat (Datatypes.S m) - Z.of_nat T)) with (T - Datatypes.S m)%nat by lia.
    replace (T - m)%nat with (Datatypes.S (T - Datatypes.S m)) by lia.
    set (k := (T - Datatypes.S m)%nat).
    replace (Datatypes.S m + T)%nat with (k + (2 * m + 2))%nat by (unfold k; lia).
    replace (2 * Datatypes.S m + 1)%nat with (2 * m + 3)%nat by lia.
    rewrite !pow_add. simpl pow. ring.
Qed.

Lemma partial_above : forall T j,
  (1 - x) * sum_f_R0 (term T) (2 * (T + j)) = 1 + x - x ^ (j + 1) - x ^ (2 * T + j + 1).
Proof.
  intros T. induction j as [|j IH].
  - rewrite Nat.add_0_r, partial_below, Nat.sub_diag by lia.
    replace (2 * T + 0 + 1)%nat with (2 * T + 1)%nat by lia. simpl. ring.
  - replace (T + Datatypes.S j)%nat with (Datatypes.S (T + j)) by lia.
    rewrite partial_step, !Rmult_plus_distr_l, IH.
    replace (Z.abs_nat (Z.of_nat (Datatypes.S (T + j)) - Z.of_nat T)) with (j + 1)%nat by lia.
    replace (Datatypes.S (T + j) + T)%nat with (2 * T + j + 1)%nat by lia.
    replace (Datatypes.S j + 1)%nat with (Datatypes.S (j + 1)) by lia.
    replace (2 * T + Datatypes.S j + 1)%nat with (Datatypes.S (2 * T + j + 1)) by lia.
    simpl pow. ring.
Qed.

Let law (T n : nat) : R := two_sided x T (integer n).

Lemma law_term : forall T n, sum_f_R0 (law T) n = (1 - x) / (1 + x) * sum_f_R0 (term T) n.
Proof. intros T n. rewrite scal_sum. apply sum_eq. intros i _. unfold law, two_sided, term. ring. Qed.

Lemma law_nonneg : forall T n, 0 <= law T n.
Proof.
  intros T n. unfold law, two_sided. apply Rmult_le_pos; [|apply pow_le; lra].
  apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma law_grows : forall T n k, sum_f_R0 (law T) n <= sum_f_R0 (law T) (n + k).
Proof.
  intros T n k. induction k as [|k IH]; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r, tech5. pose proof (law_nonneg T (Datatypes.S (n + k))). lra.
Qed.

Lemma law_rest : forall T j,
  1 - sum_f_R0 (law T) (2 * (T + j)) = (x ^ (j + 1) + x ^ (2 * T + j + 1)) / (1 + x).
Proof.
  intros T j. rewrite law_term.
  replace ((1 - x) / (1 + x) * sum_f_R0 (term T) (2 * (T + j)))
    with ((1 - x) * sum_f_R0 (term T) (2 * (T + j)) / (1 + x)) by (field; lra).
  rewrite partial_above. field. lra.
Qed.

Lemma law_total : forall T, infinite_sum (law T) 1.
Proof.
  intros T e e0. destruct (pow_lt_1_zero x) with (y := e / 2) as [K small]; [rewrite Rabs_pos_eq; lra | lra |].
  exists (2 * (T + K))%nat. intros n large.
  assert (rest : forall j, (K <= j)%nat -> 0 <= 1 - sum_f_R0 (law T) (2 * (T + j)) < e).
  { intros j le. rewrite law_rest. assert (pow_small : forall i, (K <= i)%nat -> 0 <= x ^ i < e / 2).
    { intros i i_le. specialize (small i i_le). assert (0 <= x ^ i) by (apply pow_le; lra).
      rewrite Rabs_pos_eq in small by assumption. lra. }
    pose proof (pow_small (j + 1)%nat ltac:(lia)). pose proof (pow_small (2 * T + j + 1)%nat ltac:(lia)).
    set (total := x ^ (j + 1) + x ^ (2 * T + j + 1)) in *. assert (bounds : 0 <= total < e) by (unfold total; lra).
    split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_lt_reg_r with (1 + x); [lra|].
    replace (total / (1 + x) * (1 + x)) with total by (field; lra).
    assert (0 < e * x) by (apply Rmult_lt_0_compat; lra). lra. }
  set (j := (n - 2 * (T + K))%nat).
  assert (low : sum_f_R0 (law T) (2 * (T + K)) <= sum_f_R0 (law T) n).
  { replace n with (2 * (T + K) + j)%nat by (unfold j; lia). apply law_grows. }
  assert (high : sum_f_R0 (law T) n <= sum_f_R0 (law T) (2 * (T + n))).
  { replace (2 * (T + n))%nat with (n + (2 * T + n))%nat by lia. apply law_grows. }
  pose proof (rest K ltac:(lia)). pose proof (rest n ltac:(lia)).
  unfold R_dist. rewrite Rabs_minus_sym, Rabs_pos_eq; lra.
Qed.

End Total.

(** * The mechanism *)

Section Mechanism.

Variable eps : R.
Hypothesis positive : 0 < eps.
Let x := exp (- eps).

Lemma x_below_1 : 0 < x < 1.
Proof. split; [apply exp_pos|]. unfold x. rewrite <- exp_0. apply exp_increasing. lra. Qed.

Definition geometric {V : Type} (counted : V -> bool) : mechanism V.
Proof.
  refine {| answer := fun D t => two_sided x (count counted D) (integer t) |}.
  - intros D t. apply law_nonneg, x_below_1.
  - intros D. apply law_total, x_below_1.
Defined.

Lemma two_sided_near : forall T T' z, (T <= Datatypes.S T' /\ T' <= Datatypes.S T)%nat ->
  x * two_sided x T z <= two_sided x T' z.
Proof.
  intros T T' z near. pose proof x_below_1 as x_range. unfold two_sided.
  rewrite <- Rmult_assoc, (Rmult_comm x), Rmult_assoc. apply Rmult_le_compat_l.
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
  set (d := Z.abs_nat (z - Z.of_nat T)). set (d' := Z.abs_nat (z - Z.of_nat T')).
  assert (closer : (d' <= Datatypes.S d)%nat) by (unfold d, d'; lia).
  change (x * x ^ d) with (x ^ Datatypes.S d).
  replace (Datatypes.S d) with (d' + (Datatypes.S d - d'))%nat by lia. rewrite pow_add.
  rewrite <- (Rmult_1_r (x ^ d')) at 2. apply Rmult_le_compat_l; [apply pow_le; lra|].
  rewrite <- (pow1 (Datatypes.S d - d')). apply pow_incr. lra.
Qed.

Lemma count_with_record : forall {V : Type} (counted : V -> bool) place y others,
  count counted (with_record place y others) = ((if counted y then 1 else 0) + count counted others)%nat.
Proof.
  intros. unfold count, with_record. rewrite <- (firstn_skipn place others) at 3.
  rewrite !filter_app, !app_length. simpl. destruct (counted y); simpl; lia.
Qed.

Theorem geometric_private : forall {V : Type} (counted : V -> bool),
  differentially_private eps (geometric counted).
Proof.
  intros V counted place y others t.
  pose proof (exp_inverse eps) as inverse. fold x in inverse.
  assert (steps : (count counted (with_record place y others) <= Datatypes.S (count counted others)
    /\ count counted others <= Datatypes.S (count counted (with_record place y others)))%nat).
  { rewrite count_with_record. destruct (counted y); lia. }
  split; [apply two_sided_near; lia|].
  replace (geometric counted (with_record place y others) t)
    with (exp eps * (x * geometric counted (with_record place y others) t))
    by (rewrite <- Rmult_assoc, inverse; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos | apply two_sided_near; lia].
Qed.

Theorem geometric_ignores : forall {V : Type} (counted : V -> bool),
  ignores_outside (geometric counted) counted.
Proof.
  intros V counted place y others t out. simpl. rewrite count_with_record, out. reflexivity.
Qed.

End Mechanism.

(** The release of a noisy count of the records whose values are a disclosure. *)
Definition geometric_count (eps : R) : setting := fun V M A S =>
  (forall D t, M D t = two_sided (exp (- eps)) (count S D) (integer t)) /\ knows A M.

Theorem geometric_risk : forall eps domain r, 0 < eps ->
  respected (geometric_count eps) domain r <->
  forall p q, 0 < p <= 1 -> 0 < q <= 1 -> domain p q -> 1 <= r p q * one_step (exp (- eps)) p q.
Proof.
  intros eps domain r positive. pose proof (x_below_1 eps positive) as x_range.
  apply respected_iff; [lra | lra | |].
  - intros V M A S [same known] independent present valued. apply invariant_bound with (M := M); try assumption.
    { lra. }
    assert (equal : forall D t, M D t = geometric eps positive S D t) by exact same.
    split; [|split; [assumption|]].
    + intros place y others t. rewrite !equal. apply geometric_private.
    + intros place y others t out. rewrite !equal. apply geometric_ignores. assumption.
  - exists (geometric eps positive disclosing), (geometric eps positive disclosing []), 2%nat,
      ((1 - exp (- eps)) / (1 + exp (- eps))).
    split; [apply Rdiv_lt_0_compat; lra|].
    split; [|split; [|split]]; try (simpl; unfold two_sided, integer, count; simpl; ring).
    intros p q p_range q_range. split; [reflexivity|].
    split; [apply worst_knows_inside|]. intros z t mem. simpl in mem. destruct mem as [equal|[]]. subst z.
    reflexivity.
Qed.

(** So its budgets are those of the invariant variant. (At eps = 0 there is no such noise.) *)
Theorem geometric_budget : forall domain r B, is_budget_in invariant domain r B ->
  forall eps, 0 < eps -> (respected (geometric_count eps) domain r <-> within eps B).
Proof.
  intros domain r B budget eps positive.
  rewrite geometric_risk, <- respected_iff_invariant by lra. apply budget. lra.
Qed.
