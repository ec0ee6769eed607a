(* Sums of products of binary64 numbers, rounded with their errors kept, and exact where most of it cancels:
   the theorem that `Shapes.v` applies to what exports print. Nothing overflows. *)
From Coq Require Import Reals ZArith Lia Lra List.
From Flocq Require Import Core Relative Mult_error.
From Rounding Require Import Sums.
Import ListNotations.
Local Open Scope R_scope.
#[local] Existing Instance precision.

(* A product: a sign, a power of 2 if it is not 1, the first factor, and those by which it is multiplied. *)
Record product := Product { negative : bool; power : option R; first : R; others : list R }.

Definition signed (minus : bool) (x : R) := if minus then - x else x.
Definition scaled (p : product) (x : R) :=
  signed (negative p) match power p with None => x | Some c => rnd (x * c) end.
Definition value (p : product) :=
  signed (negative p) match power p with None => 1 | Some c => c end * fold_left Rmult (others p) (first p).

(* All parts of a product. *)
Fixpoint split_by (y : R) (parts : list R) :=
  match parts with
  | [] => []
  | x :: more => rnd (x * y) :: product_error x y (rnd (x * y)) :: split_by y more
  end.
Definition parts_of_product (p : product) :=
  map (scaled p) (fold_left (fun parts y => split_by y parts) (others p) [first p]).

(* The rounded product, and most of what it lacks; None of one factor. *)
Definition high_of (p : product) := scaled p (fold_left (fun high y => rnd (high * y)) (others p) (first p)).
Fixpoint lacking (high low : R) (factors : list R) :=
  match factors with
  | [] => low
  | y :: more =>
    lacking (rnd (high * y)) (rnd (product_error high y (rnd (high * y)) + rnd (low * y))) more
  end.
Definition low_of (p : product) :=
  match others p with
  | [] => None
  | y :: more =>
    let high := rnd (first p * y) in Some (scaled p (lacking high (product_error (first p) y high) more))
  end.

(* What was collected: the rounded sum, what it lacks, and the sum of the sizes. *)
Record collected := Collected { total : R; rest : option R; size : R }.
Definition plus (a b : option R) :=
  match a, b with
  | None, _ => b
  | _, None => a
  | Some a, Some b => Some (rnd (a + b))
  end.
Definition begun (p : product) := Collected (high_of p) (low_of p) (Rabs (high_of p)).
Definition more (known : collected) (p : product) :=
  let sum := rnd (total known + high_of p) in
  Collected sum (plus (plus (rest known) (Some (sum_error (total known) (high_of p) sum))) (low_of p))
    (rnd (size known + Rabs (high_of p))).
Definition given (a : option R) := match a with None => 0 | Some a => a end.
Definition quick (known : collected) := rnd (total known + given (rest known)).
Definition share (known : collected) := rnd (1 / 1073741824 * size known).
Definition sum_of (p : product) (ps : list product) (exactly : R) :=
  let known := fold_left more ps (begun p) in
  if Rle_dec (Rabs (quick known)) (share known) then exactly else quick known.

(* What is asked of factors: each product with a part is 0, or so large that its error is a number. Of shapes:
   up to five factors, and a power of 2 that is at least 1. *)
Fixpoint fits (parts factors : list R) :=
  match factors with
  | [] => True
  | y :: later =>
    Forall (fun x => x * y = 0 \/ bpow radix2 (-969) <= Rabs (x * y)) parts /\ fits (split_by y parts) later
  end.
Definition asked (p : product) :=
  binary64 (first p) /\ Forall binary64 (others p) /\ fits [first p] (others p).
Definition shaped (p : product) := (length (others p) <= 4)%nat /\
  match power p with None => True | Some c => exists e, (0 <= e)%Z /\ c = bpow radix2 e end.
Definition fine (p : product) := shaped p /\ asked p.

Lemma binary64_opp x : binary64 x -> binary64 (- x).
Proof. apply generic_format_opp. Qed.

Lemma binary64_size x : binary64 x -> binary64 (Rabs x).
Proof. apply generic_format_abs. Qed.

Definition coefficient (p : product) := signed (negative p) match power p with None => 1 | Some c => c end.

Lemma scaled_exact p x : fine p -> binary64 x -> scaled p x = coefficient p * x /\ binary64 (scaled p x).
Proof.
  intros [[_ even] _] known. unfold scaled, coefficient, signed.
  destruct (power p) as [c |].
  - destruct even as [e [positive ->]].
    assert (whole : binary64 (x * bpow radix2 e)).
    { unfold binary64. apply mult_bpow_pos_exact_FLT; assumption. }
    rewrite (unchanged _ whole). destruct (negative p); split; try lra; auto using binary64_opp.
  - destruct (negative p); split; try lra; auto using binary64_opp.
Qed.

Lemma split_exact y parts : binary64 y -> Forall binary64 parts ->
  Forall (fun x => x * y = 0 \/ bpow radix2 (-969) <= Rabs (x * y)) parts ->
  sum (split_by y parts) = sum parts * y /\ Forall binary64 (split_by y parts).
Proof.
  intros known. induction parts as [| x later both]; intros all large; simpl; [split; [lra | constructor] |].
  inversion all; subst. inversion large; subst. destruct both as [same numbers]; auto. split.
  - rewrite product_error_exact by assumption. rewrite same. lra.
  - constructor; [apply rounded |]. constructor; [apply rounded | exact numbers].
Qed.

Lemma folded_exact factors : forall parts, Forall binary64 factors -> Forall binary64 parts ->
  fits parts factors ->
  let all := fold_left (fun parts y => split_by y parts) factors parts in
  sum all = fold_left Rmult factors (sum parts) /\ Forall binary64 all.
Proof.
  induction factors as [| y later folded]; intros parts known all large; simpl; [now split |].
  inversion known; subst. destruct large as [now_large large].
  destruct (split_exact y parts) as [same numbers]; auto.
  destruct (folded (split_by y parts)) as [one two]; auto. split; [| exact two].
  rewrite one. now rewrite same.
Qed.

Theorem parts_exact p : fine p -> sum (parts_of_product p) = value p /\ Forall binary64 (parts_of_product p).
Proof.
  intros good. pose proof good as [_ [known [all large]]].
  destruct (folded_exact (others p) [first p]) as [same numbers]; auto.
  unfold parts_of_product, value. fold (coefficient p).
  set (parts := fold_left _ _ _) in *. simpl in same. rewrite Rplus_0_r in same. rewrite <- same. clear same.
  induction numbers as [| x later one _ both]; simpl; [split; [lra | constructor] |].
  destruct both as [same numbers]. destruct (scaled_exact p x good one) as [is number].
  split; [rewrite same, is; lra | now constructor].
Qed.

(* Rounding: anything, and products that are 0 or not small. *)
Lemma rounding x : Rabs (rnd x - x) <= u * Rabs x + bpow radix2 (-1075).
Proof.
  unfold rnd. destruct (error_N_FLT radix2 (-1074) 53 ltac:(lia) (fun z => negb (Z.even z)) x)
    as [share [least [few [tiny [_ ->]]]]].
  replace (x * (1 + share) + least - x) with (share * x + least) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult.
  assert (few' : Rabs share <= u) by (apply Rle_trans with (1 := few); simpl; lra). clear few.
  assert (half' : / 2 * bpow radix2 (-1074) = bpow radix2 (-1075)).
  { replace (-1074)%Z with (1 + -1075)%Z by lia. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  rewrite half' in tiny. pose proof (Rabs_pos x). nra.
Qed.

Lemma rounding_of_product x : x = 0 \/ bpow radix2 (-969) <= Rabs x -> Rabs (rnd x - x) <= u * Rabs x.
Proof.
  intros [-> | large].
  - rewrite (unchanged 0) by apply generic_format_0. rewrite Rminus_0_r, Rabs_R0. lra.
  - assert (large' : bpow radix2 (-1074 + 53 - 1) <= Rabs x).
    { apply Rle_trans with (2 := large). apply bpow_le. lia. }
    pose proof (relative_error_N_FLT radix2 (-1074) 53 eq_refl (fun z => negb (Z.even z)) x large') as few.
    apply Rle_trans with (1 := few). apply Rmult_le_compat_r; [apply Rabs_pos | simpl; lra].
Qed.

Lemma least_is x : x = 0 \/ bpow radix2 (-969) <= Rabs x -> x = 0 \/ bpow radix2 (-1075) <= u * (u * Rabs x).
Proof.
  intros [-> | large]; [now left | right].
  replace (-1075)%Z with (-53 + (-53 + -969))%Z by lia. rewrite !bpow_plus.
  apply Rmult_le_compat_l; [apply bpow_ge_0 |]. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact large].
Qed.

(* One more factor: a and b are what high and low together, and high, are wrong by, in u^2 and in u. *)
Lemma one_more h l t y a b : binary64 h -> binary64 y -> h * y = 0 \/ bpow radix2 (-969) <= Rabs (h * y) ->
  0 <= a <= 50 -> 0 <= b <= 8 ->
  Rabs (h - t) <= b * u * Rabs t -> Rabs (h + l - t) <= a * (u * u) * Rabs t ->
  let high := rnd (h * y) in let low := rnd (product_error h y high + rnd (l * y)) in
  Rabs (high - t * y) <= (b + 2) * u * Rabs (t * y) /\
  Rabs (high + low - t * y) <= (a + 2 * b + 3) * (u * u) * Rabs (t * y).
Proof.
  intros known_h known_y large some_a some_b near nearer high low.
  unfold low, high. rewrite product_error_exact by assumption. fold high.
  set (e := h * y - high). set (m := rnd (l * y)).
  pose proof (rounding_of_product _ large) as off. fold high in off.
  pose proof (Rabs_pos y) as size_y.
  assert (near_y : Rabs (h * y - t * y) <= u * (b * Rabs (t * y))).
  { replace (h * y - t * y) with ((h - t) * y) by ring. rewrite !Rabs_mult.
    replace (u * (b * (Rabs t * Rabs y))) with (b * u * Rabs t * Rabs y) by ring.
    now apply Rmult_le_compat_r. }
  assert (nearer_y : Rabs (h * y + l * y - t * y) <= u * (u * (a * Rabs (t * y)))).
  { replace (h * y + l * y - t * y) with ((h + l - t) * y) by ring. rewrite !Rabs_mult.
    replace (u * (u * (a * (Rabs t * Rabs y)))) with (a * (u * u) * Rabs t * Rabs y) by ring.
    now apply Rmult_le_compat_r. }
  assert (off_m : Rabs (m - l * y) <= u * Rabs (l * y) + u * (u * Rabs (h * y))).
  { destruct (least_is _ large) as [none | least]; [| pose proof (rounding (l * y)); unfold m; lra].
    assert (no : l * y = 0).
    { destruct (Req_dec y 0) as [-> | other]; [ring |]. apply Rmult_integral in none.
      destruct none as [-> | none]; [| lra].
      assert (t = 0) as ->.
      { destruct (Req_dec t 0) as [| nonzero]; [assumption | exfalso]. apply Rabs_pos_lt in nonzero.
        replace (0 - t) with (- t) in near by ring. rewrite Rabs_Ropp in near.
        assert (b * u <= / 2) by (simpl; lra). nra. }
      rewrite Rabs_R0 in nearer. replace (0 + l - 0) with l in nearer by ring.
      pose proof (Rabs_pos l). assert (Rabs l = 0) as zero by lra.
      destruct (Req_dec l 0) as [-> | nonzero]; [ring |]. apply Rabs_pos_lt in nonzero. lra. }
    unfold m. rewrite no, (unchanged 0) by apply generic_format_0. rewrite none, Rminus_0_r, Rabs_R0. lra. }
  assert (known_e : binary64 e).
  { unfold e, high. rewrite <- product_error_exact by assumption. apply rounded. }
  pose proof (rounding_of_sum e m known_e (rounded _)) as off_low. set (low' := rnd (e + m)) in *.
  assert (pa : 0 <= a * Rabs (t * y) <= 50 * Rabs (t * y)) by (pose proof (Rabs_pos (t * y)); nra).
  assert (pb : 0 <= b * Rabs (t * y) <= 8 * Rabs (t * y)) by (pose proof (Rabs_pos (t * y)); nra).
  replace ((b + 2) * u * Rabs (t * y)) with (u * (b * Rabs (t * y) + 2 * Rabs (t * y))) by ring.
  replace ((a + 2 * b + 3) * (u * u) * Rabs (t * y)) with
    (u * (u * (a * Rabs (t * y) + 2 * (b * Rabs (t * y)) + 3 * Rabs (t * y)))) by ring.
  set (A := a * Rabs (t * y)) in *. set (B := b * Rabs (t * y)) in *.
  set (T := Rabs (t * y)) in *. clear near nearer some_a some_b.
  assert (size_h : Rabs (h * y) <= T + u * B).
  { pose proof (Rabs_triang (t * y) (h * y - t * y)) as split.
    replace (t * y + (h * y - t * y)) with (h * y) in split by ring. fold T in split. lra. }
  assert (size_l : Rabs (l * y) <= u * (u * A) + u * B).
  { pose proof (Rabs_triang (h * y + l * y - t * y) (- (h * y - t * y))) as split. rewrite Rabs_Ropp in split.
    replace (h * y + l * y - t * y + - (h * y - t * y)) with (l * y) in split by ring. lra. }
  assert (size_e : Rabs e <= u * Rabs (h * y)).
  { unfold e. rewrite <- Rabs_Ropp. replace (- (h * y - high)) with (high - h * y) by ring. exact off. }
  assert (size_m : Rabs m <= Rabs (l * y) + Rabs (m - l * y)).
  { pose proof (Rabs_triang (l * y) (m - l * y)) as split.
    now replace (l * y + (m - l * y)) with m in split by ring. }
  pose proof (Rabs_triang e m) as size_em.
  split.
  - replace (high - t * y) with ((high - h * y) + (h * y - t * y)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). simpl in *. lra.
  - replace (high + low' - t * y) with
      (((low' - (e + m)) + (m - l * y)) + (h * y + l * y - t * y)) by (unfold e; ring).
    apply Rle_trans with (1 := Rabs_triang _ _).
    pose proof (Rabs_triang (low' - (e + m)) (m - l * y)) as two. simpl in *. lra.
Qed.

Lemma several factors : forall h l t parts b a, binary64 h -> binary64 l -> Forall binary64 factors ->
  fits (h :: parts) factors -> 0 <= b -> b + 2 * INR (length factors) <= 8 -> 0 <= a -> 
  a + 15 * INR (length factors) <= 50 ->
  Rabs (h - t) <= b * u * Rabs t -> Rabs (h + l - t) <= a * (u * u) * Rabs t ->
  let high := fold_left (fun high y => rnd (high * y)) factors h in
  let low := lacking h l factors in
  binary64 high /\ binary64 low /\
  Rabs (high - fold_left Rmult factors t) <= 8 * u * Rabs (fold_left Rmult factors t) /\
  Rabs (high + low - fold_left Rmult factors t) <= 50 * (u * u) * Rabs (fold_left Rmult factors t).
Proof.
  induction factors as [| y later near_all];
    intros h l t parts b a known_h known_l known large some_b few_b some_a few_a near nearer;
    cbn [fold_left lacking].
  - simpl INR in few_a, few_b. repeat split; auto.
    + apply Rle_trans with (1 := near). apply Rmult_le_compat_r; [apply Rabs_pos |].
      apply Rmult_le_compat_r; [apply bpow_ge_0 | lra].
    + apply Rle_trans with (1 := nearer). apply Rmult_le_compat_r; [apply Rabs_pos |].
      apply Rmult_le_compat_r; [| lra]. pose proof (bpow_ge_0 radix2 (-53)). nra.
  - inversion known; subst. destruct large as [now_large large]. inversion now_large; subst.
    simpl length in few_a, few_b. rewrite S_INR in few_a, few_b. pose proof (pos_INR (length later)).
    destruct (one_more h l t y a b) as [one two]; auto; try lra.
    apply (near_all _ _ _ (product_error h y (rnd (h * y)) :: split_by y parts) (b + 2) (a + 2 * b + 3));
      auto;
      try lra; apply rounded.
Qed.

(* A product's rounded value and what it lacks. *)
Theorem product_near p : fine p ->
  binary64 (high_of p) /\ binary64 (given (low_of p)) /\
  (forall low, low_of p = Some low -> binary64 low) /\
  Rabs (high_of p - value p) <= 8 * u * Rabs (value p) /\
  Rabs (high_of p + given (low_of p) - value p) <= 50 * (u * u) * Rabs (value p).
Proof.
  intros good. pose proof good as [[few _] [known [all large]]].
  assert (raw : exists h l t, high_of p = coefficient p * h /\ given (low_of p) = coefficient p * l /\
    binary64 (high_of p) /\ binary64 (given (low_of p)) /\ value p = coefficient p * t /\
    Rabs (h - t) <= 8 * u * Rabs t /\ Rabs (h + l - t) <= 50 * (u * u) * Rabs t).
  { unfold high_of, low_of, value. fold (coefficient p). destruct (others p) as [| y later].
    - exists (first p), 0, (first p). cbn [fold_left given].
      destruct (scaled_exact p (first p) good known) as [is number].
      pose proof (Rabs_pos (first p)). pose proof (bpow_ge_0 radix2 (-53)).
      assert (same : Rabs (first p - first p) = 0) by (rewrite Rminus_diag_eq by reflexivity; apply Rabs_R0).
      assert (same' : Rabs (first p + 0 - first p) = 0) by (rewrite Rplus_0_r; exact same).
      split; [exact is |]. split; [lra |]. split; [exact number |]. split; [apply generic_format_0 |].
      split; [reflexivity |]. split; [rewrite same | rewrite same']; nra.
    - pose proof (Forall_inv all) as known_y. pose proof (Forall_inv_tail all) as known_later.
      destruct large as [now_large large]. apply Forall_inv in now_large.
      simpl length in few. apply le_n_S, le_S_n, le_S_n in few.
      assert (few' : INR (length later) <= 3) by (apply le_INR in few; simpl in few; lra).
      assert (near : Rabs (rnd (first p * y) - first p * y) <= 2 * u * Rabs (first p * y)).
      { pose proof (rounding_of_product _ now_large) as off. pose proof (Rabs_pos (first p * y)).
        pose proof (bpow_ge_0 radix2 (-53)). assert (0 <= u * Rabs (first p * y)) by now apply Rmult_le_pos.
        lra. }
      assert (same : rnd (first p * y) + product_error (first p) y (rnd (first p * y)) - first p * y = 0).
      { rewrite product_error_exact by assumption. ring. }
      destruct (several later (rnd (first p * y)) (product_error (first p) y (rnd (first p * y)))
        (first p * y)
        [product_error (first p) y (rnd (first p * y))] 2 0 (rounded _) (rounded _) known_later large
        ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) near) as [one [two [three four]]].
      { rewrite same, Rabs_R0. lra. }
      cbn [fold_left given].
      destruct (scaled_exact p _ good one) as [is_high high_number].
      destruct (scaled_exact p _ good two) as [is_low low_number].
      eexists _, _, _. split; [exact is_high |]. split; [exact is_low |]. split; [exact high_number |].
      split; [exact low_number |]. split; [reflexivity |]. split; assumption. }
  destruct raw as [h [l [t [is_h [is_l [known_h [known_l [is_t [near nearer]]]]]]]]].
  repeat split; auto.
  - intros low same. rewrite same in known_l. exact known_l.
  - rewrite is_h, is_t, <- Rmult_minus_distr_l, !Rabs_mult. pose proof (Rabs_pos (coefficient p)). nra.
  - rewrite is_h, is_l, is_t. replace (_ + _ - _) with (coefficient p * (h + l - t)) by ring.
    rewrite !Rabs_mult. pose proof (Rabs_pos (coefficient p)). nra.
Qed.

Definition number (a : option R) := match a with None => True | Some a => binary64 a end.
Lemma number_given a : number a -> binary64 (given a).
Proof. destruct a; simpl; [auto | intros _; apply generic_format_0]. Qed.

Lemma given_plus a b : number a -> number b ->
  given (plus a b) = rnd (given a + given b) /\ number (plus a b).
Proof.
  pose proof (generic_format_0 radix2 exponent_of) as nothing.
  destruct a as [a |], b as [b |]; simpl; intros one two; rewrite ?Rplus_0_l, ?Rplus_0_r;
    split; try exact I; try (symmetry; now apply unchanged); auto using rounded.
Qed.

(* After j products: s their sum, and t the sum of their sizes. *)
Record within (j : R) (known : collected) (s t : R) : Prop := Within {
  within_total : binary64 (total known); within_rest : number (rest known);
  within_size : binary64 (size known);
  within_sum : Rabs s <= t;
  rest_small : Rabs (given (rest known)) <= u * ((9 + 3 * j) * t);
  sum_near : Rabs (total known + given (rest known) - s) <= u * (u * ((59 + 20 * j + 3 * (j * j)) * t));
  size_large : t - u * ((8 + j) * t) <= size known }.

Lemma begun_within p : fine p -> within 1 (begun p) (value p) (Rabs (value p)).
Proof.
  intros good. destruct (product_near p good) as [high [low [each [near nearer]]]].
  pose proof (Rabs_pos (value p)). pose proof (bpow_ge_0 radix2 (-53)).
  assert (lacks : Rabs (given (low_of p)) <= 9 * u * Rabs (value p)).
  { replace (given (low_of p)) with
      ((high_of p + given (low_of p) - value p) + - (high_of p - value p)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. simpl in *. lra. }
  split; simpl total; simpl rest; simpl size; auto.
  - destruct (low_of p); simpl; auto.
  - now apply binary64_size.
  - lra.
  - nra.
  - assert (0 <= u * (u * Rabs (value p))) by (apply Rmult_le_pos; [| apply Rmult_le_pos]; lra). lra.
  - pose proof (Rabs_triang (high_of p) (- (high_of p - value p))) as split. rewrite Rabs_Ropp in split.
    replace (high_of p + - (high_of p - value p)) with (value p) in split by ring.
    assert (0 <= u * Rabs (value p)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma more_within p known j s t : fine p -> 1 <= j <= 13 -> within j known s t ->
  within (j + 1) (more known p) (s + value p) (t + Rabs (value p)).
Proof.
  intros good few [known_total known_rest known_size within_s small near large].
  destruct (product_near p good) as [known_high [known_low [each [near_p nearer_p]]]].
  set (v := value p) in *. pose proof (Rabs_pos v) as size_v. pose proof (Rabs_pos s) as size_s.
  set (h := high_of p) in *. set (l := given (low_of p)) in *.
  assert (number_low : number (low_of p)) by (destruct (low_of p); simpl; auto).
  unfold more. fold h. rewrite sum_error_exact by assumption.
  set (sum := rnd (total known + h)). set (e := total known + h - sum).
  assert (known_e : number (Some e)).
  { simpl. unfold e, sum. rewrite <- sum_error_exact by assumption. apply rounded. }
  destruct (given_plus (rest known) (Some e) known_rest known_e) as [is_one number_one].
  destruct (given_plus (plus (rest known) (Some e)) (low_of p) number_one number_low) as [is_two number_two].
  simpl given in is_one. set (r := given (rest known)) in *. fold l in is_two.
  assert (lacks : Rabs l <= 9 * u * Rabs v).
  { replace l with ((h + l - v) + - (h - v)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. simpl in *. lra. }
  assert (R_small : 0 <= (9 + 3 * j) * t <= 48 * t) by nra.
  assert (E_small : 0 <= (59 + 20 * j + 3 * (j * j)) * t <= 1024 * t) by nra.
  assert (Z_small : 0 <= (8 + j) * t <= 21 * t) by nra.
  assert (R_next :
    (9 + 3 * j) * t + 9 * Rabs v + 3 * (t + Rabs v) <= (9 + 3 * (j + 1)) * (t + Rabs v)) by nra.
  assert (E_next : (59 + 20 * j + 3 * (j * j)) * t + 59 * Rabs v + 2 * ((9 + 3 * j) * t) + 5 * (t + Rabs v)
    <= (59 + 20 * (j + 1) + 3 * ((j + 1) * (j + 1))) * (t + Rabs v)) by nra.
  assert (Z_next : (8 + j) * t + 8 * Rabs v + (t + Rabs v) <= (8 + (j + 1)) * (t + Rabs v)) by nra.
  set (R0 := (9 + 3 * j) * t) in *. set (E0 := (59 + 20 * j + 3 * (j * j)) * t) in *.
  set (Z0 := (8 + j) * t) in *.
  set (R1 := (9 + 3 * (j + 1)) * (t + Rabs v)) in *.
  set (E1 := (59 + 20 * (j + 1) + 3 * ((j + 1) * (j + 1))) * (t + Rabs v)) in *.
  set (Z1 := (8 + (j + 1)) * (t + Rabs v)) in *.
  pose proof (number_given _ known_rest) as binary_r. fold r in binary_r.
  pose proof (rounding_of_sum r e binary_r known_e) as off_one.
  pose proof (number_given _ number_one) as binary_one. rewrite is_one in binary_one.
  pose proof (rounding_of_sum (rnd (r + e)) l binary_one known_low) as off_two.
  set (one := rnd (r + e)) in *. rewrite is_one in is_two. set (two := rnd (one + l)) in *.
  assert (size_total : Rabs (total known) <= t + u * R0 + u * (u * E0)).
  { replace (total known) with ((s + (total known + r - s)) + - r) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
    pose proof (Rabs_triang s (total known + r - s)). lra. }
  assert (size_h : Rabs h <= Rabs v + 8 * u * Rabs v).
  { replace h with (v + (h - v)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (size_e : Rabs e <= u * (2 * (t + Rabs v))).
  { unfold e. rewrite <- Rabs_Ropp.
    replace (- (total known + h - sum)) with (sum - (total known + h)) by ring.
    apply Rle_trans with (1 := rounding_of_sum _ _ known_total known_high).
    apply Rmult_le_compat_l; [apply bpow_ge_0 |].
    apply Rle_trans with (1 := Rabs_triang _ _). simpl in *. lra. }
  pose proof (Rabs_triang r e) as size_re.
  assert (size_one : Rabs one <= Rabs (r + e) + u * Rabs (r + e)).
  { replace one with ((r + e) + (one - (r + e))) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  pose proof (Rabs_triang one l) as size_onel.
  constructor; cbn [total rest size]; rewrite ?is_two;
    [apply rounded | exact number_two | apply rounded | ..].
  - apply Rle_trans with (1 := Rabs_triang _ _). lra.
  - replace two with ((one + l) + (two - (one + l))) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
    apply Rle_trans with (u * (R0 + 9 * Rabs v + 3 * (t + Rabs v))); [simpl in *; lra |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact R_next].
  - replace (sum + two - (s + v)) with
      (((two - (one + l)) + (one - (r + e))) + ((total known + r - s) + (h + l - v))) by (unfold e; ring).
    apply Rle_trans with (1 := Rabs_triang _ _).
    pose proof (Rabs_triang (two - (one + l)) (one - (r + e))).
    pose proof (Rabs_triang (total known + r - s) (h + l - v)).
    apply Rle_trans with (u * (u * (E0 + 59 * Rabs v + 2 * R0 + 5 * (t + Rabs v)))); [simpl in *; lra |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 |]. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact E_next].
  - pose proof (rounding_of_sum (size known) (Rabs h) known_size (binary64_size _ known_high)) as off_size.
    set (next := rnd (size known + Rabs h)) in *.
    assert (size_v' : Rabs v - 8 * u * Rabs v <= Rabs h).
    { pose proof (Rabs_triang h (- (h - v))) as split. rewrite Rabs_Ropp in split.
      replace (h + - (h - v)) with v in split by ring. lra. }
    assert (least : t + Rabs v - u * (Z0 + 8 * Rabs v) <= size known + Rabs h) by lra.
    assert (next_large : t + Rabs v - u * (Z0 + 8 * Rabs v + (t + Rabs v)) <= next).
    { assert (positive : 0 <= size known + Rabs h) by (simpl in *; lra).
      rewrite (Rabs_pos_eq _ positive) in off_size.
      pose proof (Rle_abs (- (next - (size known + Rabs h)))) as under. rewrite Rabs_Ropp in under.
      assert (0 <= u * (Z0 + 8 * Rabs v)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
      simpl in *. lra. }
    apply Rle_trans with (2 := next_large). apply Rplus_le_compat_l, Ropp_le_contravar.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Z_next].
Qed.

Lemma nearly_of_within computed exactly :
  Rabs (computed - exactly) <= u * (1 + bpow radix2 (-12)) * Rabs exactly -> nearly computed exactly.
Proof.
  intros near. split; [exact near |].
  assert (half : Rabs (computed - exactly) <= / 2 * Rabs exactly).
  { apply Rle_trans with (1 := near). apply Rmult_le_compat_r; [apply Rabs_pos | simpl; lra]. }
  clear near. unfold Rabs in half. repeat destruct Rcase_abs; split; split; lra.
Qed.

(* Where the rounded sum exceeds its share of the sizes, it is near the sum: no underflow could hide that. *)
Theorem quick_near j known s t : 1 <= j <= 14 -> within j known s t ->
  ~ Rabs (quick known) <= share known -> nearly (quick known) s.
Proof.
  intros few [known_total known_rest _ most _ near large] exceeds. apply nearly_of_within.
  unfold quick, share in *. set (r := given (rest known)) in *.
  pose proof (number_given _ known_rest) as known_r. fold r in known_r.
  pose proof (rounding_of_sum _ _ known_total known_r) as off.
  assert (exceeds' : 1 / 1073741824 * size known < Rabs (rnd (total known + r))).
  { apply Rnot_le_lt. intros less. apply exceeds.
    rewrite <- (unchanged (Rabs _)) by apply binary64_size, rounded.
    apply round_le; [exact (FLT_exp_valid (-1074) 53) | apply valid_rnd_N | exact less]. }
  set (q := rnd (total known + r)) in *. set (v := total known + r) in *.
  pose proof (Rabs_pos s) as size_s. clear exceeds.
  assert (E_small : (59 + 20 * j + 3 * (j * j)) * t <= 1024 * t).
  { apply Rmult_le_compat_r; [lra | nra]. }
  assert (Z_small : (8 + j) * t <= 22 * t) by nra.
  set (E := (59 + 20 * j + 3 * (j * j)) * t) in *. set (Z := (8 + j) * t) in *.
  clearbody E Z.
  pose proof (Rabs_triang s (v - s)) as size_v. replace (s + (v - s)) with v in size_v by ring.
  pose proof (Rabs_triang v (q - v)) as size_q. replace (v + (q - v)) with q in size_q by ring.
  replace (q - s) with ((q - v) + (v - s)) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
  assert (t_most : 16 / 17 * t <= size known) by (simpl in *; lra).
  simpl in *. lra.
Qed.

Lemma collected_within ps : forall known j s t, Forall fine ps -> 1 <= j -> j + INR (length ps) <= 14 ->
  within j known s t ->
  exists t', within (j + INR (length ps)) (fold_left more ps known) (fold_left Rplus (map value ps) s) t'.
Proof.
  induction ps as [| p later collects]; intros known j s t good some few so_far.
  - exists t. simpl. now rewrite Rplus_0_r.
  - change (length (p :: later)) with (S (length later)) in *. rewrite S_INR in *.
    pose proof (pos_INR (length later)).
    destruct (collects (more known p) (j + 1) (s + value p) (t + Rabs (value p))) as [t' done].
    + exact (Forall_inv_tail good).
    + lra.
    + lra.
    + apply more_within; [exact (Forall_inv good) | lra | exact so_far].
    + exists t'. cbn [fold_left map]. replace (j + (INR (length later) + 1)) with (j + 1 + INR (length later))
        by ring. exact done.
Qed.

Lemma sum_app some others : sum (some ++ others) = sum some + sum others.
Proof. induction some as [| x later both]; simpl; [lra | rewrite both; lra]. Qed.

Lemma sum_of_parts ps : Forall fine ps -> sum (flat_map parts_of_product ps) = sum (map value ps).
Proof.
  induction 1 as [| p later good _ same]; simpl; [reflexivity |].
  rewrite sum_app, same. now destruct (parts_exact p good) as [-> _].
Qed.

Lemma parts_are_binary64 ps : Forall fine ps -> Forall binary64 (flat_map parts_of_product ps).
Proof.
  induction 1 as [| p later good _ all]; simpl; [constructor |].
  apply Forall_app. split; [now destruct (parts_exact p good) | exact all].
Qed.

Lemma added_up xs : forall x, fold_left Rplus xs x = x + sum xs.
Proof. induction xs as [| y later same]; intros x; simpl; [lra | rewrite same; lra]. Qed.

(* Sums of up to 14 products of up to five factors: near the exact sum, the sign exact. What is added exactly
   is near the sum of all parts, as `Helpers.v` has it for so many of them. *)
Theorem sum_of_products_near p ps exactly : (length ps <= 13)%nat ->
  Forall shaped (p :: ps) -> Forall asked (p :: ps) ->
  (Forall binary64 (flat_map parts_of_product (p :: ps)) ->
    nearly exactly (sum (flat_map parts_of_product (p :: ps)))) ->
  nearly (sum_of p ps exactly) (sum (map value (p :: ps))).
Proof.
  intros few of_shape holds added.
  assert (good : Forall fine (p :: ps)).
  { apply Forall_forall. rewrite Forall_forall in of_shape, holds. intros x inside. split; auto. }
  clear of_shape holds. unfold sum_of. destruct (Rle_dec _ _) as [cancels | exceeds].
  - rewrite <- sum_of_parts by exact good. apply added. now apply parts_are_binary64.
  - apply le_INR in few. replace (INR 13) with 13 in few by (simpl; lra).
    destruct (collected_within ps (begun p) 1 (value p) (Rabs (value p))) as [t near];
      [exact (Forall_inv_tail good) | lra | lra | apply begun_within; exact (Forall_inv good) |].
    rewrite added_up in near. pose proof (pos_INR (length ps)).
    refine (quick_near _ _ _ _ _ near exceeds). lra.
Qed.
