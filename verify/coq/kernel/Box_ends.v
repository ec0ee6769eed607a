(* What intervals bound: sums, products, quotients, roots, exponentials and logarithms of Box_bounds.v. *)

From Coq Require Import Reals Lra List QArith Qreals ZArith Bool.
From Certificates Require Import Polynomial Acceptance Enclosures Box_claim Box_bounds.
Import ListNotations.
Local Open Scope R_scope.

Definition U : R := IZR (Zpos one_unit).
Lemma U_positive : 0 < U.
Proof. now apply IZR_lt. Qed.

Definition lower (e : end_of) (x : R) : Prop :=
  match e with Infinitely_low => True | At z => IZR z <= x * U | Infinitely_high => False end.
Definition upper (e : end_of) (x : R) : Prop :=
  match e with Infinitely_low => False | At z => x * U <= IZR z | Infinitely_high => True end.
Definition inside (i : interval) (x : R) : Prop := lower (fst i) x /\ upper (snd i) x.

Lemma lower_less e x y : lower e x -> x <= y -> lower e y.
Proof. pose proof U_positive. destruct e; cbn; trivial. nra. Qed.

Lemma upper_more e x y : upper e x -> y <= x -> upper e y.
Proof. pose proof U_positive. destruct e; cbn; trivial. nra. Qed.

Lemma lower_lower_of a b x : lower a x \/ lower b x -> lower (lower_of a b) x.
Proof.
  unfold lower_of. destruct a as [|a|], b as [|b|]; cbn; try tauto.
  destruct (Z.leb_spec a b) as [H|H%Z.lt_le_incl]; apply IZR_le in H; cbn; lra.
Qed.

Lemma upper_higher_of a b x : upper a x \/ upper b x -> upper (higher_of a b) x.
Proof.
  unfold higher_of. destruct a as [|a|], b as [|b|]; cbn; try tauto.
  destruct (Z.leb_spec a b) as [H|H%Z.lt_le_incl]; apply IZR_le in H; cbn; lra.
Qed.

Lemma lower_higher_of a b x : lower a x -> lower b x -> lower (higher_of a b) x.
Proof. unfold higher_of. now destruct (e_le a b). Qed.

Lemma lower_lowest l e x : In e l -> lower e x -> lower (lowest l) x.
Proof.
  induction l as [|f l IH]; [easy|]. intros [->|I] L; cbn; apply lower_lower_of; [now left | right; now apply IH].
Qed.

Lemma upper_highest l e x : In e l -> upper e x -> upper (highest l) x.
Proof.
  induction l as [|f l IH]; [easy|]. intros [->|I] L; cbn; apply upper_higher_of; [now left | right; now apply IH].
Qed.

Lemma lower_highest l x : Forall (fun e => lower e x) l -> lower (highest l) x.
Proof. induction 1; cbn; [exact I | now apply lower_higher_of]. Qed.

Lemma upper_lowest l x : Forall (fun e => upper e x) l -> upper (lowest l) x.
Proof. induction 1; cbn; [exact I | unfold lower_of; now destruct (e_le _ _)]. Qed.

Lemma lower_negated e x : lower (negated e) (- x) <-> upper e x.
Proof. destruct e; cbn; rewrite ?opp_IZR; split; trivial; lra. Qed.

Lemma upper_negated e x : upper (negated e) (- x) <-> lower e x.
Proof. destruct e; cbn; rewrite ?opp_IZR; split; trivial; lra. Qed.

Lemma opposite_inside i x : inside i x -> inside (opposite i) (- x).
Proof. intros [L H]. split; cbn; [now apply lower_negated | now apply upper_negated]. Qed.

(* Signs. *)

Lemma e_lt_at a b : e_lt (At a) (At b) = (a <? b)%Z.
Proof. unfold e_lt. cbn. now rewrite Z.leb_antisym, negb_involutive. Qed.

Lemma low_positive e x : e_lt (At 0) e = true -> lower e x -> 0 < x.
Proof.
  pose proof U_positive. destruct e as [|z|]; cbn; try easy. rewrite e_lt_at. intros H'%Z.ltb_lt%IZR_lt. nra.
Qed.

Lemma low_not_negative e x : e_le (At 0) e = true -> lower e x -> 0 <= x.
Proof. pose proof U_positive. destruct e as [|z|]; cbn; try easy. intros H'%Z.leb_le%IZR_le. nra. Qed.

Lemma high_negative e x : e_lt e (At 0) = true -> upper e x -> x < 0.
Proof.
  pose proof U_positive. destruct e as [|z|]; cbn; try easy. rewrite e_lt_at. intros H'%Z.ltb_lt%IZR_lt. nra.
Qed.

Lemma high_not_positive e x : e_le e (At 0) = true -> upper e x -> x <= 0.
Proof. pose proof U_positive. destruct e as [|z|]; cbn; try easy. intros H'%Z.leb_le%IZR_le. nra. Qed.

Lemma low_below_high a b x : lower a x -> upper b x -> e_le a b = true.
Proof.
  destruct a as [|a|], b as [|b|]; cbn; try easy. intros. apply Z.leb_le, le_IZR. lra.
Qed.

(* Rational numbers, outward. *)

Lemma down_below c : lower (At (down c)) (Q2R c).
Proof.
  unfold lower, down, Q2R. pose proof (floor_below (Qnum c * Zpos one_unit) (Zpos (Qden c)) eq_refl) as F.
  rewrite mult_IZR in F. fold U in F. unfold Rdiv in *. lra.
Qed.

Lemma up_above c : upper (At (up c)) (Q2R c).
Proof.
  unfold upper, up, Q2R. pose proof (ceiling_above (Qnum c * Zpos one_unit) (Zpos (Qden c)) eq_refl) as F.
  rewrite mult_IZR in F. fold U in F. rewrite <- Z.mul_opp_l in F. unfold Rdiv in *. lra.
Qed.

Lemma outward_inside a b x : Q2R a <= x <= Q2R b -> inside (outward a b) x.
Proof.
  intros [A B]. split; cbn [outward fst snd];
    [eapply lower_less; [apply down_below | exact A] | eapply upper_more; [apply up_above | exact B]].
Qed.

(* Sums. *)

Lemma add_inside i j x y : inside i x -> inside j y -> inside (add i j) (x + y).
Proof.
  destruct i as [[|a|] [|b|]], j as [[|c|] [|d|]]; unfold inside; cbn; rewrite ?plus_IZR; try tauto; try lra.
Qed.

(* Products: ends in units of 2^-384 first. *)

Definition lower2 (e : end_of) (x : R) : Prop :=
  match e with Infinitely_low => True | At z => IZR z <= x | Infinitely_high => False end.

Lemma lower2_lower_of a b x : lower2 a x \/ lower2 b x -> lower2 (lower_of a b) x.
Proof.
  unfold lower_of. destruct a as [|a|], b as [|b|]; cbn; try tauto.
  destruct (Z.leb_spec a b) as [H|H%Z.lt_le_incl]; apply IZR_le in H; cbn; lra.
Qed.

Lemma lower2_lowest l e x : In e l -> lower2 e x -> lower2 (lowest l) x.
Proof.
  induction l as [|f l IH]; [easy|]. intros [->|I] L; cbn; apply lower2_lower_of; [now left | right; now apply IH].
Qed.

Lemma lowest_product i j x y : inside i x -> inside j y ->
  lower2 (lowest [e_times (fst i) (fst j); e_times (fst i) (snd j); e_times (snd i) (fst j);
    e_times (snd i) (snd j)])
    (x * U * (y * U)).
Proof.
  destruct i as [a b], j as [c d]. unfold inside. cbn [fst snd]. intros [A B] [C D]. unfold lower, upper in *.
  set (X := x * U) in *. set (Y := y * U) in *.
  assert (lower2 (e_times a c) (X * Y) \/ lower2 (e_times a d) (X * Y) \/ lower2 (e_times b c) (X * Y)
    \/ lower2 (e_times b d) (X * Y)) as [H|[H|[H|H]]].
  2-5: eapply lower2_lowest; [|exact H]; cbn; tauto.
  assert (forall k, IZR (Zpos k) > 0) as K by (intros; now apply IZR_lt).
  assert (forall k, IZR (Zneg k) < 0) as N by (intros; now apply IZR_lt).
  destruct (Rle_or_lt 0 Y) as [S|S].
  - destruct a as [|a|]; [| |easy].
    + right; left. destruct d as [|d|]; [easy| |exact I]. destruct d as [|d|d]; cbn; [|exact I|].
      * replace Y with 0 by lra. lra.
      * specialize (N d). lra.
    + destruct a as [|a|a].
      * left. destruct c as [|c|]; cbn; [nra| |easy]. nra.
      * left. destruct c as [|c|]; cbn [e_times lower2]; [exact I| |easy]. rewrite mult_IZR. specialize (K a). nra.
      * right; left. destruct d as [|d|]; cbn [e_times lower2 negated]; [easy| |exact I]. rewrite mult_IZR.
        specialize (N a). nra.
  - destruct b as [|b|]; [easy| |].
    + destruct b as [|b|b].
      * right; right; left. destruct c as [|c|]; cbn; [nra| |easy]. nra.
      * right; right; left. destruct c as [|c|]; cbn [e_times lower2]; [exact I| |easy]. rewrite mult_IZR.
        specialize (K b). nra.
      * right; right; right. destruct d as [|d|]; cbn [e_times lower2 negated]; [easy| |exact I]. rewrite mult_IZR.
        specialize (N b). nra.
    + right; right; left. destruct c as [|c|]; [exact I| |easy]. destruct c as [|c|c]; cbn; [lra| |exact I].
      specialize (K c). lra.
Qed.

Lemma lower_shifted e z : lower2 e (z * U * U) -> lower (shifted_down e) z.
Proof.
  pose proof U_positive as P. destruct e as [|k|]; cbn [lower2 lower shifted_down]; trivial. intros H.
  rewrite Z.shiftr_div_pow2 by (now apply Zle_0_nat).
  change (2 ^ Z.of_nat bits)%Z with (Zpos one_unit). pose proof (floor_below k (Zpos one_unit) eq_refl) as F.
    fold U in F.
  apply Rle_trans with (IZR k / U); [exact F|]. apply (Rmult_le_reg_r U); [exact P|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma e_times_negated a b : e_times (negated a) b = negated (e_times a b).
Proof.
  destruct a as [|a|], b as [|b|]; cbn; try reflexivity.
  all: try (destruct a; reflexivity). all: try (destruct b; reflexivity).
  now rewrite Z.mul_opp_l.
Qed.

Lemma negated_twice e : negated (negated e) = e.
Proof. destruct e; cbn; trivial. now rewrite Z.opp_involutive. Qed.


Lemma multiply_inside i j x y : inside i x -> inside j y -> inside (multiply i j) (x * y).
Proof.
  intros X Y. split.
  - apply lower_shifted. replace (x * y * U * U) with (x * U * (y * U)) by ring. now apply lowest_product.
  - cbn [multiply snd]. rewrite <- lower_negated, negated_twice. apply lower_shifted.
    replace (- (x * y) * U * U) with (- x * U * (y * U)) by ring.
    pose proof (lowest_product _ _ _ _ (opposite_inside _ _ X) Y) as L. cbn [opposite fst snd] in L.
    rewrite !e_times_negated in L.
    set (a := e_times (fst i) (fst j)) in *. set (b := e_times (fst i) (snd j)) in *.
    set (c := e_times (snd i) (fst j)) in *. set (d := e_times (snd i) (snd j)) in *.
    assert (forall e l z, In e l -> lower2 (negated e) z -> lower2 (negated (highest l)) z) as M.
    { clear. intros e l z. induction l as [|k l IH]; [easy|]. intros Q H.
      change (highest (k :: l)) with (higher_of k (highest l)).
      assert (lower2 (negated k) z \/ lower2 (negated (highest l)) z) as T
        by (destruct Q as [->|Q]; [now left | right; now apply IH]).
      clear - T. revert T. generalize (highest l) as h. intros h T. unfold higher_of.
      destruct k as [|k|], h as [|h|]; cbn in *; try tauto.
      destruct (Z.leb_spec k h) as [W|W%Z.lt_le_incl]; apply IZR_le in W; cbn in *; rewrite !opp_IZR in *; lra. }
    assert (forall l z, lower2 (lowest l) z -> l <> [] -> exists e, In e l /\ lower2 e z) as N.
    { clear. intros l z. induction l as [|k l IH]; [easy|]. intros H _.
      change (lowest (k :: l)) with (lower_of k (lowest l)) in H. unfold lower_of in H.
      destruct (e_le k (lowest l)) eqn:W; [exists k; split; [now left | exact H]|].
      destruct l as [|m l]; [now destruct k|].
      destruct IH as (e & E & T); [exact H | easy|]. exists e. split; [now right | exact T]. }
    destruct (N _ _ L) as (e & E & T); [easy|].
    apply (M (negated e)); [|now rewrite negated_twice].
    clearbody a b c d. cbn in E. destruct E as [<-|[<-|[<-|[<-|[]]]]]; rewrite negated_twice. all: cbn; tauto.
Qed.

(* Quotients. *)

Lemma floor_bounds a b : b <> 0%Z -> IZR (a / b) <= IZR a / IZR b <= IZR (a / b + 1).
Proof.
  assert (forall a b, (0 < b)%Z -> IZR (a / b) <= IZR a / IZR b <= IZR (a / b + 1)) as P.
  { clear. intros a b B. split; [now apply floor_below|]. pose proof (Z.mul_succ_div_gt a b B) as M.
    apply Z.lt_le_incl, IZR_le in M. rewrite mult_IZR in M. apply IZR_lt in B.
    apply (Rmult_le_reg_r (IZR b)); [exact B|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    change (a / b + 1)%Z with (Z.succ (a / b)). lra. }
  intros N. destruct (Z.lt_ge_cases 0 b) as [B|B]; [now apply P|].
  rewrite <- Z.div_opp_opp by exact N. specialize (P (- a) (- b))%Z. rewrite !opp_IZR in P.
  assert (IZR b <> 0) by (now apply not_0_IZR).
  replace (IZR a / IZR b) with (- IZR a / - IZR b) by (field; assumption). apply P. now apply Z.opp_pos_neg,
    Z.le_neq.
Qed.

Lemma inverse_inside a positive i y : inverse a positive = Some i -> inside a y -> (positive = true -> 0 < y) ->
  y <> 0 /\ inside i (/ y).
Proof.
  unfold inverse. destruct (_ || _) eqn:C; [|discriminate]. intros [= <-] [L H] P.
  pose proof U_positive as U0.
  assert (0 < y /\ e_le (At 0) (fst a) = true \/ y < 0 /\ e_lt (snd a) (At 0) = true) as S.
  { apply orb_prop in C as [C|[[T%P C]%andb_prop _]%andb_prop]; [|now left].
    apply orb_prop in C as [C|C].
    - left. split; [now apply (low_positive (fst a))|]. destruct (fst a) as [|z|]; [easy| |easy].
      rewrite e_lt_at in C. cbn. apply Z.leb_le. apply Z.ltb_lt in C. now apply Z.lt_le_incl.
    - right. split; [now apply (high_negative (snd a)) | exact C]. }
  assert (y <> 0) as N by (destruct S as [[S _]|[S _]]; lra). split; [exact N|].
  assert (IZR square_unit = U * U) as Q by (unfold square_unit, U; now rewrite Pos2Z.inj_mul, mult_IZR).
  assert (/ y * U = U * U / (y * U)) as E by (field; lra).
  destruct a as [l h]. cbn [fst snd] in *. split; cbn [fst snd].
  - destruct h as [|h|]; cbn [upper] in H; [easy| |].
    + cbn [lower]. rewrite E. destruct (Z.eq_dec h 0) as [->|Z].
      { exfalso. destruct S as [[S _]|[_ S]]; [nra | now rewrite e_lt_at in S]. }
      apply Rle_trans with (IZR square_unit / IZR h); [now apply floor_bounds|]. rewrite Q.
      unfold Rdiv. apply Rmult_le_compat_l; [nra|].
      destruct S as [[S _]|[S W]]; [apply Rinv_le_contravar; nra|].
      rewrite e_lt_at in W. apply Z.ltb_lt, IZR_lt in W.
      assert (/ - (y * U) <= / - IZR h) as I by (apply Rinv_le_contravar; lra).
      rewrite !Rinv_opp in I. lra.
    + cbn [lower]. destruct S as [[S _]|[_ S]]; [|easy]. apply Rinv_0_lt_compat in S. nra.
  - destruct l as [|l|]; cbn [lower] in L; [|  |easy].
    + cbn [upper]. destruct S as [[_ S]|[S _]]; [easy|]. apply Rinv_lt_0_compat in S. nra.
    + destruct (Z.eq_dec l 0) as [->|Z]; [exact I|].
      assert (upper (At (square_unit / l + 1)) (/ y)) as T; [|now destruct l].
      cbn [upper]. rewrite E. apply Rle_trans with (IZR square_unit / IZR l); [|now apply floor_bounds]. rewrite Q.
      unfold Rdiv. apply Rmult_le_compat_l; [nra|].
      destruct S as [[S W]|[S _]].
      * apply Z.leb_le, IZR_le in W. apply Rinv_le_contravar; [|exact L].
        apply not_0_IZR in Z. lra.
      * assert (/ - IZR l <= / - (y * U)) as I by (apply Rinv_le_contravar; nra).
        rewrite !Rinv_opp in I. lra.
Qed.

(* Roots, exponentials, logarithms. *)

Lemma root_inside a i y : root a = Some i -> inside a y -> 0 <= y /\ inside i (sqrt y).
Proof.
  destruct a as [[|l|] h]; cbn [root]; try discriminate. destruct (Z.leb_spec 0 l) as [N|]; [|discriminate].
  intros [= <-] [L H]. cbn [fst snd lower upper] in *. pose proof U_positive as P. apply IZR_le in N as N'.
  assert (0 <= y) as Y by nra. split; [exact Y|].
  pose proof (sqrt_pos y) as S. pose proof (sqrt_sqrt y Y) as E.
  assert (sqrt y * U * (sqrt y * U) = y * U * U) as W by (rewrite <- E at 3; ring). split;
    cbn [fst snd lower upper].
  - assert (0 <= l * Zpos one_unit)%Z as Z by (now apply Z.mul_nonneg_nonneg).
    pose proof (Z.sqrt_spec _ Z) as [A _]. apply IZR_le in A. rewrite !mult_IZR in A. fold U in A.
    pose proof (Z.sqrt_nonneg (l * Zpos one_unit)) as B. apply IZR_le in B. apply Rsqr_incr_0; unfold Rsqr; nra.
  - destruct h as [|h|]; [easy| |exact I]. cbn [upper] in *.
    assert (0 <= h)%Z as Z by (apply le_IZR; nra).
    assert (0 <= h * Zpos one_unit)%Z as Z' by (now apply Z.mul_nonneg_nonneg).
    pose proof (Z.sqrt_spec _ Z') as [_ A]. apply Z.lt_le_incl, IZR_le in A.
    change (Z.succ (Z.sqrt (h * Zpos one_unit))) with (Z.sqrt (h * Zpos one_unit) + 1)%Z in A.
    pose proof (Z.sqrt_nonneg (h * Zpos one_unit)) as B. apply IZR_le in B. rewrite !mult_IZR, plus_IZR in A.
    rewrite plus_IZR. fold U in A. apply Rsqr_incr_0; unfold Rsqr; nra.
Qed.

Lemma in_units y : Q2R (Qmake y one_unit) = IZR y / U.
Proof. reflexivity. Qed.

Lemma per_unit y x : IZR y <= x * U -> IZR y / U <= x.
Proof.
  pose proof U_positive as P. intros H. apply (Rmult_le_reg_r U); [exact P|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma per_unit_above y x : x * U <= IZR y -> x <= IZR y / U.
Proof.
  pose proof U_positive as P. intros H. apply (Rmult_le_reg_r U); [exact P|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [H | ->]; [left; now apply exp_increasing | lra]. Qed.

Lemma ln_monotone x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros P [H | ->]; [left; now apply ln_increasing | lra]. Qed.

Lemma exponentials_inside a i y : exponentials a = Some i -> inside a y -> inside i (exp y).
Proof.
  unfold exponentials. intros E [L H]. pose proof (exp_pos y) as P. pose proof U_positive as U0.
  destruct (if e_lt (fst a) _ then _ else _) as [low|] eqn:A; [|discriminate].
  destruct (if e_lt _ (snd a) then _ else _) as [high|] eqn:B; [|discriminate]. injection E as <-. split;
    cbn [fst snd].
  - destruct (e_lt (fst a) _); [injection A as <-; cbn; nra|].
    pose proof (lower_lower_of (fst a) (At limit) y (or_introl L)) as M.
    destruct (lower_of (fst a) (At limit)) as [|z|]; try discriminate.
    destruct (exponential 192 (z # one_unit)) as [e|] eqn:X; [|discriminate]. injection A as <-.
    apply exponential_within in X as [X _]. rewrite in_units in X.
    apply (lower_less _ (Q2R (fst e))); [apply down_below|].
    apply Rle_trans with (exp (IZR z / U)); [exact X|]. now apply exp_monotone, per_unit.
  - destruct (e_lt _ (snd a)); [injection B as <-; exact I|].
    pose proof (upper_higher_of (snd a) (At (- limit)) y (or_introl H)) as M.
    destruct (higher_of (snd a) (At (- limit))) as [|z|]; try discriminate.
    destruct (exponential 192 (z # one_unit)) as [e|] eqn:X; [|discriminate]. injection B as <-.
    apply exponential_within in X as [_ X]. rewrite in_units in X.
    apply (upper_more _ (Q2R (snd e))); [apply up_above|].
    apply Rle_trans with (exp (IZR z / U)); [|exact X]. now apply exp_monotone, per_unit_above.
Qed.

Lemma logarithms_inside a positive i y : logarithms a positive = Some i -> inside a y -> (positive = true -> 0 <
  y) ->
  0 < y /\ inside i (ln y).
Proof.
  unfold logarithms. destruct (_ || _) eqn:C; [|discriminate]. intros E [L H] P.
  assert (0 < y) as Y.
  { apply orb_prop in C as [C|[[T%P _]%andb_prop _]%andb_prop]; [now apply (low_positive (fst a)) | exact T]. }
  split; [exact Y|].
  assert (forall e l, end_logarithm e = Some (Some l) -> exists k,
    e = At (Zpos k) /\ within l (ln (IZR (Zpos k) / U))) as K.
  { intros e l. destruct e as [|z|]; [| destruct z as [|k|k] |]; cbn [end_logarithm]; try discriminate.
    destruct (logarithm 192 _) as [l'|] eqn:X; [|discriminate]. intros [= <-]. exists k. split; [reflexivity|].
    eapply logarithm_within in X; [|apply exactly_within]. rewrite in_units in X. tauto. }
  destruct (end_logarithm (fst a)) as [low|] eqn:A; [|discriminate].
    destruct (end_logarithm (snd a)) as [high|] eqn:B; [|discriminate].
  injection E as <-. pose proof U_positive as U0. split; cbn [fst snd].
  - destruct low as [l|]; [|exact I]. destruct (K _ _ A) as (k & F & W & _). rewrite F in L.
    apply (lower_less _ (Q2R (fst l))); [apply down_below|]. apply Rle_trans with (1 := W).
    apply ln_monotone; [|now apply per_unit]. apply Rmult_lt_0_compat;
      [now apply IZR_lt | now apply Rinv_0_lt_compat].
  - destruct high as [l|]; [|exact I]. destruct (K _ _ B) as (k & F & _ & W). rewrite F in H.
    apply (upper_more _ (Q2R (snd l))); [apply up_above|]. apply Rle_trans with (2 := W).
    apply ln_monotone; [exact Y | now apply per_unit_above].
Qed.
