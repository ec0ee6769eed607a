(** Sums over lists. *)

From Coq Require Import Reals List Lra Bool.
From SymbolicEps Require Import Privacy.
Open Scope R_scope.

Section Sums.

Context {A : Type}.
Implicit Types (l : list A) (f g : A -> R).

Lemma sum_ext : forall l f g, (forall a, In a l -> f a = g a) -> sum l f = sum l g.
Proof.
  induction l as [|a l IH]; simpl; intros f g same; [reflexivity|].
  rewrite (same a) by auto. rewrite (IH f g) by auto. reflexivity.
Qed.

Lemma sum_le : forall l f g, (forall a, In a l -> f a <= g a) -> sum l f <= sum l g.
Proof.
  induction l as [|a l IH]; simpl; intros f g le; [lra|].
  apply Rplus_le_compat; auto.
Qed.

Lemma sum_nonneg : forall l f, (forall a, In a l -> 0 <= f a) -> 0 <= sum l f.
Proof.
  induction l as [|a l IH]; simpl; intros f nonneg; [lra|].
  apply Rplus_le_le_0_compat; auto.
Qed.

Lemma sum_scale : forall l c f, sum l (fun a => c * f a) = c * sum l f.
Proof. induction l as [|a l IH]; simpl; intros c f; [|rewrite IH]; ring. Qed.

Lemma sum_zero_term :
  forall l f, (forall a, In a l -> 0 <= f a) -> sum l f = 0 -> forall a, In a l -> f a = 0.
Proof.
  induction l as [|b l IH]; simpl; intros f nonneg zero a mem; [contradiction|].
  assert (0 <= sum l f) by (apply sum_nonneg; auto).
  assert (0 <= f b) by auto.
  destruct mem as [same|mem]; [subst b; lra|].
  apply IH; auto; lra.
Qed.

Lemma sum_filter : forall (S : A -> bool) l f,
  sum l f = sum (filter S l) f + sum (filter (fun a => negb (S a)) l) f.
Proof.
  induction l as [|a l IH]; simpl; intros f; [ring|].
  rewrite (IH f). destruct (S a); simpl; ring.
Qed.

End Sums.
