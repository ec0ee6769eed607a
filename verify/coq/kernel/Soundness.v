(* What the kernel accepts holds: `accepted_holds`.

   The facts hold at a point just where the formula has the truth asked for (`cases_exact`), since numerator over
   denominator is the value just where it is defined (`fraction_value`); the facts that a refutation refutes do
   not hold together (`refutes_sound`): a sum of what is not negative, one of it positive, is not 0. *)

From Coq Require Import List String Arith NArith QArith Qreals Rbase Rfunctions Lra Bool.
From Certificates Require Import Polynomial Claim Acceptance.
Import ListNotations.
Local Open Scope R_scope.

Lemma collected {A B} (f : A -> option B) : forall l r, collect f l = Some r ->
  Forall2 (fun x y => f x = Some y) l r.
Proof.
  induction l as [|x l IH]; cbn; intros r; [intros [= <-]; constructor|].
  destruct (f x) eqn:E; [|discriminate]. fold (collect f l). destruct (collect f l); [|discriminate].
  intros [= <-]. constructor; auto.
Qed.

Section Soundness.
Variable point : string -> R.
Variable names : list string.
Let at_point := value_at (map point names).

Definition fact_holds (f : fact) : Prop :=
  match f with
  | (Nonnegative, p) => 0 <= at_point p
  | (Positive, p) => 0 < at_point p
  | (Zero, p) => at_point p = 0
  end.

Definition system_holds : list fact -> Prop := Forall fact_holds.

Lemma place_value name : forall l i, place name l = Some i -> nth i (map point l) 1 = point name.
Proof.
  induction l as [|n l IH]; cbn; intros i; [discriminate|].
  destruct (String.eqb_spec name n) as [->|_]; [now intros [= <-]|].
  destruct (place name l); [|discriminate]. intros [= <-]. cbn. now apply IH.
Qed.

(* The denominator is 0 just where the expression is undefined; elsewhere n / d is its value. *)
Lemma fraction_value : forall e n d, fraction names e = Some (n, d) ->
  (defined point e <-> at_point d <> 0) /\ (defined point e -> value point e * at_point d = at_point n).
Proof.
  unfold at_point.
  induction e as [c|name|a IHa b IHb|a IHa b IHb|a IHa b IHb|a IHa k]; cbn [fraction defined value]; intros n d.
  - intros [= <- <-]. rewrite one_value, number_value. split; [split; [lra|easy]|lra].
  - destruct (place name names) eqn:E; [|discriminate]. intros [= <- <-].
    rewrite one_value, variable_value, (place_value _ _ _ E). split; [split; [lra|easy]|lra].
  - destruct (fraction names a) as [[p q]|]; [|discriminate].
    destruct (fraction names b) as [[r s]|]; [|discriminate]. intros [= <- <-].
    destruct (IHa _ _ eq_refl) as [A VA], (IHb _ _ eq_refl) as [B VB].
    rewrite plus_value, !times_value, A, B. split.
    + split; [intros [? ?]; now apply Rmult_integral_contrapositive_currified|].
      intros H. split; intros Z; apply H; rewrite Z; ring.
    + intros [DA%A DB%B]. rewrite <- (VA DA), <- VB by assumption. ring.
  - destruct (fraction names a) as [[p q]|]; [|discriminate].
    destruct (fraction names b) as [[r s]|]; [|discriminate]. intros [= <- <-].
    destruct (IHa _ _ eq_refl) as [A VA], (IHb _ _ eq_refl) as [B VB].
    rewrite !times_value, A, B. split.
    + split; [intros [? ?]; now apply Rmult_integral_contrapositive_currified|].
      intros H. split; intros Z; apply H; rewrite Z; ring.
    + intros [DA%A DB%B]. rewrite <- VA, <- VB by tauto. ring.
  - destruct (fraction names a) as [[p q]|]; [|discriminate].
    destruct (fraction names b) as [[r s]|]; [|discriminate]. intros [= <- <-].
    destruct (IHa _ _ eq_refl) as [A VA], (IHb _ _ eq_refl) as [B VB].
    rewrite !times_value, A, B. split.
    + split.
      * intros (H1 & H2 & H3). rewrite <- VB by tauto.
        repeat apply Rmult_integral_contrapositive_currified; assumption.
      * intros H. assert (value_at (map point names) s <> 0) as S by (intros Z; apply H; rewrite Z; ring).
        repeat split; [|assumption|]; intros Z; apply H; [rewrite Z; ring|].
        rewrite <- VB, Z by tauto. ring.
    + intros (H1 & H2 & H3). rewrite <- VA, <- VB by tauto. field. assumption.
  - destruct (fraction names a) as [[p q]|]; [|discriminate].
    destruct (IHa _ _ eq_refl) as [A VA]. destruct (Nat.eqb_spec k 0) as [->|K]; intros [= <- <-].
    + split; [assumption|]. intros _. cbn [pow]. ring.
    + rewrite !power_value, A. split.
      * split; [apply pow_nonzero|]. intros H Z. apply H. rewrite Z. destruct k; [easy | cbn [pow]; ring].
      * intros D%A. rewrite <- Rpow_mult_distr, VA by tauto. reflexivity.
Qed.

Lemma signs x t u : t <> 0 -> x * t = u ->
  (x > 0 <-> 0 < u * t) /\ (x >= 0 <-> 0 <= u * t) /\ (x = 0 <-> u = 0) /\ (x <> 0 <-> 0 < u * u).
Proof.
  intros T <-. assert (0 < t * t) as P by now apply Rsqr_pos_lt.
  replace (x * t * t) with (x * (t * t)) by ring. replace (x * t * (x * t)) with (x * x * (t * t)) by ring.
  destruct (Rtotal_order x 0) as [X|[->|X]].
  - assert (0 < - x * (t * t)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < - x * - x * (t * t)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
    repeat split; try lra. intros Z. apply Rmult_integral in Z. lra.
  - repeat split; try lra.
  - assert (0 < x * (t * t)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < x * x * (t * t)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
    repeat split; try lra. intros Z. apply Rmult_integral in Z. lra.
Qed.

Definition meant (f : formula) (truth : bool) : Prop := if truth then true_here point f else ~ true_here point f.

Lemma one_system facts : Exists system_holds [facts] <-> Forall fact_holds facts.
Proof. rewrite Exists_cons, Exists_nil. unfold system_holds. tauto. Qed.

Lemma comparison_exact r a b n d truth : fraction names (Plus a (Times (Number (-1)) b)) = Some (n, d) ->
  (Exists system_holds (comparison_cases r n d truth) <-> meant (Compare r a b) truth).
Proof.
  intros [D V]%fraction_value. cbn [defined value] in D, V.
  replace (Q2R (-1)) with (-1) in V by (unfold Q2R; cbn; lra).
  assert (defined point a /\ defined point b <-> at_point d <> 0) as DD by tauto.
  assert (at_point d <> 0 -> (value point a - value point b) * at_point d = at_point n) as VV
    by (intros H; rewrite <- V by tauto; ring).
  assert (meant (Compare r a b) truth <->
    if truth then at_point d <> 0 /\ related r (value point a) (value point b)
    else ~ (at_point d <> 0 /\ related r (value point a) (value point b))) as -> by (destruct truth; cbn; tauto).
  clear D V DD. revert VV. unfold comparison_cases.
  assert (forall c, constant d = Some c -> at_point d <> 0) as C
    by (intros c [E F]%(constant_value (map point names)); unfold at_point; now rewrite E).
  destruct (Req_dec (at_point d) 0) as [Z|T]; intros V.
  - destruct (constant d) as [c|]; [now destruct (C c eq_refl)|].
    destruct r, truth; cbn [fst snd]; rewrite ?Exists_cons, ?Exists_nil; unfold system_holds;
      rewrite ?Forall_cons_iff; cbn [fact_holds]; unfold at_point in *;
      rewrite ?negative_value, ?times_value, ?Z; split; try (intros; exfalso; lra); try lra; try tauto.
    all: intros; rewrite ?Rmult_0_r; try (left; split; [lra|constructor]);
      try (right; left; split; [reflexivity|constructor]).
  - specialize (V T). destruct (signs _ _ _ T V) as (S1 & S2 & S3 & S4).
    assert (0 < at_point d * at_point d) as DD by now apply Rsqr_pos_lt.
    assert (Forall fact_holds []) as N by constructor.
    assert (value point a > value point b <-> 0 < at_point n * at_point d) as R1 by (rewrite <- S1; split; lra).
    assert (value point a >= value point b <-> 0 <= at_point n * at_point d) as R2 by (rewrite <- S2; split; lra).
    assert (value point a = value point b <-> at_point n = 0) as R3 by (rewrite <- S3; split; lra).
    assert (0 < at_point n * at_point n <-> at_point n <> 0) as R4 by (rewrite <- S4, <- S3; tauto).
    assert (forall x, 0 <= - x <-> ~ 0 < x) as M1 by (intros; split; lra).
    assert (forall x, 0 < - x <-> ~ 0 <= x) as M2 by (intros; split; lra).
    assert (at_point n = 0 \/ at_point n <> 0) as E by apply Req_dec.
    clear C V S1 S2 S3 S4. unfold at_point in *.
    destruct (constant d) as [c|], r, truth; cbn [fst snd related]; rewrite ?Exists_cons, ?Exists_nil;
      unfold system_holds; rewrite ?Forall_cons_iff; cbn [fact_holds]; unfold at_point;
      rewrite ?negative_value, ?times_value, ?M1, ?M2, ?R4, ?R3, ?R2, ?R1; tauto.
Qed.

Lemma both_hold a b : Exists system_holds (both a b) <-> Exists system_holds a /\ Exists system_holds b.
Proof.
  unfold both, system_holds. rewrite !Exists_exists. split.
  - intros (s & (x & X & (y & <- & Y)%in_map_iff)%in_flat_map & [H1 H2]%Forall_app). split; eauto.
  - intros [(x & X & H1) (y & Y & H2)]. exists (x ++ y). split; [|now apply Forall_app].
    apply in_flat_map. exists x. split; [assumption|]. now apply in_map.
Qed.

Lemma branches_hold truth l branches :
  Forall (fun f => forall truth systems, cases names f truth = Some systems ->
    (Exists system_holds systems <-> meant f truth)) l ->
  collect (fun f => cases names f truth) l = Some branches ->
  (Exists system_holds (fold_right both [[]] branches) <-> Forall (fun f => meant f truth) l) /\
  (Exists system_holds (List.concat branches) <-> Exists (fun f => meant f truth) l).
Proof.
  intros F C%collected. induction C as [|f systems l branches E C IH]; cbn [fold_right List.concat].
  - rewrite one_system, !Exists_nil. now repeat split.
  - inversion F as [|? ? F1 F2]; subst. destruct (IH F2) as [I1 I2].
    rewrite both_hold, Exists_app, Forall_cons_iff, Exists_cons, I1, I2, (F1 _ _ E). tauto.
Qed.

(* One of the systems holds just where the formula has the truth that was asked for. *)
Lemma cases_exact : forall f truth systems, cases names f truth = Some systems ->
  (Exists system_holds systems <-> meant f truth).
Proof.
  apply (formula_induction (fun f => forall truth systems, cases names f truth = Some systems ->
    (Exists system_holds systems <-> meant f truth))).
  - intros r a b truth systems. cbn [cases]. destruct (fraction names _) as [[n d]|] eqn:E; [|discriminate].
    intros [= <-]. now apply comparison_exact.
  - intros f IH truth systems H. cbn in H. rewrite (IH _ _ H).
    destruct truth; cbn; [reflexivity|]. destruct (true_or_not point f); tauto.
  - intros l IH truth systems. cbn [cases].
    destruct (collect _ l) as [branches|] eqn:C; [|discriminate].
    destruct (branches_hold truth l branches IH C) as [I1 I2]. intros [= <-].
    destruct truth; cbn [meant] in *; rewrite and_here; [assumption|].
    rewrite I2. apply Exists_Forall_neg. intros f. apply true_or_not.
  - intros l IH truth systems. cbn [cases].
    destruct (collect _ l) as [branches|] eqn:C; [|discriminate].
    destruct (branches_hold truth l branches IH C) as [I1 I2]. intros [= <-].
    destruct truth; cbn [meant] in *; rewrite or_here; [assumption|].
    rewrite I1. apply Forall_Exists_neg.
Qed.

Lemma fact_same_holds f g : fact_same f g = true -> fact_holds g -> fact_holds f.
Proof.
  destruct f as [k p], g as [j q]. unfold fact_same. cbn [fst snd]. intros [K S]%andb_prop.
  apply (same_value (map point names)) in S. destruct k, j; try discriminate; cbn; unfold at_point; now rewrite S.
Qed.

Lemma numbered_in {A} : forall (l : list A) i x, numbered l i = Some x -> In x l.
Proof.
  induction l as [|y l IH]; cbn; intros i x; [discriminate|].
  destruct (i =? 0)%N; [intros [= ->]; now left|]. intros H. right. now apply (IH _ _ H).
Qed.

Lemma known_holds k facts i p : system_holds facts -> numbered (known k facts) i = Some p -> fact_holds (k, p).
Proof.
  intros S ((j & q) & <- & [I K]%filter_In)%numbered_in%in_map_iff. cbn in *.
  apply (proj1 (Forall_forall _ _) S) in I. now destruct k, j.
Qed.

Lemma all_times_value (P : R -> Prop) l : P 1 -> (forall x y, P x -> P y -> P (x * y)) ->
  Forall (fun p => P (at_point p)) l -> P (at_point (all_times l)).
Proof.
  intros P1 PM. unfold at_point. induction 1 as [|p l H _ IH]; cbn [all_times fold_right].
  - now rewrite one_value.
  - rewrite times_value. now apply PM.
Qed.

Lemma collected_hold k facts numbers l : system_holds facts ->
  collect (numbered (known k facts)) numbers = Some l -> Forall (fun p => fact_holds (k, p)) l.
Proof.
  intros S C%collected. induction C as [|i p numbers l E C IH]; constructor; [|assumption].
  now apply (known_holds k facts i).
Qed.

Lemma summand_sound facts p strict q : system_holds facts -> summand names facts p = Some (strict, q) ->
  0 <= at_point q /\ (strict = true -> 0 < at_point q).
Proof.
  intros S. destruct p as [w ge gt square|i e]; cbn [summand].
  - destruct (collect _ ge) as [g|] eqn:G; [|discriminate].
    destruct (collect _ gt) as [h|] eqn:H; [|discriminate].
    destruct (match square with None => _ | Some e => _ end) as [s|] eqn:E; [|discriminate].
    destruct (0 <? Qnum w)%Z eqn:W; [|discriminate]. intros [= <- <-].
    unfold at_point. rewrite !times_value, number_value.
    assert (0 < Q2R w) as W' by
      (apply Rmult_lt_0_compat; [apply IZR_lt; now apply Z.ltb_lt | apply Rinv_0_lt_compat, IZR_lt; reflexivity]).
    assert (0 <= value_at (map point names) (all_times g)) as G'.
    { apply (all_times_value (Rle 0)); [lra | apply Rmult_le_pos |].
      exact (collected_hold Nonnegative facts ge g S G). }
    assert (0 < value_at (map point names) (all_times h)) as H'.
    { apply (all_times_value (Rlt 0)); [lra | apply Rmult_lt_0_compat |].
      exact (collected_hold Positive facts gt h S H). }
    pose proof (Rle_0_sqr (value_at (map point names) s)) as Q. unfold Rsqr in Q. split.
    + apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [|assumption]. apply Rmult_le_pos; lra.
    + destruct ge as [|? ?]; [|discriminate]. destruct square as [?|]; [discriminate|]. intros _.
      injection G as <-. injection E as <-. cbn [all_times fold_right]. rewrite one_value.
      apply Rmult_lt_0_compat; [assumption|]. lra.
  - destruct (numbered _ i) as [z|] eqn:Z; [|discriminate].
    destruct (polynomial_of names e) as [r|]; [|discriminate]. intros [= <- <-].
    apply (known_holds _ _ _ _ S) in Z. cbn [fact_holds] in Z.
    unfold at_point in *. rewrite times_value, Z. split; [lra|discriminate].
Qed.

Lemma sum_sound facts parts sums : system_holds facts -> collect (summand names facts) parts = Some sums ->
  existsb fst sums = true -> 0 < at_point (total (map snd sums)).
Proof.
  intros S C%collected. unfold at_point. rewrite total_value.
  enough (0 <= fold_right (fun p x => value_at (map point names) p + x) 0 (map snd sums) /\
    (existsb fst sums = true -> 0 < fold_right (fun p x => value_at (map point names) p + x) 0 (map snd sums)))
    by tauto.
  induction C as [|p [strict q] parts sums E C IH]; cbn [existsb map fold_right fst snd].
  { split; [lra|discriminate]. }
  destruct (summand_sound _ _ _ _ S E) as [E1 E2]. unfold at_point in *. destruct IH as [I1 I2]. split; [lra|].
  intros [->|H]%orb_prop; [specialize (E2 eq_refl) | specialize (I2 H)]; lra.
Qed.

(* The facts that a refutation refutes do not hold together. *)
Lemma refutes_sound proved : Forall (fun l => claim_holds (snd l)) proved ->
  forall n facts, refutes names proved facts n = true -> ~ system_holds facts.
Proof.
  intros L. unfold system_holds.
  assert (forall facts f, Forall fact_holds facts -> fact_holds f -> Forall fact_holds (facts ++ [f])) as more
    by (intros; apply Forall_app; repeat constructor; assumption).
  induction n as [parts|e b IHb z IHz a IHa|e b IHb a IHa|e b IHb a IHa|name n IH]; cbn [refutes]; intros facts.
  - destruct (collect _ parts) as [sums|] eqn:C; [|discriminate]. intros [X T]%andb_prop S.
    pose proof (sum_sound _ _ _ S C X) as P. destruct (total _); [|discriminate].
    unfold at_point in P. cbn in P. lra.
  - destruct (polynomial_of names e) as [p|]; [|discriminate]. intros [[B Z]%andb_prop A]%andb_prop S.
    destruct (Rtotal_order (at_point p) 0) as [H|[H|H]].
    + apply (IHb _ B), more; [assumption|]. cbn. unfold at_point in *. rewrite negative_value. lra.
    + now apply (IHz _ Z), more.
    + apply (IHa _ A), more; [assumption|]. exact H.
  - destruct (polynomial_of names e) as [p|]; [|discriminate]. intros [B A]%andb_prop S.
    destruct (Rlt_or_le (at_point p) 0) as [H|H].
    + apply (IHb _ B), more; [assumption|]. cbn. unfold at_point in *. rewrite negative_value. lra.
    + now apply (IHa _ A), more.
  - destruct (polynomial_of names e) as [p|]; [|discriminate]. intros [B A]%andb_prop S.
    destruct (Rlt_or_le 0 (at_point p)) as [H|H].
    + now apply (IHa _ A), more.
    + apply (IHb _ B), more; [assumption|]. cbn. unfold at_point in *. rewrite negative_value. lra.
  - destruct (find _ proved) as [[other c]|] eqn:F; [|discriminate].
    destruct (cases names (And (hypotheses c)) true) as [[|premises [|]]|] eqn:P; try discriminate.
    destruct (cases names (goal c) true) as [[|new [|]]|] eqn:G; try discriminate.
    intros [M N]%andb_prop S. apply (IH _ N), Forall_app. split; [assumption|].
    apply one_system. apply (cases_exact _ _ _ G). cbn [meant].
    apply find_some in F. destruct F as [F _]. apply (proj1 (Forall_forall _ _) L) in F. apply F.
    apply and_here. apply (cases_exact _ _ _ P), one_system, Forall_forall. intros f I.
    apply (proj1 (forallb_forall _ _) M) in I. apply existsb_exists in I. destruct I as (g & I & E).
    apply (fact_same_holds _ _ E). now apply (proj1 (Forall_forall _ _) S).
Qed.

Lemma refutes_each_sound proved : Forall (fun l => claim_holds (snd l)) proved ->
  forall systems nodes, refutes_each names proved systems nodes = true -> ~ Exists system_holds systems.
Proof.
  intros L. induction systems as [|facts systems IH]; intros [|n nodes]; cbn; try discriminate.
  - now rewrite Exists_nil.
  - intros [H1 H2]%andb_prop. rewrite Exists_cons. intros [S|S].
    + now apply (refutes_sound proved L n facts).
    + now apply (IH nodes).
Qed.

End Soundness.

(* The theorem: what is accepted holds, if the claims that serve as lemmas do. *)
Theorem accepted_holds proved c :
  Forall (fun l => claim_holds (snd l)) proved -> accepts proved c = true -> claim_holds (claim_of c).
Proof.
  unfold accepts. intros L [_ H]%andb_prop point T.
  destruct (cases _ _ true) as [systems|] eqn:C; [|discriminate].
  destruct (true_or_not point (goal (claim_of c))) as [G|G]; [assumption|]. exfalso.
  refine (refutes_each_sound point _ _ _ _ _ H _).
  - apply Forall_forall. intros p [I _]%filter_In. now apply (proj1 (Forall_forall _ _) L).
  - apply (cases_exact point _ _ _ _ C). cbn [meant]. apply and_here, Forall_app. split; [assumption|].
    constructor; [exact G|constructor].
Qed.
