(* Leaves: Taylor's formula about the middle bounds a tower's polynomial from below on a short interval. *)

From Certificates Require Import Polynomial Claim Acceptance Soundness Taylor Enclosures Tower_claim Tower
  Tower_values Tower_slopes.
From Coq Require Import Reals List String NArith ZArith QArith Qreals Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

Fixpoint coefficients_value (x : R) (l : list Q) : R :=
  match l with [] => 0 | c :: l' => coefficients_value x l' * x + Q2R c end.

Fixpoint rates_value (x : R) (l : list (Q * Q * list Q)) : R :=
  match l with
  | [] => 0
  | (a, b, p) :: l' => coefficients_value x p * exp (Q2R a * x + Q2R b) + rates_value x l'
  end.

Lemma add_coefficient_value x c : forall k l,
  coefficients_value x (add_coefficient k c l) = Q2R c * x ^ k + coefficients_value x l.
Proof.
  induction k as [|k IH]; intros [|d l]; cbn; rewrite ?IH, ?q_plus_value, ?q_zero; cbn; ring.
Qed.

Lemma add_rate_value x a b k c : forall l,
  rates_value x (add_rate a b k c l) = Q2R c * x ^ k * exp (Q2R a * x + Q2R b) + rates_value x l.
Proof.
  induction l as [|[[a' b'] p] l IH]; cbn [add_rate].
  - cbn [rates_value]. rewrite add_coefficient_value. cbn. ring.
  - destruct (q_same a a' && q_same b b') eqn:E; cbn [rates_value].
    + apply andb_prop in E. destruct E as [E1%q_same_value E2%q_same_value].
      rewrite add_coefficient_value, E1, E2. ring.
    + rewrite IH. ring.
Qed.

Lemma horner_within e x l : within e x -> within (horner e l) (coefficients_value x l).
Proof.
  intros W. unfold horner. induction l as [|c l IH]; cbn; [rewrite <- q_zero; apply exactly_within|].
  apply rounded_within, e_plus_within; [now apply e_times_within | apply exactly_within].
Qed.

Lemma group_bounds_within low high a b p e x : group_bounds low high (a, b, p) = Some e -> within (low, high) x ->
  within e (coefficients_value x p * exp (Q2R a * x + Q2R b)).
Proof.
  unfold group_bounds. set (first := q_plus (q_times a low) b). set (last := q_plus (q_times a high) b).
  destruct (exponential 128 (least first last)) as [d|] eqn:D; [|discriminate].
  destruct (exponential 128 (largest first last)) as [k|] eqn:K; [|discriminate]. intros G W.
  apply exponential_within in D, K. assert (e = e_times (horner (low, high) p) (fst d, snd k)) as -> by congruence.
  apply e_times_within; [now apply horner_within|]. unfold within in *. cbn [fst snd] in *.
  destruct (least_below first last) as [L1 L2]. destruct (largest_above first last) as [H1 H2].
  assert (Q2R first = Q2R a * Q2R low + Q2R b) as F1 by (unfold first; now rewrite q_plus_value, q_times_value).
  assert (Q2R last = Q2R a * Q2R high + Q2R b) as F2 by (unfold last; now rewrite q_plus_value, q_times_value).
  assert (forall y z, y <= z -> exp y <= exp z) as M.
  { intros y z [H| ->]; [left; now apply exp_increasing | lra]. }
  destruct (Rle_or_lt 0 (Q2R a)).
  - split; [apply Rle_trans with (1 := proj1 D) | apply Rle_trans with (2 := proj2 K)]; apply M; nra.
  - split; [apply Rle_trans with (1 := proj1 D) | apply Rle_trans with (2 := proj2 K)]; apply M; nra.
Qed.

Section Leaves.
Variable parameter : string -> R.
Variable roles : list role.
Notation argument := (argument parameter roles).

Lemma by_rates_value x : forall f, without_logs roles f = true -> without_parameters roles f = true ->
  rates_value x (by_rates roles f) = argument x f.
Proof.
  unfold Tower_values.argument. induction f as [|[m c] f IH]; [reflexivity|]. cbn.
  intros [L W]%andb_prop [K V]%andb_prop. apply nothing_empty in L, K.
  rewrite add_rate_value, IH by assumption. unfold plain_values at 2. rewrite apart_value, L, K, empty_value. cbn.
  ring.
Qed.

Lemma enclosed_within f low high e x : enclosed roles f low high = Some e -> within (low, high) x ->
  within e (argument x f).
Proof.
  unfold enclosed. destruct (without_logs roles f && without_parameters roles f) eqn:W; [|discriminate].
  apply andb_prop in W. destruct W as [W1 W2]. rewrite <- (by_rates_value x f W1 W2).
  destruct (collect _ _) as [l|] eqn:C; [|discriminate]. intros E X.
  assert (e = fold_right e_plus (exactly 0) l) as -> by congruence. clear E. apply collected in C.
  induction C as [|[[a b] p] d k l E C IH]; cbn [fold_right rates_value]; [rewrite <- q_zero;
    apply exactly_within|].
  apply e_plus_within; [|exact IH]. now apply (group_bounds_within low high).
Qed.

Lemma factorial_inverse_value k : Q2R (factorial_inverse k) = / INR (fact k).
Proof.
  unfold factorial_inverse, Q2R. cbn [Qnum Qden]. rewrite Rmult_1_l. f_equal. induction k as [|k IH];
    [reflexivity|].
  cbn [factorial]. rewrite fact_simpl, mult_INR, <- IH, Pos2Z.inj_mul, mult_IZR. f_equal.
  rewrite INR_IZR_INZ. reflexivity.
Qed.

Fixpoint again (k : nat) (f : polynomial) : polynomial :=
  match k with O => f | S j => plain_slope roles (again j f) end.

Lemma power_around h half k : - Q2R half <= h <= Q2R half ->
  within (if (k =? 0)%nat then exactly 1 else if Nat.even k then (0%Q, q_power half k)
          else ((- q_power half k)%Q, q_power half k)) (h ^ k).
Proof.
  intros H. assert (Rabs (h ^ k) <= Q2R (q_power half k)) as A.
  { rewrite q_power_value, <- RPow_abs. apply pow_incr. split; [apply Rabs_pos|]. apply Rabs_le. lra. }
  assert (- Q2R (q_power half k) <= h ^ k <= Q2R (q_power half k)) as B.
  { unfold Rabs in A. destruct (Rcase_abs (h ^ k)); lra. }
  destruct (Nat.eqb_spec k 0) as [->|_]; [unfold within; cbn; rewrite q_one; lra|].
  destruct (Nat.even k) eqn:E; unfold within; cbn [fst snd].
  - rewrite q_zero. split; [|lra]. apply Nat.even_spec in E. destruct E as [j ->]. rewrite pow_mult. apply pow_le.
    cbn. rewrite Rmult_1_r. apply Rle_0_sqr.
  - rewrite Q2R_opp. exact B.
Qed.

Lemma taylor_bound_below low high middle half f x z :
  within (low, high) (Q2R middle) -> within (low, high) z -> - Q2R half <= x - Q2R middle <= Q2R half ->
  forall order k c, taylor_bound roles low high middle half k (again k f) order = Some c ->
  Q2R c <= taylor (fun i t => argument t (again i f)) (k + order) (Q2R middle) (x - Q2R middle)
    - taylor (fun i t => argument t (again i f)) k (Q2R middle) (x - Q2R middle)
    + argument z (again (k + order) f) * (x - Q2R middle) ^ (k + order) / INR (fact (k + order)).
Proof.
  intros M Z H.
  assert (forall k e g y, within e y -> g = q_times (fst (e_times e (if (k =? 0)%nat then exactly 1 else
      if Nat.even k then (0%Q, q_power half k) else ((- q_power half k)%Q,
        q_power half k)))) (factorial_inverse k) ->
    Q2R g <= y * (x - Q2R middle) ^ k / INR (fact k)) as T.
  { intros k e g y E ->. rewrite q_times_value, factorial_inverse_value. unfold Rdiv. apply Rmult_le_compat_r.
    - left. apply Rinv_0_lt_compat, factorial_positive.
    - exact (proj1 (e_times_within _ _ _ _ E (power_around _ half k H))). }
  induction order as [|order IH]; intros k c; cbn [taylor_bound].
  - rewrite Nat.add_0_r. destruct (enclosed roles _ low high) as [e|] eqn:E;
      [|discriminate].
    intros C%(f_equal (fun o => match o with Some g => g | None => c end)).
    apply (enclosed_within _ _ _ _ z) in E; [|exact Z]. symmetry in C.
    pose proof (T k e c _ E C). lra.
  - destruct (enclosed roles _ middle middle) as [e|] eqn:E; [|discriminate].
    destruct (taylor_bound roles low high middle half (S k) _ order) as [d|] eqn:D; [|discriminate].
    intros C%(f_equal (fun o => match o with Some g => g | None => c end)).
    apply (enclosed_within _ _ _ _ (Q2R middle)) in E; [|unfold within; cbn; lra].
    pose proof (T k e _ _ E eq_refl) as B. apply (IH (S k)) in D. rewrite Nat.add_succ_r. cbn [Nat.add] in D.
    rewrite <- C, q_plus_value. cbn [taylor] in *. lra.
Qed.

Lemma leaf_positive f order low high x : leaf roles f order low high = true -> within (low, high) x ->
  0 < argument x f.
Proof.
  unfold leaf. set (middle := q_times (q_plus low high) (1 # 2)).
  set (half := q_times (q_plus high (- low)) (1 # 2)).
  destruct (taylor_bound _ _ _ _ _ _ _ _) as [c|] eqn:C; [|discriminate]. intros P%is_positive_value W.
  assert (Q2R (1 # 2) = / 2) as H by (unfold Q2R; cbn; lra).
  assert (Q2R middle = (Q2R low + Q2R high) / 2) as M
    by (unfold middle; rewrite q_times_value, q_plus_value, H; reflexivity).
  assert (Q2R half = (Q2R high - Q2R low) / 2) as L
    by (unfold half; rewrite q_times_value, q_plus_value, Q2R_opp, H; reflexivity).
  destruct (taylor_formula (fun i t => argument t (again i f))
    (fun i t => argument_slope parameter roles (again i f) t)
    order x (Q2R middle)) as (z & Z & E).
  unfold within in W. cbn [fst snd] in W. cbn [again] in E. rewrite E.
  assert (within (low, high) z) as Z'.
  { unfold within. cbn [fst snd]. unfold Rmin, Rmax in Z. destruct (Rle_dec (Q2R middle) x); lra. }
  pose proof (taylor_bound_below low high middle half f x z) as B.
  specialize (B ltac:(unfold within; cbn; lra) Z' ltac:(lra) order O c C). cbn [Nat.add taylor] in B. lra.
Qed.

Lemma q_less_value a b : q_less a b = true -> Q2R a < Q2R b.
Proof.
  unfold q_less. intros H%negb_true_iff. apply Qlt_Rlt, Qnot_le_lt. rewrite <- Qle_bool_iff. now rewrite H.
Qed.

Theorem all_leaves_positive f order high x : forall cuts low, all_leaves roles f order low high cuts = true ->
  within (low, high) x -> 0 < argument x f.
Proof.
  induction cuts as [|c cuts IH]; intros low; cbn.
  - intros [_ L]%andb_prop. now apply (leaf_positive f order low high).
  - intros [[_ L]%andb_prop R]%andb_prop [A B]. cbn in A, B. destruct (Rle_or_lt x (Q2R c)) as [C|C].
    + apply (leaf_positive f order low c); [exact L | split; cbn; lra].
    + apply (IH c R). split; cbn; lra.
Qed.

Lemma leaf_without_logs f order low high : leaf roles f order low high = true -> without_logs roles f = true.
Proof.
  unfold leaf. destruct order; cbn [taylor_bound]; unfold enclosed; destruct (without_logs roles f); now cbn.
Qed.

Lemma all_leaves_without_logs f order high cuts low : all_leaves roles f order low high cuts = true ->
  without_logs roles f = true.
Proof.
  destruct cuts; cbn; [intros [_ L]%andb_prop | intros [[_ L]%andb_prop _]%andb_prop];
    exact (leaf_without_logs _ _ _ _ L).
Qed.
End Leaves.
