(* What jets bound. Slopes are those between any two points: with them the difference of two values is the sum of
   slope times difference, along p and along q; so they need no derivatives, and max and min have them. *)

From Coq Require Import Reals Lra List QArith Qreals ZArith Bool.
From Certificates Require Import Polynomial Acceptance Enclosures Box_claim Box_bounds Box_ends.
Import ListNotations.
Local Open Scope R_scope.

Section Region.
Variable region : R -> R -> Prop.

(* Slopes between two points. *)
Definition sloped (s : interval * interval) (f : R -> R -> R) : Prop :=
  forall p q p' q', region p q -> region p' q' ->
    exists u v, inside (fst s) u /\ inside (snd s) v /\ f p' q' - f p q = u * (p' - p) + v * (q' - q).

Definition sound (j : jet) (d : R -> R -> Prop) (f : R -> R -> R) : Prop :=
  (forall p q, region p q -> d p q /\ inside (bounds j) (f p q) /\ (positive j = true -> 0 < f p q)) /\
  match slopes j with Some s => sloped s f | None => True end.

Lemma make_sound value slopes positive (d : R -> R -> Prop) f :
  (forall p q, region p q -> d p q /\ inside value (f p q) /\ (positive = true -> 0 < f p q)) ->
  match slopes with Some s => sloped s f | None => True end ->
  sound (make value slopes positive) d f.
Proof.
  intros V S. split; [|exact S]. intros p q I. destruct (V p q I) as (D & [L H] & P). split; [exact D|].
  unfold make. cbn [bounds Box_bounds.positive].
  assert (positive || e_lt (At 0) (fst value) = true -> 0 < f p q) as Q.
  { intros [T|T]%orb_prop; [now apply P | now apply (low_positive (fst value))]. }
  split; [|exact Q]. destruct (positive || e_lt (At 0) (fst value)); [|now split]. specialize (Q eq_refl).
  pose proof U_positive. split; cbn [fst snd]; [|exact H]. apply lower_higher_of; [exact L | cbn; nra].
Qed.

Lemma steady_inside : inside steady 0.
Proof. split; cbn; lra. Qed.

Lemma constant_sound c : sound (constant c) (fun _ _ => True) (fun _ _ => Q2R c).
Proof.
  apply make_sound.
  - intros p q _. split; [exact I|]. split; [apply outward_inside; lra | now apply is_positive_value].
  - intros p q p' q' _ _. exists 0, 0. repeat split; try apply steady_inside. ring.
Qed.

Section Two.
Variables (a b : jet) (d e : R -> R -> Prop) (f g : R -> R -> R).
Hypotheses (A : sound a d f) (B : sound b e g).

Lemma plus_sound : sound (plus a b) (fun p q => d p q /\ e p q) (fun p q => f p q + g p q).
Proof.
  destruct A as [V S], B as [W T]. apply make_sound.
  - intros p q I. destruct (V p q I) as (D & X & P), (W p q I) as (E & Y & Q). split; [now split|].
    split; [now apply add_inside|]. intros [[P' N]%andb_prop|[Q' N]%andb_prop]%orb_prop.
    + specialize (P P'). pose proof (low_not_negative _ _ N (proj1 Y)). lra.
    + specialize (Q Q'). pose proof (low_not_negative _ _ N (proj1 X)). lra.
  - destruct (slopes a) as [[s t]|]; [|exact I]. destruct (slopes b) as [[s' t']|]; [|exact I].
    intros p q p' q' X Y. destruct (S p q p' q' X Y) as (u & v & U1 & V1 & F),
      (T p q p' q' X Y) as (u' & v' & U2 & V2 & G).
    exists (u + u'), (v + v'). cbn [fst snd] in *. repeat split; try (now apply add_inside). lra.
Qed.

Lemma times_sound : sound (times a b) (fun p q => d p q /\ e p q) (fun p q => f p q * g p q).
Proof.
  destruct A as [V S], B as [W T]. apply make_sound.
  - intros p q I. destruct (V p q I) as (D & X & P), (W p q I) as (E & Y & Q). split; [now split|].
    split; [now apply multiply_inside|]. intros [P' Q']%andb_prop.
    apply Rmult_lt_0_compat; [now apply P | now apply Q].
  - destruct (slopes a) as [[s t]|]; [|exact I]. destruct (slopes b) as [[s' t']|]; [|exact I].
    intros p q p' q' X Y. destruct (S p q p' q' X Y) as (u & v & U1 & V1 & F),
      (T p q p' q' X Y) as (u' & v' & U2 & V2 & G).
    destruct (V p q X) as (_ & F0 & _), (W p' q' Y) as (_ & G0 & _).
    exists (u * g p' q' + f p q * u'), (v * g p' q' + f p q * v'). cbn [fst snd] in *.
    repeat split; try (now apply add_inside; apply multiply_inside).
    replace (f p' q' * g p' q' - f p q * g p q)
      with ((f p' q' - f p q) * g p' q' + f p q * (g p' q' - g p q)) by ring. rewrite F, G. ring.
Qed.
End Two.

(* h(f) with its value, and the slopes of h. *)
Lemma through_sound a (d d' : R -> R -> Prop) f (h : R -> R) value rate positive : sound a d f ->
  (forall p q, region p q -> d' p q /\ inside value (h (f p q)) /\ (positive = true -> 0 < h (f p q))) ->
  (forall r, rate = Some r -> forall p q p' q', region p q -> region p' q' ->
     exists w, inside r w /\ h (f p' q') - h (f p q) = w * (f p' q' - f p q)) ->
  sound (through a value rate positive) d' (fun p q => h (f p q)).
Proof.
  intros [_ S] V R. apply make_sound; [exact V|].
  destruct (slopes a) as [[s t]|]; [|exact I]. destruct rate as [r|]; [|exact I].
  intros p q p' q' X Y. destruct (S p q p' q' X Y) as (u & v & U1 & V1 & F). cbn [fst snd] in *.
  destruct (R r eq_refl p q p' q' X Y) as (w & W & G). exists (w * u), (w * v).
  repeat split; try (now apply multiply_inside). cbn beta. rewrite G, F. ring.
Qed.

Lemma quotient_sound a b d e f g j : quotient a b = Some j -> sound a d f -> sound b e g ->
  sound j (fun p q => d p q /\ e p q /\ g p q <> 0) (fun p q => f p q / g p q).
Proof.
  unfold quotient. destruct (inverse _ _) as [one|] eqn:E; [|discriminate]. intros [= <-] A B.
  apply (times_sound _ _ d (fun p q => e p q /\ g p q <> 0) f (fun p q => / g p q)); [exact A|].
  destruct B as [V S]. apply (through_sound b e _ g Rinv); [now split| |].
  - intros p q I. destruct (V p q I) as (D & X & P). destruct (inverse_inside _ _ _ _ E X P) as [N Y].
    split; [now split|]. split; [exact Y|]. intros Q. now apply Rinv_0_lt_compat, P.
  - intros r [= <-] p q p' q' X Y. destruct (V p q X) as (_ & G & P), (V p' q' Y) as (_ & G' & P').
    destruct (inverse_inside _ _ _ _ E G P) as [N I], (inverse_inside _ _ _ _ E G' P') as [N' I'].
    exists (- (/ g p q * / g p' q')). split; [now apply opposite_inside, multiply_inside | now field].
Qed.

(* Between two slopes. *)
Lemma inside_between i x y t : inside i x -> inside i y -> 0 <= t <= 1 -> inside i (t * x + (1 - t) * y).
Proof.
  pose proof U_positive. destruct i as [[|l|] [|h|]]; unfold inside; cbn; try tauto; intros; split; trivial; nra.
Qed.

Lemma between u v u' v' m n z : u * m + v * n <= z <= u' * m + v' * n ->
  exists t, 0 <= t <= 1 /\ z = (t * u + (1 - t) * u') * m + (t * v + (1 - t) * v') * n.
Proof.
  set (x := u * m + v * n). set (y := u' * m + v' * n). intros [L H].
  destruct (Req_dec x y) as [E|N].
  - exists 1. split; [lra|]. replace z with x by lra. unfold x. ring.
  - exists ((y - z) / (y - x)). assert (0 < y - x) as P by lra. apply Rinv_0_lt_compat in P as P'. split.
    + unfold Rdiv. split; [apply Rmult_le_pos; lra|]. apply (Rmult_le_reg_r (y - x)); [exact P|].
      rewrite Rmult_assoc, Rinv_l by lra. lra.
    + unfold x, y in *. field. lra.
Qed.

Lemma around_inside l i x : In i l -> inside i x -> inside (around l) x.
Proof.
  intros I [L H]. split; cbn; [eapply lower_lowest; [apply in_map, I | exact L] |
    eapply upper_highest; [apply in_map, I | exact H]].
Qed.

Lemma collected jets l : collect slopes jets = Some l -> forall j, In j jets -> exists s,
  slopes j = Some s /\ In s l.
Proof.
  revert l. induction jets as [|k jets IH]; intros l; [easy|]. cbn.
  destruct (slopes k) as [s|] eqn:S; [|discriminate]. fold (collect slopes).
  destruct (collect slopes jets) as [l'|] eqn:C; [|discriminate]. intros [= <-] j [<-|J].
  - exists s. split; [exact S | now left].
  - destruct (IH l' eq_refl j J) as (s' & S' & I). exists s'. split; [exact S' | now right].
Qed.

Lemma hull_sound jets value positive d f :
  (forall p q, region p q -> d p q /\ inside value (f p q) /\ (positive = true -> 0 < f p q)) ->
  (forall p q p' q', region p q -> region p' q' -> exists i j g h di dj, In i jets /\ In j jets /\
     sound i di g /\ sound j dj h /\ g p' q' - g p q <= f p' q' - f p q <= h p' q' - h p q) ->
  sound (hull jets value positive) d f.
Proof.
  intros V M. apply make_sound; [exact V|]. destruct (collect slopes jets) as [l|] eqn:C; [|exact I].
  intros p q p' q' X Y. destruct (M p q p' q' X Y) as (i & j & g & h & di & dj & I & J & [_ G] & [_ H] & B).
  destruct (collected _ _ C i I) as ([s t] & S & K), (collected _ _ C j J) as ([s' t'] & S' & K').
  rewrite S in G. rewrite S' in H.
  destruct (G p q p' q' X Y) as (u & v & U1 & V1 & E), (H p q p' q' X Y) as (u' & v' & U2 & V2 & E').
  rewrite E, E' in B. destruct (between _ _ _ _ _ _ _ B) as (z & Z & F).
  exists (z * u + (1 - z) * u'), (z * v + (1 - z) * v'). cbn [fst snd] in *. split; [|split; [|exact F]].
  - apply inside_between; [| |exact Z]; (eapply around_inside; [|eassumption]);
      [apply (in_map fst _ _ K) | apply (in_map fst _ _ K')].
  - apply inside_between; [| |exact Z]; (eapply around_inside; [|eassumption]);
      [apply (in_map snd _ _ K) | apply (in_map snd _ _ K')].
Qed.

Definition sound_tree (j : jet) (t : tree) : Prop := sound j (fun p q => defined p q t) (fun p q => value p q t).

Lemma jet_of jets members t : Forall2 sound_tree jets members -> In t members -> exists j,
  In j jets /\ sound_tree j t.
Proof.
  induction 1 as [|j t' jets members H _ IH]; [easy|]. intros [->|I].
  - exists j. split; [now left | exact H].
  - destruct (IH I) as (k & K & T). exists k. split; [now right | exact T].
Qed.

Lemma tree_of jets members j : Forall2 sound_tree jets members -> In j jets -> exists t,
  In t members /\ sound_tree j t.
Proof.
  induction 1 as [|k t jets members H _ IH]; [easy|]. intros [->|I].
  - exists t. split; [now left | exact H].
  - destruct (IH I) as (t' & K & T). exists t'. split; [now right | exact T].
Qed.

Section Members.
Variables (jets : list jet) (members : list tree).
Hypothesis S : Forall2 sound_tree jets members.

Lemma largest_sound (d : R -> R -> Prop) f : (forall p q, Forall (defined p q) members -> d p q) ->
  (forall p q, exists t, In t members /\ f p q = value p q t) ->
  (forall p q t, In t members -> value p q t <= f p q) ->
  sound (largest_jet jets) d f.
Proof.
  intros D T A. unfold largest_jet.
  set (high := highest (map (fun j => snd (bounds j)) jets)).
    set (low := highest (map (fun j => fst (bounds j)) jets)).
  assert (forall p q, region p q -> lower low (f p q)) as L.
  { intros p q I. apply lower_highest, Forall_map, Forall_forall. intros j J.
    destruct (tree_of _ _ j S J) as (t & M & V & _).
    destruct (V p q I) as (_ & [L _] & _). eapply lower_less; [exact L | now apply A]. }
  assert (forall p q, region p q -> exists j t, In t members /\ f p q = value p q t /\ sound_tree j t /\
    In j (filter (fun j => e_le low (snd (bounds j))) jets)) as W.
  { intros p q I. destruct (T p q) as (t & M & E). destruct (jet_of _ _ t S M) as (j & J & V). exists j, t.
    split; [exact M|]. split; [exact E|]. split; [exact V|]. apply filter_In. split; [exact J|].
      destruct V as [V _].
    destruct (V p q I) as (_ & [_ H] & _). apply (low_below_high _ _ (f p q)); [now apply L | now rewrite E]. }
  apply hull_sound.
  - intros p q I. split; [|split; [split; cbn [fst snd]|]].
    + apply D, Forall_forall. intros t M. destruct (jet_of _ _ t S M) as (j & _ & V & _). now destruct (V p q I).
    + now apply L.
    + destruct (W p q I) as (j & t & _ & E & [V _] & J). apply filter_In in J as [J _].
      destruct (V p q I) as (_ & [_ H] & _). rewrite E. eapply upper_highest; [|exact H].
      now apply (in_map (fun j => snd (bounds j))).
    + intros (j & J & P)%existsb_exists. destruct (tree_of _ _ j S J) as (t & M & V & _).
      destruct (V p q I) as (_ & _ & Q). specialize (Q P). specialize (A p q t M). lra.
  - intros p q p' q' X Y. destruct (W p q X) as (i & t & M & E & V & J),
    (W p' q' Y) as (j & t' & M' & E' & V' & J').
    exists i, j, (fun p q => value p q t), (fun p q => value p q t'), (fun p q => defined p q t),
      (fun p q => defined p q t').
    repeat (split; [assumption|]). rewrite E, E'. pose proof (A p q t' M'). pose proof (A p' q' t M). lra.
Qed.

Lemma least_sound (d : R -> R -> Prop) f : (forall p q, Forall (defined p q) members -> d p q) ->
  (forall p q, exists t, In t members /\ f p q = value p q t) ->
  (forall p q t, In t members -> f p q <= value p q t) ->
  sound (least_jet jets) d f.
Proof.
  intros D T A. unfold least_jet.
  set (high := lowest (map (fun j => snd (bounds j)) jets)).
    set (low := lowest (map (fun j => fst (bounds j)) jets)).
  assert (forall p q, region p q -> upper high (f p q)) as L.
  { intros p q I. apply upper_lowest, Forall_map, Forall_forall. intros j J.
    destruct (tree_of _ _ j S J) as (t & M & V & _).
    destruct (V p q I) as (_ & [_ L] & _). eapply upper_more; [exact L | now apply A]. }
  assert (forall p q, region p q -> exists j t, In t members /\ f p q = value p q t /\ sound_tree j t /\
    In j (filter (fun j => e_le (fst (bounds j)) high) jets)) as W.
  { intros p q I. destruct (T p q) as (t & M & E). destruct (jet_of _ _ t S M) as (j & J & V). exists j, t.
    split; [exact M|]. split; [exact E|]. split; [exact V|]. apply filter_In. split; [exact J|].
      destruct V as [V _].
    destruct (V p q I) as (_ & [H _] & _). apply (low_below_high _ _ (f p q)); [now rewrite E | now apply L]. }
  apply hull_sound.
  - intros p q I. split; [|split; [split; cbn [fst snd]|]].
    + apply D, Forall_forall. intros t M. destruct (jet_of _ _ t S M) as (j & _ & V & _). now destruct (V p q I).
    + destruct (W p q I) as (j & t & _ & E & [V _] & J). apply filter_In in J as [J _].
      destruct (V p q I) as (_ & [H _] & _). rewrite E. eapply lower_lowest; [|exact H].
      now apply (in_map (fun j => fst (bounds j))).
    + now apply L.
    + intros P. rewrite forallb_forall in P. destruct (W p q I) as (j & t & _ & E & [V _] & J).
      apply filter_In in J as [J _]. rewrite E. apply (V p q I). now apply P.
  - intros p q p' q' X Y. destruct (W p q X) as (i & t & M & E & V & J),
    (W p' q' Y) as (j & t' & M' & E' & V' & J').
    exists j, i, (fun p q => value p q t'), (fun p q => value p q t), (fun p q => defined p q t'),
      (fun p q => defined p q t).
    repeat (split; [assumption|]). rewrite E, E'. pose proof (A p q t' M'). pose proof (A p' q' t M). lra.
Qed.
End Members.

Lemma same_sound j (d d' : R -> R -> Prop) f g : sound j d f -> (forall p q, d p q -> d' p q) ->
  (forall p q, f p q = g p q) -> sound j d' g.
Proof.
  intros [V S] D E. split.
  - intros p q I. rewrite <- E. destruct (V p q I) as (H & B). split; [now apply D | exact B].
  - destruct (slopes j) as [s|]; [|exact I]. intros p q p' q'. rewrite <- !E. apply S.
Qed.

Lemma power_sound a d f k : sound a d f -> sound (power a k) (fun _ _ => True) (fun p q => f p q ^ k).
Proof.
  intros A. induction k as [|k IH]; cbn [power].
  - apply (same_sound _ _ _ _ _ (constant_sound 1)); [easy|]. intros p q. unfold Q2R. cbn. field.
  - apply (same_sound _ _ _ _ _ (times_sound _ _ _ _ _ _ IH A)); [easy|]. intros p q. cbn. ring.
Qed.
End Region.
