(** A polynomial that bends upward lies above its tangent, and a place that is given by quotients. *)

From Coq Require Import Reals Lra ZArith.
Local Open Scope R_scope.

(** * Along a line *)

(** A polynomial in t by its coefficients, with its first and its second derivative. *)
Fixpoint along (c : list R) (t : R) : R := match c with nil => 0 | cons a r => a + t * along r t end.

Fixpoint slope_along (c : list R) (t : R) : R :=
  match c with nil => 0 | cons _ r => along r t + t * slope_along r t end.

Fixpoint bend_along (c : list R) (t : R) : R :=
  match c with nil => 0 | cons _ r => 2 * slope_along r t + t * bend_along r t end.

Lemma shifted : forall f g a b t, derivable_pt_lim f t a -> derivable_pt_lim g t b ->
  derivable_pt_lim (fun t => f t + t * g t) t (a + (g t + t * b)).
Proof.
  intros f g a b t one other. apply (derivable_pt_lim_plus f (fun t => t * g t)); [exact one|].
  replace (g t + t * b) with (1 * g t + t * b) by ring.
  apply (derivable_pt_lim_mult id g); [apply derivable_pt_lim_id | exact other].
Qed.

Lemma slope_of_along : forall c t, derivable_pt_lim (along c) t (slope_along c t).
Proof.
  induction c as [|a r IH]; intros t; simpl; [apply derivable_pt_lim_const|].
  replace (along r t + t * slope_along r t) with (0 + (along r t + t * slope_along r t)) by ring.
  apply (shifted (fct_cte a) (along r)); [apply derivable_pt_lim_const | apply IH].
Qed.

Lemma bend_of_along : forall c t, derivable_pt_lim (slope_along c) t (bend_along c t).
Proof.
  induction c as [|a r IH]; intros t; simpl; [apply derivable_pt_lim_const|].
  replace (2 * slope_along r t + t * bend_along r t)
    with (slope_along r t + (slope_along r t + t * bend_along r t)) by ring.
  apply (shifted (along r) (slope_along r)); [apply slope_of_along | apply IH].
Qed.

Theorem above_tangent : forall c, (forall t, 0 <= t <= 1 -> 0 <= bend_along c t) ->
  along c 0 + slope_along c 0 <= along c 1.
Proof.
  intros c bends.
  destruct (MVT_cor2 (along c) (slope_along c) 0 1) as [s [rise s_range]];
    [lra | intros; apply slope_of_along |].
  destruct (MVT_cor2 (slope_along c) (bend_along c) 0 s) as [u [turn u_range]];
    [lra | intros; apply bend_of_along |].
  assert (0 <= bend_along c u * (s - 0)) by (apply Rmult_le_pos; [apply bends|]; lra). lra.
Qed.

Lemma between_ends : forall low high z h t, low <= z -> z <= high -> low <= z + h -> z + h <= high -> 0 <= t <= 1 ->
  low <= z + t * h /\ z + t * h <= high.
Proof.
  intros low high z h t.
  replace (z + t * h) with ((1 - t) * z + t * (z + h)) by ring. set (y := z + h). intros.
  assert (0 <= (1 - t) * (z - low)) by (apply Rmult_le_pos; lra).
  assert (0 <= t * (y - low)) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - t) * (high - z)) by (apply Rmult_le_pos; lra).
  assert (0 <= t * (high - y)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** A quadratic form that is nowhere negative. *)
Lemma form_nonnegative : forall A B C h k, 0 < A -> 0 <= A * C - B * B ->
  0 <= A * (h * h) + 2 * B * (h * k) + C * (k * k).
Proof.
  intros A B C h k A0 D0.
  destruct (Rle_or_lt 0 (A * (h * h) + 2 * B * (h * k) + C * (k * k))) as [fine|negative]; [assumption|].
  assert (0 < A * - (A * (h * h) + 2 * B * (h * k) + C * (k * k))) by (apply Rmult_lt_0_compat; lra).
  pose proof (Rle_0_sqr (A * h + B * k)) as square. unfold Rsqr in square.
  assert (0 <= (A * C - B * B) * (k * k)) by (apply Rmult_le_pos; [assumption | apply Rle_0_sqr]). lra.
Qed.

(** By bounds a <= A, b >= abs(B), c <= C. *)
Lemma apart_from : forall a b c A B C, 0 <= a -> 0 <= c -> b * b <= a * c -> a <= A -> c <= C -> - b <= B -> B <= b ->
  0 <= A * C - B * B.
Proof.
  intros a b c A B C a0 c0 apart above_a above_c above_b below_b.
  assert (0 <= (A - a) * C) by (apply Rmult_le_pos; lra).
  assert (0 <= a * (C - c)) by (apply Rmult_le_pos; lra).
  assert (0 <= (b - B) * (b + B)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** A product lies between the products of ends. *)
Lemma scaled_between : forall k t a b l h, a <= t <= b -> l <= k * a <= h -> l <= k * b <= h -> l <= k * t <= h.
Proof.
  intros k t a b l h t_range at_a at_b. destruct (Rle_lt_dec 0 k) as [k0 | k0].
  - assert (0 <= k * (t - a)) by (apply Rmult_le_pos; lra).
    assert (0 <= k * (b - t)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= - k * (t - a)) by (apply Rmult_le_pos; lra).
    assert (0 <= - k * (b - t)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma times_between : forall u v a b c d l h, a <= u <= b -> c <= v <= d ->
  l <= a * c <= h -> l <= a * d <= h -> l <= b * c <= h -> l <= b * d <= h -> l <= u * v <= h.
Proof.
  intros u v a b c d l h u_range v_range ac ad bc bd.
  apply (scaled_between u v c d); [assumption | |];
    rewrite (Rmult_comm u); apply (scaled_between _ u a b); rewrite ?(Rmult_comm c), ?(Rmult_comm d); assumption.
Qed.

(** The same with second slopes along p and along (- s, 1). *)
Lemma apart_along : forall s a b c A B C, 0 <= a -> 0 <= c -> b * b <= a * c ->
  a <= A -> c <= C - 2 * s * B + s * s * A -> - b <= B - s * A -> B - s * A <= b -> 0 <= A * C - B * B.
Proof.
  intros s a b c A B C a0 c0 apart above_a above_c above_b below_b.
  replace (A * C - B * B) with (A * (C - 2 * s * B + s * s * A) - (B - s * A) * (B - s * A)) by ring.
  apply (apart_from a b c); lra.
Qed.

(** Slopes that are opposite in one direction, and parallel, are opposite in the other one. *)
Lemma ridge_slopes : forall b mu a slope other parallel, b <> 0 -> b * mu = a -> b * slope + a * other = parallel ->
  parallel = 0 -> slope + mu * other = 0.
Proof.
  intros b mu a slope other parallel nonzero <- form zero. apply Rmult_eq_reg_l with b; [|assumption].
  rewrite Rmult_0_r, <- zero, <- form. ring.
Qed.

(** * A polynomial in X with whole coefficients *)

Fixpoint horner (c : list Z) (X : R) : R := match c with nil => 0 | cons a r => IZR a + X * horner r X end.

(** * A place that is given by quotients n / (s D) *)

Lemma vanishes : forall k L D value, 0 < L -> 0 < D -> L * D ^ k * value = 0 -> value = 0.
Proof.
  intros k L D value L0 D0 zero. apply Rmult_eq_reg_l with (L * D ^ k); [lra|].
  apply Rgt_not_eq, Rmult_lt_0_compat; [assumption | apply pow_lt; assumption].
Qed.

Lemma between_quotients : forall low high s D n, 0 < s -> 0 < D -> 0 <= n - low * (s * D) -> 0 <= high * (s * D) - n ->
  exists z, D * (s * z) = n /\ low <= z /\ z <= high.
Proof.
  intros low high s D n s0 D0 above below. assert (positive : 0 < s * D) by (apply Rmult_lt_0_compat; assumption).
  exists (n / (s * D)). assert (form : s * D * (n / (s * D)) = n) by (field; lra).
  split; [rewrite <- form at 2; ring|].
  split; apply Rmult_le_reg_l with (s * D); lra.
Qed.

(** * Sums of terms c A^i B^j D^k, where A, B, D and each c are such polynomials *)

Fixpoint plus_z (a b : list Z) : list Z :=
  match a, b with
  | nil, _ => b
  | _, nil => a
  | cons x a', cons y b' => cons (x + y)%Z (plus_z a' b')
  end.

Fixpoint times_z (a b : list Z) : list Z :=
  match a with nil => nil | cons x a' => plus_z (List.map (Z.mul x) b) (cons 0%Z (times_z a' b)) end.

Fixpoint power_z (a : list Z) (n : nat) : list Z :=
  match n with O => cons 1%Z nil | S m => times_z a (power_z a m) end.

Lemma horner_plus : forall X a b, horner (plus_z a b) X = horner a X + horner b X.
Proof.
  intros X. induction a as [|x a IH]; intros [|y b]; cbn [plus_z horner]; try ring.
  rewrite IH, plus_IZR. ring.
Qed.

Lemma horner_times : forall X a b, horner (times_z a b) X = horner a X * horner b X.
Proof.
  intros X a b. induction a as [|x a IH]; cbn [times_z horner]; [ring|].
  rewrite horner_plus. cbn [horner]. rewrite IH.
  assert (scaled : horner (List.map (Z.mul x) b) X = IZR x * horner b X).
  { clear IH. induction b as [|y b IHb]; cbn [List.map horner]; [ring|]. rewrite IHb, mult_IZR. ring. }
  rewrite scaled. ring.
Qed.

Lemma horner_power : forall X a n, horner (power_z a n) X = horner a X ^ n.
Proof. intros X a. induction n as [|n IH]; cbn [power_z horner pow]; [ring|]. rewrite horner_times, IH. ring. Qed.

Record term : Type := Term { factor : list Z; in_a : nat; in_b : nat; in_d : nat }.

Fixpoint sum_of (terms : list term) (X A B D : R) : R :=
  match terms with
  | nil => 0
  | cons t r => horner (factor t) X * A ^ in_a t * B ^ in_b t * D ^ in_d t + sum_of r X A B D
  end.

Fixpoint sum_z (terms : list term) (a b d : list Z) : list Z :=
  match terms with
  | nil => nil
  | cons t r =>
      plus_z (times_z (factor t) (times_z (power_z a (in_a t)) (times_z (power_z b (in_b t)) (power_z d (in_d t)))))
        (sum_z r a b d)
  end.

Lemma sum_z_value : forall X terms a b d,
  horner (sum_z terms a b d) X = sum_of terms X (horner a X) (horner b X) (horner d X).
Proof.
  intros X terms a b d. induction terms as [|t r IH]; cbn [sum_z sum_of horner]; [reflexivity|].
  rewrite horner_plus, IH, !horner_times, !horner_power. ring.
Qed.

(** Such a sum is 0 at a root of a polynomial of which it is a multiple. *)
Lemma sum_vanishes : forall terms root a b d multiple X, horner root X = 0 ->
  List.forallb (Z.eqb 0) (plus_z (sum_z terms a b d) (times_z (cons (-1)%Z nil) (times_z root multiple))) = true ->
  sum_of terms X (horner a X) (horner b X) (horner d X) = 0.
Proof.
  intros terms root a b d multiple X zero same.
  assert (nothing : forall c, List.forallb (Z.eqb 0) c = true -> horner c X = 0).
  { induction c as [|x c IH]; cbn [List.forallb horner]; intros all; [reflexivity|].
    apply Bool.andb_true_iff in all as [first rest]. apply Z.eqb_eq in first. rewrite <- first, IH by exact rest. ring. }
  apply nothing in same. rewrite horner_plus, sum_z_value, !horner_times, zero in same. lra.
Qed.
