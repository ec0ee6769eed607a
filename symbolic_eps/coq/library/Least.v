(** The least root of a function, told by another one that is positive before it. *)

From Coq Require Import Reals Lra FunctionalExtensionality.
From SymbolicEps Require Import Privacy Bound Budget Profiles Limits.
Open Scope R_scope.

(** * The least of several functions *)

Lemma min_form : forall a b, Rmin a b = (a + b - Rabs (a - b)) / 2.
Proof.
  intros a b. destruct (Rle_or_lt a b).
  - rewrite Rmin_left, Rabs_left1 by lra. lra.
  - rewrite Rmin_right, Rabs_right by lra. lra.
Qed.

Lemma continuity_min : forall f g, continuity f -> continuity g -> continuity (fun x => Rmin (f x) (g x)).
Proof.
  intros f g continuous_f continuous_g.
  replace (fun x => Rmin (f x) (g x)) with (fun x => (f x + g x - Rabs (f x - g x)) * / 2)
    by (apply functional_extensionality; intros x; rewrite min_form; reflexivity).
  apply (continuity_mult (fun x => f x + g x - Rabs (f x - g x)) (fct_cte (/ 2))).
  - apply (continuity_minus (fun x => f x + g x) (fun x => Rabs (f x - g x))).
    + apply continuity_plus; assumption.
    + apply (continuity_comp (fun x => f x - g x) Rabs); [|apply Rcontinuity_abs].
      apply continuity_minus; assumption.
  - apply continuity_const. intros x y. reflexivity.
Qed.

Lemma min_zero : forall a b, Rmin a b = 0 -> (a = 0 /\ 0 <= b) \/ (b = 0 /\ 0 <= a).
Proof. intros a b. destruct (Rle_or_lt a b); [rewrite Rmin_left | rewrite Rmin_right]; lra. Qed.

Lemma min_nonnegative : forall a b, 0 <= Rmin a b -> 0 <= a /\ 0 <= b.
Proof. intros a b. pose proof (Rmin_l a b). pose proof (Rmin_r a b). lra. Qed.

Lemma min_negative : forall a b, a < 0 \/ b < 0 -> Rmin a b < 0.
Proof. intros a b. pose proof (Rmin_l a b). pose proof (Rmin_r a b). lra. Qed.

(** * The first zero *)

Lemma near_a_sign : forall g m, continuity g -> g m <> 0 ->
  exists d, 0 < d /\ forall y, Rabs (y - m) < d -> 0 < g y * g m.
Proof.
  intros g m continuous some. assert (size : 0 < Rabs (g m)) by (apply Rabs_pos_lt; assumption).
  destruct (continuous m (Rabs (g m)) size) as [d [d0 near]]. exists d. split; [assumption|].
  intros y close. destruct (Req_dec m y) as [<-|distinct]; [apply Rsqr_pos_lt in some; exact some|].
  assert (change : Rabs (g y - g m) < Rabs (g m)).
  { apply (near y). split; [split; [exact I | assumption] | exact close]. }
  destruct (Rle_or_lt (g m) 0) as [low|high].
  - rewrite (Rabs_left1 (g m)) in change by assumption. apply Rabs_def2 in change.
    replace (g y * g m) with (- g y * - g m) by ring. apply Rmult_lt_0_compat; lra.
  - rewrite (Rabs_pos_eq (g m)) in change by lra. apply Rabs_def2 in change.
    apply Rmult_lt_0_compat; lra.
Qed.

Lemma first_zero : forall g l h, continuity g -> l <= h -> 0 < g l -> g h <= 0 ->
  exists m, l <= m <= h /\ g m = 0 /\ forall y, l <= y < m -> 0 < g y.
Proof.
  intros g l h continuous order low high.
  set (E := fun z => l <= z <= h /\ forall y, l <= y <= z -> 0 < g y).
  assert (at_l : E l).
  { split; [lra|]. intros y y_range. replace y with l by lra. assumption. }
  destruct (completeness E) as [m [above least]].
  - exists h. intros z [z_range _]. lra.
  - exists l. assumption.
  - assert (m_range : l <= m <= h) by (split; [apply above; assumption | apply least; intros z [? _]; lra]).
    assert (before : forall y, l <= y < m -> 0 < g y).
    { intros y y_range. destruct (Rlt_or_le 0 (g y)) as [fine|negative]; [assumption|].
      assert (m <= y); [|lra]. apply least. intros z [z_range positive].
      destruct (Rle_or_lt z y) as [fine|beyond]; [assumption|].
      assert (0 < g y) by (apply positive; lra). lra. }
    exists m. split; [assumption|]. split; [|assumption].
    destruct (Req_dec (g m) 0) as [zero|some]; [assumption|]. exfalso.
    destruct (near_a_sign g m continuous some) as [d [d0 near]].
    destruct (Rle_or_lt (g m) 0) as [negative|positive].
    + assert (l < m) by (destruct (Req_dec l m) as [<-|]; lra).
      set (y := Rmax l (m - d / 2)).
      assert (y_range : l <= y < m) by (split; [apply Rmax_l | apply Rmax_lub_lt; lra]).
      assert (close : Rabs (y - m) < d).
      { pose proof (Rmax_r l (m - d / 2)). fold y in H0. rewrite Rabs_left1 by lra. lra. }
      pose proof (near y close) as same. pose proof (before y y_range) as above_0.
      assert (0 < g y * - g m) by (apply Rmult_lt_0_compat; lra). lra.
    + assert (m < h) by (destruct (Req_dec m h) as [->|]; lra).
      set (z := Rmin h (m + d / 2)).
      assert (z_range : m < z <= h) by (split; [apply Rmin_glb_lt; lra | apply Rmin_l]).
      assert (z <= m); [|lra]. apply above. split; [lra|]. intros y y_range.
      destruct (Rlt_or_le y m) as [less|more]; [apply before; lra|].
      assert (close : Rabs (y - m) < d).
      { pose proof (Rmin_r h (m + d / 2)). fold z in H0. rewrite Rabs_pos_eq by lra. lra. }
      pose proof (near y close) as same. destruct (Rlt_or_le 0 (g y)) as [fine|negative]; [assumption|].
      assert (0 <= - g y * g m) by (apply Rmult_le_pos; lra). lra.
Qed.

(** * The least root: up to it f is negative and c is positive *)

Lemma least_root : forall f c l h, continuity f -> continuity c -> l <= h -> f l < 0 -> 0 < c l ->
  (forall m, l <= m < h -> c m = 0 -> 0 <= f m) -> (exists k, l <= k <= h /\ 0 <= f k) \/ c h < 0 ->
  exists x, l < x <= h /\ f x = 0 /\ 0 <= c x /\ forall y, l <= y < x -> f y < 0.
Proof.
  intros f c l h continuous_f continuous_c order low side tight high.
  assert (last : exists k, l <= k <= h /\ (0 <= f k \/ c k < 0) /\
    forall m, l <= m <= k -> c m = 0 -> 0 <= f m).
  { destruct high as [[k [k_range above]]|beyond].
    - exists k. split; [assumption|]. split; [left; assumption|]. intros m m_range zero.
      destruct (Req_dec m k) as [->|]; [assumption | apply tight; [lra | assumption]].
    - exists h. split; [lra|]. split; [right; assumption|]. intros m m_range zero.
      destruct (Req_dec m h) as [->|]; [lra | apply tight; [lra | assumption]]. }
  destruct last as [k [k_range [last tight_k]]].
  assert (continuous : continuity (fun y => Rmin (- f y) (c y))).
  { apply continuity_min; [apply continuity_opp|]; assumption. }
  destruct (first_zero _ l k continuous) as [m [m_range [zero before]]].
  - lra.
  - apply Rmin_glb_lt; lra.
  - destruct last; [apply Rle_trans with (1 := Rmin_l _ _) | apply Rle_trans with (1 := Rmin_r _ _)]; lra.
  - assert (root : f m = 0 /\ 0 <= c m).
    { destruct (min_zero _ _ zero) as [[root inside]|[edge inside]]; [lra|].
      pose proof (tight_k m m_range edge). lra. }
    exists m. destruct root as [root inside].
    split; [destruct (Req_dec l m) as [<-|]; lra|].
    split; [assumption|]. split; [assumption|]. intros y y_range.
    pose proof (before y y_range). pose proof (Rmin_l (- f y) (c y)). lra.
Qed.

(** A parabola in a power of x is not negative at its turn, where it has roots. *)
Lemma turns_above : forall A B C n, (0 < n)%nat -> 0 < B -> 0 <= - 2 * A - B ->
  0 <= B * B + 4 * A * C -> exists k, 0 <= k <= 1 /\ 0 <= A * (k ^ n * k ^ n) + B * k ^ n - C.
Proof.
  intros A B C n n0 B0 inside roots. set (T := B / (- 2 * A)).
  assert (turn : - 2 * A * T = B) by (unfold T; field; lra). clearbody T.
  assert (T0 : 0 < T) by (apply Rmult_lt_reg_l with (- 2 * A); lra).
  assert (T1 : T <= 1) by (apply Rmult_le_reg_l with (- 2 * A); lra).
  destruct (first_zero (fun y => T - y ^ n) 0 1) as [k [k_range [root _]]].
  - apply (continuity_minus (fct_cte T) (fun y => y ^ n)).
    + apply continuity_const. intros x y. reflexivity.
    + apply derivable_continuous. apply derivable_pow.
  - lra.
  - rewrite pow_i by assumption. lra.
  - rewrite pow1. lra.
  - exists k. split; [assumption|]. replace (k ^ n) with T by lra.
    apply Rmult_le_reg_l with (- 4 * A); [lra|].
    replace (- 4 * A * (A * (T * T) + B * T - C))
      with (2 * (- 2 * A * T) * B - (- 2 * A * T) * (- 2 * A * T) + 4 * A * C) by ring.
    rewrite turn. lra.
Qed.

(** There f does not fall; its slope is k X where f y = (y - X) k y. *)
Lemma rises_at_root : forall f k l X, continuity k -> l < X -> (forall y, f y = (y - X) * k y) ->
  (forall y, l <= y < X -> f y < 0) -> 0 <= k X.
Proof.
  intros f k l X continuous order form below. destruct (Rle_or_lt 0 (k X)) as [fine|falls]; [assumption|].
  exfalso. destruct (near_a_sign k X continuous) as [d [d0 near]]; [lra|].
  set (y := Rmax l (X - d / 2)).
  assert (y_range : l <= y < X) by (split; [apply Rmax_l | apply Rmax_lub_lt; lra]).
  assert (close : Rabs (y - X) < d).
  { pose proof (Rmax_r l (X - d / 2)). fold y in H. rewrite Rabs_left1 by lra. lra. }
  pose proof (below y y_range) as negative. rewrite form in negative.
  pose proof (near y close) as same.
  destruct (Rle_or_lt (k y) 0) as [low|high].
  - assert (0 <= (X - y) * - k y) by (apply Rmult_le_pos; lra). lra.
  - assert (0 < k y * - k X) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** What falls wherever it is 0 is not negative before a place where it is not negative. *)
Lemma falls_at_zeros : forall g k u e, continuity g -> (forall m, continuity (fun y => k y m)) ->
  (forall s t, g s - g t = (s - t) * k s t) -> u <= e ->
  (forall t, u <= t <= e -> g t = 0 -> k t t < 0) -> 0 <= g e -> 0 <= g u.
Proof.
  intros g k u e continuous_g continuous_k change order falls above.
  apply Rnot_lt_le. intros below.
  destruct (first_zero (fun y => - g y) u e) as [m [m_range [zero before]]];
    [apply (continuity_opp g); assumption | lra | lra | lra |].
  assert (m_zero : g m = 0) by lra. pose proof (falls m m_range m_zero) as steep.
  assert (later : u < m) by (destruct (Req_dec u m) as [same|]; [rewrite same in below|]; lra).
  pose proof (rises_at_root g (fun y => k y m) u m (continuous_k m) later) as rises.
  assert (0 <= k m m); [|lra]. apply rises.
  - intros y. rewrite <- change. lra.
  - intros y y_range. pose proof (before y y_range). lra.
Qed.

(** What is known of the least of several numbers is known of each. *)
Ltac each_least :=
  repeat match goal with
  | known : Rmin _ _ = 0 |- _ => destruct (min_zero _ _ known) as [[? ?]|[? ?]]; clear known
  | known : 0 <= Rmin _ _ |- _ => destruct (min_nonnegative _ _ known) as [? ?]; clear known
  end.
