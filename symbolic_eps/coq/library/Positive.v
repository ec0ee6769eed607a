(** A polynomial with whole coefficients that is positive between two ends, by a computation.

    X = (m + w t)/(d + e t) runs from m/d to w/e as t runs from 0 to infinity. Where the polynomial in t has a positive
    first coefficient and no negative one, it is positive at all t >= 0. Otherwise the two parts t = s/(2 + s), before 1,
    and t = 1 + 2 s, from 1 on, are looked at, with s for t; if d = e, they are the halves of what X runs through. The
    number of halvings grows like the logarithm of the distance of complex roots, also of two that nearly meet. *)

From Coq Require Import Reals Lra ZArith.
From SymbolicEps Require Import Convex.
Local Open Scope R_scope.

(** The polynomial at (m + w t)/(d + e t), times a power of d + e t, and that power. *)
Fixpoint moved_with (m w d e : Z) (c : list Z) : list Z * list Z :=
  match c with
  | nil => (nil, cons 1%Z nil)
  | cons a r =>
      let (rest, power) := moved_with m w d e r in
      (plus_z (times_z (cons a nil) power) (times_z rest (cons m (cons w nil))),
       times_z (cons d (cons e nil)) power)
  end.

Definition moved (m w d e : Z) (c : list Z) : list Z := fst (moved_with m w d e c).

Lemma horner_moved : forall m w d e c t X (below := IZR d + IZR e * t), X * below = IZR m + IZR w * t ->
  below * horner (moved m w d e c) t = below ^ length c * horner c X /\
  horner (snd (moved_with m w d e c)) t = below ^ length c.
Proof.
  intros m w d e c t X below place. unfold moved.
  induction c as [|a r [rest power]]; cbn [moved_with length horner pow fst snd]; [split; ring|].
  destruct (moved_with m w d e r) as [f L]. cbn [fst snd] in *.
  rewrite horner_plus, !horner_times. cbn [horner]. rewrite power.
  replace (IZR d + t * (IZR e + t * 0)) with below by (unfold below; ring).
  replace (IZR m + t * (IZR w + t * 0)) with (X * below) by (rewrite place; ring).
  split; [|reflexivity].
  transitivity (below * (IZR a * below ^ length r) + X * below * (below * horner f t)); [ring|].
  rewrite rest. ring.
Qed.

Lemma moved_positive : forall m w d e c t X, 0 < IZR d + IZR e * t -> X * (IZR d + IZR e * t) = IZR m + IZR w * t ->
  0 < horner (moved m w d e c) t -> 0 < horner c X.
Proof.
  intros m w d e c t X below place positive. destruct (horner_moved m w d e c t X place) as [form _].
  apply Rmult_lt_reg_l with ((IZR d + IZR e * t) ^ length c); [apply pow_lt; assumption|].
  rewrite Rmult_0_r, <- form. apply Rmult_lt_0_compat; assumption.
Qed.

Definition starts_positive (c : list Z) : bool := match c with nil => false | cons a _ => Z.ltb 0 a end.

Definition no_sign_change (c : list Z) : bool := starts_positive c && List.forallb (Z.leb 0) c.

Lemma starts_positive_at_0 : forall c, starts_positive c = true -> 0 < horner c 0.
Proof. intros [|a r] first; [discriminate|]. apply Z.ltb_lt, IZR_lt in first. cbn [horner]. lra. Qed.

Lemma no_sign_change_positive : forall c t, no_sign_change c = true -> 0 <= t -> 0 < horner c t.
Proof.
  assert (rest : forall r t, List.forallb (Z.leb 0) r = true -> 0 <= t -> 0 <= t * horner r t).
  { induction r as [|a r IH]; intros t computed t0; cbn [horner]; [lra|].
    apply Bool.andb_true_iff in computed as [first computed]. apply Z.leb_le, IZR_le in first.
    pose proof (IH t computed t0). apply Rmult_le_pos; lra. }
  intros [|a r] t computed t0; [discriminate|]. apply Bool.andb_true_iff in computed as [first computed].
  apply Bool.andb_true_iff in computed as [_ computed]. apply Z.ltb_lt, IZR_lt in first.
  pose proof (rest r t computed t0). cbn [horner]. lra.
Qed.

Fixpoint positive_in_parts (n : nat) (c : list Z) : bool :=
  if no_sign_change c then true
  else match n with
       | O => false
       | S k => if positive_in_parts k (moved 0 1 2 1 c) then positive_in_parts k (moved 1 2 1 0 c) else false
       end.

Lemma quotient_nonneg : forall a b, 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros a b a0 b0. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat]; assumption. Qed.

Lemma parts_positive : forall n c t, positive_in_parts n c = true -> 0 <= t -> 0 < horner c t.
Proof.
  induction n as [|n IH]; intros c t computed t0; cbn [positive_in_parts] in computed;
    destruct (no_sign_change c) eqn:at_once; try (apply no_sign_change_positive; assumption); [discriminate|].
  destruct (positive_in_parts n (moved 0 1 2 1 c)) eqn:first; [|discriminate].
  destruct (Rlt_or_le t 1) as [before|after].
  - assert (s0 : 0 <= 2 * t / (1 - t)) by (apply quotient_nonneg; lra).
    apply (moved_positive 0 1 2 1 c (2 * t / (1 - t))); [lra | field; lra | apply IH; assumption].
  - apply (moved_positive 1 2 1 0 c ((t - 1) / 2)); [lra | field | apply IH; [assumption | lra]].
Qed.

(** Positive from m/d to w/e, ends included, with at most n halvings. *)
Definition positive_between (n : nat) (c : list Z) (m d w e : Z) : bool :=
  Z.ltb 0 e && Z.ltb (e * m) (d * w) && starts_positive (moved w m e d c) && positive_in_parts n (moved m w d e c).

Theorem horner_positive : forall n c m d w e X, positive_between n c m d w e = true ->
  IZR m <= IZR d * X -> IZR e * X <= IZR w -> 0 < horner c X.
Proof.
  intros n c m d w e X computed after before. apply Bool.andb_true_iff in computed as [computed parts].
  apply Bool.andb_true_iff in computed as [computed last]. apply Bool.andb_true_iff in computed as [e0 ends].
  apply Z.ltb_lt, IZR_lt in e0. apply Z.ltb_lt, IZR_lt in ends. rewrite !mult_IZR in ends.
  destruct (Rle_lt_or_eq_dec _ _ before) as [inside|at_end].
  - set (t := (IZR d * X - IZR m) / (IZR w - IZR e * X)).
    assert (t0 : 0 <= t) by (apply quotient_nonneg; lra).
    assert (form : IZR d + IZR e * t = (IZR d * IZR w - IZR e * IZR m) / (IZR w - IZR e * X))
      by (unfold t; field; lra).
    apply (moved_positive m w d e c t).
    + rewrite form. apply Rdiv_lt_0_compat; lra.
    + rewrite form. unfold t. field. lra.
    + apply (parts_positive n); assumption.
  - apply (moved_positive w m e d c 0); [lra | lra | apply starts_positive_at_0; assumption].
Qed.
