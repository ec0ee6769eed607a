(* The slopes of a tower's polynomials are derivatives, times the arguments of the logarithms that occur. *)

From Certificates Require Import Polynomial Claim Acceptance Enclosures Tower_claim Tower Tower_values.
From Coq Require Import Reals List String NArith ZArith QArith Qreals Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

Fixpoint monomial_change (v d : list R) (m : monomial) : R :=
  match v, d, m with
  | y :: v', dy :: d', e :: m' =>
      INR (N.to_nat e) * y ^ pred (N.to_nat e) * dy * monomial_value v' m' + y ^ N.to_nat e * monomial_change v'
        d' m'
  | _, _, _ => 0
  end.

Fixpoint change (v d : list R) (p : polynomial) : R :=
  match p with [] => 0 | (m, c) :: p' => Q2R c * monomial_change v d m + change v d p' end.

Lemma derivable_same f g x d : (forall t, f t = g t) -> derivable_pt_lim f x d -> derivable_pt_lim g x d.
Proof. intros E D e P. destruct (D e P) as [h H]. exists h. intros k N L. rewrite <- !E. now apply H. Qed.

Section Change.
Variable x : R.

Definition known (fs : list (R -> R)) (ds : list R) (m : monomial) : Prop :=
  forall i f d, nth_error fs i = Some f -> nth_error ds i = Some d -> nth i m 0%N = 0%N \/ derivable_pt_lim f x d.

Lemma monomial_derivable : forall fs ds m, List.length fs = List.length ds -> known fs ds m ->
  derivable_pt_lim (fun t => monomial_value (map (fun f => f t) fs) m) x
    (monomial_change (map (fun f => f x) fs) ds m).
Proof.
  induction fs as [|f fs IH]; intros [|d ds] m L K; try discriminate; [apply derivable_pt_lim_const|].
  destruct m as [|e m]; [apply derivable_pt_lim_const|]. cbn.
  specialize (IH ds m (eq_add_S _ _ L)). assert (known fs ds m) as K' by (intros i; exact (K (S i))).
  specialize (IH K'). destruct (K O f d eq_refl eq_refl) as [E|D].
  - cbn in E. subst e. cbn. replace (0 * 1 * d * _ + _) with (monomial_change (map (fun f => f x) fs) ds m) by ring.
    apply (derivable_same (fun t => monomial_value (map (fun f => f t) fs) m)); [intros; ring | exact IH].
  - pose proof (derivable_pt_lim_comp f (fun y => y ^ N.to_nat e) x d _ D (derivable_pt_lim_pow _ _)) as P.
    exact (derivable_pt_lim_mult _ _ x _ _ P IH).
Qed.

Lemma polynomial_derivable fs ds p : List.length fs = List.length ds -> Forall (fun t => known fs ds (fst t)) p ->
  derivable_pt_lim (fun t => value_at (map (fun f => f t) fs) p) x (change (map (fun f => f x) fs) ds p).
Proof.
  intros L. induction p as [|[m c] p IH]; intros K; [apply derivable_pt_lim_const|].
  inversion_clear K as [|? ? K1 K2].
  cbn. apply (derivable_pt_lim_plus (fun t => Q2R c * monomial_value (map (fun f => f t) fs) m)
    (fun t => value_at (map (fun f => f t) fs) p)); [|now apply IH].
  exact (derivable_pt_lim_scal _ (Q2R c) x _ (monomial_derivable fs ds m L K1)).
Qed.
End Change.

Section Rates.
Variables (v d : list R) (w : R).

Definition rated (rates : list polynomial) (i : nat) (m : monomial) : Prop :=
  forall k r y, nth_error rates k = Some r -> nth_error (skipn i d) k = Some y ->
  nth k m 0%N = 0%N \/ value_at v r = w * y.

Lemma empty_value (l : list R) : monomial_value l [] = 1.
Proof. now destruct l. Qed.

Lemma monomial_at_value : forall i l m, value_at l (monomial_at i m) = monomial_value (skipn i l) m.
Proof.
  assert (forall i l m, monomial_value l (repeat 0%N i ++ m) = monomial_value (skipn i l) m) as H.
  { induction i as [|i IH]; intros [|y l] m; try reflexivity. cbn. rewrite IH. ring. }
  intros i l [|e m]; [unfold monomial_at; now rewrite one_value, empty_value|].
  cbn [monomial_at value_at]. rewrite q_one, H. ring.
Qed.

Lemma skipn_next {A} (a : A) : forall i l k, skipn i l = a :: k -> skipn (S i) l = k.
Proof.
  induction i as [|i IH]; intros [|b l] k E; cbn in *; try discriminate; [now injection E|]. now apply IH.
Qed.

Lemma monomial_slope_value : forall rates i m, List.length rates = List.length (skipn i v) ->
  List.length (skipn i v) = List.length (skipn i d) -> rated rates i m ->
  value_at v (monomial_slope i m rates) = w * monomial_change (skipn i v) (skipn i d) m.
Proof.
  induction rates as [|r rates IH]; intros i m L1 L2 K.
  - destruct (skipn i v); [|discriminate]. destruct m; cbn; ring.
  - destruct (skipn i v) as [|y v'] eqn:V; [discriminate|]. destruct (skipn i d) as [|dy d'] eqn:D; [discriminate|].
    destruct m as [|e m]; [cbn; ring|].
    pose proof (skipn_next _ _ _ _ V) as V'. pose proof (skipn_next _ _ _ _ D) as D'.
    assert (value_at v (monomial_slope (S i) m rates) = w * monomial_change v' d' m) as E.
    { rewrite IH; rewrite ?V', ?D'; [reflexivity | now injection L1 | now injection L2|].
      intros k s z R Z. rewrite D' in Z. apply (K (S k) s z R). rewrite D. exact Z. }
    cbn [monomial_slope monomial_change]. rewrite plus_value, times_value, E, monomial_at_value, V,
      exponent_and_value,
      empty_value.
    destruct (N.eqb_spec e 0) as [->|N].
    + cbn. ring.
    + rewrite term_times_value, !times_value, !monomial_at_value, V, V', exponent_and_value, !empty_value,
        whole_value.
      destruct (K O r dy eq_refl) as [Z|Z]; [now rewrite D | cbn in Z; contradiction|].
      rewrite Z, N2Nat.inj_pred. ring.
Qed.

Lemma slope_by_value rates f : List.length rates = List.length v -> List.length v = List.length d ->
  Forall (fun t => rated rates 0 (fst t)) f -> value_at v (slope_by rates f) = w * change v d f.
Proof.
  intros L1 L2. unfold slope_by. rewrite total_value. induction 1 as [|[m c] f K H IH]; cbn; [ring|].
  rewrite IH, term_times_value, empty_value. cbn in K.
  rewrite (monomial_slope_value rates 0 m L1 L2 K). cbn. ring.
Qed.
End Rates.

Lemma indexed_length {A B} (g : nat -> A -> B) : forall l i, List.length (indexed g i l) = List.length l.
Proof. induction l as [|a l IH]; intros i; cbn; [reflexivity|]. now rewrite IH. Qed.

Lemma indexed_nth {A B} (g : nat -> A -> B) : forall l i k, nth_error (indexed g i l) k =
  option_map (g (i + k)%nat) (nth_error l k).
Proof.
  induction l as [|a l IH]; intros i [|k]; cbn; try reflexivity; [now rewrite Nat.add_0_r|].
  now rewrite IH, Nat.add_succ_r.
Qed.

(* Products of the arguments. *)
Fixpoint logs_product (v : list R) (logs : list (nat * polynomial)) : R :=
  match logs with [] => 1 | (_, u) :: l => value_at v u * logs_product v l end.

Lemma but_absent v n : forall logs, ~ In n (map fst logs) -> value_at v (but n logs) = logs_product v logs.
Proof.
  induction logs as [|[j u] logs IH]; cbn; intros A; [apply one_value|].
  destruct (Nat.eqb_spec j n) as [->|_]; [destruct A; now left|]. rewrite times_value, <- IH by tauto. reflexivity.
Qed.

Lemma but_present v i u : forall logs, NoDup (map fst logs) -> In (i, u) logs ->
  value_at v u * value_at v (but i logs) = logs_product v logs.
Proof.
  induction logs as [|[j w] logs IH]; cbn; intros N I; [destruct I|]. inversion_clear N as [|? ? N1 N2].
  fold (but i logs). destruct I as [[= -> ->]|I].
  - rewrite Nat.eqb_refl. now rewrite (but_absent v i logs N1).
  - destruct (Nat.eqb_spec j i) as [->|_]; [destruct N1; now apply (in_map fst logs (i, u))|].
    rewrite times_value, <- (IH N2 I). ring.
Qed.

Lemma occurring_in f m : forall l i j u, In (j, u) (occurring i l f m) ->
  exists k, j = (i + k)%nat /\ nth_error l k = Some (Log u).
Proof.
  induction l as [|r l IH]; intros i j u H; [destruct H|].
  assert (In (j, u) (occurring (S i) l f m) -> exists k, j = (i + k)%nat /\ nth_error (r :: l) k =
    Some (Log u)) as T.
  { intros (k & -> & E)%IH. exists (S k). split; [lia|exact E]. }
  destruct r; cbn in H; try (now apply T).
  destruct (occurs i f || occurs i m); [|now apply T]. destruct H as [[= <- <-]|H]; [|now apply T].
  exists O. split; [lia|reflexivity].
Qed.

Lemma occurring_distinct f m : forall l i, NoDup (map fst (occurring i l f m)).
Proof.
  induction l as [|r l IH]; intros i; cbn; [constructor|]. destruct r; try apply IH.
  destruct (occurs i f || occurs i m); [|apply IH]. cbn. constructor; [|apply IH].
  intros ([j u] & E & (k & -> & _)%occurring_in)%in_map_iff. cbn in E. lia.
Qed.

Lemma occurring_all f m u : forall l i k, nth_error l k = Some (Log u) -> occurs (i + k) f || occurs (i + k) m =
  true ->
  In ((i + k)%nat, u) (occurring i l f m).
Proof.
  induction l as [|r l IH]; intros i [|k] E O; try discriminate.
  - cbn in E. injection E as ->. cbn. rewrite Nat.add_0_r in *. rewrite O. now left.
  - rewrite Nat.add_succ_r in *. specialize (IH (S i) k E O). cbn.
    destruct r; try exact IH. destruct (occurs i f || occurs i m); [now right|exact IH].
Qed.

Lemma occurs_in i m c : forall f, In (m, c) f -> nth i m 0%N <> 0%N -> occurs i f = true.
Proof.
  induction f as [|[n d] f IH]; cbn; intros I N; [destruct I|]. apply orb_true_iff.
  destruct I as [[= -> ->]|I]; [left; apply negb_true_iff; now apply N.eqb_neq | right; now apply IH].
Qed.

Section Slopes.
Variable parameter : string -> R.
Variable roles : list role.
Hypothesis simple : forall u, In (Log u) roles -> without_logs roles u = true /\ without_parameters roles u = true.
Notation values := (values parameter roles).
Notation F := (F parameter roles).
Notation argument := (argument parameter roles).

Definition plain_change (x : R) (r : role) : R :=
  match r with Point => 1 | Exponent a b => Q2R a * exp (Q2R a * x + Q2R b) | _ => 0 end.

Lemma exponential_derivable a b x :
  derivable_pt_lim (fun t => exp (Q2R a * t + Q2R b)) x (Q2R a * exp (Q2R a * x + Q2R b)).
Proof.
  replace (Q2R a * exp (Q2R a * x + Q2R b)) with (exp (Q2R a * x + Q2R b) * (Q2R a * 1 + 0)) by ring.
  apply (derivable_pt_lim_comp (fun t => Q2R a * t + Q2R b) exp); [|apply derivable_pt_lim_exp].
  apply (derivable_pt_lim_plus (fun t => Q2R a * t) (fun _ => Q2R b)); [|apply derivable_pt_lim_const].
  apply (derivable_pt_lim_scal id). apply derivable_pt_lim_id.
Qed.

Lemma without_arguments u : forall l m, nothing (arguments (apart l m)) = true ->
  forall k, nth_error l k = Some (Log u) -> nth k m 0%N = 0%N.
Proof.
  induction l as [|r l IH]; intros [|e m] E [|k] K; try discriminate; try reflexivity; cbn in *.
  - injection K as ->. cbn in E. destruct (N.to_nat e) eqn:Z; [|discriminate]. lia.
  - apply IH; [|exact K]. destruct r; cbn in E; try exact E. now destruct (N.to_nat e).
Qed.

Lemma without_logs_same f x log : without_logs roles f = true ->
  value_at (map (value_with parameter log x) roles) f = argument x f.
Proof.
  unfold Tower_values.argument, plain_values. induction f as [|[m c] f IH]; cbn; [reflexivity|].
  intros [E%nothing_empty H]%andb_prop. rewrite (IH H), !apart_value, E. reflexivity.
Qed.

Lemma arguments_all u : forall l k m, nth_error l k = Some (Log u) -> nth k m 0%N <> 0%N ->
  In u (arguments (apart l m)).
Proof.
  induction l as [|r l IH]; intros [|k] [|e m] E N; try discriminate; try (now destruct N).
  - cbn in *. injection E as ->. cbn. apply in_or_app. left. destruct (N.to_nat e) eqn:Z; [lia | now left].
  - cbn in *. specialize (IH k m E N). destruct r; cbn; try exact IH. apply in_or_app. now right.
Qed.

Lemma occurs_out i : forall f, occurs i f = true -> exists m c, In (m, c) f /\ nth i m 0%N <> 0%N.
Proof.
  induction f as [|[m c] f IH]; cbn; [discriminate|]. intros [H|H]%orb_prop.
  - exists m, c. split; [now left|]. apply negb_true_iff in H. now apply N.eqb_neq.
  - destruct (IH H) as (n & d & I & Z). exists n, d. split; [now right|exact Z].
Qed.

Lemma occurring_occurs f m : forall l i j u, In (j, u) (occurring i l f m) -> occurs j f || occurs j m = true.
Proof.
  induction l as [|r l IH]; intros i j u H; [destruct H|]. destruct r; cbn in H; try (now apply (IH (S i) j u)).
  destruct (occurs i f || occurs i m) eqn:O; [|now apply (IH (S i) j u)].
  destruct H as [[= <- <-]|H]; [exact O | now apply (IH (S i) j u)].
Qed.

Lemma occurring_defined f m x j u : defined_at parameter roles f x -> defined_at parameter roles m x ->
  In (j, u) (occurring 0 roles f m) -> 0 < argument x u.
Proof.
  intros D1 D2 I. destruct (occurring_in f m roles 0 j u I) as (k & -> & E). cbn in I.
  assert (forall g, defined_at parameter roles g x -> occurs k g = true -> 0 < argument x u) as H.
  { intros g D (n & c & J & Z)%occurs_out. unfold defined_at in D. rewrite Forall_forall in D. specialize (D _ J).
    cbn in D. rewrite Forall_forall in D. apply D. now apply (arguments_all u roles k n). }
  apply occurring_occurs, orb_prop in I. destruct I as [O|O]; [exact (H f D1 O) | exact (H m D2 O)].
Qed.

Lemma argument_F u x : without_logs roles u = true -> F u x = argument x u.
Proof. apply without_logs_same. Qed.

Lemma variable_at log x i r : nth_error roles i = Some r ->
  value_at (map (value_with parameter log x) roles) (Polynomial.variable i) = value_with parameter log x r.
Proof. intros E. rewrite variable_value. apply nth_error_nth. now rewrite nth_error_map, E. Qed.

Lemma plain_rated log x m : rated (map (value_with parameter log x) roles) (map (plain_change x) roles) 1
  (indexed plain_rate 0 roles) 0 m.
Proof.
  intros k r y. rewrite indexed_nth. cbn [skipn]. rewrite nth_error_map.
  destruct (nth_error roles k) as [s|] eqn:E; [|discriminate]. cbn. intros [= <-] [= <-]. right.
  destruct s; cbn [plain_rate plain_change]; rewrite ?one_value; try (cbn; lra).
  rewrite term_times_value, empty_value, (variable_at log x k _ E). cbn. ring.
Qed.

Lemma plain_slope_value log f x : value_at (map (value_with parameter log x) roles) (plain_slope roles f) =
  change (map (value_with parameter log x) roles) (map (plain_change x) roles) f.
Proof.
  unfold plain_slope. rewrite (slope_by_value _ (map (plain_change x) roles) 1); [ring| | |].
  - now rewrite indexed_length, map_length.
  - now rewrite !map_length.
  - apply Forall_forall. intros t _. apply plain_rated.
Qed.

(* With 1 for each logarithm everything has a slope. *)
Theorem argument_slope f x : derivable_pt_lim (fun t => argument t f) x (argument x (plain_slope roles f)).
Proof.
  unfold Tower_values.argument, plain_values. rewrite plain_slope_value.
  pose proof (polynomial_derivable x (map (fun r t => value_with parameter (fun _ => 1) t r) roles)
    (map (plain_change x) roles) f) as D.
  rewrite map_map in D. apply (derivable_same (fun t => value_at (map (fun f => f t)
    (map (fun r t => value_with parameter (fun _ => 1) t r) roles)) f)); [intros; now rewrite map_map|].
  apply D; [now rewrite !map_length|]. apply Forall_forall. intros t _ i g d.
  rewrite !nth_error_map. destruct (nth_error roles i) as [r|]; [|discriminate].
  cbn. intros [= <-] [= <-]. right. destruct r as [|n b|a b|u]; cbn.
  - apply derivable_pt_lim_id.
  - apply derivable_pt_lim_const.
  - apply exponential_derivable.
  - apply derivable_pt_lim_const.
Qed.

Lemma plain_known x m log : nothing (arguments (apart roles m)) = true ->
  known x (map (fun r t => value_with parameter (log t) t r) roles) (map (plain_change x) roles) m.
Proof.
  intros N i f d. rewrite !nth_error_map. destruct (nth_error roles i) as [r|] eqn:E; [|discriminate].
  cbn. intros [= <-] [= <-]. destruct r as [|n b|a b|u]; cbn.
  - right. apply derivable_pt_lim_id.
  - right. apply derivable_pt_lim_const.
  - right. apply exponential_derivable.
  - left. exact (without_arguments u roles m N i E).
Qed.

Theorem plain_derivable f x : without_logs roles f = true -> derivable_pt_lim (F f) x (F (plain_slope roles f) x).
Proof.
  intros W. unfold Tower_values.F at 2. unfold Tower_values.values, role_value. rewrite plain_slope_value.
  pose proof (polynomial_derivable x (map (fun r t => role_value parameter roles t r) roles)
    (map (plain_change x) roles) f) as D.
  rewrite map_map in D. apply (derivable_same (fun t => value_at (map (fun f => f t)
    (map (fun r t => role_value parameter roles t r) roles)) f)); [intros; now rewrite map_map|].
  apply D; [now rewrite !map_length|]. apply Forall_forall. intros [m c] I.
  apply (plain_known x m (fun t u => ln (argument t u))).
  unfold without_logs in W. rewrite forallb_forall in W. exact (W _ I).
Qed.

Lemma argument_derivable u x : without_logs roles u = true ->
  derivable_pt_lim (fun t => argument t u) x (F (plain_slope roles u) x).
Proof.
  intros W. apply (derivable_same (F u)); [intros; now apply argument_F | now apply plain_derivable].
Qed.

Section With_logs.
Variables (f m : polynomial) (x : R).
Let logs := occurring 0 roles f m.
Hypothesis good : forall i u, In (i, u) logs -> 0 < argument x u.

Definition full_change (r : role) : R :=
  match r with Log u => F (plain_slope roles u) x / argument x u | _ => plain_change x r end.

Lemma logs_positive : 0 < logs_product (values x) logs.
Proof.
  assert (forall l, (forall i u, In (i, u) l -> In (i, u) logs) -> 0 < logs_product (values x) l) as H;
    [|now apply H].
  induction l as [|[i u] l IH]; intros I; cbn; [lra|]. apply Rmult_lt_0_compat.
  - assert (In (i, u) logs) as J by (apply I; now left). destruct (occurring_in f m _ _ _ _ J) as (k & _ & E).
    apply nth_error_In in E. destruct (simple u E) as [S _]. change (0 < F u x). rewrite (argument_F u x S).
    exact (good i u J).
  - apply IH. intros. apply I. now right.
Qed.

Lemma product_value : value_at (values x) (but (List.length roles) logs) = logs_product (values x) logs.
Proof.
  apply but_absent. intros ([j u] & E & (k & -> & K)%occurring_in)%in_map_iff. cbn in E.
  assert (k < List.length roles)%nat; [|lia]. apply nth_error_Some. now rewrite K.
Qed.

Lemma full_known n c g : (g = f \/ g = m) -> In (n, c) g ->
  known x (map (fun r t => role_value parameter roles t r) roles) (map full_change roles) n /\
  rated (values x) (map full_change roles) (logs_product (values x) logs)
    (indexed (rate_with roles logs (but (List.length roles) logs)) 0 roles) 0 n.
Proof.
  intros G I.
  assert (forall i u, nth_error roles i = Some (Log u) -> nth i n 0%N = 0%N \/ In (i, u) logs) as O.
  { intros i u E. destruct (N.eq_dec (nth i n 0%N) 0) as [Z|Z]; [now left|]. right.
    apply (occurring_all f m u roles 0 i E). cbn. apply orb_true_iff.
    destruct G as [->| ->]; [left | right]; now apply (occurs_in i n c). }
  split.
  - intros i h d. rewrite !nth_error_map. destruct (nth_error roles i) as [r|] eqn:E; [|discriminate].
    cbn. intros [= <-] [= <-]. destruct r as [|p b|a b|u]; cbn.
    + right. apply derivable_pt_lim_id.
    + right. apply derivable_pt_lim_const.
    + right. apply exponential_derivable.
    + destruct (O i u E) as [Z|J]; [now left|]. right. destruct (simple u (nth_error_In _ _ E)) as [S _].
      unfold Rdiv. rewrite Rmult_comm.
      apply (derivable_pt_lim_comp (fun t => argument t u) ln); [now apply argument_derivable|].
      apply derivable_pt_lim_ln. exact (good i u J).
  - intros k r y. rewrite indexed_nth. cbn [skipn]. rewrite nth_error_map.
    destruct (nth_error roles k) as [s|] eqn:E; [|discriminate]. cbn. intros [= <-] [= <-].
    destruct s as [|p b|a b|u]; cbn [rate_with full_change plain_change].
    + right. rewrite product_value. ring.
    + right. cbn. ring.
    + right. rewrite times_value, product_value, term_times_value, empty_value.
      unfold Tower_values.values, role_value. rewrite (variable_at _ x k _ E). cbn. ring.
    + destruct (O k u E) as [Z|J]; [now left|]. right.
      assert (existsb (fun v => (fst v =? k)%nat) logs = true) as ->.
      { apply existsb_exists. exists (k, u). split; [exact J | apply Nat.eqb_refl]. }
      rewrite times_value, <- (but_present (values x) k u logs (occurring_distinct f m roles 0) J).
      destruct (simple u (nth_error_In _ _ E)) as [S _]. change (value_at (values x) u) with (F u x).
      rewrite (argument_F u x S). unfold Tower_values.F. field. pose proof (good k u J). lra.
Qed.

Theorem slope_derivable g : (g = f \/ g = m) ->
  derivable_pt_lim (F g) x (change (values x) (map full_change roles) g) /\
  F (slope roles logs g) x = logs_product (values x) logs * change (values x) (map full_change roles) g.
Proof.
  intros G. split.
  - pose proof (polynomial_derivable x (map (fun r t => role_value parameter roles t r) roles)
      (map full_change roles) g) as D. rewrite map_map in D.
    apply (derivable_same (fun t => value_at (map (fun f => f t)
      (map (fun r t => role_value parameter roles t r) roles)) g)); [intros; now rewrite map_map|].
    apply D; [now rewrite !map_length|]. apply Forall_forall. intros [n c] I. now apply (full_known n c g).
  - unfold Tower_values.F, slope. apply slope_by_value.
    + rewrite indexed_length. unfold Tower_values.values. now rewrite map_length.
    + unfold Tower_values.values. now rewrite !map_length.
    + apply Forall_forall. intros [n c] I. now apply (full_known n c g).
Qed.
End With_logs.
End Slopes.
