(* What the tower kernel accepts holds: `tower_accepted_holds`. *)

From Certificates Require Import Polynomial Claim Acceptance Soundness Enclosures Tower_claim Tower Tower_values
  Tower_slopes
  Tower_terms Tower_leaves.
From Coq Require Import Reals List String NArith ZArith QArith Qreals Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

Scheme steps_mutual := Induction for steps Sort Prop with factors_mutual := Induction for factors Sort Prop.
Combined Scheme steps_and_factors from steps_mutual, factors_mutual.

Definition between (upper : bool) (y x z : R) : Prop := if upper then x < z < y else y < z < x.

Lemma opened_inside i x : inside (opened i) x -> inside i x.
Proof. destruct i as [[[a|] []] [[b|] []]]; unfold inside; cbn; lra. Qed.

Lemma between_inside (upper : bool) i x y z : inside i x ->
  (if upper then match fst (snd i) with Some c => y <= Q2R c | None => True end
   else match fst (fst i) with Some c => Q2R c <= y | None => True end) ->
  between upper y x z -> inside (opened i) z.
Proof. destruct i as [[[a|] []] [[b|] []]], upper; unfold inside, between; cbn; lra. Qed.

Definition edge_of (upper : bool) (i : edge * edge) : edge := if upper then snd i else fst i.

Lemma at_edge upper i c : inside i (Q2R c) -> fst (edge_of upper i) = Some c -> snd (edge_of upper i) = true ->
  False.
Proof.
  destruct i as [[[a|] []] [[b|] []]], upper; unfold inside; cbn; intros I E S; try discriminate;
    injection E as ->; lra.
Qed.

Lemma beyond upper i x c : inside i x -> fst (edge_of upper i) = Some c -> x <> Q2R c ->
  if upper then x < Q2R c else Q2R c < x.
Proof.
  destruct i as [[[a|] []] [[b|] []]], upper; unfold inside; cbn; intros I E S; try discriminate;
    injection E as ->; lra.
Qed.

Lemma unlimited (upper : bool) i x y : inside i x -> fst (edge_of upper i) = None ->
  (if upper then x < y else y < x) ->
  inside (opened i) y.
Proof. destruct i as [[[a|] []] [[b|] []]], upper; unfold inside; cbn; intros I E S; try discriminate; lra. Qed.

Section Soundness.
Variable parameter : string -> R.
Variable names : list string.
Variable others_of : list role.
Let roles := Point :: others_of.
Hypothesis signs : Forall (has_sign parameter) roles.
Hypothesis one_point : ~ In Point others_of.
Hypothesis simple : forall u, In (Log u) roles -> without_logs roles u = true /\ without_parameters roles u = true.
Variable trusted : bool.
Notation F := (F parameter roles).
Notation argument := (argument parameter roles).

Lemma signed_value minus f x : F (signed minus f) x = if minus then - F f x else F f x.
Proof. destruct minus; [apply negative_value | reflexivity]. Qed.

Section Quotient.
Variables f m : polynomial.
Let logs := occurring 0 roles f m.
Definition good (x : R) : Prop := forall j u, In (j, u) logs -> 0 < argument x u.
Definition rise : polynomial := plus (times (slope roles logs f) m) (negative (times (slope roles logs m) f)).
Let d g x := change (values parameter roles x) (map (full_change parameter roles x) roles) g.

Lemma quotient_derivable x : good x -> 0 < F m x ->
  derivable_pt_lim (fun t => F f t / F m t) x ((d f x * F m x - d m x * F f x) / Rsqr (F m x)).
Proof.
  intros G M. destruct (slope_derivable parameter roles simple f m x G f) as [A _]; [now left|].
  destruct (slope_derivable parameter roles simple f m x G m) as [B _]; [now right|].
  apply (derivable_pt_lim_div (F f) (F m)); [exact A | exact B | lra].
Qed.

Lemma rise_sign x : good x -> 0 < F m x -> exists w, 0 < w /\
  F rise x = w * ((d f x * F m x - d m x * F f x) / Rsqr (F m x)).
Proof.
  intros G M. destruct (slope_derivable parameter roles simple f m x G f) as [_ A]; [now left|].
  destruct (slope_derivable parameter roles simple f m x G m) as [_ B]; [now right|].
  pose proof (logs_positive parameter roles simple f m x G) as P.
  exists (logs_product (values parameter roles x) logs * Rsqr (F m x)). split.
  - apply Rmult_lt_0_compat; [exact P | apply Rlt_0_sqr; lra].
  - unfold rise. unfold Tower_values.F at 1. rewrite plus_value, negative_value, !times_value.
    change (value_at (values parameter roles x) (slope roles logs f)) with (F (slope roles logs f) x).
    change (value_at (values parameter roles x) (slope roles logs m)) with (F (slope roles logs m) x).
    change (value_at (values parameter roles x) f) with (F f x).
    change (value_at (values parameter roles x) m) with (F m x).
    unfold logs in *. rewrite A, B. unfold d, Rsqr. field. lra.
Qed.

(* f / m at x is not below what it is at y, if it rises from y to x. *)
Lemma compare (upper : bool) (strictly : bool) y x : (if upper then x < y else y < x) ->
  (forall z, z = y \/ z = x \/ between upper y x z -> good z /\ 0 < F m z) ->
  (forall z, between upper y x z ->
    0 <= F (signed upper rise) z /\ (strictly = true -> 0 < F (signed upper rise) z)) ->
  F f y / F m y <= F f x / F m x /\ (strictly = true -> F f y / F m y < F f x / F m x).
Proof.
  intros L G S.
  set (q := fun t => F f t / F m t). set (q' := fun x => (d f x * F m x - d m x * F f x) / Rsqr (F m x)).
  assert (forall z, between upper y x z -> 0 <= (if upper then - q' z else q' z) /\
    (strictly = true -> 0 < (if upper then - q' z else q' z))) as D.
  { intros z Z. destruct (G z) as [G1 G2]; [now right; right|]. destruct (S z Z) as [S1 S2].
    destruct (rise_sign z G1 G2) as (w & W & E). fold (q' z) in E. rewrite signed_value, E in S1, S2.
    assert (forall r, 0 <= w * r -> 0 <= r) as T1 by (intros r R; apply (Rmult_le_reg_l w); lra).
    assert (forall r, 0 < w * r -> 0 < r) as T2 by (intros r R; apply (Rmult_lt_reg_l w); lra).
    destruct upper; (split; [apply T1; lra | intros T; apply T2; specialize (S2 T); lra]). }
  destruct upper.
  - destruct (MVT_cor2 q q' x y L) as (z & E & Z).
    { intros z Z. destruct (G z) as [G1 G2]; [|now apply quotient_derivable].
      unfold between. destruct (Req_dec z x), (Req_dec z y); try tauto. right. right. lra. }
    destruct (D z Z) as [D1 D2]. unfold q in E. split; [|intros T; specialize (D2 T)]; nra.
  - destruct (MVT_cor2 q q' y x L) as (z & E & Z).
    { intros z Z. destruct (G z) as [G1 G2]; [|now apply quotient_derivable].
      unfold between. destruct (Req_dec z x), (Req_dec z y); try tauto. right. right. lra. }
    destruct (D z Z) as [D1 D2]. unfold q in E. split; [|intros T; specialize (D2 T)]; nra.
Qed.
End Quotient.

Definition arguments_positive (i : edge * edge) : Prop :=
  trusted = true -> forall x u, inside i x -> In (Log u) roles -> 0 < argument x u.

Lemma good_inside f m i x : arguments_positive i -> trusted || nothing (occurring 0 roles f m) = true ->
  inside i x -> good f m x.
Proof.
  intros A [T|N]%orb_prop I j u J.
  - apply (A T x u I). destruct (occurring_in f m roles 0 j u J) as (k & _ & E). now apply (nth_error_In _ k).
  - apply nothing_empty in N. rewrite N in J. destruct J.
Qed.

Definition shows (f : polynomial) (i : edge * edge) (strictly : bool) : Prop :=
  forall x, inside i x -> 0 <= F f x /\ (strictly = true -> 0 < F f x).

Lemma quotient_sign f m x y : 0 < F m x -> F f y / F m y <= F f x / F m x -> 0 <= F f y / F m y -> 0 <= F f x.
Proof.
  intros M L N. replace (F f x) with (F f x / F m x * F m x) by (field; lra). apply Rmult_le_pos; lra.
Qed.

Lemma quotient_strict f m x : 0 < F m x -> 0 < F f x / F m x -> 0 < F f x.
Proof.
  intros M L. replace (F f x) with (F f x / F m x * F m x) by (field; lra). now apply Rmult_lt_0_compat.
Qed.

Lemma slope_sound f m i (strictly upper value : bool) : let b := edge_of upper i in
  arguments_positive i -> shows m i true ->
  match fst b with
  | Some c => match near roles m (Some c) upper with Some true => true | _ => false end
  | None => true
  end = true ->
  trusted || nothing (occurring 0 roles f m) = true ->
  near roles f (fst b) upper = Some value -> value || negb strictly || snd b = true ->
  shows (signed upper (rise f m)) (opened i) (strictly && negb value) -> shows f i strictly.
Proof.
  intros b A M E T N V S x I.
  assert (forall z, inside i z -> good f m z /\ 0 < F m z) as G.
  { intros z Z. split; [now apply (good_inside f m i) | now apply M]. }
  destruct (fst b) as [c|] eqn:B.
  - cbn [near] in E, N. destruct (near_number roles m c) as [[]|] eqn:E'; try discriminate. clear E.
    apply (near_number_value parameter roles signs simple) in E', N.
    destruct E' as (_ & E1 & E2), N as (N1 & N2 & N3). specialize (E1 eq_refl).
    destruct (Req_dec x (Q2R c)) as [->|X].
    + split; [exact N1|]. intros ->. apply N2. destruct value; [reflexivity|]. exfalso. cbn in V.
      now apply (at_edge upper i c I B).
    + pose proof (beyond upper i x c I B X) as L.
      assert (forall z, between upper (Q2R c) x z -> inside (opened i) z) as O.
      { intros z Z. apply (between_inside upper i x (Q2R c) z I); [|exact Z]. subst b. destruct upper; cbn in B;
          rewrite B; lra. }
      destruct (compare f m upper (strictly && negb value) (Q2R c) x L) as [C1 C2].
      * intros z [->|[->|Z]]; [|now apply G | now apply G, opened_inside, O].
        split; [|exact E1]. intros j u J. exact (occurring_defined parameter roles f m (Q2R c) j u N3 E2 J).
      * intros z Z. now apply S, O.
      * destruct (G x I) as [_ P].
        assert (0 <= F f (Q2R c) / F m (Q2R c)) as Q
          by (apply Rmult_le_pos; [exact N1 | left; now apply Rinv_0_lt_compat]).
        split; [now apply (quotient_sign f m x (Q2R c))|]. intros ->. apply (quotient_strict f m x P).
        destruct value; [|specialize (C2 eq_refl); lra].
        assert (0 < F f (Q2R c) / F m (Q2R c)); [|lra]. apply Rdiv_lt_0_compat; [now apply N2 | exact E1].
  - cbn [near] in N. destruct (near_infinity_value parameter others_of signs simple upper f value N)
      as (N1 & N2 & _).
    destruct value.
    + destruct (N1 eq_refl) as (l & L1 & L2).
      set (y := if upper then Rmax l (x + 1) else - Rmax l (1 - x)).
      assert (if upper then x < y else y < x) as L.
      { unfold y. pose proof (Rmax_r l (x + 1)). pose proof (Rmax_r l (1 - x)). destruct upper; lra. }
      assert (0 < F f y) as P.
      { unfold y. pose proof (Rmax_l l (x + 1)) as M1. pose proof (Rmax_l l (1 - x)) as M2.
        specialize (L2 (if upper then Rmax l (x + 1) else Rmax l (1 - x))). destruct upper; unfold way in L2.
        - rewrite Rmult_1_l in L2. now apply L2.
        - replace (-1 * Rmax l (1 - x)) with (- Rmax l (1 - x)) in L2 by ring. now apply L2. }
      assert (forall z, between upper y x z -> inside (opened i) z) as O.
      { intros z Z. apply (between_inside upper i x y z I); [|exact Z]. subst b. destruct upper; cbn in B;
          now rewrite B. }
      assert (inside i y) as Y by (apply opened_inside; now apply (unlimited upper i x y I B)).
      destruct (compare f m upper (strictly && negb true) y x L) as [C1 _].
      * intros z [->|[->|Z]]; [now apply G | now apply G | now apply G, opened_inside, O].
      * intros z Z. now apply S, O.
      * destruct (G x I) as [_ Q]. destruct (G y Y) as [_ Q'].
        assert (0 < F f y / F m y) as R by now apply Rdiv_lt_0_compat.
        assert (0 < F f x) by (apply (quotient_strict f m x Q); lra). split; [lra|easy].
    + rewrite (N2 eq_refl) in *. split; [cbn; lra|]. intros ->. exfalso.
      set (z := if upper then x + 1 else x - 1).
      assert (inside (opened i) z) as Z by (apply (unlimited upper i x z I B); unfold z; destruct upper; lra).
      destruct (S z Z) as [_ S2]. specialize (S2 eq_refl). rewrite signed_value in S2.
      assert (F (rise [] m) z = 0) as H; [|rewrite H in S2; destruct upper; lra].
      unfold rise, Tower_values.F. rewrite plus_value, negative_value, !times_value. cbn. ring.
Qed.

Lemma proves_product l f i strictly : proves names roles trusted f i strictly (Product_of l) =
  match product_of names roles trusted i strictly l with
  | Some (p, minus) => same p f && negb minus
  | None => false
  end.
Proof. reflexivity. Qed.

Lemma both_sound :
  (forall n f i strictly, proves names roles trusted f i strictly n = true -> arguments_positive i ->
    shows f i strictly) /\
  (forall l i strictly p minus, product_of names roles trusted i strictly l = Some (p, minus) ->
    arguments_positive i ->
    shows (signed minus p) i strictly).
Proof.
  apply steps_and_factors.
  - intros upper f i strictly H _ x [A B]. cbn in H.
    apply (terms_are_positive_value parameter others_of signs one_point f (if upper then snd i else fst i) upper);
      [exact H|].
    now destruct upper.
  - intros l IH f i strictly H A x I. rewrite proves_product in H.
    destruct (product_of _ _ _ _ _ _) as [[p minus]|] eqn:P; [|discriminate].
    apply andb_prop in H. destruct H as [S N%negb_true_iff]. subst minus. specialize (IH _ _ _ _ P A x I).
    cbn in IH.
    unfold Tower_values.F in *. now rewrite <- (same_value _ _ _ S).
  - intros e its IH1 upper inner IH2 f i strictly H A. cbn [proves] in H.
    destruct (polynomial_of names e) as [m|]; [|discriminate].
    apply andb_prop in H. destruct H as [[[H1 H2]%andb_prop H3]%andb_prop H4].
    destruct (near roles f _ upper) as [value|] eqn:N; [|discriminate]. apply andb_prop in H4.
    destruct H4 as [H4 H5].
    apply (slope_sound f m i strictly upper value); try assumption.
    + now apply IH1.
    + apply (IH2 _ _ _ H5). intros T x u I. apply (A T x u). now apply opened_inside.
  - intros c lower IH1 upper IH2 f i strictly H A x I. cbn [proves] in H.
    apply andb_prop in H. destruct H as [[[H1 H2]%andb_prop H3]%andb_prop H4].
    destruct i as [[a out] [b left]]. cbn [fst snd] in *.
    assert (match a with Some a => Q2R a < Q2R c | None => True end) as L1 by (destruct a;
      [now apply q_less_value | exact Logic.I]).
    assert (match b with Some b => Q2R c < Q2R b | None => True end) as L2 by (destruct b;
      [now apply q_less_value | exact Logic.I]).
    destruct (Rle_or_lt x (Q2R c)) as [X|X].
    + apply (IH1 _ _ _ H3).
      * intros T y u J. apply (A T y u). destruct J as [J1 J2]. split; [exact J1|].
        cbn in J2 |- *. destruct b as [b|]; [|exact Logic.I]. destruct left; lra.
      * destruct I as [I1 _]. split; [exact I1 | exact X].
    + apply (IH2 _ _ _ H4).
      * intros T y u J. apply (A T y u). destruct J as [J1 J2]. split; [|exact J2].
        cbn in J1 |- *. destruct a as [a|]; [|exact Logic.I]. destruct out; lra.
      * destruct I as [_ I2]. split; [cbn; lra | exact I2].
  - intros order cuts f i strictly H _ x I. cbn [proves] in H.
    destruct i as [[[a|] out] [[b|] left]]; try discriminate. cbn [fst snd] in H. apply andb_prop in H.
    destruct H as [_ H].
    rewrite (argument_F parameter roles f x (all_leaves_without_logs roles f order b cuts a H)).
    assert (0 < argument x f); [|split; [lra|easy]].
    apply (all_leaves_positive parameter roles f order b x cuts a H).
    destruct I as [I1 I2]. unfold within. cbn in *. destruct out, left; lra.
  - intros i strictly p minus H _ x I. cbn [product_of] in H.
    assert (p = one /\ minus = false) as [-> ->] by (split; congruence). cbn [signed].
    unfold Tower_values.F. rewrite one_value. split; intros; lra.
  - intros e k minus its IH1 l IH2 i strictly p s H A x I. cbn [product_of] in H.
    destruct (polynomial_of names e) as [g|]; [|discriminate].
    destruct ((1 <=? k)%nat && (k <=? 16)%nat && _) eqn:B; [|discriminate]. apply andb_prop in B.
    destruct B as [_ B].
    destruct (product_of names roles trusted i strictly l) as [[p' s']|] eqn:P; [|discriminate].
    specialize (IH1 _ _ _ B A x I). specialize (IH2 _ _ _ _ P A x I). rewrite signed_value in *.
    assert (p = times (power g k) p' /\ s = xorb (minus && Nat.odd k) s') as [-> ->] by (split; congruence).
    set (y := if minus then - F g x else F g x) in *. set (w := if s' then - F p' x else F p' x) in *.
    assert ((if xorb (minus && Nat.odd k) s' then - F (times (power g k) p') x else F (times (power g k) p') x) =
      y ^ k * w) as ->.
    { unfold y, w, Tower_values.F. rewrite times_value, power_value. set (v := value_at _ g). destruct minus;
        cbn [andb].
      - replace (- v) with (-1 * v) by ring. rewrite Rpow_mult_distr. destruct (Nat.odd k) eqn:O.
        + apply Nat.odd_spec in O. destruct O as [j ->]. rewrite Nat.add_1_r, pow_1_odd. destruct s'; cbn [xorb];
            ring.
        + unfold Nat.odd in O. apply negb_false_iff, Nat.even_spec in O. destruct O as [j ->]. rewrite pow_1_even.
          destruct s'; cbn [xorb]; ring.
      - destruct s'; cbn [xorb]; ring. }
    destruct IH1 as [Y1 Y2], IH2 as [W1 W2]. split.
    + apply Rmult_le_pos; [now apply pow_le | exact W1].
    + intros T. apply Rmult_lt_0_compat; [apply pow_lt|]; auto.
  - intros e k minus l IH i strictly p s H A x I. cbn [product_of] in H.
    destruct (polynomial_of names e) as [g|]; [|discriminate].
    destruct ((1 <=? k)%nat && (k <=? 16)%nat && _ && _) eqn:B; [|discriminate].
    apply andb_prop in B. destruct B as [[_ E]%andb_prop N%negb_true_iff].
    destruct (product_of names roles trusted i strictly l) as [[p' s']|] eqn:P; [|discriminate].
    specialize (IH _ _ _ _ P A x I). rewrite signed_value in *.
    assert (p = times (power g k) p' /\ s = s') as [-> ->] by (split; congruence). subst strictly.
    assert (0 <= F g x ^ k) as Q.
    { apply Nat.even_spec in E. destruct E as [j ->]. rewrite pow_mult. apply pow_le. cbn. rewrite Rmult_1_r.
      apply Rle_0_sqr. }
    split; [|discriminate]. destruct IH as [W _]. unfold Tower_values.F in *. rewrite times_value, power_value.
    destruct s'; [rewrite Ropp_mult_distr_r|]; now apply Rmult_le_pos.
Qed.
End Soundness.
