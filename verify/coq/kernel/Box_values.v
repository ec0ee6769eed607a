(* What the evaluation of trees and conditions bounds: `evaluated_sound`, `holds_sound`. *)

From Coq Require Import Reals Lra List QArith Qreals ZArith Bool.
From Certificates Require Import Polynomial Acceptance Enclosures Box_claim Box_bounds Box_ends Box_jets.
Import ListNotations.
Local Open Scope R_scope.

Scheme tree_ind' := Induction for tree Sort Prop
  with trees_ind' := Induction for trees Sort Prop
  with cases_ind' := Induction for cases Sort Prop
  with condition_ind' := Induction for condition Sort Prop.
Combined Scheme all_ind from tree_ind', trees_ind', cases_ind', condition_ind'.

Fixpoint members (l : trees) : list tree := match l with Last a => [a] | More a l' => a :: members l' end.

Lemma largest_is p q l : (exists t, In t (members l) /\ largest_of p q l = value p q t) /\
  forall t, In t (members l) -> value p q t <= largest_of p q l.
Proof.
  induction l as [a|a l ((t & I & E) & H)]; cbn.
  - split; [exists a; split; [now left | reflexivity] | intros t [<-|[]]; apply Rle_refl].
  - split.
    + unfold Rmax. destruct (Rle_dec _ _); [exists t; tauto | exists a; tauto].
    + intros t' [<-|T]; [apply Rmax_l|]. apply Rle_trans with (2 := Rmax_r _ _). now apply H.
Qed.

Lemma least_is p q l : (exists t, In t (members l) /\ least_of p q l = value p q t) /\
  forall t, In t (members l) -> least_of p q l <= value p q t.
Proof.
  induction l as [a|a l ((t & I & E) & H)]; cbn.
  - split; [exists a; split; [now left | reflexivity] | intros t [<-|[]]; apply Rle_refl].
  - split.
    + unfold Rmin. destruct (Rle_dec _ _); [exists a; tauto | exists t; tauto].
    + intros t' [<-|T]; [apply Rmin_l|]. apply Rle_trans with (1 := Rmin_r _ _). now apply H.
Qed.

Lemma members_defined p q l : Forall (defined p q) (members l) -> all_defined p q l.
Proof. induction l; cbn; inversion 1; subst; [assumption | split; [assumption | now apply IHl]]. Qed.

Section Region.
Variable region : R -> R -> Prop.
Variables first second : jet.
Hypothesis first_sound : sound region first (fun _ _ => True) (fun p _ => p).
Hypothesis second_sound : sound region second (fun _ _ => True) (fun _ q => q).

Notation sound_tree := (sound_tree region).

Lemma some_case_sound jets ts (d : R -> R -> Prop) f : Forall2 sound_tree jets ts ->
  (forall p q, region p q -> d p q) -> (forall p q, region p q -> exists t, In t ts /\ f p q = value p q t) ->
  sound region (some_case jets) d f.
Proof.
  intros S D V.
  assert (sound region (make (around (map bounds jets)) None (forallb positive jets)) d f) as M.
  { apply make_sound; [|exact I]. intros p q X. split; [now apply D|]. destruct (V p q X) as (t & T & ->).
    destruct (jet_of _ _ _ _ S T) as (j & J & [W _]). destruct (W p q X) as (_ & B & P). split.
    - eapply around_inside; [apply in_map, J | exact B].
    - rewrite forallb_forall. intros A. apply P. now apply A. }
  destruct S as [|j t jets ts [W L] S]; [exact M|]. destruct S as [|k t' jets ts K S]; [|exact M].
  assert (forall p q, region p q -> f p q = value p q t) as E.
  { intros p q X. destruct (V p q X) as (t' & [<-|[]] & H). exact H. }
  cbn [some_case]. split.
  - intros p q X. rewrite E by exact X. split; [now apply D | now apply W].
  - destruct (slopes j) as [s|]; [|exact I]. intros p q p' q' X Y. rewrite !E by assumption. now apply L.
Qed.

Ltac given H := match type of H with match ?x with _ => _ end = Some _ => let E := fresh "E" in
  destruct x eqn:E; [|discriminate H] end.

Lemma compared_sound r x y i j : inside i x -> inside j y -> forall b,
  verdict r (add i (opposite j)) = Some b -> compared r x y = b.
Proof.
  intros X Y b. unfold verdict. cbv zeta. set (d := add i (opposite j)).
  assert (inside d (x - y)) as D by (apply add_inside; [exact X | now apply opposite_inside]).
  assert (inside (opposite d) (y - x)) as D' by (replace (y - x) with (- (x - y)) by ring;
    now apply opposite_inside).
  clearbody d. generalize dependent (opposite d). intros d' [L' H']. destruct D as [L H].
  destruct r; cbn [compared].
  - destruct (e_lt (At 0) (fst d)) eqn:A; [|destruct (e_le (snd d) (At 0)) eqn:B; [|discriminate]]; intros [= <-].
    + pose proof (low_positive _ _ A L). destruct (Rlt_dec y x); [reflexivity | lra].
    + pose proof (high_not_positive _ _ B H). destruct (Rlt_dec y x); [lra | reflexivity].
  - destruct (e_le (At 0) (fst d)) eqn:A; [|destruct (e_lt (snd d) (At 0)) eqn:B; [|discriminate]]; intros [= <-].
    + pose proof (low_not_negative _ _ A L). destruct (Rle_dec y x); [reflexivity | lra].
    + pose proof (high_negative _ _ B H). destruct (Rle_dec y x); [lra | reflexivity].
  - destruct (e_lt (At 0) (fst d')) eqn:A; [|destruct (e_le (snd d') (At 0)) eqn:B; [|discriminate]]; intros [= <-].
    + pose proof (low_positive _ _ A L'). destruct (Rlt_dec x y); [reflexivity | lra].
    + pose proof (high_not_positive _ _ B H'). destruct (Rlt_dec x y); [lra | reflexivity].
  - destruct (e_le (At 0) (fst d')) eqn:A; [|destruct (e_lt (snd d') (At 0)) eqn:B; [|discriminate]]; intros [= <-].
    + pose proof (low_not_negative _ _ A L'). destruct (Rle_dec x y); [reflexivity | lra].
    + pose proof (high_negative _ _ B H'). destruct (Rle_dec x y); [lra | reflexivity].
  - destruct (_ || _) eqn:A; [|destruct (_ && _) eqn:B; [|discriminate]]; intros [= <-];
    destruct (Req_EM_T x y) as [->|N];
      trivial; exfalso.
    + apply orb_prop in A as [A|A]; [apply (low_positive _ _ A) in L | apply (high_negative _ _ A) in H]; lra.
    + apply andb_prop in B as [B B']. pose proof (low_not_negative _ _ B L).
      pose proof (high_not_positive _ _ B' H). lra.
  - destruct (_ || _) eqn:A; [|destruct (_ && _) eqn:B; [|discriminate]]; intros [= <-];
    destruct (Req_EM_T x y) as [->|N];
      trivial; exfalso.
    + apply orb_prop in A as [A|A]; [apply (low_positive _ _ A) in L | apply (high_negative _ _ A) in H]; lra.
    + apply andb_prop in B as [B B']. pose proof (low_not_negative _ _ B L).
      pose proof (high_not_positive _ _ B' H). lra.
Qed.

Lemma root_sound a j i : sound_tree j a -> root (bounds j) = Some i -> forall rate,
  (forall r, rate = Some r -> positive j = true /\ exists one, inverse i true = Some one /\
    r = multiply (At (Z.shiftr (Zpos one_unit) 1), At (Z.shiftr (Zpos one_unit) 1)) one) ->
  sound_tree (through j i rate (positive j)) (Root a).
Proof.
  intros A V rate F. destruct A as [B S]. apply (through_sound region j (fun p q => defined p q a) _ (fun p q =>
    value p q a) sqrt); [split; eassumption| |].
  - intros p q X. destruct (B p q X) as (D & Y & P). destruct (root_inside _ _ _ V Y) as [N Z].
    split; [split; assumption|]. split; [exact Z|]. intros P'. now apply sqrt_lt_R0, P.
  - intros r R p q p' q' X Y. destruct (F r R) as (P & one & O & ->).
    destruct (B p q X) as (_ & V1 & P1), (B p' q' Y) as (_ & V2 & P2). specialize (P1 P). specialize (P2 P).
    set (x := value p q a) in *. set (y := value p' q' a) in *.
    pose proof (sqrt_lt_R0 _ P1) as Q1. pose proof (sqrt_lt_R0 _ P2) as Q2.
    destruct (root_inside _ _ _ V V1) as [_ W1], (root_inside _ _ _ V V2) as [_ W2].
    assert (inside i ((sqrt x + sqrt y) / 2)) as W.
    { replace ((sqrt x + sqrt y) / 2) with (/ 2 * sqrt x + (1 - / 2) * sqrt y) by field. apply inside_between;
      trivial. lra. }
    destruct (inverse_inside _ _ _ _ O W) as [_ K]; [intros; lra|].
    exists (/ 2 * / ((sqrt x + sqrt y) / 2)). split.
    + apply multiply_inside; [|exact K]. split; cbn [fst snd lower upper];
        replace (IZR (Z.shiftr (Zpos one_unit) 1)) with (U / 2) by (unfold U, Rdiv; cbn; lra); lra.
    + assert (y - x = (sqrt y - sqrt x) * (sqrt y + sqrt x)) as -> by
        (rewrite <- (sqrt_sqrt x), <- (sqrt_sqrt y) at 1 by lra; ring).
      field. lra.
Qed.

Lemma exponential_slope x y i : inside i (exp x) -> inside i (exp y) -> exists w,
  inside i w /\ exp y - exp x = w * (y - x).
Proof.
  intros X Y. destruct (Req_dec x y) as [->|N]; [exists (exp y); split; [exact Y | ring]|].
  assert (forall z, Rmin x y < z < Rmax x y -> inside i (exp z)) as B.
  { intros z Z. unfold Rmin, Rmax in Z. destruct (Rle_dec x y) as [L|L].
    - split; [eapply lower_less; [apply X|] | eapply upper_more; [apply Y|]]; left; apply exp_increasing; lra.
    - split; [eapply lower_less; [apply Y|] | eapply upper_more; [apply X|]]; left; apply exp_increasing; lra. }
  destruct (Rlt_or_le x y) as [L|L].
  - destruct (MVT_cor2 exp exp x y L) as (z & E & Z); [intros; apply derivable_pt_lim_exp|].
    exists (exp z). split; [apply B; rewrite Rmin_left, Rmax_right; lra | exact E].
  - destruct (MVT_cor2 exp exp y x) as (z & E & Z); [lra | intros; apply derivable_pt_lim_exp|].
    exists (exp z). split; [apply B; rewrite Rmin_right, Rmax_left; lra | lra].
Qed.

Lemma logarithm_slope x y i : 0 < x -> 0 < y -> inside i (/ x) -> inside i (/ y) ->
  exists w, inside i w /\ ln y - ln x = w * (y - x).
Proof.
  intros P Q X Y. destruct (Req_dec x y) as [->|N]; [exists (/ y); split; [exact Y | ring]|].
  destruct (Rlt_or_le x y) as [L|L].
  - destruct (MVT_cor2 ln Rinv x y L) as (z & E & Z); [intros; apply derivable_pt_lim_ln; lra|].
    exists (/ z). split; [|exact E]. split; [eapply lower_less; [apply Y|] | eapply upper_more; [apply X|]];
      apply Rinv_le_contravar; lra.
  - destruct (MVT_cor2 ln Rinv y x) as (z & E & Z); [lra | intros; apply derivable_pt_lim_ln; lra|].
    exists (/ z). split; [|lra]. split; [eapply lower_less; [apply X|] | eapply upper_more; [apply Y|]];
      apply Rinv_le_contravar; lra.
Qed.

Ltac change_case := match goal with |- context [one_defined ?p ?q (Case ?a ?c ?l)] =>
  change (one_defined p q (Case a c l)) with
    (meaningful p q c /\ if truth p q c then defined p q a else one_defined p q l);
  change (value_of p q (Case a c l)) with (if truth p q c then value p q a else value_of p q l) end.

Definition cases_sound (l : cases) (jets : list jet) : Prop :=
  exists ts, Forall2 sound_tree jets ts /\ forall p q, region p q ->
    one_defined p q l /\ exists t, In t ts /\ value_of p q l = value p q t.

Definition condition_sound (c : condition) (b : option bool) : Prop :=
  forall p q, region p q -> meaningful p q c /\ forall v, b = Some v -> truth p q c = v.

Notation evaluated := (evaluated first second).
Notation all_evaluated := (all_evaluated first second).
Notation possible := (possible first second).
Notation holds := (holds first second).

Theorem all_sound :
  (forall t j, evaluated t = Some j -> sound_tree j t) /\
  (forall l jets, all_evaluated l = Some jets -> Forall2 sound_tree jets (members l)) /\
  (forall l jets, possible l = Some jets -> cases_sound l jets) /\
  (forall c b, holds c = Some b -> condition_sound c b).
Proof.
  apply all_ind; unfold Box_jets.sound_tree.
  - intros c j [= <-]. apply constant_sound.
  - intros j [= <-]. exact first_sound.
  - intros j [= <-]. exact second_sound.
  - intros a A b B j H. cbn in H. given H. given H. injection H as <-.
    apply plus_sound; [now apply A | now apply B].
  - intros a A b B j H. cbn in H. given H. given H. injection H as <-.
    apply times_sound; [now apply A | now apply B].
  - intros a A b B j H. cbn in H. given H. given H.
    eapply quotient_sound; [exact H | now apply A | now apply B].
  - intros a A k j H. cbn [Box_bounds.evaluated] in H. given H.
    destruct (bounds (power j0 k)) as [low high] eqn:K. injection H as <-.
    specialize (A _ eq_refl). pose proof (power_sound region j0 _ _ k A) as [W S]. apply make_sound; [|exact S].
    intros p q X. destruct (W p q X) as (_ & B & P). rewrite K in B. destruct A as [A _].
      destruct (A p q X) as (D & _).
    split; [exact D|]. split; [|exact P]. destruct B as [L H]. split; cbn [fst snd] in *; [|exact H].
    destruct (Nat.even k) eqn:M; [|exact L]. apply lower_higher_of; [exact L|]. cbn.
    apply Nat.even_spec in M. destruct M as [m ->]. pose proof U_positive. rewrite pow_mult.
    assert (0 <= (value p q a ^ 2) ^ m) by (apply pow_le, pow2_ge_0). nra.
  - intros a A j H. cbn in H. given H. given H. injection H as <-. specialize (A _ eq_refl).
    destruct A as [B S]. apply (through_sound region j0 (fun p q => defined p q a) _ (fun p q => value p q a)
      exp); [split; eassumption| |].
    + intros p q X. destruct (B p q X) as (D & Y & _). split; [exact D|].
      split; [now apply (exponentials_inside (bounds j0)) | intros _; apply exp_pos].
    + intros r [= <-] p q p' q' X Y. destruct (B p q X) as (_ & V & _), (B p' q' Y) as (_ & V' & _).
      apply exponential_slope; now apply (exponentials_inside (bounds j0)).
  - intros a A j H. cbn in H. given H. given H. given H. injection H as <-. specialize (A _ eq_refl).
    destruct A as [B S]. apply (through_sound region j0 (fun p q => defined p q a) _ (fun p q => value p q a)
      ln); [split; eassumption| |].
    + intros p q X. destruct (B p q X) as (D & Y & P). destruct (logarithms_inside _ _ _ _ E1 Y P) as [N V].
      split; [split; assumption|]. split; [exact V | discriminate].
    + intros r [= <-] p q p' q' X Y. destruct (B p q X) as (_ & V & P), (B p' q' Y) as (_ & V' & P').
      destruct (logarithms_inside _ _ _ _ E1 V P) as [N _], (logarithms_inside _ _ _ _ E1 V' P') as [N' _].
      apply logarithm_slope; trivial; now apply (inverse_inside _ _ _ _ E0).
  - intros a A j H. cbn [Box_bounds.evaluated] in H. given H. given H. specialize (A _ eq_refl).
    destruct (positive j0 && _) eqn:P.
    + apply andb_prop in P as [P _]. given H. injection H as <-.
      pose proof (root_sound a j0 i A E0 (Some (multiply (At (Z.shiftr (Zpos one_unit) 1),
        At (Z.shiftr (Zpos one_unit) 1)) i0))) as T. rewrite P in T. apply T.
      intros r [= <-]. split; [reflexivity|]. now exists i0.
    + injection H as <-. apply (root_sound a j0 i A E0 None). discriminate.
  - intros l L j H. change ((let* jets := all_evaluated l in Some (largest_jet jets)) = Some j) in H.
    given H. injection H as <-. apply (largest_sound region l0 (members l)).
    + now apply L.
    + intros p q. apply members_defined.
    + intros p q. apply largest_is.
    + intros p q. apply largest_is.
  - intros l L j H. change ((let* jets := all_evaluated l in Some (least_jet jets)) = Some j) in H.
    given H. injection H as <-. apply (least_sound region l0 (members l)).
    + now apply L.
    + intros p q. apply members_defined.
    + intros p q. apply least_is.
    + intros p q. apply least_is.
  - intros l L j H. change ((let* jets := possible l in Some (some_case jets)) = Some j) in H.
    given H. injection H as <-. destruct (L _ eq_refl) as (ts & S & V).
    apply (some_case_sound _ ts); [exact S | intros; now apply V | intros; now apply V].
  - intros a A jets H. change ((let* j := evaluated a in Some [j]) = Some jets) in H.
    given H. injection H as <-. constructor; [now apply A | constructor].
  - intros a A l L jets H.
    change ((let* j := evaluated a in let* jets := all_evaluated l in Some (j :: jets)) = Some jets) in H.
    given H. given H. injection H as <-. constructor; [now apply A | now apply L].
  - discriminate.
  - intros a A jets H. change ((let* j := evaluated a in Some [j]) = Some jets) in H.
    given H. injection H as <-. exists [a]. split; [constructor; [now apply A | constructor]|].
    intros p q X. destruct (A _ eq_refl) as [B _]. split; [now apply B|]. exists a. split; [now left | reflexivity].
  - intros a A c C l L jets H.
    change ((let* holding := holds c in
      match holding with
      | Some false => possible l
      | Some true => let* j := evaluated a in Some [j]
      | None => let* j := evaluated a in let* jets := possible l in Some (j :: jets)
      end) = Some jets) in H.
    given H. specialize (C _ eq_refl). destruct o as [[]|].
    + given H. injection H as <-. destruct (A _ eq_refl) as [B S]. exists [a].
      split; [constructor; [now split | constructor]|]. intros p q X. destruct (C p q X) as [M T].
      change_case. rewrite (T true eq_refl). split; [split; [exact M | now apply B]|].
      exists a. split; [now left | reflexivity].
    + destruct (L _ H) as (ts & S & V). exists ts. split; [exact S|]. intros p q X. destruct (C p q X) as [M T].
      change_case. rewrite (T false eq_refl). destruct (V p q X) as [D W]. now split.
    + given H. given H. injection H as <-. destruct (A _ eq_refl) as [B S], (L _ eq_refl) as (ts & S' & V).
      exists (a :: ts).
      split; [constructor; [now split | exact S']|]. intros p q X. destruct (C p q X) as [M _],
        (V p q X) as (D & t & T & W).
      change_case. split; [split; [exact M|]; destruct (truth p q c); [now apply B | exact D]|].
      destruct (truth p q c); [exists a; split; [now left | reflexivity] | exists t; split; [now right | exact W]].
  - intros r a A b B v H.
    change ((let* i := evaluated a in let* j := evaluated b in Some (verdict r (add (bounds i) (opposite (bounds
      j)))))
      = Some v) in H. given H. given H. injection H as <-.
    destruct (A _ eq_refl) as [V _], (B _ eq_refl) as [W _]. intros p q X.
    destruct (V p q X) as (D & I & _), (W p q X) as (D' & I' & _). split; [now split|].
    intros v T. cbn [truth]. exact (compared_sound r _ _ _ _ I I' v T).
  - intros c C b H. cbn in H. given H. injection H as <-. intros p q X. destruct (C _ eq_refl p q X) as [M T].
    split; [exact M|].
    intros v E'. cbn. destruct o as [w|]; [|discriminate]. injection E' as <-. now rewrite (T w eq_refl).
  - intros c C d D b H. cbn in H. given H. given H. injection H as <-. intros p q X.
    destruct (C _ eq_refl p q X) as [M T], (D _ eq_refl p q X) as [M' T']. split; [now split|]. cbn.
    destruct o as [[]|], o0 as [[]|]; intros v [= <-];
      rewrite ?(T _ eq_refl), ?(T' _ eq_refl); trivial; apply andb_false_r.
  - intros c C d D b H. cbn in H. given H. given H. injection H as <-. intros p q X.
    destruct (C _ eq_refl p q X) as [M T], (D _ eq_refl p q X) as [M' T']. split; [now split|]. cbn.
    destruct o as [[]|], o0 as [[]|]; intros v [= <-];
      rewrite ?(T _ eq_refl), ?(T' _ eq_refl); trivial; apply orb_true_r.
Qed.

Definition evaluated_sound := proj1 all_sound.
Definition holds_sound := proj2 (proj2 (proj2 all_sound)).
End Region.
