(* Taylor's formula with Lagrange's remainder, for a function all of whose derivatives are given. *)

From Coq Require Import Reals Lra.
Local Open Scope R_scope.

Lemma factorial_positive n : 0 < INR (fact n).
Proof. apply lt_0_INR, lt_O_fact. Qed.

Section Taylor.
Variable f : nat -> R -> R.
Hypothesis each : forall k t, derivable_pt_lim (f k) t (f (S k) t).

(* The first n terms about c, at c + h. *)
Fixpoint taylor (n : nat) (c h : R) : R :=
  match n with O => 0 | S p => taylor p c h + f p c * h ^ p / INR (fact p) end.

Lemma taylor_at_centre n c : taylor (S n) c 0 = f 0 c.
Proof.
  induction n as [|n IH]; [cbn; field|].
  change (taylor (S n) c 0 + f (S n) c * 0 ^ S n / INR (fact (S n)) = f 0%nat c).
  rewrite IH, pow_i by apply Nat.lt_0_succ. field. pose proof (factorial_positive (S n)). lra.
Qed.

Lemma power_slope x t p c :
  derivable_pt_lim (fun t => c * (x - t) ^ S p / INR (fact (S p))) t (- c * (x - t) ^ p / INR (fact p)).
Proof.
  assert (derivable_pt_lim (fun t => (x - t) ^ S p) t (INR (S p) * (x - t) ^ p * (0 - 1))) as D.
  { apply (derivable_pt_lim_comp (fun t => x - t) (fun y => y ^ S p)).
    - apply derivable_pt_lim_minus; [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
    - apply derivable_pt_lim_pow. }
  apply (derivable_pt_lim_scal _ (c / INR (fact (S p)))) in D.
  replace (- c * (x - t) ^ p / INR (fact p)) with
    (c / INR (fact (S p)) * (INR (S p) * (x - t) ^ p * (0 - 1))).
  - intros e E. destruct (D e E) as [d H]. exists d. intros h N L. specialize (H h N L).
    unfold mult_real_fct in H. unfold Rdiv in *.
    replace (c * (x - (t + h)) ^ S p * / INR (fact (S p))) with
      (c * / INR (fact (S p)) * (x - (t + h)) ^ S p) by ring.
    replace (c * (x - t) ^ S p * / INR (fact (S p))) with (c * / INR (fact (S p)) * (x - t) ^ S p) by ring.
    exact H.
  - rewrite fact_simpl, mult_INR. field. split; [pose proof (factorial_positive p); lra|].
    pose proof (lt_0_INR (S p) (Nat.lt_0_succ p)). lra.
Qed.

Lemma taylor_slope x t p : derivable_pt_lim (fun t => taylor (S p) t (x - t)) t (f (S p) t * (x - t) ^ p / INR
  (fact p)).
Proof.
  induction p as [|p IH].
  - cbn. replace (f 1%nat t * 1 / 1) with (f 1%nat t) by field.
    intros e E. destruct (each 0 t e E) as [d H]. exists d. intros h N L. specialize (H h N L).
    replace (0 + f 0%nat (t + h) * 1 / 1 - (0 + f 0%nat t * 1 / 1)) with (f 0%nat (t + h) - f 0%nat t) by field.
    exact H.
  - change (fun t0 => taylor (S (S p)) t0 (x - t0)) with
      (fun t0 => taylor (S p) t0 (x - t0) + f (S p) t0 * (x - t0) ^ S p / INR (fact (S p))).
    replace (f (S (S p)) t * (x - t) ^ S p / INR (fact (S p))) with
      (f (S p) t * (x - t) ^ p / INR (fact p) +
       (f (S (S p)) t * (1 * (x - t) ^ S p / INR (fact (S p))) + f (S p) t * (- 1 * (x - t) ^ p / INR (fact p))))
      by (unfold Rdiv; ring).
    apply (derivable_pt_lim_plus (fun t0 => taylor (S p) t0 (x - t0))
      (fun t0 => f (S p) t0 * (x - t0) ^ S p / INR (fact (S p)))); [exact IH|].
    pose proof (derivable_pt_lim_mult (f (S p)) (fun t0 => 1 * (x - t0) ^ S p / INR (fact (S p))) t _ _
      (each (S p) t) (power_slope x t p 1)) as D.
    intros e E. destruct (D e E) as [d H]. exists d. intros h N L. specialize (H h N L). unfold mult_fct in H.
    unfold Rdiv in *. rewrite !Rmult_1_l in *. rewrite !Rmult_assoc in *. exact H.
Qed.

Lemma centred n x c : x <> c ->
  exists z, Rmin c x < z < Rmax c x /\ f 0 x = taylor (S n) c (x - c) + f (S n) z * (x - c) ^ S n / INR (fact (S
    n)).
Proof.
  intros X.
  assert ((x - c) ^ S n <> 0) as P by (apply pow_nonzero; lra).
  pose proof (factorial_positive (S n)) as F. pose proof (factorial_positive n) as F'.
  set (k := (f 0%nat x - taylor (S n) c (x - c)) * INR (fact (S n)) / (x - c) ^ S n).
  set (phi := fun t => taylor (S n) t (x - t) + k * (x - t) ^ S n / INR (fact (S n))).
  set (slope := fun t => f (S n) t * (x - t) ^ n / INR (fact n) + - k * (x - t) ^ n / INR (fact n)).
  assert (forall t, derivable_pt_lim phi t (slope t)) as D.
  { intros t. apply (derivable_pt_lim_plus (fun t => taylor (S n) t (x - t))
      (fun t => k * (x - t) ^ S n / INR (fact (S n)))); [apply taylor_slope | apply power_slope]. }
  assert (phi c = phi x) as E.
  { unfold phi. replace (x - x) with 0 by ring. rewrite taylor_at_centre, pow_i by apply Nat.lt_0_succ.
    unfold k. field. split; lra. }
  assert (exists z, Rmin c x < z < Rmax c x /\ slope z = 0) as (z & Z & V).
  { destruct (Rlt_or_le c x) as [L|L].
    - rewrite Rmin_left, Rmax_right by lra.
      destruct (MVT_cor2 phi slope c x L) as (z & M & Z); [intros; apply D|]. exists z. split; [exact Z|].
      assert (slope z * (x - c) = 0) as [H|H]%Rmult_integral by lra; [exact H|lra].
    - rewrite Rmin_right, Rmax_left by lra.
      destruct (MVT_cor2 phi slope x c) as (z & M & Z); [lra|intros; apply D|]. exists z. split; [exact Z|].
      assert (slope z * (c - x) = 0) as [H|H]%Rmult_integral by lra; [exact H|lra]. }
  exists z. split; [exact Z|].
  assert (f (S n) z = k) as ->.
  { unfold slope in V.
    assert (x - z <> 0) as N by (unfold Rmin, Rmax in Z; destruct (Rle_dec c x); lra).
    assert ((f (S n) z - k) * ((x - z) ^ n / INR (fact n)) = 0) as [H|H]%Rmult_integral by (unfold Rdiv in *; lra).
    - lra.
    - exfalso. unfold Rdiv in H. apply Rmult_integral in H as [H|H]; [now apply (pow_nonzero _ n N)|].
      apply Rinv_0_lt_compat in F'. lra. }
  unfold k. field. split; [exact P|lra].
Qed.

Theorem taylor_formula n x c :
  exists z, Rmin c x <= z <= Rmax c x /\ f 0 x = taylor n c (x - c) + f n z * (x - c) ^ n / INR (fact n).
Proof.
  destruct n as [|n].
  - exists x. split; [split; [apply Rmin_r | apply Rmax_r] | cbn; field].
  - destruct (Req_dec x c) as [->|X].
    + exists c. split; [split; [apply Rmin_l | apply Rmax_l]|].
      replace (c - c) with 0 by ring. rewrite taylor_at_centre, pow_i by apply Nat.lt_0_succ.
      field. pose proof (factorial_positive (S n)). lra.
    + destruct (centred n x c X) as (z & Z & E). exists z. split; [lra|exact E].
Qed.
End Taylor.
