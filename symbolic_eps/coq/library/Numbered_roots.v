(** Which of several roots a number is, multiple ones counted as often. *)

From Coq Require Import Reals Lra List.
From SymbolicEps Require Import Convex Stationary Two_terms Quartic.
Import ListNotations.
Local Open Scope R_scope.

(** (y - r1) ... (y - rn). *)
Definition factors (roots : list R) (y : R) : R := fold_right (fun r product => (y - r) * product) 1 roots.

(** [x] is the root number [k] of [f] between [low] and [high], from the least on: [k - 1] roots are not greater
    and can be divided out one by one, a multiple one as often as it counts; of what is left, [x] is the least root. *)
Definition numbered_root (k : nat) (f : R -> R) (low high x : R) : Prop :=
  low < x < high /\
  exists (roots : list R) (rest : R -> R),
    S (length roots) = k /\ (forall r, In r roots -> low < r <= x) /\
    continuity rest /\ (forall y, f y = factors roots y * rest y) /\
    rest x = 0 /\ (forall y, low < y < x -> rest y <> 0).

(** * There is one such number at most *)

Lemma factors_zero : forall roots y, factors roots y = 0 -> In y roots.
Proof.
  induction roots as [|r roots IH]; intros y zero; simpl in *; [lra|].
  apply Rmult_integral in zero. destruct zero as [zero|zero]; [left; lra | right; apply IH; exact zero].
Qed.

Lemma factors_app : forall one two y, factors (one ++ two) y = factors one y * factors two y.
Proof. induction one as [|r one IH]; intros two y; simpl; [ring | rewrite IH; ring]. Qed.

Lemma factors_continuous : forall roots, continuity (factors roots).
Proof.
  induction roots as [|r roots IH].
  - apply continuity_const. intros x y. reflexivity.
  - apply (continuity_mult (fun y => y - r) (factors roots)); [reg | exact IH].
Qed.

(** What is equal next to a place is equal there. *)
Lemma equal_in_limit : forall f g r, continuity f -> continuity g -> (forall y, y <> r -> f y = g y) -> f r = g r.
Proof.
  intros f g r continuous_f continuous_g same.
  assert (continuous : continuity (fun y => f y - g y)) by (apply (continuity_minus f g); assumption).
  destruct (Req_dec (f r - g r) 0) as [equal|distinct]; [lra | exfalso].
  assert (size : 0 < Rabs (f r - g r)) by (apply Rabs_pos_lt; assumption).
  destruct (continuous r (Rabs (f r - g r)) size) as [d [d0 near]].
  assert (change : Rabs ((f (r + d / 2) - g (r + d / 2)) - (f r - g r)) < Rabs (f r - g r)).
  { apply (near (r + d / 2)). split; [split; [exact I | lra]|]. unfold R_dist, dist; simpl. unfold R_dist.
    replace (r + d / 2 - r) with (d / 2) by ring. rewrite Rabs_pos_eq; lra. }
  rewrite (same (r + d / 2)) in change by lra.
  replace (g (r + d / 2) - g (r + d / 2) - (f r - g r)) with (- (f r - g r)) in change by ring.
  rewrite Rabs_Ropp in change. lra.
Qed.

Lemma no_numbered_before : forall n one two f g low x y, length one = n -> length two = n ->
  (forall r, In r one -> low < r <= x) -> continuity f -> continuity g ->
  (forall t, factors one t * f t = factors two t * g t) ->
  f x = 0 -> low < x -> (forall t, low < t < y -> g t <> 0) -> y <= x.
Proof.
  induction n as [|n IH]; intros one two f g low x y of_one of_two up_to continuous_f continuous_g same zero after some;
    apply Rnot_lt_le; intros before.
  - destruct one; [|discriminate]. destruct two; [|discriminate]. pose proof (same x) as here. simpl in here.
    apply (some x); [lra|]. rewrite zero in here. lra.
  - destruct one as [|r one]; [discriminate|]. pose proof (up_to r (or_introl eq_refl)) as r_range.
    assert (shared : In r two).
    { apply factors_zero. pose proof (same r) as here. simpl in here.
      assert (product : factors two r * g r = 0) by (rewrite <- here; ring).
      apply Rmult_integral in product. destruct product as [product|product]; [exact product|].
      exfalso. apply (some r); [lra | exact product]. }
    apply in_split in shared. destruct shared as [left_part [right_part two_is]].
    assert (y <= x); [|lra].
    apply (IH one (left_part ++ right_part) f g low x y); try assumption.
    + simpl in of_one. injection of_one as of_one. exact of_one.
    + rewrite two_is, app_length in of_two. simpl in of_two. rewrite app_length. rewrite Nat.add_succ_r in of_two.
      injection of_two as of_two. exact of_two.
    + intros s s_in. apply up_to. right. exact s_in.
    + intros t. destruct (Req_dec t r) as [->|distinct].
      * apply (equal_in_limit (fun t => factors one t * f t) (fun t => factors (left_part ++ right_part) t * g t)).
        -- apply (continuity_mult (factors one) f); [apply factors_continuous | assumption].
        -- apply (continuity_mult (factors (left_part ++ right_part)) g); [apply factors_continuous | assumption].
        -- intros t distinct. apply (Rmult_eq_reg_l (t - r)); [|lra]. pose proof (same t) as here.
           rewrite two_is in here. simpl in here. rewrite factors_app in *. simpl in here. lra.
      * apply (Rmult_eq_reg_l (t - r)); [|lra]. pose proof (same t) as here.
        rewrite two_is in here. simpl in here. rewrite factors_app in *. simpl in here. lra.
Qed.

Theorem numbered_root_once : forall k f low high x y,
  numbered_root k f low high x -> numbered_root k f low high y -> x = y.
Proof.
  intros k f low high x y [x_range [one [rest [of_one [one_range [continuous [form [zero some]]]]]]]]
    [y_range [two [others [of_two [two_range [continuous' [form' [zero' some']]]]]]]].
  assert (lengths : length one = length two) by (rewrite <- of_two in of_one; injection of_one as equal; exact equal).
  apply Rle_antisym.
  - apply (no_numbered_before (length one) two one others rest low y x); try assumption; try lra; try reflexivity.
    + symmetry. exact lengths.
    + intros t. rewrite <- form, <- form'. reflexivity.
  - apply (no_numbered_before (length one) one two rest others low x y); try assumption; try lra; try reflexivity.
    + symmetry. exact lengths.
    + intros t. rewrite <- form, <- form'. reflexivity.
Qed.

(** * Roots divided out of a polynomial, given by its coefficients from the lowest on *)

Fixpoint divided (c : list R) (r : R) : list R :=
  match c with cons _ c' => match c' with nil => nil | _ => cons (along c' r) (divided c' r) end | nil => nil end.

Lemma divided_form : forall c r t, along c t = along c r + (t - r) * along (divided c r) t.
Proof.
  induction c as [|a c IH]; intros r t; simpl; [ring|]. destruct c as [|b c]; [simpl; ring|].
  rewrite (IH r t). cbn [along]. ring.
Qed.

Lemma divided_length : forall c r, length (divided c r) = pred (length c).
Proof. induction c as [|a c IH]; intros r; simpl; [reflexivity|]. destruct c; [reflexivity|]. simpl in *. rewrite IH. reflexivity. Qed.

Lemma along_continuous : forall c, continuity (along c).
Proof.
  induction c as [|a c IH]; simpl.
  - apply continuity_const. intros x y. reflexivity.
  - apply (continuity_plus (fun _ => a) (fun t => t * along c t)).
    + apply continuity_const. intros x y. reflexivity.
    + apply (continuity_mult (fun t => t) (along c)); [reg | exact IH].
Qed.

Lemma divided_last : forall c r, (2 <= length c)%nat -> List.last (divided c r) 0 = List.last c 0.
Proof.
  induction c as [|a c IH]; intros r long; [reflexivity|]. destruct c as [|b c]; [simpl in long; inversion long; inversion H0|].
  destruct c as [|e c]; [simpl; ring|].
  transitivity (List.last (divided (cons b (cons e c)) r) 0); [reflexivity|]. rewrite IH; [reflexivity|].
  simpl. apply le_n_S, le_n_S, Nat.le_0_l.
Qed.

(** Different roots can be divided out. *)
Theorem divided_by_all : forall roots c n, length c = (S n + length roots)%nat -> NoDup roots ->
  (forall r, In r roots -> along c r = 0) ->
  exists q, length q = S n /\ List.last q 0 = List.last c 0 /\ forall t, along c t = factors roots t * along q t.
Proof.
  induction roots as [|r roots IH]; intros c n of_c distinct zeros.
  - exists c. rewrite Nat.add_0_r in of_c. split; [exact of_c|]. split; [reflexivity|]. intros t. simpl. ring.
  - inversion distinct as [|r' roots' r_new distinct']. subst r' roots'.
    assert (form : forall t, along c t = (t - r) * along (divided c r) t).
    { intros t. rewrite (divided_form c r t), (zeros r (or_introl eq_refl)). ring. }
    simpl in of_c. rewrite Nat.add_succ_r in of_c.
    destruct (IH (divided c r) n) as [q [of_q [top q_form]]].
    + rewrite divided_length, of_c. reflexivity.
    + exact distinct'.
    + intros s s_in. pose proof (zeros s (or_intror s_in)) as zero. rewrite form in zero.
      apply Rmult_integral in zero. destruct zero as [same|zero]; [|exact zero].
      exfalso. apply r_new. replace r with s by lra. exact s_in.
    + exists q. split; [exact of_q|]. split.
      * rewrite top. apply divided_last. rewrite of_c. apply le_n_S, le_n_S, Nat.le_0_l.
      * intros t. rewrite form, q_form. simpl. ring.
Qed.

(** * Where a parabola without a root is left *)

Theorem numbered_by_parabola : forall doubled before x after c f low high s e,
  (forall y, f y = factors doubled y * along c y) -> length c = (3 + length (before ++ x :: after))%nat ->
  NoDup (before ++ x :: after) -> (forall r, In r (before ++ x :: after) -> along c r = 0) -> List.last c 0 <= 0 ->
  0 < along c s * factors (before ++ x :: after) s -> 0 < along c e * factors (before ++ x :: after) e ->
  s <= low -> x <= e -> low < x < high -> (forall r, In r (doubled ++ before) -> low < r <= x) ->
  (forall r, In r after -> r <= low \/ x <= r) -> numbered_root (S (length (doubled ++ before))) f low high x.
Proof.
  intros doubled before x after c f low high s e form of_c distinct zeros top at_s at_e s_low e_high x_range first others.
  destruct (divided_by_all (before ++ x :: after) c 2 of_c distinct zeros) as [q [of_q [q_top q_form]]].
  destruct q as [|q0 [|q1 [|q2 [|q3 q]]]]; try discriminate. simpl in q_top. rewrite <- q_top in top.
  assert (sign : forall t, 0 < along c t * factors (before ++ x :: after) t -> 0 < along [q0; q1; q2] t).
  { intros t positive. rewrite q_form in positive. apply Rnot_le_lt. intros less.
    pose proof (Rle_0_sqr (factors (before ++ x :: after) t)) as square. unfold Rsqr in square.
    assert (0 <= factors (before ++ x :: after) t * factors (before ++ x :: after) t * - along [q0; q1; q2] t)
      by (apply Rmult_le_pos; lra). lra. }
  pose proof (sign s at_s) as q_s. pose proof (sign e at_e) as q_e.
  assert (between : forall t, s <= t <= e -> 0 < along [q0; q1; q2] t).
  { intros t t_range. destruct (Req_dec t e) as [->|t_e]; [exact q_e|].
    apply (Rmult_lt_reg_l (e - s)); [lra|].
    replace ((e - s) * along [q0; q1; q2] t) with ((e - t) * along [q0; q1; q2] s + (t - s) * along [q0; q1; q2] e
      + - q2 * ((e - t) * (t - s) * (e - s))) by (simpl; ring).
    assert (0 < (e - t) * along [q0; q1; q2] s) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (t - s) * along [q0; q1; q2] e) by (apply Rmult_le_pos; lra).
    assert (0 <= - q2 * ((e - t) * (t - s) * (e - s))) by (repeat apply Rmult_le_pos; lra). lra. }
  split; [exact x_range|]. exists (doubled ++ before), (fun y => factors (x :: after) y * along [q0; q1; q2] y).
  split; [reflexivity|]. split; [exact first|]. split; [|split; [|split]].
  - apply (continuity_mult (factors (x :: after)) (along [q0; q1; q2])); [apply factors_continuous | apply along_continuous].
  - intros y. rewrite form, q_form, !factors_app. ring.
  - simpl. ring.
  - intros y y_range vanishes. pose proof (between y ltac:(lra)).
    apply Rmult_integral in vanishes. destruct vanishes as [vanishes|]; [|lra].
    apply factors_zero in vanishes. destruct vanishes as [|y_in]; [lra|]. pose proof (others y y_in). lra.
Qed.

Lemma root_between : forall f s t, continuity f -> s < t -> f s * f t < 0 -> exists z, s < z < t /\ f z = 0.
Proof.
  intros f s t continuous order signs. destruct (IVT_cor f s t continuous) as [z [z_range zero]]; [lra | lra |].
  exists z. split; [|exact zero].
  assert (z <> s) by (intros equal; rewrite equal in zero; rewrite zero in signs; lra).
  assert (z <> t) by (intros equal; rewrite equal in zero; rewrite zero in signs; lra). lra.
Qed.

(** Six changes of sign of a polynomial of degree 8, X at one of them: three before X, multiple ones counted. *)
Theorem fourth_root : forall c z y w X, length c = 9%nat -> List.last c 0 <= 0 -> 0 < z < y -> y < w < X -> X < 1 / 2 ->
  0 < along c (-1) -> along c 0 < 0 -> 0 < along c z -> along c y < 0 -> 0 < along c w -> along c X = 0 ->
  along c (1 / 2) < 0 -> 0 < along c 2 -> numbered_root 4 (along c) 0 1 X.
Proof.
  intros c z y w X of_c top z_range w_range X_half at_m at_0 at_z at_y at_w at_X at_h at_2.
  pose proof (along_continuous c) as continuous.
  destruct (root_between (along c) (-1) 0 continuous) as [r5 [r5_range zero5]]; [lra | apply product_of_opposite; lra |].
  destruct (root_between (along c) 0 z continuous) as [r1 [r1_range zero1]]; [lra | apply product_of_opposite; lra |].
  destruct (root_between (along c) z y continuous) as [r2 [r2_range zero2]]; [lra | apply product_of_opposite; lra |].
  destruct (root_between (along c) y w continuous) as [r3 [r3_range zero3]]; [lra | apply product_of_opposite; lra |].
  destruct (root_between (along c) (1 / 2) 2 continuous) as [r6 [r6_range zero6]]; [lra | apply product_of_opposite; lra |].
  apply (numbered_by_parabola [] [r1; r2; r3] X [r5; r6] c (along c) 0 1 (-1) 2); try lra.
  - intros t. simpl. ring.
  - exact of_c.
  - simpl app. repeat constructor; simpl; intuition lra.
  - simpl. intros r r_in. intuition (subst; assumption).
  - simpl. apply Rmult_lt_0_compat; [exact at_m|].
    replace ((-1 - r1) * ((-1 - r2) * ((-1 - r3) * ((-1 - X) * ((-1 - r5) * ((-1 - r6) * 1))))))
      with ((1 + r1) * ((1 + r2) * ((1 + r3) * ((1 + X) * ((1 + r5) * (1 + r6)))))) by ring.
    repeat apply Rmult_lt_0_compat; lra.
  - simpl. apply Rmult_lt_0_compat; [exact at_2|]. repeat apply Rmult_lt_0_compat; lra.
  - simpl. intros r r_in. intuition lra.
  - simpl. intros r r_in. intuition lra.
Qed.

(** The same where two of the three are equal: d. *)
Theorem fourth_root_doubled : forall c f d y w X, length c = 7%nat -> List.last c 0 <= 0 ->
  (forall t, f t = (t - d)^2 * along c t) -> 0 < d < y -> y < w < X -> X < 1 / 2 ->
  0 < f (-1) -> f 0 < 0 -> f y < 0 -> 0 < f w -> f X = 0 -> f (1 / 2) < 0 -> 0 < f 2 -> numbered_root 4 f 0 1 X.
Proof.
  intros c f d y w X of_c top form d_range w_range X_half at_m at_0 at_y at_w at_X at_h at_2.
  pose proof (along_continuous c) as continuous.
  assert (square : forall t, t <> d -> 0 < (t - d)^2).
  { intros t distinct. replace ((t - d)^2) with ((t - d) * (t - d)) by ring. apply positive_square. lra. }
  assert (above : forall t, t <> d -> 0 < f t -> 0 < along c t).
  { intros t distinct positive. rewrite form in positive. apply (factor_above_0 _ _ _ eq_refl (square t distinct) positive). }
  assert (below : forall t, t <> d -> f t < 0 -> along c t < 0).
  { intros t distinct negative. rewrite form in negative. apply (factor_below_0 _ _ _ eq_refl (square t distinct) negative). }
  apply above in at_m, at_w, at_2; try lra. apply below in at_0, at_y, at_h; try lra.
  assert (zero_X : along c X = 0).
  { rewrite form in at_X. apply Rmult_integral in at_X. destruct at_X as [zero|]; [|assumption].
    pose proof (square X ltac:(lra)). lra. }
  destruct (root_between (along c) (-1) 0 continuous) as [r5 [r5_range zero5]]; [lra | apply product_of_opposite; lra |].
  destruct (root_between (along c) y w continuous) as [r3 [r3_range zero3]]; [lra | apply product_of_opposite; lra |].
  destruct (root_between (along c) (1 / 2) 2 continuous) as [r6 [r6_range zero6]]; [lra | apply product_of_opposite; lra |].
  apply (numbered_by_parabola [d; d] [r3] X [r5; r6] c f 0 1 (-1) 2); try lra.
  - intros t. rewrite form. simpl. ring.
  - exact of_c.
  - simpl app. repeat constructor; simpl; intuition lra.
  - simpl. intros r r_in. intuition (subst; assumption).
  - simpl. apply Rmult_lt_0_compat; [exact at_m|].
    replace ((-1 - r3) * ((-1 - X) * ((-1 - r5) * ((-1 - r6) * 1))))
      with ((1 + r3) * ((1 + X) * ((1 + r5) * (1 + r6)))) by ring.
    repeat apply Rmult_lt_0_compat; lra.
  - simpl. apply Rmult_lt_0_compat; [exact at_2|]. repeat apply Rmult_lt_0_compat; lra.
  - simpl. intros r r_in. intuition lra.
  - simpl. intros r r_in. intuition lra.
Qed.

(** A multiple has the same roots. *)
Lemma numbered_root_scaled : forall k f g m low high x, m <> 0 -> (forall y, g y = m * f y) ->
  numbered_root k f low high x -> numbered_root k g low high x.
Proof.
  intros k f g m low high x some same [x_range [roots [rest [of_roots [range [continuous [form [zero none]]]]]]]].
  split; [exact x_range|]. exists roots, (fun y => m * rest y).
  split; [exact of_roots|]. split; [exact range|]. split; [|split; [|split]].
  - apply (continuity_mult (fun _ => m) rest); [|exact continuous]. apply continuity_const. intros y t. reflexivity.
  - intros y. rewrite same, form. ring.
  - rewrite zero. ring.
  - intros y y_range vanishes. apply Rmult_integral in vanishes. destruct vanishes; [contradiction|]. apply (none y); assumption.
Qed.

(** * Descartes' rule for two changes of sign, multiple roots counted *)

Definition none_negative (c : list R) : Prop := Forall (fun a => 0 <= a) c.

(** First none is positive, then none negative. *)
Fixpoint rises_once (c : list R) : Prop :=
  match c with nil => True | cons a c' => (a <= 0 /\ rises_once c') \/ none_negative c end.

(** First none is negative, then as above. *)
Fixpoint falls_and_rises (c : list R) : Prop :=
  match c with nil => True | cons a c' => (0 <= a /\ falls_and_rises c') \/ rises_once c end.

(** c0 u^0 v^n + ... + cn u^n v^0. *)
Fixpoint in_both (c : list R) (u v : R) : R :=
  match c with nil => 0 | cons a c' => a * v ^ length c' + u * in_both c' u v end.

Lemma in_both_divided : forall c r u v,
  in_both c u v = along c r * v ^ pred (length c) + (u - r * v) * in_both (divided c r) u v.
Proof.
  induction c as [|a c IH]; intros r u v; simpl; [ring|]. destruct c as [|b c]; [simpl; ring|].
  rewrite (IH r u v). cbn [in_both]. rewrite divided_length. cbn [along length pred]. simpl. ring.
Qed.

Lemma in_both_continuous : forall c w, continuity (fun y => in_both c (w - y) y).
Proof.
  induction c as [|a c IH]; intros w; simpl.
  - apply continuity_const. intros x y. reflexivity.
  - apply (continuity_plus (fun y => a * y ^ length c) (fun y => (w - y) * in_both c (w - y) y)).
    + apply (continuity_mult (fun _ => a) (fun y => y ^ length c)).
      * apply continuity_const. intros x y. reflexivity.
      * apply derivable_continuous. apply derivable_pow.
    + apply (continuity_mult (fun y => w - y) (fun y => in_both c (w - y) y)); [reg | apply IH].
Qed.

Lemma along_none_negative : forall c t, none_negative c -> 0 <= t -> 0 <= along c t.
Proof.
  induction c as [|a c IH]; intros t signs t0; simpl; [lra|]. inversion signs as [|a' c' a0 rest]. subst.
  assert (0 <= t * along c t) by (apply Rmult_le_pos; [|apply IH]; assumption). lra.
Qed.

Lemma in_both_none_negative : forall c u v, none_negative c -> 0 <= u -> 0 <= v -> 0 <= in_both c u v.
Proof.
  induction c as [|a c IH]; intros u v signs u0 v0; simpl; [lra|]. inversion signs as [|a' c' a0 rest]. subst.
  assert (0 <= u * in_both c u v) by (apply Rmult_le_pos; [|apply IH]; assumption).
  assert (0 <= a * v ^ length c) by (apply Rmult_le_pos; [|apply pow_le]; assumption). lra.
Qed.

Lemma divided_none_negative : forall c r, none_negative c -> 0 <= r -> none_negative (divided c r).
Proof.
  induction c as [|a c IH]; intros r signs r0; simpl; [constructor|]. destruct c as [|b c]; [constructor|].
  inversion signs as [|a' c' a0 rest]. subst. constructor; [apply along_none_negative | apply IH]; assumption.
Qed.

Lemma divided_after_rise : forall c r, rises_once c -> 0 < r -> 0 <= along c r -> none_negative (divided c r).
Proof.
  induction c as [|a c IH]; intros r signs r0 above; [constructor|].
  destruct signs as [[a0 rest]|all]; [|apply divided_none_negative; [exact all | lra]].
  simpl in above. simpl. destruct c as [|b c]; [constructor|].
  assert (more : 0 <= along (cons b c) r).
  { apply Rnot_lt_le. intros less. assert (0 < r * - along (cons b c) r) by (apply Rmult_lt_0_compat; lra). lra. }
  constructor; [exact more | apply IH; assumption].
Qed.

Lemma divided_rises_once : forall c r, rises_once c -> 0 < r -> rises_once (divided c r).
Proof.
  induction c as [|a c IH]; intros r signs r0; [exact I|].
  destruct signs as [[a0 rest]|all].
  - simpl. destruct c as [|b c]; [exact I|]. cbn [rises_once].
    destruct (Rle_or_lt (along (cons b c) r) 0) as [low|high].
    + left. split; [exact low | apply IH; assumption].
    + right. constructor; [lra | apply divided_after_rise; try assumption; lra].
  - pose proof (divided_none_negative (cons a c) r all ltac:(lra)) as signs.
    destruct (divided (cons a c) r); [exact I | right; exact signs].
Qed.

Lemma divided_after_fall : forall c r, falls_and_rises c -> 0 < r -> along c r <= 0 -> rises_once (divided c r).
Proof.
  induction c as [|a c IH]; intros r signs r0 below; [exact I|].
  destruct signs as [[a0 rest]|once]; [|apply divided_rises_once; assumption].
  simpl in below. simpl. destruct c as [|b c]; [exact I|]. cbn [rises_once]. left.
  assert (low : along (cons b c) r <= 0).
  { apply Rnot_lt_le. intros more. assert (0 < r * along (cons b c) r) by (apply Rmult_lt_0_compat; lra). lra. }
  split; [exact low | apply IH; assumption].
Qed.

(** Between 0 and w, X beyond. *)
Theorem third_root : forall f c scale w r1 r2 X, 0 < scale -> 0 < w < X -> X < 1 ->
  (forall y, scale * f y = in_both c (w - y) y) -> falls_and_rises c -> 0 < f w ->
  0 < r1 < w -> 0 < r2 < w -> r1 <> r2 -> f r1 = 0 -> f r2 = 0 -> f X = 0 -> (forall y, w < y < X -> f y <> 0) ->
  numbered_root 3 f 0 1 X.
Proof.
  intros f c scale w r1 r2 X scale0 w_range X1 form signs at_w r1_range r2_range distinct at_1 at_2 at_X none.
  set (s1 := (w - r1) / r1). set (s2 := (w - r2) / r2).
  assert (s1_0 : 0 < s1) by (apply Rdiv_lt_0_compat; lra). assert (s2_0 : 0 < s2) by (apply Rdiv_lt_0_compat; lra).
  assert (apart : s2 <> s1).
  { intros same. apply distinct. unfold s1, s2 in same.
    assert (crossed : (w - r2) * r1 = (w - r1) * r2).
    { transitivity ((w - r2) / r2 * (r1 * r2)); [field; lra | rewrite same; field; lra]. }
    apply (Rmult_eq_reg_l w); lra. }
  assert (there : forall r, 0 < r -> in_both c (w - r) r = r ^ pred (length c) * along c ((w - r) / r)).
  { intros r r0. rewrite (in_both_divided c ((w - r) / r)).
    replace (w - r - (w - r) / r * r) with 0 by (field; lra). ring. }
  assert (zero : forall r, 0 < r -> f r = 0 -> along c ((w - r) / r) = 0).
  { intros r r0 at_r. apply (Rmult_eq_reg_l (r ^ pred (length c))); [|apply pow_nonzero; lra].
    rewrite <- there by exact r0. rewrite <- form, at_r. ring. }
  pose proof (zero r1 ltac:(lra) at_1) as zero1. fold s1 in zero1.
  pose proof (zero r2 ltac:(lra) at_2) as zero2. fold s2 in zero2.
  assert (zero2' : along (divided c s1) s2 = 0).
  { pose proof (divided_form c s1 s2) as parts. rewrite zero1, zero2 in parts.
    apply (Rmult_eq_reg_l (s2 - s1)); [|lra]. lra. }
  set (d := divided (divided c s1) s2).
  assert (d_signs : none_negative d).
  { apply divided_after_rise; [apply divided_after_fall; try assumption; lra | assumption | lra]. }
  set (k := (1 + s1) * (1 + s2) / scale).
  assert (k0 : 0 < k) by (unfold k; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | assumption]).
  assert (split : forall y, f y = factors (cons r1 (cons r2 nil)) y * (k * in_both d (w - y) y)).
  { intros y. apply (Rmult_eq_reg_l scale); [|lra]. rewrite form.
    rewrite (in_both_divided c s1), zero1, (in_both_divided (divided c s1) s2), zero2'. fold d.
    unfold k, factors, s1, s2. simpl. field. lra. }
  assert (w_split : 0 < in_both d (w - w) w).
  { pose proof (split w) as here. simpl in here.
    pose proof (in_both_none_negative d (w - w) w d_signs ltac:(lra) ltac:(lra)) as low.
    destruct low as [|same]; [assumption|]. rewrite <- same in here. lra. }
  split; [lra|]. exists (cons r1 (cons r2 nil)), (fun y => k * in_both d (w - y) y).
  split; [reflexivity|]. split; [|split; [|split; [exact split|split]]].
  - intros r [<-|[<-|[]]]; lra.
  - apply (continuity_mult (fun _ => k) (fun y => in_both d (w - y) y)); [|apply in_both_continuous].
    apply continuity_const. intros x y. reflexivity.
  - pose proof (split X) as here. rewrite at_X in here. simpl in here.
    apply (Rmult_eq_reg_l ((X - r1) * (X - r2))); [|apply Rmult_integral_contrapositive_currified; lra]. lra.
  - intros y y_range vanishes. pose proof (split y) as here. rewrite vanishes, Rmult_0_r in here.
    destruct (Rtotal_order y w) as [less|[same|more]].
    + assert (below : in_both d (w - y) y = 0) by (apply (Rmult_eq_reg_l k); lra).
      destruct d as [|d0 d']; [simpl in w_split; lra|]. simpl in w_split, below.
      inversion d_signs as [|d0' d'' d0_sign rest]. subst.
      pose proof (in_both_none_negative d' (w - y) y rest ltac:(lra) ltac:(lra)) as more.
      assert (0 <= (w - y) * in_both d' (w - y) y) by (apply Rmult_le_pos; lra).
      assert (d0_positive : 0 < d0).
      { destruct d0_sign as [|zero0]; [assumption|]. rewrite <- zero0 in w_split. lra. }
      assert (0 < d0 * y ^ length d') by (apply Rmult_lt_0_compat; [assumption | apply pow_lt; lra]). lra.
    + subst y. lra.
    + apply (none y); [lra | exact here].
Qed.

(** Where none is positive after one that is not, but for the last three. *)
Lemma one_fall : forall c a b e, one_change c -> (a <= 0 \/ 0 <= b) -> 0 <= e ->
  falls_and_rises (c ++ cons a (cons b (cons e nil))).
Proof.
  assert (last_three : forall a b e, (a <= 0 \/ 0 <= b) -> 0 <= e -> rises_once (cons a (cons b (cons e nil)))).
  { intros a b e some e0. assert (one : none_negative (cons e nil)) by (constructor; [exact e0 | constructor]).
    destruct (Rle_or_lt a 0) as [low|high].
    - left. split; [exact low|]. destruct (Rle_or_lt b 0) as [b_low|b_high].
      + left. split; [exact b_low | right; exact one].
      + right. constructor; [lra | exact one].
    - right. constructor; [lra|]. constructor; [destruct some; lra | exact one]. }
  assert (low_block : forall c h a b e, one_change (cons h c) -> h <= 0 -> (a <= 0 \/ 0 <= b) -> 0 <= e ->
    rises_once (cons h c ++ cons a (cons b (cons e nil)))).
  { induction c as [|g c IH]; intros h a b e signs first some e0.
    - simpl. left. split; [exact first | apply last_three; assumption].
    - destruct signs as [[h0|g0] rest]; [lra|]. pose proof (IH g a b e rest g0 some e0) as found.
      simpl in found |- *. left. split; [exact first | exact found]. }
  induction c as [|h c IH]; intros a b e signs some e0.
  - simpl app. right. apply last_three; assumption.
  - destruct (Rle_or_lt h 0) as [low|high].
    + right. exact (low_block c h a b e signs low some e0).
    + simpl app. left. split; [lra|]. apply IH; try assumption. destruct c; [exact I | apply signs].
Qed.
