(* Sums and products of binary64 numbers whose errors are kept: the theorems that `Helpers.v` applies to the
   programs of exports. Rounded is to nearest, ties to even, with gradual underflow; nothing overflows. *)
From Coq Require Import Reals ZArith Lia Lra List.
From Flocq Require Import Core Pff2Flocq Plus_error Relative.
Import ListNotations.
Local Open Scope R_scope.

Notation exponent_of := (FLT_exp (-1074) 53).
Definition binary64 (x : R) := generic_format radix2 exponent_of x.
Definition rnd (x : R) := round radix2 exponent_of ZnearestE x.
Notation u := (bpow radix2 (-53)).

Lemma precision : Prec_gt_0 53.
Proof. reflexivity. Qed.
#[local] Existing Instance precision.

Lemma rounded x : binary64 (rnd x).
Proof. apply generic_format_round; auto with typeclass_instances. Qed.

Lemma unchanged x : binary64 x -> rnd x = x.
Proof. apply round_generic; auto with typeclass_instances. Qed.

Lemma nearest x y : binary64 y -> Rabs (rnd x - x) <= Rabs (y - x).
Proof.
  intros known. destruct (round_N_pt radix2 exponent_of (fun z => negb (Z.even z)) x) as [_ least].
  exact (least y known).
Qed.

(* The error of a rounded sum, and of a rounded product. *)
Definition sum_error (a b total : R) :=
  let of_b := rnd (total - a) in rnd (rnd (a - rnd (total - of_b)) + rnd (b - of_b)).

Definition high (a : R) := let scaled := rnd (134217729 * a) in rnd (scaled - rnd (scaled - a)).
Definition low (a : R) := rnd (a - high a).
Definition product_error (a b product : R) :=
  rnd (rnd (rnd (rnd (rnd (high a * high b) - product) + rnd (high a * low b)) + rnd (low a * high b))
    + rnd (low a * low b)).

Theorem sum_error_exact a b : binary64 a -> binary64 b ->
  sum_error a b (rnd (a + b)) = a + b - rnd (a + b).
Proof.
  intros known_a known_b. unfold sum_error.
  assert (symmetric : forall z, negb (Z.even z) = negb (negb (Z.even (- (z + 1))))).
  { intros z. rewrite Z.even_opp, Z.even_add. now destruct (Z.even z). }
  pose proof (TwoSum_correct (-1074) 53 (fun z => negb (Z.even z)) eq_refl ltac:(lia) symmetric
    a b known_a known_b) as correct.
  fold (rnd (a + b)) in correct. unfold rnd in *. lra.
Qed.

Lemma rnd_opp x : rnd (- x) = - rnd x.
Proof. apply round_NE_opp. Qed.

Lemma high_is x : rnd (rnd (x - rnd (x * (bpow radix2 27 + 1))) + rnd (x * (bpow radix2 27 + 1))) = high x.
Proof.
  unfold high. cbv zeta. replace (x * (bpow radix2 27 + 1)) with (134217729 * x) by (simpl; lra).
  set (scaled := rnd (134217729 * x)).
  replace (x - scaled) with (- (scaled - x)) by lra. rewrite rnd_opp. f_equal. lra.
Qed.

Theorem product_error_exact a b : binary64 a -> binary64 b ->
  a * b = 0 \/ bpow radix2 (-969) <= Rabs (a * b) ->
  product_error a b (rnd (a * b)) = a * b - rnd (a * b).
Proof.
  intros known_a known_b large.
  destruct (Dekker radix2 (-1074) 53 (fun z => negb (Z.even z)) ltac:(lia) ltac:(lia) a b known_a known_b
    (or_introl eq_refl)) as [exactly _].
  specialize (exactly large). change (53 - Z.div2 53)%Z with 27%Z in exactly.
  change (round radix2 (FLT_exp (-1074) 53) (Znearest (fun z => negb (Z.even z)))) with rnd in exactly.
  rewrite !high_is in exactly. fold (low a) (low b) in exactly. unfold product_error.
  replace (rnd (high a * high b) - rnd (a * b)) with (- rnd (a * b) + rnd (high a * high b)) by lra.
  lra.
Qed.

(* Multiples of powers of 2. *)
Definition multiple (g : Z) (x : R) := exists n : Z, x = IZR n * bpow radix2 g.

Lemma multiple_0 g : multiple g 0.
Proof. exists 0%Z. lra. Qed.

Lemma multiple_plus g x y : multiple g x -> multiple g y -> multiple g (x + y).
Proof. intros [n ->] [k ->]. exists (n + k)%Z. rewrite plus_IZR. lra. Qed.

Lemma multiple_minus g x y : multiple g x -> multiple g y -> multiple g (x - y).
Proof. intros [n ->] [k ->]. exists (n - k)%Z. rewrite minus_IZR. lra. Qed.

Lemma multiple_coarser f g x : (f <= g)%Z -> multiple g x -> multiple f x.
Proof.
  intros order [n ->]. exists (n * 2 ^ (g - f))%Z.
  rewrite mult_IZR, (IZR_Zpower radix2) by lia. rewrite Rmult_assoc, <- bpow_plus.
  now replace (g - f + f)%Z with g by lia.
Qed.

Lemma multiple_large g x : multiple g x -> x <> 0 -> bpow radix2 g <= Rabs x.
Proof.
  intros [n ->] nonzero. rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 g)) by apply bpow_ge_0.
  assert (1 <= Rabs (IZR n)).
  { rewrite <- abs_IZR. apply IZR_le. assert (n <> 0)%Z by (intros ->; lra). lia. }
  pose proof (bpow_ge_0 radix2 g). nra.
Qed.

(* A multiple of 2^f below a larger power of 2 is so by 2^f at least. *)
Lemma multiple_below f g x : (f <= g)%Z -> multiple f x -> Rabs x < bpow radix2 g ->
  Rabs x <= bpow radix2 g - bpow radix2 f.
Proof.
  intros order [n ->] small. rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 f)) in * by apply bpow_ge_0.
  rewrite <- abs_IZR in *. replace (bpow radix2 g) with (IZR (2 ^ (g - f)) * bpow radix2 f) in *.
  - assert (IZR (Z.abs n) < IZR (2 ^ (g - f))).
    { apply Rmult_lt_reg_r with (bpow radix2 f); [apply bpow_gt_0 | exact small]. }
    assert (order' : IZR (Z.abs n + 1) <= IZR (2 ^ (g - f))).
    { apply IZR_le. apply lt_IZR in H. lia. }
    rewrite plus_IZR in order'. pose proof (bpow_ge_0 radix2 f). nra.
  - rewrite (IZR_Zpower radix2) by lia. rewrite <- bpow_plus. f_equal. lia.
Qed.

Lemma rounded_multiple g x : multiple g x -> multiple g (rnd x).
Proof.
  intros whole. destruct (Z.le_gt_cases (cexp radix2 exponent_of x) g) as [fine | coarse].
  - rewrite unchanged; [exact whole |]. destruct whole as [n ->].
    apply (generic_format_F2R' radix2 exponent_of _ (Float radix2 n g)); [reflexivity |].
    intros _. exact fine.
  - apply multiple_coarser with (cexp radix2 exponent_of x); [lia |].
    eexists. reflexivity.
Qed.

(* What rounding changes lies far below the rounded number: ties go to even ones. *)
Lemma nearest_whole x : let n := ZnearestE x in
  Rabs (x - IZR n) < / 2 \/ (Rabs (x - IZR n) = / 2 /\ Z.even n = true).
Proof.
  unfold Znearest. pose proof (Zfloor_lb x) as above. pose proof (Zfloor_ub x) as under.
  destruct (Rcompare_spec (x - IZR (Zfloor x)) (/ 2)) as [less | tie | more]; cbv zeta.
  - left. rewrite Rabs_pos_eq; lra.
  - right. assert (not_whole : IZR (Zfloor x) <> x) by lra.
    destruct (Z.even (Zfloor x)) eqn:even; simpl.
    + rewrite Rabs_pos_eq by lra. split; [exact tie | exact even].
    + rewrite (Zceil_floor_neq x not_whole), plus_IZR. split.
      * rewrite Rabs_left1; lra.
      * rewrite Z.even_add, even. reflexivity.
  - left. assert (not_whole : IZR (Zfloor x) <> x) by lra.
    rewrite (Zceil_floor_neq x not_whole), plus_IZR, Rabs_left1; lra.
Qed.

Lemma error_below x : exists g, Rabs (x - rnd x) < bpow radix2 (g - 1) /\ multiple g (rnd x).
Proof.
  set (e := cexp radix2 exponent_of x).
  assert (scaled : x = scaled_mantissa radix2 exponent_of x * bpow radix2 e).
  { symmetry. apply scaled_mantissa_mult_bpow. }
  set (m := scaled_mantissa radix2 exponent_of x) in *.
  assert (result : rnd x = IZR (ZnearestE m) * bpow radix2 e) by reflexivity.
  assert (size : Rabs (x - rnd x) = Rabs (m - IZR (ZnearestE m)) * bpow radix2 e).
  { rewrite <- (Rabs_pos_eq (bpow radix2 e)) at 1 by apply bpow_ge_0. rewrite <- Rabs_mult. f_equal.
    rewrite result, scaled. fold e. ring. }
  pose proof (bpow_gt_0 radix2 e) as positive.
  destruct (nearest_whole m) as [less | [tie even]].
  - exists e. split; [| rewrite result; now eexists].
    rewrite size. unfold Z.sub. rewrite bpow_plus. change (bpow radix2 (- (1))) with (/ 2).
    apply (Rmult_lt_compat_r _ _ _ positive) in less. lra.
  - exists (e + 1)%Z. split.
    + rewrite size, tie. replace (e + 1 - 1)%Z with e by lia. lra.
    + rewrite result. apply Z.even_spec in even. destruct even as [k twice]. rewrite twice. exists k.
      rewrite mult_IZR, bpow_plus. change (bpow radix2 1) with 2. ring.
Qed.

(* Partial sums that do not overlap: each is less than half of all that its successors are multiples of. *)
Definition below (x : R) (others : list R) :=
  x = 0 \/ exists g, Rabs x < bpow radix2 (g - 1) /\ Forall (multiple g) others.

Fixpoint apart (parts : list R) :=
  match parts with [] => True | part :: others => below part others /\ apart others end.

Fixpoint sum (terms : list R) := match terms with [] => 0 | term :: others => term + sum others end.

Fixpoint grow (carry : R) (parts : list R) :=
  match parts with
  | [] => [carry]
  | part :: others => let total := rnd (carry + part) in sum_error carry part total :: grow total others
  end.

Lemma grow_binary64 parts : forall carry, binary64 carry -> Forall binary64 parts ->
  Forall binary64 (grow carry parts).
Proof.
  induction parts as [| part others grown]; intros carry known all; simpl; [now repeat constructor |].
  inversion all; subst. constructor; [apply rounded |]. apply grown; [apply rounded | assumption].
Qed.

Lemma grow_sum parts : forall carry, binary64 carry -> Forall binary64 parts ->
  sum (grow carry parts) = carry + sum parts.
Proof.
  induction parts as [| part others grown]; intros carry known all; simpl; [lra |].
  inversion all; subst. rewrite sum_error_exact by assumption. rewrite grown by (assumption || apply rounded).
  lra.
Qed.

Lemma grow_multiple g parts : forall carry, binary64 carry -> Forall binary64 parts ->
  multiple g carry -> Forall (multiple g) parts -> Forall (multiple g) (grow carry parts).
Proof.
  induction parts as [| part others grown]; intros carry known all whole wholes; simpl.
  - now repeat constructor.
  - inversion all; subst. inversion wholes; subst. rewrite sum_error_exact by assumption.
    pose proof (multiple_plus g carry part whole H3) as both. pose proof (rounded_multiple g _ both).
    constructor; [now apply multiple_minus |]. apply grown; auto. apply rounded.
Qed.

Lemma error_at_most a b : binary64 a -> Rabs (a + b - rnd (a + b)) <= Rabs b.
Proof.
  intros known. pose proof (nearest (a + b) a known) as near.
  rewrite <- (Rabs_Ropp (_ - rnd _)), <- (Rabs_Ropp b).
  replace (- (a + b - rnd (a + b))) with (rnd (a + b) - (a + b)) by lra.
  now replace (- b) with (a - (a + b)) by lra.
Qed.

Theorem grow_apart parts : forall carry, binary64 carry -> Forall binary64 parts -> apart parts ->
  apart (grow carry parts).
Proof.
  induction parts as [| part others grown]; intros carry known all free; simpl.
  - split; [right; exists (mag radix2 carry + 1)%Z | exact I]. split; [| constructor].
    replace (mag radix2 carry + 1 - 1)%Z with (mag radix2 carry : Z) by lia. apply bpow_mag_gt.
  - inversion all; subst. destruct free as [lower free].
    split; [| apply grown; auto; apply rounded].
    rewrite sum_error_exact by assumption. pose proof (error_at_most carry part known) as most.
    destruct lower as [-> | [g [small wholes]]].
    + left. rewrite Rabs_R0 in most. pose proof (Rabs_pos (carry + 0 - rnd (carry + 0))).
      destruct (Req_dec (carry + 0 - rnd (carry + 0)) 0) as [zero | other]; [exact zero |].
      apply Rabs_pos_lt in other. lra.
    + right. destruct (error_below (carry + part)) as [f [less whole]].
      exists (Z.min f g). split.
      * destruct (Z.min_spec f g) as [[_ ->] | [_ ->]]; lra.
      * apply grow_multiple; auto; [apply rounded | |].
        -- now apply multiple_coarser with f; [lia |].
        -- apply Forall_impl with (2 := wholes). intros x. apply multiple_coarser. lia.
Qed.

Definition parts_of (terms : list R) := fold_left (fun parts term => grow term parts) terms [].

Theorem parts_apart terms : Forall binary64 terms ->
  Forall binary64 (parts_of terms) /\ apart (parts_of terms) /\ sum (parts_of terms) = sum terms.
Proof.
  unfold parts_of. enough (general : forall parts, Forall binary64 parts -> apart parts ->
    Forall binary64 terms ->
    let all := fold_left (fun parts term => grow term parts) terms parts in
    Forall binary64 all /\ apart all /\ sum all = sum parts + sum terms).
  { intros known. specialize (general [] (Forall_nil _) I known). simpl in general.
    destruct general as [one [two three]]. repeat split; auto. lra. }
  induction terms as [| term others collected]; intros parts known free all; simpl.
  { repeat split; auto. lra. }
  inversion all; subst.
  destruct (collected (grow term parts)) as [one [two three]]; auto using grow_binary64, grow_apart.
  repeat split; auto. rewrite three, grow_sum by assumption. lra.
Qed.

(* A prefix that lies below what follows. *)
Lemma below_plus s part others : below s (part :: others) -> below part others -> below (s + part) others.
Proof.
  intros [-> | [g [small wholes]]] over; [now rewrite Rplus_0_l |].
  inversion wholes; subst. destruct over as [-> | [f [less high]]].
  { rewrite Rplus_0_r. right. now exists g. }
  right. destruct (Z.le_gt_cases g (f - 1)) as [finer | coarser].
  - exists f. split; [| exact high].
    pose proof (multiple_below g (f - 1) part finer H1 less).
    assert (bpow radix2 (g - 1) <= bpow radix2 g) by (apply bpow_le; lia).
    pose proof (Rabs_triang s part). lra.
  - destruct (Req_dec part 0) as [-> | other]; [exists g; rewrite Rplus_0_r; now split |].
    pose proof (multiple_large g part H1 other).
    assert (bpow radix2 (f - 1) <= bpow radix2 g) by (apply bpow_le; lia). lra.
Qed.

Lemma below_grows s part others : below s (part :: others) -> Rabs s <= Rabs (s + part).
Proof.
  intros [-> | [g [small wholes]]]; [rewrite Rabs_R0; apply Rabs_pos |].
  inversion wholes; subst. destruct (Req_dec part 0) as [-> | other]; [rewrite Rplus_0_r; lra |].
  pose proof (multiple_large g part H1 other). unfold Z.sub in small. rewrite bpow_plus in small.
  change (bpow radix2 (- (1))) with (/ 2) in small.
  pose proof (Rabs_triang (s + part) (- s)) as turned. rewrite Rabs_Ropp in turned.
  replace (s + part + - s) with part in turned by lra. lra.
Qed.

(* From the least part to the largest, errors kept. *)
Fixpoint swept (total rest : R) (parts : list R) :=
  match parts with
  | [] => rnd (total + rest)
  | part :: others =>
    let larger := rnd (part + total) in swept larger (rnd (rest + sum_error part total larger)) others
  end.

Definition added (parts : list R) :=
  match parts with
  | [] => 0
  | [part] => part
  | first :: second :: others =>
    let total := rnd (second + first) in swept total (sum_error second first total) others
  end.

(* The same step by step, where what is computed has names. *)
Lemma grow_step carry part others total error :
  total = rnd (carry + part) -> error = sum_error carry part total ->
  grow carry (part :: others) = error :: grow total others.
Proof. intros one two. simpl. now rewrite <- one, <- two. Qed.

Lemma added_step first second others total error :
  total = rnd (second + first) -> error = sum_error second first total ->
  added (first :: second :: others) = swept total error others.
Proof. intros one two. simpl. now rewrite <- one, <- two. Qed.

Lemma swept_step total rest part others larger error more :
  larger = rnd (part + total) -> error = sum_error part total larger -> more = rnd (rest + error) ->
  swept total rest (part :: others) = swept larger more others.
Proof. intros one two three. simpl. now rewrite <- one, <- two, <- three. Qed.

Definition exact_sum (terms : list R) := added (parts_of terms).

Lemma rounding_of_sum a b : binary64 a -> binary64 b ->
  Rabs (rnd (a + b) - (a + b)) <= u * Rabs (a + b).
Proof.
  intros known_a known_b.
  unfold rnd. destruct (FLT_plus_error_N_ex radix2 (-1074) 53 (fun z => negb (Z.even z)) a b known_a known_b)
    as [share [small ->]].
  replace ((a + b) * (1 + share) - (a + b)) with (share * (a + b)) by ring. rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos |].
  assert (unit : u_ro radix2 53 = u). { unfold u_ro. change 2 with (bpow radix2 1) at 1. simpl. lra. }
  rewrite unit in small. apply Rle_trans with (1 := small). pose proof (bpow_gt_0 radix2 (-53)).
  apply Rmult_le_reg_r with (1 + u); [lra |]. field_simplify; nra.
Qed.

(* After k steps, s the exact sum so far: what the rounded one lacks, and how far off the rest is. *)
Lemma swept_within parts : forall k s total rest,
  binary64 total -> binary64 rest -> Forall binary64 parts -> apart parts -> below s parts ->
  0 <= k -> k + INR (length parts) <= 1024 ->
  Rabs (s - total) <= 2 * k * u * Rabs s ->
  Rabs (rest - (s - total)) <= 4 * k ^ 2 * u ^ 2 * Rabs s ->
  exists sum_before, binary64 (fst sum_before) /\ binary64 (snd sum_before) /\
    swept total rest parts = rnd (fst sum_before + snd sum_before) /\
    Rabs (fst sum_before + snd sum_before - (s + sum parts)) <= 4 * 1024 ^ 2 * u ^ 2 * Rabs (s + sum parts).
Proof.
  assert (tiny : 0 < u <= / 1048576). { split; [apply bpow_gt_0 | simpl; lra]. }
  induction parts as [| part others later]; intros k s total rest known_total known_rest known free lower
    count few off left.
  - exists (total, rest). simpl in *. repeat split; auto. rewrite Rplus_0_r.
    replace (total + rest - s) with (rest - (s - total)) by lra. apply Rle_trans with (1 := left).
    apply Rmult_le_compat_r; [apply Rabs_pos |]. assert (k ^ 2 <= 1024 ^ 2) by nra.
    apply Rmult_le_compat_r; [nra |]. nra.
  - inversion known; subst. destruct free as [over free]. simpl swept. cbv zeta.
    set (larger := rnd (part + total)). rewrite sum_error_exact by assumption. fold larger.
    set (e := part + total - larger). set (s' := s + part).
    pose proof (below_grows s part others lower) as grows. fold s' in grows.
    assert (known_e : binary64 e).
    { unfold e, larger. rewrite <- sum_error_exact by assumption. apply rounded. }
    change (length (part :: others)) with (S (length others)) in few. rewrite S_INR in few.
    pose proof (pos_INR (length others)) as some.
    assert (size_e : Rabs e <= u * Rabs (part + total)).
    { unfold e, larger. rewrite <- Rabs_Ropp.
      replace (- (part + total - rnd (part + total))) with (rnd (part + total) - (part + total)) by lra.
      now apply rounding_of_sum. }
    assert (off' : Rabs (s - total) <= 2 * k * u * Rabs s').
    { apply Rle_trans with (1 := off). apply Rmult_le_compat_l; [nra | exact grows]. }
    assert (left' : Rabs (rest - (s - total)) <= 4 * k ^ 2 * u ^ 2 * Rabs s').
    { apply Rle_trans with (1 := left). apply Rmult_le_compat_l; [nra | exact grows]. }
    assert (size_sum : Rabs (part + total) <= (1 + 2 * k * u) * Rabs s').
    { replace (part + total) with (s' + - (s - total)) by (unfold s'; lra).
      pose proof (Rabs_triang s' (- (s - total))) as split. rewrite Rabs_Ropp in split. lra. }
    pose proof (Rabs_pos s') as positive.
    assert (ku : 2 * k * u <= / 256) by nra.
    assert (e_most : Rabs e <= u * (1 + 2 * k * u) * Rabs s') by nra.
    assert (off_next : Rabs (s' - larger) <= 2 * (k + 1) * u * Rabs s').
    { replace (s' - larger) with ((s - total) + e) by (unfold s', e; lra).
      pose proof (Rabs_triang (s - total) e).
      assert (u * (1 + 2 * k * u) <= 2 * u) by nra.
      assert (u * (1 + 2 * k * u) * Rabs s' <= 2 * u * Rabs s') by (apply Rmult_le_compat_r; assumption).
      lra. }
    destruct (later (k + 1) s' larger (rnd (rest + e))) as [before [one [two [three four]]]]; auto.
    + apply rounded.
    + apply rounded.
    + now apply below_plus.
    + lra.
    + lra.
    + pose proof (rounding_of_sum rest e known_rest known_e) as rounding.
      assert (size_rest : Rabs (rest + e) <= (4 * k ^ 2 * u ^ 2 + 2 * (k + 1) * u) * Rabs s').
      { replace (rest + e) with ((rest - (s - total)) + (s' - larger)) by (unfold s', e; lra).
        pose proof (Rabs_triang (rest - (s - total)) (s' - larger)). lra. }
      replace (rnd (rest + e) - (s' - larger)) with
        ((rnd (rest + e) - (rest + e)) + (rest - (s - total))) by (unfold s', e; lra).
      apply Rle_trans with (1 := Rabs_triang _ _).
      apply Rle_trans with ((u * (4 * k ^ 2 * u ^ 2 + 2 * (k + 1) * u) + 4 * k ^ 2 * u ^ 2) * Rabs s').
      { nra. }
      apply Rmult_le_compat_r; [assumption |].
      assert (2 * k ^ 2 * u <= k) by nra.
      assert (0 <= u ^ 2) by nra.
      assert (u ^ 2 * (4 * k ^ 2 * u + 2 * (k + 1)) <= u ^ 2 * (8 * k + 4)) by (apply Rmult_le_compat_l; lra).
      lra.
    + exists before. repeat split; auto. simpl sum. replace (s + (part + sum others)) with (s' + sum others);
        [exact four | unfold s'; lra].
Qed.

Lemma grow_length parts : forall carry, length (grow carry parts) = S (length parts).
Proof. induction parts as [| part others grown]; intros carry; simpl; [reflexivity | now rewrite grown]. Qed.

Lemma parts_length terms : length (parts_of terms) = length terms.
Proof.
  unfold parts_of. enough (general : forall parts,
    length (fold_left (fun parts term => grow term parts) terms parts) = (length parts + length terms)%nat)
    by now rewrite general.
  induction terms as [| term others collected]; intros parts; simpl; [lia |].
  rewrite collected, grow_length. lia.
Qed.

(* Loops start with a rest of 0. *)
Lemma added_is_swept first others : binary64 first -> Forall binary64 others ->
  added (first :: others) = swept first 0 others.
Proof.
  intros known all. destruct others as [| second others]; simpl.
  - now rewrite Rplus_0_r, unchanged.
  - rewrite Rplus_0_l. now rewrite (unchanged (sum_error _ _ _)) by apply rounded.
Qed.

Theorem exact_sum_within terms : Forall binary64 terms -> (length terms <= 1024)%nat ->
  Rabs (exact_sum terms - sum terms) <= u * (1 + bpow radix2 (-12)) * Rabs (sum terms).
Proof.
  intros known few. destruct (parts_apart terms known) as [all [free same]].
  rewrite <- parts_length in few. unfold exact_sum. rewrite <- same.
  assert (tiny : 0 < u <= / 1048576). { split; [apply bpow_gt_0 | simpl; lra]. }
  destruct (parts_of terms) as [| first others].
  { simpl sum. unfold added. rewrite Rminus_0_r, Rabs_R0, Rmult_0_r. lra. }
  inversion all; subst. destruct free as [lower free]. rewrite added_is_swept by assumption.
  simpl length in few. apply le_INR in few. rewrite S_INR in few. simpl (INR 1024) in few.
  destruct (swept_within others 0 first first 0) as [before [one [two [-> off]]]]; auto; try lra.
  - apply generic_format_0.
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof (Rabs_pos first). nra.
  - replace (0 - (first - first)) with 0 by lra. rewrite Rabs_R0. nra.
  - simpl sum. set (s := first + sum others) in *. set (near := fst before + snd before) in *.
    pose proof (rounding_of_sum _ _ one two) as rounding. fold near in rounding.
    pose proof (Rabs_pos s) as positive.
    assert (size : Rabs near <= (1 + 4 * 1024 ^ 2 * u ^ 2) * Rabs s).
    { pose proof (Rabs_triang s (near - s)) as split. replace (s + (near - s)) with near in split by lra.
      lra. }
    replace (rnd near - s) with ((rnd near - near) + (near - s)) by lra.
    apply Rle_trans with (1 := Rabs_triang _ _).
    apply Rle_trans with ((u * (1 + 4 * 1024 ^ 2 * u ^ 2) + 4 * 1024 ^ 2 * u ^ 2) * Rabs s); [nra |].
    apply Rmult_le_compat_r; [assumption |].
    assert (enough : 4 * 1024 ^ 2 * u ^ 2 + 4 * 1024 ^ 2 * u <= bpow radix2 (-12)).
    { replace (4 * 1024 ^ 2) with (bpow radix2 22) by (simpl; lra).
      replace (u ^ 2) with (u * u) by ring. rewrite <- !bpow_plus. simpl. lra. }
    nra.
Qed.

(* One rounding and a little more; so the sign is that of the exact number, 0 included. *)
Definition nearly (computed exactly : R) :=
  Rabs (computed - exactly) <= u * (1 + bpow radix2 (-12)) * Rabs exactly /\
  (computed = 0 <-> exactly = 0) /\ (0 < computed <-> 0 < exactly).

Theorem exact_sum_near terms : (length terms <= 1024)%nat -> Forall binary64 terms ->
  nearly (exact_sum terms) (sum terms).
Proof.
  intros few known. pose proof (exact_sum_within terms known few) as within. split; [exact within |].
  assert (half : u * (1 + bpow radix2 (-12)) <= / 2) by (simpl; lra).
  pose proof (Rabs_pos (sum terms)) as positive.
  assert (near : Rabs (exact_sum terms - sum terms) <= / 2 * Rabs (sum terms)) by nra.
  unfold Rabs in near. repeat destruct Rcase_abs; split; split; lra.
Qed.
