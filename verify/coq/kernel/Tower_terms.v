(* What the terms of a tower's polynomial, and the fastest of them, say about its sign. *)

From Certificates Require Import Polynomial Claim Acceptance Enclosures Tower_claim Tower Tower_values Tower_slopes.
From Coq Require Import Reals List String NArith ZArith QArith Qreals Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

Lemma some_same {A} (a b : A) : Some a = Some b -> a = b.
Proof. now intros [= ->]. Qed.

Lemma shifted_from_value t w y : forall f k g, shifted_from y k f = Some g ->
  value_at (t :: w) g * value_at (t :: w) y ^ N.to_nat k = value_at (value_at (t :: w) y :: w) f.
Proof.
  set (z := value_at (t :: w) y). induction f as [|[m c] f IH]; intros k g; cbn [shifted_from].
  - intros [= <-]. cbn. ring.
  - destruct (head_and_rest m) as [e rest] eqn:H. destruct (e <? k)%N eqn:E; [discriminate|].
    apply N.ltb_ge in E. destruct (shifted_from y e f) as [h|] eqn:S; [|discriminate]. specialize (IH e h S).
    assert (monomial_value (z :: w) m = z ^ N.to_nat e * monomial_value (t :: w) rest) as M.
    { destruct m as [|e' m']; unfold head_and_rest in H; [injection H as <- <-; cbn; ring|].
      assert (e = e' /\ rest = exponent_and 0 m') as [-> ->] by (split; congruence).
      rewrite exponent_and_value. change (N.to_nat 0) with O. cbn. ring. }
    cbn [value_at]. rewrite <- IH, M. intros G%some_same. rewrite <- G. clear G.
    assert (z ^ N.to_nat e = z ^ N.to_nat (e - k) * z ^ N.to_nat k) as P
      by (rewrite <- pow_add; f_equal; lia).
    destruct (e =? k)%N eqn:Q.
    + apply N.eqb_eq in Q. subst k. rewrite plus_value. cbn [value_at]. ring.
    + rewrite times_value, power_value, plus_value. cbn [value_at]. fold z. rewrite P. ring.
Qed.

Section Terms.
Variable parameter : string -> R.
Variable others_of : list role.
Let roles := Point :: others_of.
Hypothesis signs : Forall (has_sign parameter) roles.
Hypothesis one_point : ~ In Point others_of.
Notation F := (F parameter roles).

Lemma rest_not_negative log x : forall l m, ~ In Point l -> Forall (has_sign parameter) l ->
  nothing (arguments (apart l m)) = true ->
  0 <= monomial_value (map (value_with parameter log x) l) m /\
  (firm l m = true -> 0 < monomial_value (map (value_with parameter log x) l) m).
Proof.
  induction l as [|r l IH]; intros [|e m] P S N; cbn; try lra. inversion_clear S as [|? ? S1 S2].
  destruct (IH m) as [I1 I2]; [intros I; apply P; now right | exact S2 | |].
  { destruct r; cbn in N; try exact N. now destruct (N.to_nat e). }
  destruct r as [|n b|a b|u].
  - destruct P. now left.
  - cbn in *. split.
    + apply Rmult_le_pos; [|exact I1]. apply pow_le. destruct b; lra.
    + intros [E F]%andb_prop. apply Rmult_lt_0_compat; [|now apply I2]. destruct b; [now apply pow_lt|].
      apply N.eqb_eq in E. subst e. cbn. lra.
  - cbn. split; [apply Rmult_le_pos; [left; apply pow_lt, exp_pos | exact I1]|].
    intros F. apply Rmult_lt_0_compat; [apply pow_lt, exp_pos | now apply I2].
  - cbn in N. destruct (N.to_nat e) eqn:Z; [|discriminate]. cbn. rewrite Rmult_1_l. now split.
Qed.

Lemma point_apart m e : nothing (arguments (apart roles (e :: m))) = true ->
  nothing (arguments (apart others_of m)) = true.
Proof. easy. Qed.

(* A polynomial at t and the values of the other roles. *)
Lemma terms_value_sign log x t any f : without_logs roles f = true ->
  Forall (fun u => 0 <= t \/ N.even (fst (head_and_rest (fst u))) = true) f ->
  terms_not_negative f = true -> (any = true -> 0 < t) ->
  0 <= value_at (t :: map (value_with parameter log x) others_of) f /\
  (sure roles any f = true -> 0 < value_at (t :: map (value_with parameter log x) others_of) f).
Proof.
  intros W E N A. inversion_clear signs as [|? ? _ S].
  induction f as [|[m c] f IH]; [cbn; split; [lra|discriminate]|].
  cbn in W, N. apply andb_prop in W, N. destruct W as [W1 W2], N as [N1 N2]. inversion_clear E as [|? ? E1 E2].
  destruct (IH W2 E2 N2) as [I1 I2]. clear IH.
  assert (0 <= Q2R c) as C.
  { apply negb_true_iff, Z.ltb_ge in N1. cbn in N1. apply Rmult_le_pos; [apply IZR_le; lia|].
    left. apply Rinv_0_lt_compat, unit_positive. }
  assert (0 <= monomial_value (t :: map (value_with parameter log x) others_of) m /\
    (firm roles m = true -> any = true \/ fst (head_and_rest m) = 0%N ->
     0 < monomial_value (t :: map (value_with parameter log x) others_of) m)) as [M1 M2].
  { destruct m as [|e m]; [cbn; split; intros; lra|]. cbn in W1, E1. cbn [monomial_value].
    destruct (rest_not_negative log x others_of m one_point S W1) as [R1 R2]. split.
    - apply Rmult_le_pos; [|exact R1]. destruct E1 as [E1|E1]; [now apply pow_le|].
      apply N.even_spec in E1. destruct E1 as [k ->]. rewrite N2Nat.inj_mul. change (N.to_nat 2) with 2%nat.
      rewrite pow_mult. apply pow_le. cbn. rewrite Rmult_1_r. apply Rle_0_sqr.
    - cbn. intros F D. apply Rmult_lt_0_compat; [|now apply R2].
      destruct D as [D|D]; [now apply pow_lt, A|]. subst e. cbn. lra. }
  cbn [value_at]. split; [apply Rplus_le_le_0_compat; [now apply Rmult_le_pos|exact I1]|].
  cbn [sure existsb fst snd]. intros [[[P%is_positive_value F]%andb_prop D]%andb_prop|H]%orb_prop.
  - assert (0 < Q2R c * monomial_value (t :: map (value_with parameter log x) others_of) m); [|lra].
    apply Rmult_lt_0_compat; [exact P|]. apply M2; [exact F|].
    apply orb_prop in D. destruct D as [D|D]; [now left | right; now apply N.eqb_eq].
  - specialize (I2 H). assert (0 <= Q2R c * monomial_value (t :: map (value_with parameter log x) others_of) m);
      [|lra].
    now apply Rmult_le_pos.
Qed.

Theorem terms_are_positive_value f b (upper strictly : bool) x :
  terms_are_positive roles f b upper strictly = true -> (if upper then below b x else above b x) ->
  0 <= F f x /\ (strictly = true -> 0 < F f x).
Proof.
  unfold terms_are_positive. intros [W H]%andb_prop B. destruct b as [[c|] out]; cbn [fst snd] in H.
  - destruct (shifted c upper f) as [g|] eqn:S; [|discriminate].
    apply andb_prop in H. destruct H as [[W' N]%andb_prop T].
    set (t := if upper then Q2R c - x else x - Q2R c).
    set (w := map (role_value parameter roles x) others_of).
    assert (F f x = value_at (t :: w) g) as ->.
    { apply (shifted_from_value t w) in S. change (N.to_nat 0) with O in S. rewrite pow_O, Rmult_1_r in S.
      rewrite S.
      unfold Tower_values.F, values. f_equal. cbn [roles map]. f_equal.
      rewrite plus_value, number_value, term_times_value, empty_value, variable_value. unfold t. cbn.
      destruct upper; rewrite ?q_one, ?q_minus_one; ring. }
    assert (0 <= t /\ (out = true -> 0 < t)) as [T1 T2].
    { unfold t. destruct upper, out; cbn in B; split; intros; try discriminate; lra. }
    destruct (terms_value_sign (fun u => ln (argument parameter roles x u)) x t out g W') as [V1 V2];
      [apply Forall_forall; now left | exact N | exact T2|].
    split; [exact V1|]. intros ->. now apply V2.
  - apply andb_prop in H. destruct H as [[E N]%andb_prop T].
    destruct (terms_value_sign (fun u => ln (argument parameter roles x u)) x x false f W) as [V1 V2];
      [|exact N|discriminate|].
    + apply Forall_forall. intros u I. right. rewrite forallb_forall in E. exact (E u I).
    + split; [exact V1|]. intros ->. now apply V2.
Qed.

(* Growth. *)
Lemma slower_in_the_end (a b e : R) (j k : nat) : 0 < e -> a < b \/ (a = b /\ (j < k)%nat) ->
  exists l, 1 <= l /\ forall y, l <= y -> y ^ j * exp (a * y) <= e * (y ^ k * exp (b * y)).
Proof.
  intros E [L|[-> L]].
  - set (n := INR (S j)). assert (0 < n) as N by (apply lt_0_INR; lia).
    set (d := (b - a) / n). assert (0 < d) as D by (apply Rdiv_lt_0_compat; lra).
    assert (0 < d ^ S j) as P by now apply pow_lt.
    exists (Rmax 1 (/ (e * d ^ S j))). split; [apply Rmax_l|]. intros y Y.
    assert (1 <= y) as Y1 by (apply Rle_trans with (2 := Y), Rmax_l).
    assert (/ (e * d ^ S j) <= y) as Y2 by (apply Rle_trans with (2 := Y), Rmax_r).
    assert (1 <= e * d ^ S j * y) as Y3.
    { apply (Rmult_le_compat_l (e * d ^ S j)) in Y2; [|apply Rlt_le, Rmult_lt_0_compat; lra].
      rewrite Rinv_r in Y2; [exact Y2|]. apply Rgt_not_eq, Rmult_lt_0_compat; lra. }
    assert (d ^ S j * (y * y ^ j) <= exp ((b - a) * y)) as X.
    { replace ((b - a) * y) with (n * (d * y)) by (unfold d; field; lra). unfold n. rewrite <- exp_power.
      change (y * y ^ j) with (y ^ S j). rewrite <- Rpow_mult_distr. apply pow_incr.
      pose proof (exp_ineq1_le (d * y)). assert (0 <= d * y) by (apply Rmult_le_pos; lra). lra. }
    replace (exp (b * y)) with (exp (a * y) * exp ((b - a) * y)) by (rewrite <- exp_plus; f_equal; ring).
    pose proof (exp_pos (a * y)) as A. assert (0 < y ^ j) as J by (apply pow_lt; lra).
    assert (1 <= y ^ k) as K by (apply pow_R1_Rle; lra).
    assert (y ^ j <= e * exp ((b - a) * y)) as M.
    { apply Rle_trans with (e * (d ^ S j * (y * y ^ j))); [|now apply Rmult_le_compat_l; lra].
      replace (e * (d ^ S j * (y * y ^ j))) with (e * d ^ S j * y * y ^ j) by ring.
      rewrite <- (Rmult_1_l (y ^ j)) at 1. apply Rmult_le_compat_r; lra. }
    assert (0 <= e * exp ((b - a) * y)) as Z by (apply Rmult_le_pos; [lra | left; apply exp_pos]).
    apply Rle_trans with (e * exp ((b - a) * y) * exp (a * y)); [apply Rmult_le_compat_r; lra|].
    replace (e * (y ^ k * (exp (a * y) * exp ((b - a) * y)))) with (y ^ k * (e * exp ((b - a) * y) * exp (a * y)))
      by ring.
    rewrite <- (Rmult_1_l (e * exp ((b - a) * y) * exp (a * y))) at 1. apply Rmult_le_compat_r; [|exact K].
    apply Rmult_le_pos; lra.
  - exists (Rmax 1 (/ e)). split; [apply Rmax_l|]. intros y Y.
    assert (1 <= y) as Y1 by (apply Rle_trans with (2 := Y), Rmax_l).
    assert (/ e <= y) as Y2 by (apply Rle_trans with (2 := Y), Rmax_r).
    assert (1 <= e * y) as Y3 by (apply (Rmult_le_compat_l e) in Y2; [rewrite Rinv_r in Y2; lra | lra]).
    replace k with (j + S (k - j - 1))%nat by lia. rewrite pow_add.
    assert (0 < y ^ j) as J by (apply pow_lt; lra). pose proof (exp_pos (b * y)) as B.
    assert (1 <= y ^ (k - j - 1)) as K by (apply pow_R1_Rle; lra). cbn [pow].
    assert (1 <= e * (y * y ^ (k - j - 1))) as M.
    { apply Rle_trans with (e * y * 1); [lra|]. rewrite <- Rmult_assoc. apply Rmult_le_compat_l; lra. }
    replace (e * (y ^ j * (y * y ^ (k - j - 1)) * exp (b * y))) with
      (e * (y * y ^ (k - j - 1)) * (y ^ j * exp (b * y))) by ring.
    rewrite <- (Rmult_1_l (y ^ j * exp (b * y))) at 1. apply Rmult_le_compat_r; [|exact M].
    apply Rmult_le_pos; lra.
Qed.

Definition way (upper : bool) : R := if upper then 1 else -1.

(* A term without logarithms at way y, by its growth. *)
Definition weight (upper : bool) (t : monomial * Q) : R :=
  let p := apart roles (fst t) in
  Q2R (snd t) * (way upper ^ N.to_nat (degree p) * exp (Q2R (offset p)) * constants parameter roles (others p)).

Definition grown (upper : bool) (t : monomial * Q) (y : R) : R :=
  let g := growth roles upper t in weight upper t * (y ^ N.to_nat (snd g) * exp (Q2R (fst g) * y)).

Lemma term_grown upper m c y : nothing (arguments (apart roles m)) = true ->
  F [(m, c)] (way upper * y) = grown upper (m, c) y.
Proof.
  intros N%nothing_empty. unfold Tower_values.F, values, role_value. cbn [value_at]. rewrite apart_value, N.
  unfold grown, weight, growth, constants. cbn [fst snd all_logs]. rewrite exp_plus, Rpow_mult_distr.
  destruct upper; unfold way; cbn [fst].
  - rewrite Rmult_1_l. ring.
  - rewrite q_times_value, q_minus_one. replace (Q2R (rate (apart roles m)) * (-1 * y)) with
      (-1 * Q2R (rate (apart roles m)) * y) by ring. ring.
Qed.

Lemma grown_in_the_end upper (g : Q * N) e : forall f, 0 < e -> without_logs roles f = true ->
  forallb (fun t => as_fast (growth roles upper t) g || slower (growth roles upper t) g) f = true ->
  exists l, 1 <= l /\ forall y, l <= y ->
    (fold_right (fun t s => weight upper t + s) 0 (filter (fun t => as_fast (growth roles upper t) g) f) - e)
      * (y ^ N.to_nat (snd g) * exp (Q2R (fst g) * y)) <= F f (way upper * y).
Proof.
  intros f. revert e. induction f as [|[m c] f IH]; intros e E W H.
  - exists 1. split; [lra|]. intros y Y. cbn.
    assert (0 <= y ^ N.to_nat (snd g) * exp (Q2R (fst g) * y)) as D
      by (apply Rmult_le_pos; [apply pow_le; lra | left; apply exp_pos]). nra.
  - cbn [forallb without_logs fst] in *. apply andb_prop in W, H. destruct W as [W1 W2], H as [H1 H2].
    destruct (IH (e / 2) ltac:(lra) W2 H2) as (l & L & B). cbn [filter].
    assert (forall y, F ((m, c) :: f) (way upper * y) = grown upper (m, c) y + F f (way upper * y)) as S.
    { intros y. rewrite <- (term_grown upper m c y W1). unfold Tower_values.F. cbn. ring. }
    destruct (as_fast _ g) eqn:A.
    + exists l. split; [exact L|]. intros y Y. rewrite S. cbn [fold_right]. specialize (B y Y).
      apply andb_prop in A. destruct A as [A1%Qeq_bool_eq%Qeq_eqR A2%N.eqb_eq]. unfold grown. rewrite A1, A2.
      assert (0 <= y ^ N.to_nat (snd g) * exp (Q2R (fst g) * y)).
      { apply Rmult_le_pos; [apply pow_le; lra | left; apply exp_pos]. }
      set (d := y ^ N.to_nat (snd g) * exp (Q2R (fst g) * y)) in *. nra.
    + cbn [orb] in H1. unfold slower in H1. set (h := growth roles upper (m, c)) in *.
      assert (Q2R (fst h) < Q2R (fst g) \/ (Q2R (fst h) = Q2R (fst g) /\
        (N.to_nat (snd h) < N.to_nat (snd g))%nat)) as O.
      { destruct (Qcompare (fst h) (fst g)) eqn:Q; try discriminate.
        - right. split; [now apply Qeq_eqR, Qeq_alt|]. apply N.ltb_lt in H1. lia.
        - left. now apply Qlt_Rlt, Qlt_alt. }
      set (w := weight upper (m, c)).
      assert (0 < e / 2 / (Rabs w + 1)) as D by (apply Rdiv_lt_0_compat; [lra | pose proof (Rabs_pos w); lra]).
      destruct (slower_in_the_end _ _ _ _ _ D O) as (k & K & G).
      exists (Rmax l k). split; [apply Rle_trans with (1 := L), Rmax_l|]. intros y Y.
      assert (l <= y) as Y1 by (apply Rle_trans with (2 := Y), Rmax_l).
      assert (k <= y) as Y2 by (apply Rle_trans with (2 := Y), Rmax_r).
      specialize (B y Y1). specialize (G y Y2). rewrite S. unfold grown. fold h w.
      set (d := y ^ N.to_nat (snd g) * exp (Q2R (fst g) * y)) in *.
      set (v := y ^ N.to_nat (snd h) * exp (Q2R (fst h) * y)) in *.
      assert (0 <= v) as V by (apply Rmult_le_pos; [apply pow_le; lra | left; apply exp_pos]).
      assert (0 <= d) as D0 by (apply Rmult_le_pos; [apply pow_le; lra | left; apply exp_pos]).
      assert (- (e / 2 * d) <= w * v) as M; [|nra].
      pose proof (Rabs_pos w) as A0. assert (- Rabs w <= w) as A1 by (unfold Rabs; destruct (Rcase_abs w); lra).
      assert (Rabs w * v <= e / 2 * d) as A2.
      { apply Rle_trans with (Rabs w * (e / 2 / (Rabs w + 1) * d)); [now apply Rmult_le_compat_l|].
        replace (Rabs w * (e / 2 / (Rabs w + 1) * d)) with (e / 2 * d * (Rabs w / (Rabs w + 1))) by (field; lra).
        rewrite <- (Rmult_1_r (e / 2 * d)) at 2. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
        apply (Rmult_le_reg_r (Rabs w + 1)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      nra.
Qed.

Lemma leading_weight upper g f : without_logs roles f = true ->
  F (filter (fun t => as_fast (growth roles upper t) g) f) (way upper) =
  exp (Q2R (fst g)) * fold_right (fun t s => weight upper t + s) 0 (filter (fun t => as_fast (growth roles upper
    t) g) f).
Proof.
  induction f as [|[m c] f IH]; intros W; [cbn; ring|]. cbn [without_logs forallb fst] in W. apply andb_prop in W.
  destruct W as [W1 W2]. specialize (IH W2). cbn [filter]. destruct (as_fast _ g) eqn:A; [|exact IH].
  assert (forall l, F ((m, c) :: l) (way upper) = F [(m, c)] (way upper * 1) + F l (way upper)) as S.
  { intros l. rewrite Rmult_1_r. unfold Tower_values.F. cbn. ring. }
  rewrite S, IH, (term_grown upper m c 1 W1). unfold grown. apply andb_prop in A.
  destruct A as [A1%Qeq_bool_eq%Qeq_eqR _]. rewrite A1, pow1, Rmult_1_r. cbn [fold_right]. ring.
Qed.

Hypothesis simple : forall u, In (Log u) roles -> without_logs roles u = true /\ without_parameters roles u = true.

Theorem near_infinity_value upper f b : near_infinity roles upper f = Some b ->
  (b = true -> exists l, 1 <= l /\ forall y, l <= y -> 0 < F f (way upper * y)) /\ (b = false -> f = []) /\
  without_logs roles f = true.
Proof.
  unfold near_infinity. destruct (without_logs roles f) eqn:W; [|discriminate].
  destruct (nothing f) eqn:N.
  - intros [= <-]. repeat split; [discriminate | intros _; now apply nothing_empty].
  - destruct (all_firm roles && no_faster roles upper f) eqn:A;
      [|discriminate]. apply andb_prop in A. destruct A as [_ A].
    destruct (near_number _ _ _) as [[]|] eqn:V; try discriminate. intros [= <-]. repeat split;
      [intros _ | discriminate].
    apply (near_number_value parameter roles signs simple) in V. destruct V as (_ & V & _). specialize (V eq_refl).
    replace (Q2R (if upper then 1 else -1)) with (way upper) in V
      by (destruct upper; unfold way; [now rewrite q_one | now rewrite q_minus_one]).
    unfold leading in V. rewrite (leading_weight upper _ f W) in V. unfold no_faster in A.
    set (g := fastest roles upper f) in *.
    set (s := fold_right _ 0 (filter _ f)) in V. pose proof (exp_pos (Q2R (fst g))) as E.
    assert (0 < s) as P by (apply (Rmult_lt_reg_l (exp (Q2R (fst g)))); [exact E | lra]).
    destruct (grown_in_the_end upper g (s / 2) f ltac:(lra) W A) as (l & L & B). exists l. split; [exact L|].
    intros y Y. specialize (B y Y). fold s in B. apply Rlt_le_trans with (2 := B). apply Rmult_lt_0_compat; [lra|].
    apply Rmult_lt_0_compat; [apply pow_lt; lra | apply exp_pos].
Qed.
End Terms.
