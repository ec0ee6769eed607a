(* FILL_generated *)
From Coq Require Import Reals Lra Psatz.
Local Open Scope R_scope.

(* eps is the answer of a polynomial P in x = e^-eps: e^-eps is its only zero in (0, 1]. *)
Definition answers (P : R -> R) (eps : R) :=
  0 <= eps /\ P (exp (- eps)) = 0 /\ forall x, 0 < x <= 1 -> P x = 0 -> x = exp (- eps).

Lemma answers_same P Q eps : (forall x, P x = Q x) -> answers P eps -> answers Q eps.
Proof.
  intros same [nonnegative [zero only]]. repeat split; [exact nonnegative | now rewrite <- same |].
  intros x inside root. apply only; [exact inside | now rewrite same].
Qed.

(* The root z >= 0 of M z^2 + K z = G, in the form for K > 0 and in the one for K <= 0. *)
Definition root_of (M K G : R) := sqrt ((K / 2) ^ 2 + M * G).
Definition by_sum (M K G : R) := G / (K / 2 + root_of M K G).
Definition by_difference (M K G : R) := (root_of M K G - K / 2) / M.

Section Quadratic.
Variables M K G : R.
Hypothesis M_positive : 0 < M.
Hypothesis G_nonnegative : 0 <= G.

Lemma root_squared : root_of M K G * root_of M K G = (K / 2) ^ 2 + M * G.
Proof. apply sqrt_sqrt. nra. Qed.

Lemma root_nonnegative : 0 <= root_of M K G.
Proof. apply sqrt_pos. Qed.

Lemma root_above : K / 2 <= root_of M K G.
Proof. pose proof root_squared. pose proof root_nonnegative. nra. Qed.

Lemma forms_agree : 0 < K -> by_sum M K G = by_difference M K G.
Proof.
  intros k. unfold by_sum, by_difference. pose proof root_squared. pose proof root_nonnegative.
  assert (K / 2 + root_of M K G <> 0) by lra.
  apply (Rmult_eq_reg_r ((K / 2 + root_of M K G) * M)); [| nra].
  field_simplify; [| lra | lra]. nra.
Qed.

Lemma difference_solves : M * by_difference M K G ^ 2 + K * by_difference M K G = G.
Proof.
  unfold by_difference. pose proof root_squared. set (S := root_of M K G) in *.
  apply (Rmult_eq_reg_r M); [| lra]. field_simplify; [| lra]. nra.
Qed.

Lemma difference_nonnegative : 0 <= by_difference M K G.
Proof.
  unfold by_difference. pose proof root_above. apply Rmult_le_pos; [lra |].
  left. now apply Rinv_0_lt_compat.
Qed.

Hypothesis one_root : G = 0 -> 0 <= K.

Lemma difference_only z : 0 <= z -> M * z ^ 2 + K * z = G -> z = by_difference M K G.
Proof.
  intros z_nonnegative z_solves. pose proof difference_solves as w_solves.
  pose proof difference_nonnegative as w_nonnegative. set (w := by_difference M K G) in *.
  assert (product : (z - w) * (M * (z + w) + K) = 0) by nra.
  destruct (Rmult_integral _ _ product) as [same | other]; [lra |].
  assert (at_w : G = - (M * z * w)) by (replace K with (- (M * (z + w))) in w_solves by lra; lra).
  assert (0 <= M * z * w) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra).
  assert (g : G = 0) by lra. specialize (one_root g).
  assert (0 <= M * (z + w)) by (apply Rmult_le_pos; lra).
  assert (sum : M * (z + w) = 0) by lra.
  destruct (Rmult_integral _ _ sum); lra.
Qed.

Lemma quadratic_answers :
  answers (fun x => (G + K - M) * x ^ 2 + (2 * M - K) * x - M) (ln (1 + by_difference M K G)).
Proof.
  pose proof difference_solves as solves. pose proof difference_nonnegative as nonnegative.
  pose proof difference_only as only. set (z := by_difference M K G) in *.
  assert (decay : exp (- ln (1 + z)) = / (1 + z)) by (rewrite exp_Ropp, exp_ln; lra).
  unfold answers. rewrite decay. split; [| split].
  - rewrite <- ln_1. destruct nonnegative as [p | <-]; [left; apply ln_increasing; lra |].
    right. f_equal. lra.
  - apply (Rmult_eq_reg_r ((1 + z) ^ 2)); [| nra]. field_simplify; [| lra]. nra.
  - intros x [positive small] root.
    assert (found : / x - 1 = z).
    { apply only.
      - assert (1 <= / x) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). lra.
      - apply (Rmult_eq_reg_r (x ^ 2)); [| nra]. field_simplify; [| lra]. nra. }
    rewrite <- found. field. lra.
Qed.
End Quadratic.

Section Ratio.
Variables M G : R.
Hypothesis M_positive : 0 < M.
Hypothesis G_nonnegative : 0 <= G.

Lemma ratio_nonnegative : 0 <= G / M.
Proof. apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. Qed.

Lemma ratio_logarithm : 0 <= ln (1 + G / M) /\ exp (- ln (1 + G / M)) = M / (M + G).
Proof.
  pose proof ratio_nonnegative. split.
  - rewrite <- ln_1. destruct (Rle_lt_or_eq_dec 0 (G / M)) as [p | <-]; [assumption | |].
    + left. apply ln_increasing; lra.
    + right. f_equal. lra.
  - rewrite exp_Ropp, exp_ln by lra. field. lra.
Qed.

Lemma linear_answers : answers (fun x => (M + G) * x - M) (ln (1 + G / M)).
Proof.
  destruct ratio_logarithm as [nonnegative decay]. unfold answers. rewrite decay.
  split; [exact nonnegative | split; [field; lra |]].
  intros x _ root. apply (Rmult_eq_reg_r (M + G)); [| lra]. field_simplify; lra.
Qed.

Lemma square_answers : answers (fun x => (M + G) * x ^ 2 - M) (ln (1 + G / M) / 2).
Proof.
  destruct ratio_logarithm as [nonnegative decay]. set (y := exp (- (ln (1 + G / M) / 2))).
  assert (squared : y * y = M / (M + G)).
  { unfold y. rewrite <- exp_plus, <- decay. f_equal. lra. }
  assert (0 < y) by apply exp_pos.
  assert (y_solves : (M + G) * (y * y) = M) by (rewrite squared; field; lra).
  unfold answers. fold y. split; [lra | split; [lra |]].
  intros x [positive _] root.
  assert (product : (M + G) * ((x - y) * (x + y)) = 0) by lra.
  destruct (Rmult_integral _ _ product) as [| other]; [lra |].
  destruct (Rmult_integral _ _ other); lra.
Qed.
End Ratio.

(* A root of the same radicand but for a square. *)
Lemma scaled_root E c M K G : 0 < c -> 0 < M -> 0 <= G ->
  E = c ^ 2 * ((K / 2) ^ 2 + M * G) -> sqrt E = c * root_of M K G.
Proof.
  intros c_positive m g ->. unfold root_of. rewrite sqrt_mult; [| nra | nra].
  f_equal. rewrite <- Rsqr_pow2. apply sqrt_Rsqr. lra.
Qed.

(* What a claim says, whose hypotheses follow linearly from what is known. *)
Ltac by_claim claim :=
  let said := type of claim in
  lazymatch said with
  | ?premise -> _ => let known := fresh "known" in assert (known : premise) by lra; by_claim (claim known)
  | _ => pose proof claim; lra
  end.
