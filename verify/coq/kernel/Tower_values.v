(* What the polynomials of a tower stand for: values of monomials taken apart, values and signs at an end. *)

From Certificates Require Import Polynomial Claim Acceptance Soundness Enclosures Tower_claim Tower.
From Coq Require Import Reals List String NArith ZArith QArith Qreals Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

Lemma q_zero : Q2R 0 = 0. Proof. unfold Q2R; cbn; lra. Qed.
Lemma q_one : Q2R 1 = 1. Proof. unfold Q2R; cbn; lra. Qed.
Lemma q_minus_one : Q2R (-1) = -1. Proof. unfold Q2R; cbn; lra. Qed.

Lemma q_same_value a b : q_same a b = true -> Q2R a = Q2R b.
Proof. intros H. now apply Qeq_eqR, Qeq_bool_eq. Qed.

Lemma whole_value e : Q2R (Qmake (Z.of_N e) 1) = INR (N.to_nat e).
Proof. unfold Q2R. cbn [Qnum Qden]. rewrite Rinv_1, Rmult_1_r, INR_IZR_INZ, N_nat_Z. reflexivity. Qed.

Lemma q_power_value c k : Q2R (q_power c k) = Q2R c ^ k.
Proof. induction k as [|k IH]; [apply q_one|]. cbn. now rewrite q_times_value, IH. Qed.

Lemma exp_power y n : exp y ^ n = exp (INR n * y).
Proof.
  induction n as [|n IH]; [cbn; now rewrite Rmult_0_l, exp_0|].
  cbn [pow]. rewrite IH, <- exp_plus. f_equal. rewrite S_INR. ring.
Qed.

Lemma exponent_and_value y v e m : monomial_value (y :: v) (exponent_and e m) = y ^ N.to_nat e * monomial_value v m.
Proof. destruct e, m; cbn; try reflexivity. destruct v; cbn; ring. Qed.

Section Values.
Variable parameter : string -> R.

(* A role's value at x, where logarithms have the values `log`. *)
Definition value_with (log : polynomial -> R) (x : R) (r : role) : R :=
  match r with
  | Point => x
  | Constant name _ => parameter name
  | Exponent a b => exp (Q2R a * x + Q2R b)
  | Log u => log u
  end.

Definition constant_value (r : role) : R := match r with Constant name _ => parameter name | _ => 1 end.

Fixpoint all_logs (log : polynomial -> R) (l : list polynomial) : R :=
  match l with [] => 1 | u :: l' => log u * all_logs log l' end.

Lemma all_logs_app log l k : all_logs log (l ++ k) = all_logs log l * all_logs log k.
Proof. induction l as [|u l IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma all_logs_repeat log u n : all_logs log (repeat u n) = log u ^ n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn. now rewrite IH. Qed.

Lemma apart_value log x : forall l m, let p := apart l m in
  monomial_value (map (value_with log x) l) m =
  x ^ N.to_nat (degree p) * exp (Q2R (rate p) * x + Q2R (offset p)) *
  (monomial_value (map constant_value l) (others p) * all_logs log (arguments p)).
Proof.
  induction l as [|r l IH]; intros m p; subst p.
  - cbn. rewrite q_zero, Rmult_0_l, Rplus_0_l, exp_0. ring.
  - destruct m as [|e m]; [cbn; rewrite q_zero, Rmult_0_l, Rplus_0_l, exp_0; ring|].
    specialize (IH m). cbn zeta in IH. cbn [map apart].
    change (monomial_value (value_with log x r :: map (value_with log x) l) (e :: m)) with
      (value_with log x r ^ N.to_nat e * monomial_value (map (value_with log x) l) m). rewrite IH.
    set (p := apart l m).
    destruct r; cbn [degree rate offset others arguments value_with constant_value];
      rewrite ?exponent_and_value; change (N.to_nat 0) with O; cbn [pow].
    + rewrite N2Nat.inj_add, pow_add. ring.
    + ring.
    + rewrite !q_plus_value, !q_times_value, whole_value, exp_power.
      replace ((INR (N.to_nat e) * Q2R a + Q2R (rate p)) * x + (INR (N.to_nat e) * Q2R b + Q2R (offset p)))
        with (INR (N.to_nat e) * (Q2R a * x + Q2R b) + (Q2R (rate p) * x + Q2R (offset p))) by ring.
      rewrite (exp_plus (INR (N.to_nat e) * (Q2R a * x + Q2R b))). ring.
    + rewrite all_logs_app, all_logs_repeat. ring.
Qed.

Lemma arguments_in u : forall l m, In u (arguments (apart l m)) -> In (Log u) l.
Proof.
  induction l as [|r l IH]; intros m H; [destruct m; destruct H|]. destruct m as [|e m]; [destruct H|].
  destruct r; cbn [apart arguments] in H; try (right; now apply (IH m)).
  apply in_app_or in H. destruct H as [H%repeat_spec|H]; [left; now rewrite H | right; now apply (IH m)].
Qed.

Definition has_sign (r : role) : Prop :=
  match r with Constant n true => 0 < parameter n | Constant n false => 0 <= parameter n | _ => True end.

Lemma constants_not_negative : forall l m, Forall has_sign l -> 0 <= monomial_value (map constant_value l) m.
Proof.
  induction l as [|r l IH]; intros [|e m] S; cbn; try lra. inversion_clear S as [|? ? S1 S2].
  apply Rmult_le_pos; [|now apply IH]. apply pow_le. destruct r as [|n [|]| |]; cbn in *; lra.
Qed.

Lemma constants_positive : forall l m, Forall has_sign l -> firm l m = true ->
  0 < monomial_value (map constant_value l) m.
Proof.
  induction l as [|r l IH]; intros [|e m] S; cbn; try (intros; lra). inversion_clear S as [|? ? S1 S2].
  intros [E F]%andb_prop. apply Rmult_lt_0_compat; [|now apply IH].
  destruct r as [|n [|]| |]; cbn in *; try (apply pow_lt; lra).
  apply N.eqb_eq in E. subst e. cbn. lra.
Qed.

Variable roles : list role.

Definition plain_values (x : R) : list R := map (value_with (fun _ => 1) x) roles.
Definition argument (x : R) (u : polynomial) : R := value_at (plain_values x) u.
Definition role_value (x : R) : role -> R := value_with (fun u => ln (argument x u)) x.
Definition values (x : R) : list R := map (role_value x) roles.
Definition F (f : polynomial) (x : R) : R := value_at (values x) f.
Definition constants (m : monomial) : R := monomial_value (map constant_value roles) m.

Hypothesis signs : Forall has_sign roles.
Hypothesis simple : forall u, In (Log u) roles -> without_logs roles u = true /\ without_parameters roles u = true.

(* Sums of exponentials. *)
Fixpoint sum_value (s : exponential_sum) : R :=
  match s with [] => 0 | (q, c) :: s' => Q2R c * exp (Q2R q) + sum_value s' end.

Lemma add_exponential_value q c : forall s, sum_value (add_exponential q c s) = Q2R c * exp (Q2R q) + sum_value s.
Proof.
  induction s as [|[r d] s IH]; cbn [add_exponential].
  - destruct (is_zero c) eqn:Z; cbn; [rewrite (zero_value c Z)|]; ring.
  - destruct (Qcompare q r) eqn:E.
    + apply Qeq_alt, Qeq_eqR in E. pose proof (q_plus_value c d) as P.
      destruct (is_zero (q_plus c d)) eqn:Z; cbn [sum_value].
      * apply zero_value in Z. rewrite Z in P. rewrite E. replace (Q2R d) with (- Q2R c) by lra. ring.
      * rewrite P, E. ring.
    + destruct (is_zero c) eqn:Z; cbn; [rewrite (zero_value c Z)|]; ring.
    + cbn in *. rewrite IH. ring.
Qed.

Lemma nothing_empty {A} (l : list A) : nothing l = true -> l = [].
Proof. now destruct l. Qed.

Lemma sum_at_value c : forall u, without_logs roles u = true -> without_parameters roles u = true ->
  sum_value (sum_at roles u c) = argument (Q2R c) u.
Proof.
  unfold argument. induction u as [|[m d] u IH]; [reflexivity|]. cbn.
  intros [L W]%andb_prop [K V]%andb_prop. apply nothing_empty in L, K.
  rewrite add_exponential_value, IH by assumption. unfold plain_values at 2. rewrite apart_value, L, K.
  rewrite q_plus_value, !q_times_value, q_power_value. cbn. destruct (map constant_value roles); cbn; ring.
Qed.

Fixpoint log_product (l : list exponential_sum) : R :=
  match l with [] => 1 | s :: l' => ln (sum_value s) * log_product l' end.
Definition term_value (t : value_term) : R := let '(q, sums, c) := t in Q2R c * exp (Q2R q) * log_product sums.
Fixpoint terms_value (l : list value_term) : R :=
  match l with [] => 0 | t :: l' => term_value t + terms_value l' end.
Fixpoint groups_value (l : list (monomial * list value_term)) : R :=
  match l with [] => 0 | (m, terms) :: l' => constants m * terms_value terms + groups_value l' end.

Lemma same_sum_value : forall s t, same_sum s t = true -> sum_value s = sum_value t.
Proof.
  induction s as [|[q c] s IH]; intros [|[r d] t]; cbn; try discriminate; [reflexivity|].
  intros [[E1%q_same_value E2%q_same_value]%andb_prop E3]%andb_prop. cbn in *. now rewrite E1, E2, (IH t E3).
Qed.

Lemma same_sums_value : forall a b, same_sums a b = true -> log_product a = log_product b.
Proof.
  induction a as [|s a IH]; intros [|t b]; cbn; try discriminate; [reflexivity|].
  intros [E1%same_sum_value E2]%andb_prop. now rewrite E1, (IH b E2).
Qed.

Lemma insert_sum_value s : forall l, log_product (insert_sum s l) = ln (sum_value s) * log_product l.
Proof.
  induction l as [|t l IH]; cbn; [reflexivity|]. destruct (before s t); cbn in *; [reflexivity|]. rewrite IH. ring.
Qed.

Lemma add_value_value t : forall l, terms_value (add_value t l) = term_value t + terms_value l.
Proof.
  destruct t as [[q a] c]. induction l as [|[[r b] d] l IH]; [cbn; ring|]. cbn [add_value].
  destruct (q_same q r && same_sums a b) eqn:E.
  - apply andb_prop in E. destruct E as [E1%q_same_value E2%same_sums_value].
    cbn. rewrite E1, E2, q_plus_value. ring.
  - cbn in *. rewrite IH. ring.
Qed.

Lemma same_monomial_equal : forall a b, same_monomial a b = true -> a = b.
Proof.
  induction a as [|e a IH]; intros [|f b]; cbn; try discriminate; [reflexivity|].
  intros [E%N.eqb_eq H]%andb_prop. now rewrite E, (IH b H).
Qed.

Lemma add_group_value m t : forall l, groups_value (add_group m t l) = constants m * term_value t + groups_value l.
Proof.
  induction l as [|[n v] l IH]; [cbn; ring|]. cbn [add_group]. destruct (same_monomial m n) eqn:E.
  - apply same_monomial_equal in E. subst n. cbn. rewrite add_value_value. ring.
  - cbn in *. rewrite IH. ring.
Qed.

(* Signs. *)
Lemma added_within bits terms e : added bits terms = Some e -> forall numbers,
  Forall2 (fun t y => within (snd t) y) terms numbers ->
  within e (fold_right Rplus 0 (map (fun p => snd p * exp (Q2R (fst (fst p)))) (combine terms numbers))).
Proof.
  unfold added. destruct (collect _ terms) as [l|] eqn:C; [|discriminate]. intros [= <-].
  apply collected in C. induction C as [|[q d] y terms l E C IH]; intros numbers W;
    inversion_clear W as [|? y' ? numbers' W1 W2].
  - cbn. unfold within. cbn. rewrite q_zero. lra.
  - cbn [fold_right combine map fst snd] in *. apply e_plus_within; [|now apply IH].
    destruct (exponential bits q) as [g|] eqn:G; [|discriminate]. injection E as <-.
    apply e_times_within; [exact W1|]. now apply (exponential_within bits).
Qed.

Lemma sum_bounds_within bits s e : sum_bounds bits s = Some e -> within e (sum_value s).
Proof.
  unfold sum_bounds. intros E.
  pose proof (added_within bits _ e E (map (fun t => Q2R (snd t)) s)) as W.
  replace (sum_value s) with (fold_right Rplus 0 (map (fun p => snd p * exp (Q2R (fst (fst p))))
    (combine (map (fun t => (fst t, exactly (snd t))) s) (map (fun t => Q2R (snd t)) s)))).
  - apply W. clear. induction s; constructor; [apply exactly_within | assumption].
  - clear. induction s as [|[q c] s IH]; [reflexivity|]. cbn in *. now rewrite IH.
Qed.

Lemma term_bounds_within bits q sums c r e : term_bounds bits (q, sums, c) = Some (r, e) ->
  r = q /\ within e (Q2R c * log_product sums).
Proof.
  unfold term_bounds. destruct (collect _ sums) as [l|] eqn:C; [|discriminate]. intros [= <- <-]. split;
    [reflexivity|].
  apply collected in C. induction C as [|s d sums l E C IH]; cbn.
  - rewrite Rmult_1_r. apply exactly_within.
  - replace (Q2R c * (ln (sum_value s) * log_product sums)) with (ln (sum_value s) * (Q2R c * log_product sums))
      by ring.
    apply e_times_within; [|exact IH]. unfold logarithm_bounds in E.
    destruct (sum_bounds bits s) as [g|] eqn:G; [|discriminate].
    now apply (logarithm_within bits g _ _ E), (sum_bounds_within bits).
Qed.

Lemma total_bounds_within bits terms e : total_bounds bits terms = Some e -> within e (terms_value terms).
Proof.
  unfold total_bounds. destruct (collect _ terms) as [l|] eqn:C; [|discriminate]. intros A. apply collected in C.
  pose proof (added_within bits l e A (map (fun t => Q2R (snd t) * log_product (snd (fst t))) terms)) as W.
  replace (terms_value terms) with (fold_right Rplus 0 (map (fun p => snd p * exp (Q2R (fst (fst p))))
    (combine l (map (fun t => Q2R (snd t) * log_product (snd (fst t))) terms)))).
  - apply W. clear W A. induction C as [|[[q sums] c] [r d] terms l E C IH]; constructor; [|assumption].
    cbn. now apply (term_bounds_within bits q sums c r).
  - clear W A. induction C as [|[[q sums] c] [r d] terms l E C IH]; [reflexivity|].
    cbn [map combine fold_right fst snd]. rewrite IH. apply term_bounds_within in E. destruct E as [-> _].
    cbn. ring.
Qed.

Definition sign_means (s : sign) (y : R) : Prop :=
  match s with Minus => y < 0 | Nil => y = 0 | Plus_sign => 0 < y end.

Lemma sign_with_means : forall l terms s, sign_with l terms = Some s -> sign_means s (terms_value terms).
Proof.
  induction l as [|bits l IH]; cbn; intros terms s; [discriminate|].
  destruct (total_bounds bits terms) as [[low high]|] eqn:T; [|discriminate]. apply total_bounds_within in T.
  destruct T as [L H]. cbn in *. destruct (is_positive low) eqn:P; [|destruct (is_positive (- high)) eqn:N].
  - intros [= <-]. apply is_positive_value in P. cbn. lra.
  - intros [= <-]. apply is_positive_value in N. rewrite Q2R_opp in N. cbn. lra.
  - apply IH.
Qed.

Lemma known_terms_value : forall terms, terms_value (known_terms terms) = terms_value terms.
Proof.
  unfold known_terms. induction terms as [|[[q sums] c] terms IH]; [reflexivity|].
  cbn. destruct (is_zero c) eqn:Z; cbn; rewrite IH.
  - rewrite (zero_value c Z). ring.
  - reflexivity.
Qed.

Lemma sign_of_means terms s : sign_of terms = Some s -> sign_means s (terms_value terms).
Proof.
  unfold sign_of. rewrite <- known_terms_value. destruct (nothing _) eqn:N; [|apply sign_with_means].
  apply nothing_empty in N. rewrite N. intros [= <-]. reflexivity.
Qed.

Lemma positive_sum_value s : positive_sum s = true -> 0 < sum_value s.
Proof.
  unfold positive_sum. destruct (sign_of _) as [[]|] eqn:S; try discriminate. intros _. apply sign_of_means in S.
  cbn in S. replace (sum_value s) with (terms_value (map (fun t => (fst t, [], snd t)) s)); [exact S|].
  clear. induction s as [|[q c] s IH]; [reflexivity|]. cbn in *. rewrite IH. ring.
Qed.

Lemma exact_logarithm_value s q : exact_logarithm s = Some q -> sum_value s = exp (Q2R q).
Proof.
  destruct s as [|[r c] [|]]; cbn; try discriminate. destruct (q_same c 1) eqn:E; [|discriminate].
  apply q_same_value in E. rewrite q_one in E. intros [= <-]. rewrite E. ring.
Qed.

Lemma logs_at_value c : forall l d sums, (forall u, In u l -> In (Log u) roles) ->
  logs_at roles l c = Some (d, sums) ->
  all_logs (fun u => ln (argument (Q2R c) u)) l = Q2R d * log_product sums /\
    Forall (fun u => 0 < argument (Q2R c) u) l.
Proof.
  induction l as [|u l IH]; intros d sums I; cbn [logs_at].
  - intros [= <- <-]. cbn. rewrite q_one. split; [ring|constructor].
  - destruct (logs_at roles l c) as [[d' sums']|]; [|discriminate].
    destruct (IH d' sums') as [V P]; [intros; apply I; now right | reflexivity|].
    destruct (simple u) as [S1 S2]; [apply I; now left|]. pose proof (sum_at_value c u S1 S2) as A.
    cbn. destruct (exact_logarithm _) as [q|] eqn:E.
    + apply exact_logarithm_value in E. intros [= <- <-]. rewrite <- A, E, ln_exp, V, q_times_value. split; [ring|].
      constructor; [|exact P]. rewrite <- A, E. apply exp_pos.
    + destruct (positive_sum _) eqn:Q; [|discriminate]. apply positive_sum_value in Q. intros [= <- <-].
      rewrite insert_sum_value, V, A. split; [ring|]. constructor; [|exact P]. now rewrite <- A.
Qed.

Definition defined_at (f : polynomial) (x : R) : Prop :=
  Forall (fun t => Forall (fun u => 0 < argument x u) (arguments (apart roles (fst t)))) f.

Lemma groups_at_value c : forall f groups, groups_at roles f c = Some groups ->
  groups_value groups = F f (Q2R c) /\ defined_at f (Q2R c).
Proof.
  unfold F, defined_at. induction f as [|[m d] f IH]; cbn [groups_at]; intros groups.
  - intros [= <-]. split; [reflexivity|constructor].
  - destruct (groups_at roles f c) as [g|]; [|discriminate]. destruct (IH g eq_refl) as [V P].
    destruct (logs_at roles _ c) as [[e sums]|] eqn:L; [|discriminate].
    destruct (logs_at_value c _ e sums (fun u => arguments_in u roles m) L) as [A B]. intros [= <-].
    split; [|now constructor]. rewrite add_group_value, V. cbn [value_at term_value].
    unfold values at 2. unfold role_value. rewrite apart_value, A. unfold constants.
    rewrite q_plus_value, !q_times_value, q_power_value. ring.
Qed.

Lemma signs_of_groups groups found :
  collect (fun g => let* s := sign_of (snd g) in Some (firm roles (fst g), s)) groups
    = Some found ->
  existsb (fun s => match snd s with Minus => true | _ => false end) found = false ->
  0 <= groups_value groups /\
  (existsb (fun s : bool * sign => match s with (true, Plus_sign) => true | _ => false end) found = true ->
    0 < groups_value groups).
Proof.
  intros C. apply collected in C. induction C as [|[m terms] [b s] groups found E C IH]; cbn; [lra|].
  intros [N1 N2]%orb_false_elim. destruct (IH N2) as [I1 I2]. clear IH. cbn in E.
  destruct (sign_of terms) as [s'|] eqn:S; [|discriminate]. apply sign_of_means in S. injection E as E1 ->.
  pose proof (constants_not_negative roles m signs) as K. fold (constants m) in K.
  assert (0 <= constants m * terms_value terms) as P.
  { apply Rmult_le_pos; [exact K|]. destruct s; cbn in *; [discriminate | lra | lra]. }
  cbn [fst snd] in *. split; [lra|]. intros [H|H]%orb_prop.
  - destruct b, s; try discriminate. pose proof (constants_positive roles m signs E1) as K'.
    assert (0 < constants m * terms_value terms); [|lra]. now apply Rmult_lt_0_compat.
  - specialize (I2 H). lra.
Qed.

Theorem near_number_value f c b : near_number roles f c = Some b ->
  0 <= F f (Q2R c) /\ (b = true -> 0 < F f (Q2R c)) /\ defined_at f (Q2R c).
Proof.
  unfold near_number. destruct (groups_at roles f c) as [groups|] eqn:G; [|discriminate].
  destruct (collect _ groups) as [l|] eqn:C; [|discriminate].
  destruct (existsb _ l) eqn:E; [discriminate|]. intros [= <-].
  destruct (groups_at_value c f groups G) as [V D]. rewrite <- V.
  destruct (signs_of_groups _ _ C E). tauto.
Qed.
End Values.
