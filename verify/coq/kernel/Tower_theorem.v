(* The theorem: what the tower kernel accepts holds, `tower_accepted_holds`.
   Names and roles have the same values. *)

From Certificates Require Import Polynomial Claim Acceptance Soundness Enclosures Tower_claim Tower Tower_values
  Tower_slopes
  Tower_soundness.
From Coq Require Import Reals List String NArith ZArith QArith Qreals Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

Lemma different_distinct : forall l, different l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; cbn; [constructor|]. intros [N H]%andb_prop. constructor; [|now apply IH].
  intros I. apply negb_true_iff in N. assert (existsb (String.eqb s) l = true); [|congruence].
  apply existsb_exists. exists s. split; [exact I | apply String.eqb_refl].
Qed.

Lemma entry_present {A} (n : string) (a : A) : forall l, NoDup (map fst l) -> In (n, a) l -> entry n l = Some a.
Proof.
  induction l as [|[m b] l IH]; cbn; intros D I; [destruct I|]. inversion_clear D as [|? ? D1 D2].
  destruct (String.eqb_spec n m) as [->|N].
  - destruct I as [[= ->]|I]; [reflexivity|]. destruct D1. now apply (in_map fst l (m, a)).
  - destruct I as [[= -> _]|I]; [easy | now apply IH].
Qed.

Lemma entry_absent {A} (n : string) : forall l : list (string * A), ~ In n (map fst l) -> entry n l = None.
Proof.
  induction l as [|[m b] l IH]; cbn; intros N; [reflexivity|].
  destruct (String.eqb_spec n m) as [->|_]; [destruct N; now left|]. apply IH. tauto.
Qed.

Section Names.
Variable c : tower_claim.
Variable x : R.
Variable parameter : string -> R.
Variable others_of : list role.
Let roles := Point :: others_of.
Hypothesis distinct : NoDup (names_of c).
Hypothesis roles_in : roles_of c = Some roles.

Lemma parts_of_roles : exists l, Forall2 (fun a r => role_of_atom (names_of c) a = Some r) (atoms c) l /\
  others_of = map (fun p => Constant (fst p) (snd p)) (parameters c) ++ l.
Proof.
  unfold roles_of in roles_in. destruct (collect _ (atoms c)) as [l|] eqn:C; [|discriminate].
  exists l. split; [now apply collected|]. injection roles_in. easy.
Qed.

Lemma name_values (point : string -> R) (log : polynomial -> R) :
  point (point_name c) = x ->
  (forall n, n <> point_name c -> entry n (atoms c) = None -> point n = parameter n) ->
  (forall n a r, n <> point_name c -> entry n (atoms c) = Some a -> role_of_atom (names_of c) (n, a) = Some r ->
    point n = value_with parameter log x r) ->
  map point (names_of c) = map (value_with parameter log x) roles.
Proof.
  intros P1 P2 P3. destruct parts_of_roles as (l & R & ->). unfold names_of at 1. unfold names_of in distinct.
  unfold roles. cbn [map]. rewrite P1. f_equal. rewrite !map_app, !map_map.
  inversion_clear distinct as [|? ? D1 D2]. f_equal.
  - apply map_ext_in. intros p I. cbn. apply P2.
    + intros E. apply D1. rewrite <- E. apply in_or_app. left. now apply in_map.
    + apply entry_absent. intros J. assert (In (fst p) (map fst (parameters c))) as K by now apply in_map.
      apply in_split in K. destruct K as (k1 & k2 & K). rewrite K, <- app_assoc in D2.
      apply NoDup_remove_2 in D2. apply D2. rewrite app_assoc. apply in_or_app. now right.
  - assert (forall n a, In (n, a) (atoms c) -> n <> point_name c /\ entry n (atoms c) = Some a) as Q.
    { intros n a I. split.
      - intros ->. apply D1, in_or_app. right. now apply (in_map fst (atoms c) (point_name c, a)).
      - apply entry_present; [|exact I]. clear -D2. induction (map fst (parameters c)) as [|m k IH]; [exact D2|].
        apply IH. now inversion D2. }
    assert (forall n a r, In (n, a) (atoms c) -> role_of_atom (names_of c) (n, a) = Some r ->
      point n = value_with parameter log x r) as V.
    { intros n a r I. destruct (Q n a I). now apply P3. }
    clear -R V. revert R V. generalize (atoms c) l. intros k' l' R.
    induction R as [|[n a] r k l' E R IH]; intros V; [reflexivity|]. cbn. f_equal.
    + apply (V n a r); [now left | exact E].
    + apply IH. intros m b s I. apply V. now right.
Qed.

Lemma inner_names : map (inner_point c x parameter) (names_of c) = plain_values parameter roles x.
Proof.
  apply name_values; unfold inner_point; cbn.
  - now rewrite String.eqb_refl.
  - intros n N ->. now rewrite (proj2 (String.eqb_neq _ _) N).
  - intros n a r N -> E. rewrite (proj2 (String.eqb_neq _ _) N). unfold role_of_atom in E. cbn in E.
    destruct a as [a b|e]; [now injection E as <-|]. destruct (polynomial_of _ e);
      [now injection E as <- | discriminate].
Qed.

Lemma polynomial_value e u : polynomial_of (names_of c) e = Some u ->
  defined (inner_point c x parameter) e /\ value (inner_point c x parameter) e = argument parameter roles x u.
Proof.
  unfold polynomial_of. destruct (fraction _ e) as [[n d]|] eqn:E; [|discriminate].
  destruct (same d one) eqn:S; [|discriminate]. intros [= ->].
  apply (fraction_value (inner_point c x parameter)) in E. rewrite inner_names in E.
  rewrite (same_value _ _ _ S), one_value in E. destruct E as [D V].
  assert (defined (inner_point c x parameter) e) as T by (apply D; lra). split; [exact T|].
  unfold argument. rewrite <- V; [ring | exact T].
Qed.

Lemma all_names : map (tower_point c x parameter) (names_of c) = values parameter roles x.
Proof.
  unfold values, role_value. apply name_values; unfold tower_point; cbn.
  - now rewrite String.eqb_refl.
  - intros n N ->. now rewrite (proj2 (String.eqb_neq _ _) N).
  - intros n a r N -> E. rewrite (proj2 (String.eqb_neq _ _) N). unfold role_of_atom in E. cbn in E.
    destruct a as [a b|e]; [now injection E as <-|]. destruct (polynomial_of _ e) as [u|] eqn:P; [|discriminate].
    injection E as <-. cbn. now rewrite (proj2 (polynomial_value e u P)).
Qed.

Lemma roles_have_signs : Forall (parameter_has_sign parameter) (parameters c) -> Forall (has_sign parameter) roles.
Proof.
  intros S. destruct parts_of_roles as (l & R & E). unfold roles. rewrite E. constructor; [exact I|].
  apply Forall_app. split.
  - apply Forall_map. revert S. apply Forall_impl. intros [n b]. unfold parameter_has_sign. now destruct b.
  - clear -R. induction R as [|[n a] r k l E R IH]; constructor; [|exact IH]. unfold role_of_atom in E. cbn in E.
    destruct a as [a b|e]; [now injection E as <-|]. destruct (polynomial_of _ e);
      [now injection E as <- | discriminate].
Qed.

Lemma only_one_point : ~ In Point others_of.
Proof.
  destruct parts_of_roles as (l & R & ->). intros [I|I]%in_app_or; [apply in_map_iff in I;
    destruct I as (p & E & _); discriminate|].
  clear -R I. induction R as [|[n a] r k l E R IH]; [destruct I|]. destruct I as [->|I]; [|now apply IH].
  unfold role_of_atom in E. cbn in E. destruct a; [discriminate|]. destruct (polynomial_of _ e); discriminate.
Qed.

Lemma logarithms_hold : (forall u, In (Log u) roles -> 0 < argument parameter roles x u) ->
  Forall (has_logarithm c x parameter) (atoms c).
Proof.
  intros H. destruct parts_of_roles as (l & R & E).
  assert (forall u, In (Log u) l -> 0 < argument parameter roles x u) as K.
  { intros u I. apply H. right. rewrite E. apply in_or_app. now right. }
  clear -R K distinct roles_in. revert R K. generalize (atoms c) l. intros as' l' R.
  induction R as [|[n a] r k l' Q R IH]; intros K; constructor; [|apply IH; intros; apply K; now right].
  unfold has_logarithm. cbn. destruct a as [a b|e]; [exact I|]. unfold role_of_atom in Q. cbn in Q.
  destruct (polynomial_of _ e) as [u|] eqn:P; [|discriminate]. injection Q as <-.
  destruct (polynomial_value e u P) as [D V]. split; [exact D|]. rewrite V. apply K. now left.
Qed.
End Names.

Lemma prove_each_shows names parameter others_of i :
  let roles := Point :: others_of in
  Forall (has_sign parameter) roles -> ~ In Point others_of ->
  (forall u, In (Log u) roles -> without_logs roles u = true /\ without_parameters roles u = true) ->
  forall l n, prove_each names roles i l n = true -> forall u, In u l -> shows parameter others_of u i true.
Proof.
  intros roles S O M. induction l as [|v l IH]; intros [|s n]; cbn; try discriminate; intros H u I; [destruct I|].
  apply andb_prop in H. destruct H as [H1 H2]. destruct I as [<-|I]; [|now apply (IH n)].
  apply (proj1 (both_sound parameter names others_of S O M false) s); [exact H1 | discriminate].
Qed.

Theorem tower_accepted_holds t : tower_accepts t = true -> tower_claim_holds (tower_claim_of t).
Proof.
  unfold tower_accepts. set (c := tower_claim_of t). intros [H1 H2]%andb_prop.
  apply andb_prop in H1. destruct H1 as [[[H1 _]%andb_prop _]%andb_prop _].
  apply different_distinct in H1. destruct (roles_of c) as [roles|] eqn:R; [|discriminate].
  destruct (fraction _ _) as [[n d]|] eqn:E; [|discriminate].
  apply andb_prop in H2. destruct H2 as [[[A P]%andb_prop D]%andb_prop G].
  assert (exists others_of, roles = Point :: others_of) as [others_of ->].
  { unfold roles_of in R. destruct (collect _ _); [|discriminate]. injection R as <-. now eexists. }
  intros x parameter I S.
  pose proof (roles_have_signs c parameter others_of R S) as S'. pose proof (only_one_point c others_of R) as O.
  assert (forall u, In (Log u) (Point :: others_of) ->
    without_logs (Point :: others_of) u = true /\ without_parameters (Point :: others_of) u = true) as M.
  { intros u J. rewrite forallb_forall in A. apply andb_prop, A. unfold arguments_of. apply in_flat_map.
    exists (Log u). split; [exact J | now left]. }
  assert (forall y u, inside (interval c) y -> In (Log u) (Point :: others_of) ->
    0 < argument parameter (Point :: others_of) y u) as T.
  { intros y u Y J. rewrite <- (argument_F parameter (Point :: others_of) u y (proj1 (M u J))).
    apply (prove_each_shows (names_of c) parameter others_of (interval c) S' O M _ _ P u); [|exact Y|reflexivity].
    unfold arguments_of. apply in_flat_map. exists (Log u). split; [exact J | now left]. }
  split; [apply (logarithms_hold c x parameter others_of H1 R); intros; now apply T|].
  pose proof (proj1 (both_sound parameter (names_of c) others_of S' O M true)) as B.
  apply B in D; [|intros _ y u; apply T]. apply B in G; [|intros _ y u; apply T].
  destruct (D x I) as [_ D']. destruct (G x I) as [G1 G2]. specialize (D' eq_refl). clear B D G.
  rewrite signed_value in D', G1, G2. unfold F in D', G1, G2.
  apply (fraction_value (tower_point c x parameter)) in E.
  rewrite (all_names c x parameter others_of H1 R) in E. destruct E as [E1 E2].
  cbn [defined value] in E1, E2. set (dv := value_at _ d) in *. set (nv := value_at _ n) in *.
  assert (dv <> 0) as N by (destruct (minus_denominator t); lra).
  destruct (proj2 E1 N) as (L1 & _ & L2). assert (Q2R (-1) = -1) as Q by (unfold Q2R; cbn; lra).
  rewrite Q in E2. specialize (E2 (proj2 E1 N)).
  set (l := value (tower_point c x parameter) (left_side c)) in *.
  set (r := value (tower_point c x parameter) (right_side c)) in *.
  cbn [true_here]. split; [exact L1|]. split; [exact L2|]. fold l r.
  destruct (strict c); cbn; [specialize (G2 eq_refl)|]; destruct (minus_denominator t); nra.
Qed.
