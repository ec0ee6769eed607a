(** Theorem 1: the bound on the relative risk. *)

From Coq Require Import Reals List Lra Bool.
From SymbolicEps Require Import Privacy Sums.
Open Scope R_scope.

(** The denominator of a bound: an output is at least [absent] times as probable of a person who is not in the
    data as of one who discloses, and [other] times of one with another value. *)
Definition denominator (absent other p q : R) : R := p * q + other * (p * (1 - q)) + absent * (1 - p).

(** That of Theorem 1, with [x = exp (-eps)]. *)
Definition floor (x p q : R) : R := denominator x (x * x) p q.

Lemma floor_form : forall x p q, floor x p q = p * q + x * x * p * (1 - q) + x * (1 - p).
Proof. intros. unfold floor, denominator. ring. Qed.

Lemma denominator_positive : forall k l p q, 0 <= k -> 0 <= l -> 0 < p <= 1 -> 0 < q <= 1 ->
  0 < denominator k l p q.
Proof.
  intros k l p q k0 l0 p_range q_range. unfold denominator.
  assert (0 < p * q) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= l * (p * (1 - q))) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= k * (1 - p)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma floor_positive : forall x p q, 0 < x -> 0 < p <= 1 -> 0 < q <= 1 -> 0 < floor x p q.
Proof. intros. apply denominator_positive; try lra. apply Rle_0_sqr. Qed.

Lemma exp_inverse : forall eps, exp eps * exp (- eps) = 1.
Proof. intros eps. rewrite <- exp_plus. replace (eps + - eps) with 0 by ring. apply exp_0. Qed.

Lemma decay : forall eps, 0 <= eps -> 0 < exp (- eps) <= 1.
Proof.
  intros eps [positive|zero]; (split; [apply exp_pos|]).
  - rewrite <- exp_0. left. apply exp_increasing. lra.
  - rewrite <- zero, Ropp_0, exp_0. lra.
Qed.

Section Priors.

Context {V : Type} (A : adversary V) (S : V -> bool).
Hypothesis present : 0 < prior_presence A.

Let p := prior_presence A.
Let q := prior_of_value A S.

Lemma disclosure_is_product : prior_disclosure A S = p * q.
Proof. unfold p, q, prior_of_value. field. lra. Qed.

Lemma absent_is_rest : prior_absent A = 1 - p.
Proof.
  pose proof (prior_total V A) as total. unfold p, prior_presence, prior_absent, prior_value in *. lra.
Qed.

Lemma prior_value_nonneg : forall y, 0 <= prior_value A y.
Proof. intros y. apply sum_nonneg. intros z _. apply prior_in_nonneg. Qed.

Lemma presence_at_most_1 : p <= 1.
Proof.
  assert (0 <= prior_absent A) by (apply sum_nonneg; intros; apply prior_out_nonneg).
  rewrite absent_is_rest in H. lra.
Qed.

Lemma rest_of_presence : sum (filter (fun y => negb (S y)) (values A)) (prior_value A) = p * (1 - q).
Proof.
  assert (p = prior_disclosure A S + sum (filter (fun y => negb (S y)) (values A)) (prior_value A))
    by (apply sum_filter).
  rewrite disclosure_is_product in H. lra.
Qed.

Lemma value_at_most_1 : q <= 1.
Proof.
  assert (0 <= p * (1 - q)).
  { rewrite <- rest_of_presence. apply sum_nonneg. intros. apply prior_value_nonneg. }
  assert (0 < p) by exact present. destruct (Rle_or_lt q 1) as [fine|more]; [assumption|].
  assert (0 < p * (q - 1)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Hypothesis valued : 0 < q.

(** The output t has probability [chance y] given the value y, and [absent] given that the person is not in the
    data. The ratios of these probabilities bound the relative risk. *)
Lemma risk_bound : forall (t : nat) (chance : V -> R) (absent k l : R),
  0 <= k -> 0 <= l ->
  (forall y, In y (values A) -> value_and_output A t y = prior_value A y * chance y) ->
  sum (others A) (fun z => prior_out A z * output_out A z t) = (1 - p) * absent ->
  (forall y, In y (values A) -> S y = true -> k * chance y <= absent) ->
  (forall y y', In y (values A) -> In y' (values A) -> S y = true -> S y' = false ->
    l * chance y <= chance y') ->
  0 < output_probability A t -> relative_risk A S t <= 1 / denominator k l p q.
Proof.
  intros t chance absent k l k0 l0 inside outside near far possible.
  pose proof presence_at_most_1 as p1. pose proof value_at_most_1 as q1.
  assert (p0 : 0 < p) by exact present.
  assert (pq0 : 0 < p * q) by (apply Rmult_lt_0_compat; assumption).
  assert (positive : 0 < denominator k l p q) by (apply denominator_positive; lra).
  set (N := disclosure_and_output A S t).
  set (rest := sum (filter (fun y => negb (S y)) (values A)) (value_and_output A t)).
  assert (total : output_probability A t = N + rest + (1 - p) * absent).
  { unfold output_probability. rewrite outside, (sum_filter S (values A) (value_and_output A t)). reflexivity. }
  (* A number that is at least c times each chance of a disclosing value is, times p q, at least c N. *)
  assert (average : forall c bound, (forall y, In y (values A) -> S y = true -> c * chance y <= bound) ->
    c * N <= p * q * bound).
  { intros c bound each. unfold N, disclosure_and_output.
    rewrite <- disclosure_is_product. unfold prior_disclosure.
    rewrite (Rmult_comm _ bound), <- !sum_scale. apply sum_le. intros y mem.
    apply filter_In in mem. destruct mem as [mem in_S]. rewrite inside by assumption.
    replace (c * (prior_value A y * chance y)) with (prior_value A y * (c * chance y)) by ring.
    rewrite (Rmult_comm bound). apply Rmult_le_compat_l; [apply prior_value_nonneg | auto]. }
  assert (from_absent : k * N <= p * q * absent) by (apply average; assumption).
  assert (from_rest : l * N * (p * (1 - q)) <= p * q * rest).
  { unfold rest. rewrite <- rest_of_presence, <- !sum_scale. apply sum_le. intros y' mem.
    apply filter_In in mem. destruct mem as [mem out_S]. apply negb_true_iff in out_S.
    rewrite inside by assumption.
    replace (p * q * (prior_value A y' * chance y')) with (prior_value A y' * (p * q * chance y')) by ring.
    rewrite (Rmult_comm (l * N)). apply Rmult_le_compat_l; [apply prior_value_nonneg|].
    apply average. intros y mem_y in_S. apply far; assumption. }
  assert (key : N * denominator k l p q <= p * q * output_probability A t).
  { rewrite total. unfold denominator.
    assert (k * N * (1 - p) <= p * q * absent * (1 - p)) by (apply Rmult_le_compat_r; lra). lra. }
  unfold relative_risk, posterior. rewrite disclosure_is_product. fold N.
  apply Rmult_le_reg_r with (output_probability A t * (p * q)); [apply Rmult_lt_0_compat; assumption|].
  replace (N / output_probability A t / (p * q) * (output_probability A t * (p * q))) with N by (field; lra).
  apply Rmult_le_reg_r with (denominator k l p q); [assumption|].
  replace (1 / denominator k l p q * (output_probability A t * (p * q)) * denominator k l p q)
    with (p * q * output_probability A t) by (field; lra).
  exact key.
Qed.

End Priors.

Section Averages.

Context {V : Type} (A : adversary V) (S : V -> bool) (M : mechanism V) (t : nat).
Hypothesis present : 0 < prior_presence A.
Hypothesis valued : 0 < prior_of_value A S.

(** Averages over a law of the others' records, which is the same for all values. *)
Variable law : list V -> R.
Hypothesis law_nonneg : forall z, 0 <= law z.
Hypothesis law_of : forall z, In z (others A) ->
  prior_out A z = prior_absent A * law z /\
  forall y, In y (values A) -> prior_in A y z = prior_value A y * law z.

Definition chance (y : V) : R := sum (others A) (fun z => law z * M (with_record (place A z) y z) t).
Definition chance_absent : R := sum (others A) (fun z => law z * output_out A z t).

Lemma value_and_chance : knows_inside A M ->
  forall y, In y (values A) -> value_and_output A t y = prior_value A y * chance y.
Proof.
  intros known y mem. unfold chance. rewrite <- sum_scale. apply sum_ext. intros z mem_z.
  destruct (law_of z mem_z) as [_ inside]. rewrite inside, known by assumption. ring.
Qed.

Lemma absent_and_chance :
  sum (others A) (fun z => prior_out A z * output_out A z t) = (1 - prior_presence A) * chance_absent.
Proof.
  rewrite <- absent_is_rest. unfold chance_absent. rewrite <- sum_scale. apply sum_ext.
  intros z mem_z. destruct (law_of z mem_z) as [out _]. rewrite out. ring.
Qed.

(** What holds for all data sets of others holds on average. *)
Lemma average_le : forall c f g, (forall z, In z (others A) -> c * f z <= g z) ->
  c * sum (others A) (fun z => law z * f z) <= sum (others A) (fun z => law z * g z).
Proof.
  intros c f g each. rewrite <- sum_scale. apply sum_le. intros z mem.
  replace (c * (law z * f z)) with (law z * (c * f z)) by ring.
  apply Rmult_le_compat_l; auto.
Qed.

End Averages.

Theorem relative_risk_bound : forall V eps (M : mechanism V) A S, 0 <= eps ->
  unbounded eps V M A S -> others_independent A -> 0 < prior_presence A -> 0 < prior_of_value A S ->
  forall t, 0 < output_probability A t ->
  relative_risk A S t <= 1 / floor (exp (- eps)) (prior_presence A) (prior_of_value A S).
Proof.
  intros V eps M A S nonneg [private [known_in known_out]] [law [law_nonneg [_ law_of]]] present valued t possible.
  pose proof (decay eps nonneg) as x_range. pose proof (exp_inverse eps) as inverse.
  set (x := exp (- eps)) in *.
  assert (near : forall y, In y (values A) -> x * chance A M t law y <= chance_absent A t law).
  { intros y mem. apply average_le; [assumption|]. intros z mem_z. rewrite known_out by assumption.
    destruct (private (place A z) y z t) as [_ high].
    apply Rle_trans with (x * (exp eps * M z t)); [apply Rmult_le_compat_l; lra|].
    rewrite <- Rmult_assoc, (Rmult_comm x), inverse. lra. }
  assert (far : forall y, In y (values A) -> x * chance_absent A t law <= chance A M t law y).
  { intros y mem. apply average_le; [assumption|]. intros z mem_z. rewrite known_out by assumption.
    destruct (private (place A z) y z t) as [low _]. exact low. }
  apply risk_bound with (chance := chance A M t law) (absent := chance_absent A t law); try assumption.
  - lra.
  - apply Rmult_le_pos; lra.
  - apply value_and_chance; assumption.
  - apply absent_and_chance with (law := law); assumption.
  - intros y mem _. auto.
  - intros y y' mem mem' _ _. apply Rle_trans with (x * chance_absent A t law); [|auto].
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra | auto].
Qed.
