(* Bounds of sums, products, exponentials and logarithms in rational arithmetic (verify/exponential_bounds.py).

   exp(q) for q >= 0: 1 + r (1 + r/2 (1 + ...)) for r = q / 2^k <= 1/2, the rest between 1 and 2, and k squares, in
   whole numbers of units 1/u, rounded outward. log v lies between t + 1 - 1/w and t + w - 1, w = v exp(-t), for any
   number t; where t comes from does not matter. *)

From Certificates Require Import Polynomial Acceptance Taylor.
From Coq Require Import Reals List QArith Qreals ZArith Lra Bool.
Import ListNotations.
Local Open Scope R_scope.

Definition enclosure := (Q * Q)%type.
Definition within (e : enclosure) (x : R) : Prop := Q2R (fst e) <= x <= Q2R (snd e).

Definition least (a b : Q) : Q := if Qle_bool a b then a else b.
Definition largest (a b : Q) : Q := if Qle_bool a b then b else a.
Definition exactly (c : Q) : enclosure := (c, c).
Definition e_plus (x y : enclosure) : enclosure := (q_plus (fst x) (fst y), q_plus (snd x) (snd y)).
Definition e_times (x y : enclosure) : enclosure :=
  let a := q_times (fst x) (fst y) in let b := q_times (fst x) (snd y) in
  let c := q_times (snd x) (fst y) in let d := q_times (snd x) (snd y) in
  (least (least a b) (least c d), largest (largest a b) (largest c d)).

(* Outward in multiples of 1/u. *)
Definition floor_in (u : positive) (c : Q) : Q := Qmake ((Qnum c * Zpos u) / Zpos (Qden c)) u.
Definition ceiling_in (u : positive) (c : Q) : Q := Qmake (- ((- Qnum c * Zpos u) / Zpos (Qden c))) u.
Definition rounded (u : positive) (e : enclosure) : enclosure := (floor_in u (fst e), ceiling_in u (snd e)).

Fixpoint series (u num den : Z) (n : nat) (e : Z * Z) : Z * Z :=
  match n with
  | O => e
  | S p =>
      let k := (den * Z.of_nat n)%Z in
      series u num den p (u + (num * fst e) / k, u - (- (num * snd e)) / k)%Z
  end.

Fixpoint squared (u : Z) (k : nat) (e : Z * Z) : Z * Z :=
  match k with
  | O => e
  | S j => squared u j ((fst e * fst e) / u, - ((- (snd e * snd e)) / u))%Z
  end.

Definition bit_length (z : Z) : nat := if (z =? 0)%Z then O else S (Z.to_nat (Z.log2 z)).

(* exp(num / den) for num >= 0, in units of 2^-bits. *)
Definition exponential_units (bits : positive) (num : Z) (den : positive) : option (Z * Z) :=
  let u := Zpos (2 ^ bits) in
  let k := bit_length (2 * num / Zpos den) in
  let scaled := (Zpos den * 2 ^ Z.of_nat k)%Z in
  let e := series u num scaled (Z.to_nat (Zpos bits / 3 + 8)) (u, 2 * u)%Z in
  if (0 <=? num)%Z && (2 * num <=? scaled)%Z && (0 <=? fst e)%Z then Some (squared u k e) else None.

Definition exponential (bits : positive) (q : Q) : option enclosure :=
  let u := (2 ^ bits)%positive in
  if Qle_bool q 2048 && Qle_bool (-2048) q then
    if (Qnum q <? 0)%Z then
      let* (l, h) := exponential_units bits (- Qnum q) (Qden q) in
      if (0 <? l)%Z && (0 <? h)%Z
      then Some (Qmake (Zpos u * Zpos u / h) u, Qmake (- (- (Zpos u * Zpos u) / l)) u) else None
    else
      let* (l, h) := exponential_units bits (Qnum q) (Qden q) in Some (Qmake l u, Qmake h u)
  else None.

(* A number near log v, by Newton's method. *)
Fixpoint newton (steps : nat) (v t : Q) : Q :=
  match steps with
  | O => t
  | S j =>
      match exponential 64 (- t) with
      | Some e => newton j v (floor_in (2 ^ 60) (q_plus t (q_plus (q_times v (fst e)) (-1))))
      | None => t
      end
  end.

Definition near_logarithm (v : Q) : Q :=
  newton 8 v (Qred (Qmake ((Z.log2 (Qnum v) - Z.log2 (Zpos (Qden v))) * 6931) 10000)).

Definition is_positive (c : Q) : bool := (0 <? Qnum c)%Z.

Definition minus_inverse (c : Q) : Q := Qred (- / c).

Definition logarithm (bits : positive) (e : enclosure) : option enclosure :=
  if is_positive (fst e) then
    let t := near_logarithm (fst e) in
    let s := near_logarithm (snd e) in
    let* below := exponential bits (- t) in
    let* above := exponential bits (- s) in
    let w := q_times (fst e) (fst below) in
    if is_positive w
    then Some (q_plus (q_plus t 1) (minus_inverse w), q_plus (q_plus s (-1)) (q_times (snd e) (snd above)))
    else None
  else None.

(* What they bound. *)

Lemma least_below a b : Q2R (least a b) <= Q2R a /\ Q2R (least a b) <= Q2R b.
Proof.
  unfold least. destruct (Qle_bool a b) eqn:E.
  - apply Qle_bool_iff, Qle_Rle in E. lra.
  - split; [|lra]. assert (~ (a <= b)%Q) as N by (rewrite <- Qle_bool_iff; now rewrite E).
    apply Qnot_le_lt, Qlt_Rlt in N. lra.
Qed.

Lemma largest_above a b : Q2R a <= Q2R (largest a b) /\ Q2R b <= Q2R (largest a b).
Proof.
  unfold largest. destruct (Qle_bool a b) eqn:E.
  - apply Qle_bool_iff, Qle_Rle in E. lra.
  - split; [lra|]. assert (~ (a <= b)%Q) as N by (rewrite <- Qle_bool_iff; now rewrite E).
    apply Qnot_le_lt, Qlt_Rlt in N. lra.
Qed.

Lemma exactly_within c : within (exactly c) (Q2R c).
Proof. unfold within. cbn. lra. Qed.

Lemma e_plus_within d e x y : within d x -> within e y -> within (e_plus d e) (x + y).
Proof. unfold within, e_plus. cbn. rewrite !q_plus_value. lra. Qed.

Lemma corners a b c d x y : a <= x <= b -> c <= y <= d ->
  (a * c <= x * y \/ a * d <= x * y \/ b * c <= x * y \/ b * d <= x * y) /\
  (x * y <= a * c \/ x * y <= a * d \/ x * y <= b * c \/ x * y <= b * d).
Proof.
  intros X Y. split.
  - destruct (Rle_or_lt 0 y); [destruct (Rle_or_lt 0 a) | destruct (Rle_or_lt 0 b)];
      [left | right; left | right; right; left | right; right; right]; nra.
  - destruct (Rle_or_lt 0 y); [destruct (Rle_or_lt 0 b) | destruct (Rle_or_lt 0 a)];
      [right; right; right | right; right; left | right; left | left]; nra.
Qed.

Lemma e_times_within d e x y : within d x -> within e y -> within (e_times d e) (x * y).
Proof.
  destruct d as [a b], e as [c d]. unfold within, e_times. cbn [fst snd]. intros X Y.
  destruct (corners _ _ _ _ _ _ X Y) as [L H].
  pose proof (q_times_value a c) as E1. pose proof (q_times_value a d) as E2.
  pose proof (q_times_value b c) as E3. pose proof (q_times_value b d) as E4.
  pose proof (least_below (q_times a c) (q_times a d)). pose proof (least_below (q_times b c) (q_times b d)).
  pose proof (largest_above (q_times a c) (q_times a d)). pose proof (largest_above (q_times b c) (q_times b d)).
  pose proof (least_below (least (q_times a c) (q_times a d)) (least (q_times b c) (q_times b d))).
  pose proof (largest_above (largest (q_times a c) (q_times a d)) (largest (q_times b c) (q_times b d))).
  split; [destruct L as [L|[L|[L|L]]] | destruct H as [H|[H|[H|H]]]]; lra.
Qed.

Lemma is_positive_value c : is_positive c = true -> 0 < Q2R c.
Proof.
  intros H%Z.ltb_lt. apply Rmult_lt_0_compat; [now apply IZR_lt | apply Rinv_0_lt_compat, IZR_lt; reflexivity].
Qed.

Lemma floor_below a b : (0 < b)%Z -> IZR (a / b) <= IZR a / IZR b.
Proof.
  intros B. pose proof (IZR_lt _ _ B) as B'. pose proof (Z.mul_div_le a b B) as H. apply IZR_le in H.
  rewrite mult_IZR in H. apply (Rmult_le_reg_l (IZR b)); [exact B'|]. field_simplify; lra.
Qed.

Lemma ceiling_above a b : (0 < b)%Z -> IZR a / IZR b <= IZR (- (- a / b)).
Proof.
  intros B. pose proof (floor_below (- a) b B) as H. pose proof (IZR_lt _ _ B) as B'.
  rewrite opp_IZR in *. unfold Rdiv in *. lra.
Qed.

Lemma unit_positive u : 0 < IZR (Zpos u).
Proof. now apply IZR_lt. Qed.

Lemma rounded_within u e x : within e x -> within (rounded u e) x.
Proof.
  unfold within, rounded, floor_in, ceiling_in. cbn [fst snd]. unfold Q2R. cbn [Qnum Qden].
  pose proof (unit_positive u) as U. pose proof (unit_positive (Qden (fst e))) as A.
  pose proof (unit_positive (Qden (snd e))) as B.
  pose proof (floor_below (Qnum (fst e) * Zpos u) (Zpos (Qden (fst e))) eq_refl) as F.
  pose proof (ceiling_above (Qnum (snd e) * Zpos u) (Zpos (Qden (snd e))) eq_refl) as C.
  rewrite !mult_IZR in *. rewrite <- Z.mul_opp_l in C. intros [L H]. split.
  - apply (Rmult_le_reg_r (IZR (Zpos u))); [exact U|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold Rdiv in F. nra.
  - apply (Rmult_le_reg_r (IZR (Zpos u))); [exact U|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold Rdiv in C. nra.
Qed.

Definition units (u : Z) (e : Z * Z) (x : R) : Prop := IZR (fst e) <= x * IZR u <= IZR (snd e).

Section Series.
Variables (u num den : Z).
Hypotheses (U : (0 < u)%Z) (N : (0 <= num)%Z) (D : (0 < den)%Z).
Let r := IZR num / IZR den.

Lemma series_bound n : forall e g, units u e g ->
  exp r = taylor (fun _ => exp) n 0 r + g * r ^ n / INR (fact n) -> units u (series u num den n e) (exp r).
Proof.
  pose proof (IZR_lt _ _ D) as D'. pose proof (IZR_le _ _ N) as N'. pose proof (IZR_lt _ _ U) as U'.
  assert (0 <= r) as R0 by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  induction n as [|n IH]; intros e g [L H] E.
  { cbn [taylor series pow] in *. cbn [fact INR] in E. replace (exp r) with g by lra. now split. }
  cbn [series]. apply (IH _ (1 + r * g / INR (S n))).
  - pose proof (lt_0_INR (S n) (Nat.lt_0_succ n)) as S'.
    assert (0 < den * Z.of_nat (S n))%Z as K by (apply Z.mul_pos_pos; [exact D | reflexivity]).
    pose proof (floor_below (num * fst e) _ K) as F. pose proof (ceiling_above (num * snd e) _ K) as C.
    rewrite !mult_IZR, <- INR_IZR_INZ in F, C. unfold units. cbn [fst snd].
    rewrite plus_IZR, minus_IZR. rewrite opp_IZR in C.
    assert (forall y, IZR num * y / (IZR den * INR (S n)) = r / INR (S n) * y) as Q
      by (intros y; unfold r; field; lra).
    rewrite Q in F, C. assert (0 <= r / INR (S n)) as P
      by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    replace ((1 + r * g / INR (S n)) * IZR u) with (IZR u + r / INR (S n) * (g * IZR u)) by (field; lra).
    pose proof (Rmult_le_compat_l _ _ _ P L). pose proof (Rmult_le_compat_l _ _ _ P H). lra.
  - rewrite E. cbn [taylor]. rewrite exp_0, fact_simpl, mult_INR. cbn [pow].
    pose proof (factorial_positive n). pose proof (lt_0_INR (S n) (Nat.lt_0_succ n)). field. lra.
Qed.

Lemma series_start n : r <= / 2 -> exists g, units u (u, 2 * u)%Z g /\
  exp r = taylor (fun _ => exp) n 0 r + g * r ^ n / INR (fact n).
Proof.
  intros H. destruct (taylor_formula (fun _ => exp) (fun _ t => derivable_pt_lim_exp t) n r 0) as (z & Z & E).
  exists (exp z). replace (r - 0) with r in E by ring. split; [|exact E].
  pose proof (IZR_lt _ _ D) as D'. pose proof (IZR_le _ _ N) as N'. pose proof (IZR_lt _ _ U) as U'.
  assert (0 <= r) as R0 by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  rewrite Rmin_left, Rmax_right in Z by lra.
  assert (1 <= exp z) as L by (pose proof (exp_ineq1_le z); lra).
  assert (exp z * exp z <= 3) as M.
  { rewrite <- exp_plus. apply Rle_trans with (exp 1); [|exact exp_le_3].
    destruct (Rle_lt_or_eq_dec (z + z) 1) as [T|T]; [lra | left; now apply exp_increasing | rewrite T; lra]. }
  unfold units. cbn [fst snd]. rewrite mult_IZR. nra.
Qed.
End Series.

Lemma squared_bound u : (0 < u)%Z -> forall k e y, (0 <= fst e)%Z -> units u e (exp y) ->
  units u (squared u k e) (exp (2 ^ k * y)).
Proof.
  intros U. pose proof (IZR_lt _ _ U) as U'. induction k as [|k IH]; intros [l h] y P [L H].
  { cbn [squared pow]. rewrite Rmult_1_l. now split. }
  cbn [squared]. replace (2 ^ S k * y) with (2 ^ k * (y + y)) by (cbn; ring).
  cbn [fst snd] in *. apply IH; cbn [fst snd]; [apply Z.div_pos; [now apply Z.mul_nonneg_nonneg | exact U]|].
  pose proof (floor_below (l * l) u U) as F. pose proof (ceiling_above (h * h) u U) as C.
  rewrite mult_IZR in F, C. rewrite exp_plus. apply IZR_le in P. pose proof (exp_pos y) as E.
  unfold units. cbn [fst snd]. set (v := IZR u) in *. set (x := exp y) in *.
  assert (IZR l * IZR l <= x * v * (x * v)) as A by (apply Rmult_le_compat; lra).
  assert (x * v * (x * v) <= IZR h * IZR h) as B.
  { assert (0 <= x * v) by (apply Rmult_le_pos; lra). apply Rmult_le_compat; lra. }
  assert (forall a, a / v * v = a) as W by (intros; field; lra). split.
  - apply Rle_trans with (IZR l * IZR l / v); [exact F|]. apply (Rmult_le_reg_r v); [exact U'|]. rewrite W. lra.
  - apply Rle_trans with (IZR h * IZR h / v); [|exact C]. apply (Rmult_le_reg_r v); [exact U'|]. rewrite W. lra.
Qed.

Lemma exponential_units_bound bits num den e : exponential_units bits num den = Some e ->
  units (Zpos (2 ^ bits)) e (exp (IZR num / IZR (Zpos den))).
Proof.
  unfold exponential_units. set (u := Zpos (2 ^ bits)). set (k := bit_length _). set (n := Z.to_nat _).
  set (den' := (Zpos den * 2 ^ Z.of_nat k)%Z).
  destruct ((0 <=? num)%Z && _ && _) eqn:B; [|discriminate]. intros [= <-].
  apply andb_prop in B. destruct B as [[N%Z.leb_le H%Z.leb_le]%andb_prop P%Z.leb_le].
  assert (0 < u)%Z as U by reflexivity.
  assert (0 < den')%Z as D by (apply Z.mul_pos_pos; [reflexivity | apply Z.pow_pos_nonneg;
    [reflexivity|apply Zle_0_nat]]).
  pose proof (IZR_lt _ _ D) as D'. pose proof (unit_positive den) as D''.
  assert (IZR den' = IZR (Zpos den) * 2 ^ k) as K.
  { unfold den'. rewrite mult_IZR. f_equal. now rewrite pow_IZR. }
  assert (0 < 2 ^ k) as T by (apply pow_lt; lra).
  replace (IZR num / IZR (Zpos den)) with (2 ^ k * (IZR num / IZR den')) by (rewrite K; field; lra).
  apply squared_bound; [exact U | exact P|].
  destruct (series_start u num den' U N D n) as (g & G & E).
  { apply IZR_le in H. rewrite mult_IZR in H. apply (Rmult_le_reg_r (IZR den')); [exact D'|]. field_simplify; lra. }
  exact (series_bound u num den' U N D n _ g G E).
Qed.

Theorem exponential_within bits q e : exponential bits q = Some e -> within e (exp (Q2R q)).
Proof.
  unfold exponential. destruct (_ && _); [|discriminate].
  pose proof (unit_positive (2 ^ bits)) as U. destruct (Qnum q <? 0)%Z.
  - destruct (exponential_units _ _ _) as [[l h]|] eqn:E; [|discriminate].
    destruct ((0 <? l)%Z && (0 <? h)%Z) eqn:B; [|discriminate]. intros [= <-].
    apply andb_prop in B. destruct B as [L%Z.ltb_lt H%Z.ltb_lt].
    apply exponential_units_bound in E. unfold units, within in *. cbn [fst snd] in *.
    rewrite opp_IZR in E. replace (- IZR (Qnum q) / IZR (QDen q)) with (- Q2R q) in E by (unfold Q2R, Rdiv; ring).
    rewrite exp_Ropp in E. pose proof (exp_pos (Q2R q)) as P. set (x := exp (Q2R q)) in *.
    set (v := IZR (Zpos (2 ^ bits))) in *.
    pose proof (floor_below (Zpos (2 ^ bits) * Zpos (2 ^ bits)) h H) as F.
    pose proof (ceiling_above (Zpos (2 ^ bits) * Zpos (2 ^ bits)) l L) as C.
    rewrite mult_IZR in F, C. fold v in F, C. apply IZR_lt in L, H.
    assert (v <= x * IZR h /\ x * IZR l <= v) as [A B].
    { assert (x * (/ x * v) = v) as W by (field; lra). split; [|].
      - rewrite <- W at 1. apply Rmult_le_compat_l; lra.
      - rewrite <- W. apply Rmult_le_compat_l; lra. }
    unfold Q2R. cbn [Qnum Qden]. fold v. split; apply (Rmult_le_reg_r v); try exact U;
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    + apply Rle_trans with (v * v / IZR h); [exact F|]. apply (Rmult_le_reg_r (IZR h)); [exact H|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
    + apply Rle_trans with (v * v / IZR l); [|exact C]. apply (Rmult_le_reg_r (IZR l)); [exact L|].
      unfold Rdiv. rewrite (Rmult_assoc (v * v)), Rinv_l, Rmult_1_r by lra. nra.
  - destruct (exponential_units _ _ _) as [[l h]|] eqn:E; [|discriminate]. intros [= <-].
    apply exponential_units_bound in E. unfold units, within in *. cbn [fst snd] in *.
    change (IZR (Qnum q) / IZR (QDen q)) with (Q2R q) in E. set (x := exp (Q2R q)) in *.
    unfold Q2R. cbn [Qnum Qden]. split; apply (Rmult_le_reg_r (IZR (Zpos (2 ^ bits)))); try exact U;
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; lra.
Qed.

Lemma logarithm_below v t l : 0 < l -> l <= v * exp (- t) -> 0 < v -> t + 1 - / l <= ln v.
Proof.
  intros L H V. assert (ln (/ l) <= / l - 1) as A.
  { pose proof (exp_ineq1_le (ln (/ l))) as I. rewrite exp_ln in I by now apply Rinv_0_lt_compat. lra. }
  rewrite ln_Rinv in A by exact L. assert (ln l <= ln v - t) as B; [|lra].
  replace (ln v - t) with (ln (v * exp (- t))).
  - destruct H as [H|<-]; [left; now apply ln_increasing | lra].
  - rewrite ln_mult, ln_exp by (try apply exp_pos; exact V). ring.
Qed.

Lemma logarithm_above v t : 0 < v -> ln v <= t - 1 + v * exp (- t).
Proof.
  intros V. pose proof (exp_ineq1_le (ln (v * exp (- t)))) as I.
  rewrite exp_ln in I by (apply Rmult_lt_0_compat; [exact V | apply exp_pos]).
  rewrite ln_mult, ln_exp in I by (try apply exp_pos; exact V). lra.
Qed.

Theorem logarithm_within bits e v l : logarithm bits e = Some l -> within e v -> 0 < v /\ within l (ln v).
Proof.
  unfold logarithm. destruct (is_positive (fst e)) eqn:P; [|discriminate]. apply is_positive_value in P.
  set (t := near_logarithm (fst e)). set (s := near_logarithm (snd e)).
  destruct (exponential bits (- t)) as [below|] eqn:B; [|discriminate].
  destruct (exponential bits (- s)) as [above|] eqn:A; [|discriminate].
  destruct (is_positive (q_times _ _)) eqn:W; [|discriminate]. intros [= <-] [L H].
  apply exponential_within in A, B. apply is_positive_value in W. rewrite Q2R_opp in A, B. destruct A as [_ A],
    B as [B _].
  assert (0 < v) as V by lra. split; [exact V|]. unfold within.
  assert (Q2R (minus_inverse (q_times (fst e) (fst below))) = - / Q2R (q_times (fst e) (fst below))) as Z.
  { unfold minus_inverse. rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_opp, Q2R_inv; [reflexivity|].
    intros Z. apply Qeq_eqR in Z. rewrite RMicromega.Q2R_0 in Z. lra. }
  change (Q2R (q_plus (q_plus t 1) (minus_inverse (q_times (fst e) (fst below)))) <= ln v <=
    Q2R (q_plus (q_plus s (-1)) (q_times (snd e) (snd above)))).
  rewrite !q_plus_value, Z, !q_times_value.
  replace (Q2R (-1)) with (-1) by (unfold Q2R; cbn; lra). replace (Q2R 1) with 1 by (unfold Q2R; cbn; lra). split.
  - rewrite q_times_value in W. apply (logarithm_below v (Q2R t)); [exact W | | exact V].
    assert (0 < exp (- Q2R t)) by apply exp_pos. nra.
  - apply Rle_trans with (Q2R s - 1 + v * exp (- Q2R s)); [now apply logarithm_above|].
    assert (0 < exp (- Q2R s)) by apply exp_pos.
    assert (v * exp (- Q2R s) <= Q2R (snd e) * Q2R (snd above)) by (apply Rmult_le_compat; lra). lra.
Qed.
