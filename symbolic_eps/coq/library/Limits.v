(** Limits and roots: what theorems need whose minimum is not attained, or has no closed form. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles.
Open Scope R_scope.

(** * What holds for all small t > 0 *)

Definition soon (P : R -> Prop) : Prop := exists d, 0 < d /\ forall t, 0 < t < d -> P t.

Lemma soon_both : forall P Q, soon P -> soon Q -> soon (fun t => P t /\ Q t).
Proof.
  intros P Q [d [d0 first]] [e [e0 second]]. exists (Rmin d e).
  split; [apply Rmin_glb_lt; assumption|]. intros t t_range.
  pose proof (Rmin_l d e). pose proof (Rmin_r d e). split; [apply first | apply second]; lra.
Qed.

Lemma soon_always : forall P : R -> Prop, (forall t, 0 < t -> P t) -> soon P.
Proof. intros P always. exists 1. split; [lra|]. intros t t_range. apply always. lra. Qed.

Lemma soon_some : forall P, soon P -> exists t, 0 < t /\ P t.
Proof. intros P [d [d0 holds]]. exists (d / 2). split; [lra | apply holds; lra]. Qed.

(** What is positive in a limit is so soon before. *)
Lemma soon_positive : forall g, continuity_pt g 0 -> 0 < g 0 -> soon (fun t => 0 < g t).
Proof.
  intros g continuous positive. destruct (continuous (g 0)) as [d [d0 near]]; [lra|].
  exists d. split; [assumption|]. intros t t_range.
  assert (close : R_dist (g t) (g 0) < g 0).
  { apply near. split; [split; [exact I | lra]|]. simpl. unfold R_dist. rewrite Rminus_0_r, Rabs_pos_eq; lra. }
  unfold R_dist in close. pose proof (Rle_abs (g 0 - g t)) as le.
  rewrite Rabs_minus_sym in close. lra.
Qed.

(** And so is what has t, or a power of t, as a factor before it. *)
Lemma soon_leading : forall k g h, continuity_pt h 0 -> 0 < h 0 -> (forall t, g t = t ^ k * h t) ->
  soon (fun t => 0 < g t).
Proof.
  intros k g h continuous positive form. destruct (soon_positive h continuous positive) as [d [d0 near]].
  exists d. split; [assumption|]. intros t t_range. rewrite form.
  apply Rmult_lt_0_compat; [apply pow_lt; lra | apply near; assumption].
Qed.

(** * A budget that is the root of a polynomial *)

Lemma budget_unique : forall setting_of domain r a b, 0 <= a -> 0 <= b ->
  is_budget_in setting_of domain r (Finite a) -> is_budget_in setting_of domain r (Finite b) -> a = b.
Proof.
  intros setting_of domain r a b a0 b0 one other.
  destruct (one a a0) as [_ respected_a]. destruct (other b b0) as [_ respected_b].
  destruct (one b b0) as [within_a _]. destruct (other a a0) as [within_b _]. simpl in *.
  apply Rle_antisym; [apply within_b, respected_a | apply within_a, respected_b]; lra.
Qed.

(** If each root between l and u gives the budget, there is but one. *)
Lemma only_root : forall setting_of f l u domain r, continuity f -> l <= u -> f l < 0 -> 0 <= f u ->
  (forall X, l <= X <= u -> f X = 0 -> 0 < X <= 1 /\ is_budget_in setting_of domain r (Finite (- ln X))) ->
  exists x, (l <= x <= u /\ f x = 0 /\ forall y, l <= y <= u -> f y = 0 -> y = x)
    /\ is_budget_in setting_of domain r (Finite (- ln x)).
Proof.
  intros setting_of f l u domain r continuous order low high each.
  destruct (IVT_cor f l u continuous order) as [x [x_range root]].
  { replace 0 with (f l * 0) by ring. apply Rmult_le_compat_neg_l; lra. }
  destruct (each x x_range root) as [[x0 x1] budget].
  assert (nonneg : forall X, 0 < X <= 1 -> 0 <= - ln X).
  { intros X [X0 [less|one]]; [assert (ln X < ln 1) by (apply ln_increasing; lra) | subst X]; rewrite ln_1 in *; lra. }
  exists x. split; [split; [assumption|split; [assumption|]] | assumption].
  intros y y_range y_root. destruct (each y y_range y_root) as [[y0 y1] same].
  apply ln_inv; [assumption | assumption |].
  assert (- ln y = - ln x) by (apply (budget_unique setting_of domain r); auto). lra.
Qed.
