(* What is accepted holds: `checked_hold`. *)

From Coq Require Import Reals Lra List QArith Qreals ZArith Bool.
From Certificates Require Import Polynomial Acceptance Enclosures Box_claim Box_bounds Box Box_ends Box_jets
  Box_values.
Import ListNotations.
Local Open Scope R_scope.

Definition on_side (s : side) (x : R) : Prop := Q2R (fst s) <= x <= Q2R (snd s).
Definition region (b : box) (p q : R) : Prop := (0 < p /\ on_side (fst b) p) /\ (0 < q /\ on_side (snd b) q).

Lemma q_le_value a b : q_le a b = true -> Q2R a <= Q2R b.
Proof. intros H. now apply Qle_Rle, Qle_bool_iff. Qed.

Lemma q_lt_value a b : q_lt a b = true -> Q2R a < Q2R b.
Proof.
  unfold q_lt. intros H%negb_true_iff. apply Qlt_Rlt, Qnot_le_lt. intros L%Qle_bool_iff. congruence.
Qed.

Lemma q_not_le a b : q_le a b = false -> Q2R b < Q2R a.
Proof. intros H. apply q_lt_value. unfold q_lt, q_le in *. now rewrite H. Qed.

Lemma less_value a b : Q2R (less a b) = Q2R a - Q2R b.
Proof.
  unfold less. rewrite q_plus_value, q_times_value. replace (Q2R (-1)) with (-1) by (unfold Q2R; cbn; lra). lra.
Qed.

Lemma zero_is : Q2R 0 = 0.
Proof. unfold Q2R. cbn. lra. Qed.

Lemma one_is : Q2R 1 = 1.
Proof. unfold Q2R. cbn. lra. Qed.

Lemma moving_inside : inside moving 1.
Proof. split; cbn [moving fst snd lower upper]; fold U; lra. Qed.

Lemma first_sound b : sound (region b) (first_on b) (fun _ _ => True) (fun p _ => p).
Proof.
  apply make_sound.
  - intros p q [[P I] _]. split; [easy|]. split; [now apply outward_inside | trivial].
  - intros p q p' q' _ _. exists 1, 0. split; [apply moving_inside|]. split; [apply steady_inside | ring].
Qed.

Lemma second_sound b : sound (region b) (second_on b) (fun _ _ => True) (fun _ q => q).
Proof.
  apply make_sound.
  - intros p q [_ [P I]]. split; [easy|]. split; [now apply outward_inside | trivial].
  - intros p q p' q' _ _. exists 0, 1. split; [apply steady_inside|]. split; [apply moving_inside | ring].
Qed.

Lemma on_sound b t j : on b t = Some j -> sound_tree (region b) j t.
Proof. apply evaluated_sound; [apply first_sound | apply second_sound]. Qed.

Lemma holds_on b c v : holds (first_on b) (second_on b) c = Some v -> condition_sound (region b) c v.
Proof. apply holds_sound; [apply first_sound | apply second_sound]. Qed.

(* F = G(x) - 1/r*. *)

Lemma requirement_value profile unbounded x f p q : requirement profile unbounded x = Some f -> defined p q f ->
  0 <= Q2R x <= 1 /\ value p q profile <> 0 /\ value p q f = bound unbounded (Q2R x) p q - / value p q profile.
Proof.
  unfold requirement. destruct (q_le 0 x && q_le x 1) eqn:X; [|discriminate]. intros [= <-] D.
  apply andb_prop in X as [A%q_le_value B%q_le_value]. rewrite zero_is in A. rewrite one_is in B. split; [lra|].
  assert (value p q profile <> 0) as N by (cbn [defined] in D; tauto). split; [exact N|].
  assert (Q2R (-1) = -1) as M by (unfold Q2R; cbn; lra).
  unfold bound. destruct unbounded; cbn [value]; rewrite ?q_plus_value, ?q_times_value, ?M, one_is; field; exact N.
Qed.

(* Leaves. *)

Definition valid_side (s : side) : Prop := 0 <= Q2R (fst s) /\ 0 < Q2R (snd s) /\ Q2R (fst s) <= Q2R (snd s).
Definition valid (b : box) : Prop := valid_side (fst b) /\ valid_side (snd b).

Lemma middle_value s : Q2R (middle s) = (Q2R (fst s) + Q2R (snd s)) / 2.
Proof.
  unfold middle. rewrite q_times_value, q_plus_value. replace (Q2R (1 # 2)) with (/ 2) by (unfold Q2R; cbn;
    lra). lra.
Qed.

Lemma from_inside s c x : on_side s x -> inside (from s c) (x - Q2R c).
Proof. intros [L H]. apply outward_inside. rewrite !less_value. lra. Qed.

Lemma tiny_positive : 0 < Q2R tiny.
Proof. apply is_positive_value. reflexivity. Qed.

Lemma least_end_value s slope x : valid_side s -> 0 < x -> on_side s x ->
  valid_side (least_end s slope) /\
  exists y, 0 < y /\ on_side s y /\ on_side (least_end s slope) y /\ forall u, inside slope u -> 0 <= u * (x - y).
Proof.
  intros (A & B & C) X [L H]. pose proof tiny_positive as T. unfold least_end.
  destruct (e_le (At 0) (fst slope) && q_lt tiny (snd s)) eqn:E; [|destruct (e_le (snd slope) (At 0)) eqn:F].
  - apply andb_prop in E as [E E'%q_lt_value].
    pose proof (largest_above (fst s) tiny) as [M N]. unfold valid_side, on_side. cbn [fst snd].
    split; [lra|]. exists (Rmin x (Q2R (largest (fst s) tiny))).
    assert (0 < Rmin x (Q2R (largest (fst s) tiny)) <= x) by (unfold Rmin; destruct (Rle_dec _ _); lra).
    assert (Q2R (fst s) <= Rmin x (Q2R (largest (fst s) tiny)) <= Q2R (largest (fst s) tiny))
      by (unfold Rmin; destruct (Rle_dec _ _); lra).
    repeat split; try lra. intros u [U _]. apply Rmult_le_pos; [now apply (low_not_negative _ _ E) | lra].
  - unfold valid_side, on_side. cbn [fst snd]. split; [lra|]. exists (Q2R (snd s)). repeat split; try lra.
    intros u [_ U]. pose proof (high_not_positive _ _ F U). nra.
  - split; [now repeat split|]. exists x. repeat split; try lra. intros. nra.
Qed.

Lemma safe_sound profile wanted : forall faces b, valid b -> is_safe faces profile wanted b = Some true ->
  forall p q, region b p q ->
    defined p q profile /\ 0 < value p q profile /\ defined p q wanted /\ 0 <= value p q wanted.
Proof.
  assert (forall (b : box) r whole p q, on b profile = Some r -> positive r = true -> on b wanted = Some whole ->
    region b p q -> 0 <= value p q wanted ->
    defined p q profile /\ 0 < value p q profile /\ defined p q wanted /\ 0 <= value p q wanted) as K.
  { intros b r whole p q E P W I N. apply on_sound in E as [E _], W as [W _].
    destruct (E p q I) as (D & _ & V), (W p q I) as (D' & _). repeat split; try assumption. now apply V. }
  induction faces as [|faces IH]; intros b B S p q I; cbn [is_safe] in S.
  all: destruct (on b profile) as [r|] eqn:E; [|discriminate].
  all: destruct (positive r) eqn:P; cbn [negb] in S; [|discriminate].
  all: destruct (on b wanted) as [whole|] eqn:W; [|discriminate].
  all: apply (K b r whole p q E P W I); clear K E P r.
  all: pose proof (on_sound _ _ _ W) as [V L].
  all: assert (not_negative (bounds whole) = true -> 0 <= value p q wanted) as N
    by (intros N; destruct (V p q I) as (_ & [Y _] & _); now apply (low_not_negative _ _ N)).
  all: destruct (slopes whole) as [[s t]|]; [|injection S as S; now apply N].
  all: destruct (not_negative (bounds whole)); [now apply N|]; clear N.
  all: destruct (on (point_box (middle (fst b)) (middle (snd b))) wanted) as [there|] eqn:M; [|discriminate].
  all: destruct B as [(A1 & A2 & A3) (B1 & B2 & B3)], I as [[I1 I2] [J1 J2]].
  all: destruct (not_negative (add _ _)) eqn:T.
  1, 3: clear S; pose proof (middle_value (fst b)) as C1; pose proof (middle_value (snd b)) as C2;
    set (c := middle (fst b)) in *; set (d := middle (snd b)) in *;
    assert (region (point_box c d) (Q2R c) (Q2R d)) as C by (unfold region, on_side, point_box; cbn [fst snd]; lra);
    assert (region b (Q2R c) (Q2R d)) as C' by (unfold region, on_side in *; lra);
    destruct (L _ _ p q C' (conj (conj I1 I2) (conj J1 J2))) as (u & v & X & Y & F); cbn [fst snd] in X, Y;
    apply on_sound in M as [M _]; destruct (M _ _ C) as (_ & Z & _);
    assert (inside (add (add (bounds there) (multiply s (from (fst b) c))) (multiply t (from (snd b) d)))
      (value (Q2R c) (Q2R d) wanted + u * (p - Q2R c) + v * (q - Q2R d))) as G
      by (apply add_inside; [apply add_inside; [exact Z|]|]; apply multiply_inside; trivial; now apply from_inside);
    pose proof (low_not_negative _ _ T (proj1 G)); lra.
  - discriminate.
  - destruct (same_box _ b); [discriminate|].
    destruct (least_end_value (fst b) s p (conj A1 (conj A2 A3)) I1 I2) as (G1 & y & Y1 & Y2 & Y3 & Y4).
    destruct (least_end_value (snd b) t q (conj B1 (conj B2 B3)) J1 J2) as (G2 & z & Z1 & Z2 & Z3 & Z4).
    assert (region (least_end (fst b) s, least_end (snd b) t) y z) as Q by (repeat split; trivial;
      apply Y3 || apply Z3).
    destruct (IH (_, _) (conj G1 G2) S y z Q) as (_ & _ & _ & H).
    assert (region b y z) as Q' by (repeat split; trivial; apply Y2 || apply Z2).
    destruct (L y z p q Q' (conj (conj I1 I2) (conj J1 J2))) as (u & v & X & Y & F). cbn [fst snd] in X, Y.
    specialize (Y4 u X). specialize (Z4 v Y). lra.
Qed.

Lemma outside_sound domain b : is_outside domain b = Some true -> forall p q, region b p q ->
  ~ Forall (fun c => meaningful p q c /\ truth p q c = true) domain.
Proof.
  induction domain as [|c domain IH]; cbn; [discriminate|]. intros H p q I F. inversion F as [|? ? [_ T] F']; subst.
  destruct (holds (first_on b) (second_on b) c) as [v|] eqn:E; [|discriminate].
  destruct (holds_on _ _ _ E p q I) as [_ V]. destruct v as [[]|].
  - now apply (IH H p q I).
  - rewrite (V false eq_refl) in T. discriminate.
  - now apply (IH H p q I).
Qed.

(* No gap. *)

Lemma covered : forall steps part near, no_gap steps part near = true -> forall p q,
  on_side (fst part) p -> on_side (snd part) q ->
  exists b, In b near /\ on_side (fst b) p /\ on_side (snd b) q.
Proof.
  assert (forall (part : box) (near : list box) p q, existsb (fun b => within_side (fst part) (fst b) &&
    within_side (snd part) (snd b)) near = true ->
    on_side (fst part) p -> on_side (snd part) q -> exists b,
      In b near /\ on_side (fst b) p /\ on_side (snd b) q) as W.
  { intros part near p q (b & I & [A B]%andb_prop)%existsb_exists [P P'] [Q Q']. exists b. split; [exact I|].
    apply andb_prop in A as [A1%q_le_value A2%q_le_value], B as [B1%q_le_value B2%q_le_value]. unfold on_side.
      lra. }
  induction steps as [|steps IH]; intros part near; cbn [no_gap].
  all: destruct (existsb (fun b => within_side (fst part) (fst b) && within_side (snd part) (snd b)) near) eqn:E;
    [intros _ p q; now apply W|]; clear E W.
  - discriminate.
  -
    set (across := cuts _ _). set (along := cuts _ _). intros H p q P Q.
    assert (forall s, In s [(fst (fst part), median across); (median across, snd (fst part))] ->
      no_gap steps (s, snd part) (filter (fun b => touching s (fst b)) near) = true -> on_side s p ->
      exists b, In b near /\ on_side (fst b) p /\ on_side (snd b) q) as A.
    { intros s _ N S. destruct (IH _ _ N p q S Q) as (b & B & V). apply filter_In in B as [B _]. now exists b. }
    assert (forall s, In s [(fst (snd part), median along); (median along, snd (snd part))] ->
      no_gap steps (fst part, s) (filter (fun b => touching s (snd b)) near) = true -> on_side s q ->
      exists b, In b near /\ on_side (fst b) p /\ on_side (snd b) q) as B.
    { intros s _ N S. destruct (IH _ _ N p q P S) as (b & B & V). apply filter_In in B as [B _]. now exists b. }
    assert ((if (List.length along <=? List.length across)%nat then
         forallb (fun s => no_gap steps (s, snd part) (filter (fun b => touching s (fst b)) near))
           [(fst (fst part), median across); (median across, snd (fst part))]
       else
         forallb (fun s => no_gap steps (fst part, s) (filter (fun b => touching s (snd b)) near))
           [(fst (snd part), median along); (median along, snd (snd part))]) = true) as H'
      by (destruct across, along; [discriminate | exact H..]).
    clear H. destruct (_ <=? _)%nat; apply andb_prop in H' as [H1 [H2 _]%andb_prop].
    + destruct (Rle_or_lt p (Q2R (median across))) as [M|M].
      * apply (A (fst (fst part), median across)); [now left | exact H1 | destruct P; split; assumption].
      * apply (A (median across, snd (fst part))); [right; now left | exact H2|].
        destruct P; split; cbn [fst snd]; [lra | assumption].
    + destruct (Rle_or_lt q (Q2R (median along))) as [M|M].
      * apply (B (fst (snd part), median along)); [now left | exact H1 | destruct Q; split; assumption].
      * apply (B (median along, snd (snd part))); [right; now left | exact H2|].
        destruct Q; split; cbn [fst snd]; [lra | assumption].
Qed.

(* The frame. *)

Section Frame.
Variables (p q : R) (name : tree -> bool) (x : R).
Hypothesis named : forall t, name t = true -> value p q t = x.

Lemma compared_true r a b : compared r a b = true ->
  match r with Above => b < a | From => b <= a | Below => a < b | UpTo => a <= b | _ => True end.
Proof. destruct r; cbn; trivial; [destruct (Rlt_dec b a) | destruct (Rle_dec b a) | destruct (Rlt_dec a b) |
  destruct (Rle_dec a b)]; easy. Qed.

Lemma narrowed_high c s : truth p q c = true -> on_side s x -> on_side (narrowed name c s) x.
Proof.
  intros T [L H]. unfold narrowed. destruct c as [r a b| | |]; try (now split).
  change (compared r (value p q a) (value p q b) = true) in T. apply compared_true in T.
  assert (forall e, x <= Q2R e -> on_side (fst s, least (snd s) e) x) as K.
  { intros e X. split; cbn [fst snd]; [exact L|]. unfold least. now destruct (Qle_bool _ _). }
  destruct r; try (now split).
  all: match goal with |- context [match ?t with _ => _ end] => destruct t as [c| | | | | | | | | | | |] end;
    try (now split).
  all: destruct (name _) eqn:N; [|now split]; apply K; rewrite <- (named _ N); cbn [value] in T; lra.
Qed.

Lemma narrowed_low c s : truth p q c = true -> on_side s x -> on_side (narrowed_below name c s) x.
Proof.
  intros T [L H]. unfold narrowed_below. destruct c as [r a b| | |]; try (now split).
  change (compared r (value p q a) (value p q b) = true) in T. apply compared_true in T.
  assert (forall e, Q2R e <= x -> on_side (largest (fst s) e, snd s) x) as K.
  { intros e X. split; cbn [fst snd]; [|exact H]. unfold largest. now destruct (Qle_bool _ _). }
  destruct r; try (now split).
  all: match goal with |- context [match ?t with _ => _ end] => destruct t as [c| | | | | | | | | | | |] end;
    try (now split).
  all: destruct (name _) eqn:N; [|now split]; apply K; rewrite <- (named _ N); cbn [value] in T; lra.
Qed.

Lemma frame_side_sound domain fixed s : frame_side name domain fixed = Some s -> 0 < x <= 1 -> is_fixed fixed x ->
  Forall (fun c => meaningful p q c /\ truth p q c = true) domain -> on_side s x.
Proof.
  unfold frame_side. set (start := match fixed with Some c => (c, c) | None => (0, 1)%Q end).
  destruct (q_le _ _ && _); [|discriminate]. intros [= <-] X F D.
  assert (on_side start x) as S.
  { unfold start, on_side, is_fixed in *. destruct fixed; cbn [fst snd]; rewrite ?zero_is, ?one_is; lra. }
  clearbody start. induction D as [|c domain [_ T] D IH]; [exact S|].
  cbn [fold_right]. now apply narrowed_low; [|apply narrowed_high].
Qed.
End Frame.

Lemma bound_monotone unbounded x y p q : 0 <= x -> x <= y -> 0 < p <= 1 -> 0 < q <= 1 ->
  bound unbounded x p q <= bound unbounded y p q.
Proof.
  intros X Y P Q. unfold bound. assert (0 <= p * (1 - q)) by nra. assert (x ^ 2 <= y ^ 2) by nra.
  assert (0 <= p * q <= 1) by nra. destruct unbounded; nra.
Qed.

Theorem checked_hold asked proof : check_leaves asked proof = true -> levels_hold asked (below proof) (level proof).
Proof.
  unfold check_leaves. destruct (requirement _ _ (level proof)) as [wanted|] eqn:W; [|discriminate].
  destruct (frame asked) as [whole|] eqn:F; [|discriminate].
  intros [[[[[_ B]%andb_prop G]%andb_prop L]%andb_prop X]%andb_prop O%q_le_value]%andb_prop.
  split; [exact O|]. split.
  - intros eps E p q (P & Q & FP & FQ & D). unfold frame in F.
    destruct (frame_side is_first _ _) as [s|] eqn:S; [|discriminate].
    destruct (frame_side is_second _ _) as [t|] eqn:T; [|discriminate]. injection F as <-.
    apply (frame_side_sound p q is_first p) in S; trivial; [|now intros [| | | | | | | | | | | |]].
    apply (frame_side_sound p q is_second q) in T; trivial; [|now intros [| | | | | | | | | | | |]].
    destruct (covered _ _ _ G p q S T) as (b & I & U & V).
    rewrite forallb_forall in B, L. specialize (B b I). specialize (L b I).
    assert (region b p q) as R by (repeat split; trivial; try apply P; try apply Q; apply U || apply V).
    unfold leaf_shown in L. destruct (is_outside (domain asked) b) as [[]|] eqn:Y; [| |discriminate].
    { exfalso. now apply (outside_sound _ _ Y p q R). }
    destruct (is_safe 2 (profile asked) wanted b) as [[]|] eqn:Z; try discriminate.
    assert (valid b) as VB.
    { apply andb_prop in B as [[B1 B2]%andb_prop B3].
      unfold is_side in *. apply andb_prop in B1 as [[B4%q_le_value B5%q_le_value]%andb_prop _],
        B2 as [[B6%q_le_value B7%q_le_value]%andb_prop _].
      apply andb_prop in B3 as [B8%q_lt_value B9%q_lt_value].
      rewrite zero_is in *. now repeat split. }
    destruct (safe_sound _ _ 2 b VB Z p q R) as (DP & VP & DW & VW). split; [exact DP|]. split; [exact VP|].
    destruct (requirement_value _ _ _ _ p q W DW) as (XX & _ & EQ). rewrite EQ in VW.
    pose proof (bound_monotone (unbounded asked) (Q2R (level proof)) (exp (- eps)) p q (proj1 XX) E P Q).
    unfold worst_risk. set (r := value p q (profile asked)) in *. set (g := bound _ (exp (- eps)) p q) in *.
    apply Rinv_0_lt_compat in VP as IP. assert (/ r <= g) by lra. unfold Rdiv. rewrite Rmult_1_l.
    rewrite <- (Rinv_inv r). now apply Rinv_le_contravar.
  - intros eps E K. unfold exceeded in X. set (at_ := place proof) in *.
    apply andb_prop in X as [[[[[[X1 X2]%andb_prop X3]%andb_prop X4]%andb_prop X5]%andb_prop X6]%andb_prop X7].
    set (b := point_box (fst at_) (snd at_)) in *. set (p := Q2R (fst at_)). set (q := Q2R (snd at_)).
    assert (forall a, is_prior a = true -> 0 < Q2R a <= 1) as PR.
    { intros a [A%q_lt_value B'%q_le_value]%andb_prop. rewrite zero_is in A. rewrite one_is in B'. lra. }
    apply PR in X1, X2. fold p in X1. fold q in X2.
    assert (region b p q) as R by (unfold region, on_side, b, point_box; cbn [fst snd]; fold p q; lra).
    assert (forall c a, agrees c a = true -> is_fixed c (Q2R a)) as AG.
    { intros [c|] a; cbn; trivial. intros A%Qeq_bool_iff. now apply Qeq_eqR. }
    assert (enforced asked p q) as EN.
    { repeat split; try apply X1; try apply X2; try (now apply AG). apply Forall_forall. intros c C.
      rewrite forallb_forall in X5. specialize (X5 c C).
      destruct (holds (first_on b) (second_on b) c) as [[[]|]|] eqn:HC; try discriminate.
      destruct (holds_on _ _ _ HC p q R) as [M V]. split; [exact M | now apply V]. }
    destruct (K p q EN) as (D & V & H).
    destruct (requirement _ _ (below proof)) as [f|] eqn:RQ; [|discriminate].
    destruct (on b f) as [j|] eqn:J; [|discriminate]. apply on_sound in J as [J _].
    destruct (J p q R) as (DF & [_ UF] & _). pose proof (high_negative _ _ X7 UF) as NF.
    destruct (requirement_value _ _ _ _ p q RQ DF) as (_ & _ & EQ). rewrite EQ in NF.
    pose proof (exp_pos (- eps)) as EP.
    pose proof (bound_monotone (unbounded asked) (exp (- eps)) (Q2R (below proof)) p q (Rlt_le _ _ EP) E X1 X2)
      as BM.
    unfold worst_risk in H. set (r := value p q (profile asked)) in *. set (g := bound _ (exp (- eps)) p q) in *.
    assert (0 < g) as GP.
    { unfold g, bound. set (u := exp (- eps)) in *. assert (0 < p * q <= 1) by (split; nra).
      destruct (unbounded asked); [assert (0 <= p * (1 - q) * u ^ 2) by (apply Rmult_le_pos; nra)|]; nra. }
    assert (g < / r) by lra. unfold Rdiv in H. rewrite Rmult_1_l in H.
    assert (/ / r < / g) by (apply Rinv_lt_contravar; [apply Rmult_lt_0_compat;
      [exact GP | now apply Rinv_0_lt_compat] | assumption]).
    rewrite Rinv_inv in *. lra.
Qed.
