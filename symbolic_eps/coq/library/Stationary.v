(** Where a bound is least for all priors, where it is stationary, and how often it can be.

    f is a polynomial in two priors and in x = e^-eps, below 0 where the profile does not bear x. *)

From Coq Require Import Reals Lra Classical.
From SymbolicEps Require Import Privacy Bound Budget Convex.
Local Open Scope R_scope.

(** * Polynomials change slowly on the unit cube *)

Definition unit (x : R) : Prop := 0 <= x <= 1.

Definition smooth (f : R -> R -> R -> R) : Prop :=
  exists L, 0 <= L /\ forall p q x, unit p -> unit q -> unit x -> Rabs (f p q x) <= L /\
    forall p' q' x', unit p' -> unit q' -> unit x' ->
      Rabs (f p' q' x' - f p q x) <= L * (Rabs (p' - p) + Rabs (q' - q) + Rabs (x' - x)).

Lemma distance : forall p q x p' q' x', 0 <= Rabs (p' - p) + Rabs (q' - q) + Rabs (x' - x).
Proof.
  intros. pose proof (Rabs_pos (p' - p)). pose proof (Rabs_pos (q' - q)). pose proof (Rabs_pos (x' - x)). lra.
Qed.

Lemma smooth_constant : forall c, smooth (fun _ _ _ => c).
Proof.
  intros c. exists (Rabs c). split; [apply Rabs_pos|]. intros p q x _ _ _. split; [lra|].
  intros p' q' x' _ _ _. replace (c - c) with 0 by ring. rewrite Rabs_R0.
  apply Rmult_le_pos; [apply Rabs_pos | apply distance].
Qed.

Lemma unit_size : forall x, unit x -> Rabs x <= 1.
Proof. intros x [low high]. rewrite Rabs_pos_eq; lra. Qed.

Lemma smooth_p : smooth (fun p _ _ => p).
Proof.
  exists 1. split; [lra|]. intros p q x p_unit _ _. split; [apply unit_size; assumption|]. intros p' q' x' _ _ _.
  pose proof (Rabs_pos (q' - q)). pose proof (Rabs_pos (x' - x)). lra.
Qed.

Lemma smooth_q : smooth (fun _ q _ => q).
Proof.
  exists 1. split; [lra|]. intros p q x _ q_unit _. split; [apply unit_size; assumption|]. intros p' q' x' _ _ _.
  pose proof (Rabs_pos (p' - p)). pose proof (Rabs_pos (x' - x)). lra.
Qed.

Lemma smooth_x : smooth (fun _ _ x => x).
Proof.
  exists 1. split; [lra|]. intros p q x _ _ x_unit. split; [apply unit_size; assumption|]. intros p' q' x' _ _ _.
  pose proof (Rabs_pos (p' - p)). pose proof (Rabs_pos (q' - q)). lra.
Qed.

Lemma smooth_plus : forall f g, smooth f -> smooth g -> smooth (fun p q x => f p q x + g p q x).
Proof.
  intros f g [L [L0 of_f]] [M [M0 of_g]]. exists (L + M). split; [lra|]. intros p q x p_unit q_unit x_unit.
  destruct (of_f p q x p_unit q_unit x_unit) as [f_size f_slow].
  destruct (of_g p q x p_unit q_unit x_unit) as [g_size g_slow]. split.
  - pose proof (Rabs_triang (f p q x) (g p q x)). lra.
  - intros p' q' x' p'_unit q'_unit x'_unit. specialize (f_slow p' q' x' p'_unit q'_unit x'_unit).
    specialize (g_slow p' q' x' p'_unit q'_unit x'_unit).
    replace (f p' q' x' + g p' q' x' - (f p q x + g p q x))
      with (f p' q' x' - f p q x + (g p' q' x' - g p q x)) by ring.
    pose proof (Rabs_triang (f p' q' x' - f p q x) (g p' q' x' - g p q x)). lra.
Qed.

Lemma smooth_times : forall f g, smooth f -> smooth g -> smooth (fun p q x => f p q x * g p q x).
Proof.
  intros f g [L [L0 of_f]] [M [M0 of_g]]. exists (2 * (L * M)).
  assert (LM0 : 0 <= L * M) by (apply Rmult_le_pos; assumption). split; [lra|].
  intros p q x p_unit q_unit x_unit. destruct (of_f p q x p_unit q_unit x_unit) as [f_size f_slow].
  destruct (of_g p q x p_unit q_unit x_unit) as [g_size g_slow]. split.
  - rewrite Rabs_mult.
    assert (Rabs (f p q x) * Rabs (g p q x) <= L * M) by (apply Rmult_le_compat; auto using Rabs_pos). lra.
  - intros p' q' x' p'_unit q'_unit x'_unit. specialize (f_slow p' q' x' p'_unit q'_unit x'_unit).
    specialize (g_slow p' q' x' p'_unit q'_unit x'_unit).
    destruct (of_f p' q' x' p'_unit q'_unit x'_unit) as [f'_size _].
    set (d := Rabs (p' - p) + Rabs (q' - q) + Rabs (x' - x)) in *.
    replace (f p' q' x' * g p' q' x' - f p q x * g p q x)
      with (f p' q' x' * (g p' q' x' - g p q x) + (f p' q' x' - f p q x) * g p q x) by ring.
    pose proof (Rabs_triang (f p' q' x' * (g p' q' x' - g p q x)) ((f p' q' x' - f p q x) * g p q x)).
    rewrite !Rabs_mult in H.
    assert (Rabs (f p' q' x') * Rabs (g p' q' x' - g p q x) <= L * (M * d))
      by (apply Rmult_le_compat; auto using Rabs_pos).
    assert (Rabs (f p' q' x' - f p q x) * Rabs (g p q x) <= (L * d) * M)
      by (apply Rmult_le_compat; auto using Rabs_pos).
    lra.
Qed.

Lemma smooth_opposite : forall f, smooth f -> smooth (fun p q x => - f p q x).
Proof.
  intros f [L [L0 of_f]]. exists L. split; [assumption|]. intros p q x p_unit q_unit x_unit.
  destruct (of_f p q x p_unit q_unit x_unit) as [size slow]. split; [rewrite Rabs_Ropp; assumption|].
  intros p' q' x' p'_unit q'_unit x'_unit. specialize (slow p' q' x' p'_unit q'_unit x'_unit).
  replace (- f p' q' x' - - f p q x) with (- (f p' q' x' - f p q x)) by ring. rewrite Rabs_Ropp. assumption.
Qed.

Lemma smooth_minus : forall f g, smooth f -> smooth g -> smooth (fun p q x => f p q x - g p q x).
Proof.
  intros f g of_f of_g. exact (smooth_plus f (fun p q x => - g p q x) of_f (smooth_opposite g of_g)).
Qed.

Lemma smooth_power : forall f n, smooth f -> smooth (fun p q x => f p q x ^ n).
Proof.
  intros f n of_f. induction n as [|n IH]; [exact (smooth_constant 1)|].
  exact (smooth_times f (fun p q x => f p q x ^ n) of_f IH).
Qed.

Ltac smoothly :=
  repeat first
    [ apply smooth_constant | apply smooth_p | apply smooth_q | apply smooth_x
    | apply smooth_minus | apply smooth_plus | apply smooth_times | apply smooth_opposite
    | apply smooth_power ].

(** * Compactness *)

(** What holds near each point of an interval, at some scale and all finer ones, holds at one scale. *)
Lemma uniform : forall (Q : R -> R -> Prop) a b,
  (forall z d e, 0 < e <= d -> Q z d -> Q z e) ->
  (forall z, a <= z <= b -> exists d, 0 < d /\ forall y, a <= y <= b -> Rabs (y - z) < d -> Q y d) ->
  exists d, 0 < d /\ forall z, a <= z <= b -> Q z d.
Proof.
  intros Q a b finer near. destruct (Rlt_or_le b a) as [empty|order].
  { exists 1. split; [lra|]. intros z z_range. lra. }
  set (E := fun c => a <= c <= b /\ exists d, 0 < d /\ forall z, a <= z <= c -> Q z d).
  assert (at_a : E a).
  { split; [lra|]. destruct (near a) as [d [d0 close]]; [lra|]. exists d. split; [assumption|].
    intros z z_range. replace z with a by lra. apply close; [lra|]. replace (a - a) with 0 by ring.
    rewrite Rabs_R0. assumption. }
  destruct (completeness E) as [m [above least]].
  - exists b. intros z [z_range _]. lra.
  - exists a. assumption.
  - assert (m_range : a <= m <= b) by (split; [apply above; assumption | apply least; intros z [? _]; lra]).
    destruct (near m m_range) as [d [d0 close]].
    assert (some : exists c, E c /\ m - d < c).
    { apply NNPP. intros none. assert (m <= m - d); [|lra]. apply least. intros c inside.
      apply Rnot_lt_le. intros less. apply none. exists c. split; assumption. }
    destruct some as [c [[c_range [e [e0 before]]] less]].
    assert (reached : E (Rmin b (m + d / 2))).
    { pose proof (Rmin_l b (m + d / 2)) as low. pose proof (Rmin_r b (m + d / 2)) as high.
      assert (a <= Rmin b (m + d / 2)) by (apply Rmin_glb; lra).
      split; [lra|]. exists (Rmin d e). split; [apply Rmin_glb_lt; assumption|]. intros z z_range.
      destruct (Rle_or_lt z c) as [early|late].
      - apply finer with e; [split; [apply Rmin_glb_lt; assumption | apply Rmin_r]|]. apply before. lra.
      - apply finer with d; [split; [apply Rmin_glb_lt; assumption | apply Rmin_l]|].
        assert (c <= m) by (apply above; split; [lra | exists e; split; assumption]).
        apply close; [lra|]. apply Rabs_def1; lra. }
    destruct (Rlt_or_le m b) as [inside|beyond].
    + pose proof (above _ reached) as le. assert (m < Rmin b (m + d / 2)) by (apply Rmin_glb_lt; lra). lra.
    + destruct reached as [_ [e' [e'0 all]]]. exists e'. split; [assumption|]. intros z z_range.
      apply all. rewrite Rmin_left by lra. assumption.
Qed.

(** Positive on an interval: above some positive number. *)
Lemma apart_from_0 : forall (f : R -> R) L a b, 0 <= L ->
  (forall y z, a <= y <= b -> a <= z <= b -> Rabs (f y - f z) <= L * Rabs (y - z)) ->
  (forall z, a <= z <= b -> 0 < f z) -> exists d, 0 < d /\ forall z, a <= z <= b -> d <= f z.
Proof.
  intros f L a b L0 slow positive. apply uniform.
  - intros z d e order le. lra.
  - intros z z_range. specialize (positive z z_range). set (c := f z) in *.
    assert (d0 : 0 < c / (2 * (L + 1))) by (apply Rdiv_lt_0_compat; lra).
    exists (Rmin (c / 2) (c / (2 * (L + 1)))). split; [apply Rmin_glb_lt; lra|]. intros y y_range close.
    apply Rle_trans with (c / 2); [apply Rmin_l|]. specialize (slow y z y_range z_range).
    assert (less : Rabs (y - z) <= c / (2 * (L + 1))) by (pose proof (Rmin_r (c / 2) (c / (2 * (L + 1)))); lra).
    assert (L * Rabs (y - z) <= L * (c / (2 * (L + 1)))) by (apply Rmult_le_compat_l; assumption).
    assert (form : L * (c / (2 * (L + 1))) = c / 2 - c / (2 * (L + 1))) by (field; lra).
    assert (Rabs (f y - c) <= c / 2) by (unfold c in *; lra).
    assert (- (f y - c) <= Rabs (f y - c)) by (rewrite <- Rabs_Ropp; apply Rle_abs). lra.
Qed.

Definition half_open (x : R) : Prop := 0 < x <= 1.

Section Levels.

Variable f : R -> R -> R -> R.
Hypothesis f_smooth : smooth f.

(** f with a constant L of its own. *)
Lemma slow : exists L, 0 < L /\ forall p q x p' q' x', unit p -> unit q -> unit x -> unit p' -> unit q' -> unit x' ->
  f p' q' x' <= f p q x + L * (Rabs (p' - p) + Rabs (q' - q) + Rabs (x' - x)).
Proof.
  destruct f_smooth as [L [L0 all]]. exists (L + 1). split; [lra|].
  intros p q x p' q' x' p_unit q_unit x_unit p'_unit q'_unit x'_unit.
  destruct (all p q x p_unit q_unit x_unit) as [_ near]. specialize (near p' q' x' p'_unit q'_unit x'_unit).
  pose proof (distance p q x p' q' x'). pose proof (Rle_abs (f p' q' x' - f p q x)). lra.
Qed.

Lemma box_apart_from_0 : forall p0 p1 q0 q1 x, 0 <= p0 -> p1 <= 1 -> 0 <= q0 -> q1 <= 1 -> unit x ->
  (forall p q, p0 <= p <= p1 -> q0 <= q <= q1 -> 0 < f p q x) ->
  exists d, 0 < d /\ forall p q, p0 <= p <= p1 -> q0 <= q <= q1 -> d <= f p q x.
Proof.
  intros p0 p1 q0 q1 x p0_low p1_high q0_low q1_high x_unit positive.
  destruct f_smooth as [L [L0 all]].
  assert (found : exists d, 0 < d /\ forall p, p0 <= p <= p1 -> forall q, q0 <= q <= q1 -> d <= f p q x).
  { apply (uniform (fun p d => forall q, q0 <= q <= q1 -> d <= f p q x)).
    - intros p d e order le q q_range. specialize (le q q_range). lra.
    - intros p p_range.
      destruct (apart_from_0 (fun q => f p q x) L q0 q1 L0) as [c [c0 above]].
      + intros y z y_range z_range.
        destruct (all p z x) as [_ near]; [split; lra | split; lra | assumption|].
        specialize (near p y x). replace (p - p) with 0 in near by ring. replace (x - x) with 0 in near by ring.
        rewrite Rabs_R0 in near. replace (0 + Rabs (y - z) + 0) with (Rabs (y - z)) in near by ring.
        apply near; [split; lra | split; lra | assumption].
      + intros z z_range. apply positive; assumption.
      + assert (d0 : 0 < c / (2 * (L + 1))) by (apply Rdiv_lt_0_compat; lra).
        exists (Rmin (c / 2) (c / (2 * (L + 1)))). split; [apply Rmin_glb_lt; lra|].
        intros y y_range close q q_range. apply Rle_trans with (c / 2); [apply Rmin_l|].
        specialize (above q q_range). cbv beta in above.
        destruct (all p q x) as [_ near]; [split; lra | split; lra | assumption|].
        specialize (near y q x). replace (q - q) with 0 in near by ring. replace (x - x) with 0 in near by ring.
        rewrite Rabs_R0 in near. replace (Rabs (y - p) + 0 + 0) with (Rabs (y - p)) in near by ring.
        assert (change : Rabs (f y q x - f p q x) <= L * Rabs (y - p))
          by (apply near; [split; lra | split; lra | assumption]).
        assert (less : Rabs (y - p) <= c / (2 * (L + 1)))
          by (pose proof (Rmin_r (c / 2) (c / (2 * (L + 1)))); lra).
        assert (L * Rabs (y - p) <= L * (c / (2 * (L + 1)))) by (apply Rmult_le_compat_l; assumption).
        assert (form : L * (c / (2 * (L + 1))) = c / 2 - c / (2 * (L + 1))) by (field; lra).
        assert (- (f y q x - f p q x) <= Rabs (f y q x - f p q x)) by (rewrite <- Rabs_Ropp; apply Rle_abs).
        lra. }
  destruct found as [d [d0 above]]. exists d. split; [assumption|]. intros p q p_range q_range.
  apply above; assumption.
Qed.

(** The last level below which f is negative somewhere: there it is nowhere negative, and 0 at some priors. *)
Theorem last_level : forall l p0 q0, 0 < l < 1 -> 0 < p0 -> 0 < q0 ->
  (forall p q x, half_open p -> half_open q -> l <= x <= 1 -> f p q x <= 0 -> p0 <= p /\ q0 <= q) ->
  (forall p q, half_open p -> half_open q -> 0 < f p q 1) ->
  (exists p q, half_open p /\ half_open q /\ f p q l < 0) ->
  exists X, l < X < 1 /\ (forall p q, half_open p -> half_open q -> 0 <= f p q X) /\
    exists p q, half_open p /\ half_open q /\ f p q X = 0.
Proof.
  intros l p0 q0 l_range p0_positive q0_positive away at_1 below. destruct slow as [L [L0 near]].
  set (E := fun x => l <= x <= 1 /\ exists p q, half_open p /\ half_open q /\ f p q x < 0).
  assert (at_l : E l) by (split; [lra | exact below]).
  destruct (completeness E) as [X [above least]].
  { exists 1. intros z [z_range _]. lra. }
  { exists l. assumption. }
  assert (X_range : l <= X <= 1) by (split; [apply above; assumption | apply least; intros z [? _]; lra]).
  assert (good : forall p q, half_open p -> half_open q -> 0 <= f p q X).
  { intros p q p_range q_range. apply Rnot_lt_le. intros negative.
    assert (X < 1).
    { destruct (Req_dec X 1) as [->|]; [|lra]. pose proof (at_1 p q p_range q_range). lra. }
    set (d := - f p q X). assert (d0 : 0 < d / (2 * L)) by (apply Rdiv_lt_0_compat; unfold d; lra).
    set (y := Rmin 1 (X + d / (2 * L))). assert (y_above : X < y) by (apply Rmin_glb_lt; lra).
    pose proof (Rmin_l 1 (X + d / (2 * L))) as y_1. pose proof (Rmin_r 1 (X + d / (2 * L))) as y_d. fold y in y_1, y_d.
    assert (E y); [|pose proof (above y H0); lra]. split; [lra|]. exists p, q. split; [assumption|].
    split; [assumption|]. destruct p_range, q_range.
    assert (close : f p q y <= f p q X + L * (Rabs (p - p) + Rabs (q - q) + Rabs (y - X)))
      by (apply near; split; lra).
    replace (p - p) with 0 in close by ring. replace (q - q) with 0 in close by ring. rewrite Rabs_R0 in close.
    rewrite (Rabs_pos_eq (y - X)) in close by lra.
    assert (L * (0 + 0 + (y - X)) <= L * (d / (2 * L))) by (apply Rmult_le_compat_l; lra).
    assert (form : L * (d / (2 * L)) = d / 2) by (field; lra). unfold d in *. lra. }
  assert (zero : exists p q, half_open p /\ half_open q /\ f p q X = 0).
  { apply NNPP. intros none.
    assert (positive : forall p q, half_open p -> half_open q -> 0 < f p q X).
    { intros p q p_range q_range. destruct (good p q p_range q_range) as [fine|equal]; [assumption|].
      exfalso. apply none. exists p, q. auto. }
    destruct (box_apart_from_0 p0 1 q0 1 X) as [d [d0 apart]]; try lra.
    { split; lra. }
    { intros p q p_range q_range. apply positive; split; lra. }
    assert (e0 : 0 < d / (2 * L)) by (apply Rdiv_lt_0_compat; lra).
    assert (some : exists e, E e /\ X - d / (2 * L) < e).
    { apply NNPP. intros nothing. assert (X <= X - d / (2 * L)); [|lra]. apply least. intros e inside.
      apply Rnot_lt_le. intros less. apply nothing. exists e. split; assumption. }
    destruct some as [e [inside less]]. pose proof (above e inside) as e_X.
    destruct inside as [e_range [p [q [p_range [q_range negative]]]]].
    destruct (away p q e) as [p_low q_low]; try assumption; [lra|]. pose proof p_range as [? ?]. pose proof q_range as [? ?].
    assert (close : f p q X <= f p q e + L * (Rabs (p - p) + Rabs (q - q) + Rabs (X - e)))
      by (apply near; split; lra).
    replace (p - p) with 0 in close by ring. replace (q - q) with 0 in close by ring. rewrite Rabs_R0 in close.
    rewrite (Rabs_pos_eq (X - e)) in close by lra.
    assert (L * (0 + 0 + (X - e)) <= L * (d / (2 * L))) by (apply Rmult_le_compat_l; lra).
    assert (form : L * (d / (2 * L)) = d / 2) by (field; lra).
    pose proof (apart p q ltac:(lra) ltac:(lra)). lra. }
  exists X. split; [|split; assumption]. destruct zero as [p [q [p_range [q_range zero]]]]. split.
  - destruct (Req_dec l X) as [<-|]; [|lra]. destruct below as [p' [q' [p'_range [q'_range negative]]]].
    pose proof (good p' q' p'_range q'_range). lra.
  - destruct (Req_dec X 1) as [->|]; [|lra]. pose proof (at_1 p q p_range q_range). lra.
Qed.

(** Where the level of each q, that of its least p, passes a valley between an end q = 1 and a higher level. *)
Theorem valley : forall X Y m u v, 0 < m ->
  (forall p q x y, half_open p -> half_open q -> 0 <= x <= y -> y <= 1 -> f p q x <= f p q y) ->
  (forall p q x y, half_open p -> half_open q -> p < 1 \/ q < 1 -> 0 <= x < y -> y <= 1 -> f p q x < f p q y) ->
  (forall p q x, half_open p -> half_open q -> 0 < x <= 1 -> f p q x <= 0 -> m * (x * x) <= p) ->
  (forall q, half_open q -> exists p, half_open p /\ f p q 0 < 0) ->
  0 < X < Y -> Y <= 1 -> (forall p, half_open p -> 0 <= f p 1 X) ->
  half_open v -> 0 < u < 1 -> f v u Y = 0 ->
  exists y p q, 0 < y <= X /\ half_open p /\ u < q <= 1 /\ f p q y = 0 /\
    (forall p, half_open p -> 0 <= f p q y) /\
    (forall q, u <= q <= 1 -> exists p, half_open p /\ f p q y <= 0).
Proof.
  intros X Y m u v m0 rises climbs away low [X0 XY] Y1 end_good v_range u_range top.
  destruct slow as [L [L0 near]].
  assert (moved : forall p q x q' x' d, half_open p -> unit q -> unit x -> unit q' -> unit x' ->
    Rabs (q' - q) + Rabs (x' - x) <= d / L -> f p q' x' <= f p q x + d).
  { intros p q x q' x' d [p0 p1] q_unit x_unit q'_unit x'_unit close.
    assert (step : f p q' x' <= f p q x + L * (Rabs (p - p) + Rabs (q' - q) + Rabs (x' - x)))
      by (apply near; try assumption; split; lra).
    replace (p - p) with 0 in step by ring. rewrite Rabs_R0 in step.
    assert (L * (0 + Rabs (q' - q) + Rabs (x' - x)) <= L * (d / L)) by (apply Rmult_le_compat_l; lra).
    assert (form : L * (d / L) = d) by (field; lra). lra. }
  assert (under : forall y, unit y -> (forall q, u <= q <= 1 -> exists p, half_open p /\ f p q y < 0) ->
    exists d, 0 < d /\ forall q, u <= q <= 1 -> forall x, unit x -> Rabs (x - y) < d ->
      exists p, half_open p /\ f p q x < 0).
  { intros y y_unit all.
    apply (uniform (fun q d => forall x, unit x -> Rabs (x - y) < d -> exists p, half_open p /\ f p q x < 0)).
    - intros z d e order far x x_unit close. apply far; [assumption | lra].
    - intros z z_range. destruct (all z z_range) as [p [p_range negative]].
      set (c := - f p z y) in *. assert (c0 : 0 < c / (4 * L)) by (apply Rdiv_lt_0_compat; unfold c; lra).
      exists (c / (4 * L)). split; [assumption|]. intros q q_range close x x_unit x_close.
      exists p. split; [assumption|].
      assert (f p q x <= f p z y + c / 2); [|unfold c in *; lra].
      apply moved; try assumption; [split; lra | split; lra |].
      assert (form : c / 2 / L = c / (4 * L) + c / (4 * L)) by (field; lra). lra. }
  set (B := fun c => 0 <= c <= X /\ forall q, u <= q <= 1 -> exists p, half_open p /\ f p q c < 0).
  destruct (under 0) as [d [d0 start]].
  { split; lra. }
  { intros q q_range. apply low. split; lra. }
  assert (begun : B (Rmin X (d / 2))).
  { pose proof (Rmin_l X (d / 2)) as to_X. pose proof (Rmin_r X (d / 2)) as to_d.
    assert (positive : 0 < Rmin X (d / 2)) by (apply Rmin_glb_lt; lra). split; [lra|].
    intros q q_range. apply (start q q_range); [split; lra|]. rewrite Rabs_pos_eq; lra. }
  destruct (completeness B) as [y [above least]].
  { exists X. intros z [z_range _]. lra. }
  { exists (Rmin X (d / 2)). assumption. }
  assert (y0 : 0 < y).
  { apply Rlt_le_trans with (Rmin X (d / 2)); [apply Rmin_glb_lt; lra | apply above; assumption]. }
  assert (y_X : y <= X) by (apply least; intros z [? _]; lra).
  assert (good : exists q, u <= q <= 1 /\ forall p, half_open p -> 0 <= f p q y).
  { apply NNPP. intros none.
    assert (all : forall q, u <= q <= 1 -> exists p, half_open p /\ f p q y < 0).
    { intros q q_range. apply NNPP. intros nothing. apply none. exists q. split; [assumption|].
      intros p p_range. apply Rnot_lt_le. intros less. apply nothing. exists p. split; assumption. }
    assert (before : y < X).
    { destruct (Req_dec y X) as [equal|]; [|lra]. destruct (all 1) as [p [p_range negative]]; [lra|].
      rewrite equal in negative. pose proof (end_good p p_range). lra. }
    destruct (under y) as [e [e0 further]]; [split; lra | exact all |].
    pose proof (Rmin_l X (y + e / 2)) as to_X. pose proof (Rmin_r X (y + e / 2)) as to_e.
    assert (more : y < Rmin X (y + e / 2)) by (apply Rmin_glb_lt; lra).
    assert (inside : B (Rmin X (y + e / 2))).
    { split; [lra|]. intros q q_range. apply (further q q_range); [split; lra|]. rewrite Rabs_pos_eq; lra. }
    pose proof (above _ inside). lra. }
  assert (reached : forall q, u <= q <= 1 -> exists p, half_open p /\ f p q y <= 0).
  { intros q q_range. apply NNPP. intros none.
    assert (positive : forall p, half_open p -> 0 < f p q y).
    { intros p p_range. apply Rnot_le_lt. intros le. apply none. exists p. split; assumption. }
    assert (y2 : 0 < m * (y / 2 * (y / 2))) by (repeat apply Rmult_lt_0_compat; lra).
    destruct (box_apart_from_0 (m * (y / 2 * (y / 2))) 1 q q y) as [c [c0 apart]]; try lra.
    { split; lra. }
    { intros p z p_range z_range. replace z with q by lra. apply positive. split; lra. }
    assert (c1 : 0 < c / (2 * L)) by (apply Rdiv_lt_0_compat; lra).
    assert (some : exists e, B e /\ Rmax (y / 2) (y - c / (2 * L)) < e).
    { apply NNPP. intros nothing.
      assert (y <= Rmax (y / 2) (y - c / (2 * L))).
      { apply least. intros e inside. apply Rnot_lt_le. intros less. apply nothing. exists e. split; assumption. }
      assert (Rmax (y / 2) (y - c / (2 * L)) < y) by (apply Rmax_lub_lt; lra). lra. }
    destruct some as [e [inside more]]. pose proof (above e inside) as e_y. destruct inside as [e_range negative].
    pose proof (Rmax_l (y / 2) (y - c / (2 * L))) as half. pose proof (Rmax_r (y / 2) (y - c / (2 * L))) as next.
    destruct (negative q q_range) as [p [p_range less]].
    assert (p_low : m * (e * e) <= p) by (apply (away p q e); [assumption | split; lra | lra | lra]).
    assert (squares : y / 2 * (y / 2) <= e * e) by (apply Rmult_le_compat; lra).
    assert (m * (y / 2 * (y / 2)) <= m * (e * e)) by (apply Rmult_le_compat_l; lra).
    destruct p_range as [p0 p1]. pose proof (apart p q ltac:(lra) ltac:(lra)) as far.
    assert (f p q y <= f p q e + c / 2); [|lra].
    apply moved; try (split; lra). replace (q - q) with 0 by ring. rewrite Rabs_R0, Rabs_pos_eq by lra.
    assert (form : c / 2 / L = c / (2 * L)) by (field; lra). lra. }
  destruct good as [q [q_range good]].
  assert (inner : u < q).
  { destruct (Req_dec u q) as [<-|]; [|lra]. exfalso.
    assert (f v u y < f v u Y) by (apply climbs; [assumption | split; lra | right; lra | lra | lra]).
    pose proof (good v v_range). lra. }
  destruct (reached q q_range) as [p [p_range le]]. pose proof (good p p_range).
  exists y, p, q. repeat split; try assumption; try apply p_range; lra.
Qed.

End Levels.

(** * Slopes *)

Lemma not_falling : forall e S c2 c3 c4, 0 < e <= 1 ->
  (forall h, 0 < h <= e -> 0 <= S * h + h * h * (c2 + c3 * h + c4 * (h * h))) -> 0 <= S.
Proof.
  intros e S c2 c3 c4 e_range above. apply Rnot_lt_le. intros falls.
  set (K := Rabs c2 + Rabs c3 + Rabs c4 + 1).
  pose proof (Rabs_pos c2). pose proof (Rabs_pos c3). pose proof (Rabs_pos c4).
  assert (K0 : 0 < K) by (unfold K; lra).
  set (h := Rmin e (- S / (2 * K))).
  assert (h0 : 0 < h) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  pose proof (Rmin_l e (- S / (2 * K))) as h_e. pose proof (Rmin_r e (- S / (2 * K))) as h_S. fold h in h_e, h_S.
  specialize (above h (conj h0 h_e)).
  assert (size : c2 + c3 * h + c4 * (h * h) <= K).
  { assert (c3 * h <= Rabs c3).
    { apply Rle_trans with (Rabs (c3 * h)); [apply Rle_abs|]. rewrite Rabs_mult, (Rabs_pos_eq h) by lra.
      apply Rle_trans with (Rabs c3 * 1); [apply Rmult_le_compat_l|]; lra. }
    assert (h * h <= 1) by (apply Rle_trans with (1 * 1); [apply Rmult_le_compat|]; lra).
    assert (c4 * (h * h) <= Rabs c4).
    { apply Rle_trans with (Rabs (c4 * (h * h))); [apply Rle_abs|].
      rewrite Rabs_mult, (Rabs_pos_eq (h * h)) by (apply Rmult_le_pos; lra).
      apply Rle_trans with (Rabs c4 * 1); [apply Rmult_le_compat_l|]; lra. }
    pose proof (Rle_abs c2). unfold K. lra. }
  assert (h * h * (c2 + c3 * h + c4 * (h * h)) <= h * h * K)
    by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
  assert (h * (h * K) <= h * (- S / 2)).
  { apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (- S / (2 * K) * K); [apply Rmult_le_compat_r; lra|].
    right. field. lra. }
  assert (0 < h * - S) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** A polynomial of degree 2 that is nowhere negative, at a zero. *)
Lemma flat_inside : forall A S z, 0 < z < 1 ->
  (forall y, half_open y -> 0 <= S * (y - z) + A * ((y - z) * (y - z))) -> S = 0.
Proof.
  intros A S z z_range above. apply Rle_antisym.
  - assert (0 <= - S); [|lra]. apply (not_falling (z / 2) (- S) A 0 0); [lra|]. intros h h_range.
    assert (0 <= S * (z - h - z) + A * ((z - h - z) * (z - h - z))) by (apply above; split; lra). lra.
  - apply (not_falling (1 - z) S A 0 0); [lra|]. intros h h_range.
    assert (0 <= S * (z + h - z) + A * ((z + h - z) * (z + h - z))) by (apply above; split; lra). lra.
Qed.

Lemma falls_to_end : forall A S,
  (forall y, half_open y -> 0 <= S * (y - 1) + A * ((y - 1) * (y - 1))) -> S <= 0.
Proof.
  intros A S above. assert (0 <= - S); [|lra]. apply (not_falling (1 / 2) (- S) A 0 0); [lra|]. intros h h_range.
  assert (0 <= S * (1 - h - 1) + A * ((1 - h - 1) * (1 - h - 1))) by (apply above; split; lra). lra.
Qed.

Lemma discriminant_not_negative : forall A B C v, A * (v * v) + B * v + C <= 0 -> 0 <= C -> 0 <= B * B - 4 * A * C.
Proof.
  intros A B C v below C0. destruct (Rlt_or_le 0 A) as [up|down].
  - assert (0 <= A * - (A * (v * v) + B * v + C)) by (apply Rmult_le_pos; lra).
    pose proof (Rle_0_sqr (2 * A * v + B)). unfold Rsqr in *. lra.
  - assert (0 <= - A * C) by (apply Rmult_le_pos; lra). pose proof (Rle_0_sqr B). unfold Rsqr in *. lra.
Qed.

(** * Descartes' rule for one change of sign *)

(** No coefficient is positive after one that is not. *)
Fixpoint one_change (c : list R) : Prop :=
  match c with cons a (cons b _ as r) => (0 < a \/ b <= 0) /\ one_change r | _ => True end.

Lemma none_positive : forall c a t, one_change (cons a c) -> a <= 0 -> 0 < t -> along c t <= 0.
Proof.
  induction c as [|b c IH]; intros a t signs a0 t0; [simpl; lra|].
  destruct signs as [[|b0] signs]; [lra|]. pose proof (IH b t signs b0 t0). simpl.
  assert (0 <= t * - along c t) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma falls_further : forall c s t, one_change c -> 0 < s < t -> along c s <= 0 -> along c t <= along c s.
Proof.
  induction c as [|a c IH]; intros s t signs order below; [simpl; lra|].
  assert (rest : one_change c) by (destruct c; [exact I | apply signs]).
  assert (negative : along c s <= 0).
  { destruct (Rlt_or_le 0 a) as [positive|a0].
    - apply Rnot_lt_le. intros more. simpl in below. assert (0 < s * along c s) by (apply Rmult_lt_0_compat; lra). lra.
    - apply (none_positive c a); [assumption | assumption | lra]. }
  pose proof (IH s t rest order negative). simpl.
  assert (t * along c t <= t * along c s) by (apply Rmult_le_compat_l; lra).
  assert (0 <= (t - s) * - along c s) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem one_root : forall a c s t, one_change (cons a c) -> 0 < a -> 0 < s < t ->
  along (cons a c) s = 0 -> along (cons a c) t = 0 -> False.
Proof.
  intros a c s t signs a0 order at_s at_t. assert (rest : one_change c) by (destruct c; [exact I | apply signs]).
  simpl in at_s, at_t.
  assert (negative : along c s < 0).
  { apply Rnot_le_lt. intros more. assert (0 <= s * along c s) by (apply Rmult_le_pos; lra). lra. }
  assert (le : along c s <= 0) by lra. pose proof (falls_further c s t rest order le).
  assert (t * along c t <= t * along c s) by (apply Rmult_le_compat_l; lra).
  assert (0 < (t - s) * - along c s) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * The bound of Theorem 1 times n, less d *)

Lemma floor_rises : forall x y p q, half_open p -> half_open q -> 0 <= x <= y -> floor x p q <= floor y p q.
Proof.
  intros x y p q p_range q_range order. destruct p_range, q_range. rewrite (floor_step x y).
  assert (0 <= (y - x) * (p * (1 - q) * (x + y) + (1 - p))); [|lra]. apply Rmult_le_pos; [lra|].
  assert (0 <= p * (1 - q) * (x + y)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma floor_climbs : forall x y p q, half_open p -> half_open q -> p < 1 \/ q < 1 -> 0 <= x < y ->
  floor x p q < floor y p q.
Proof.
  intros x y p q p_range q_range some order. destruct p_range, q_range. rewrite (floor_step x y).
  assert (0 < (y - x) * (p * (1 - q) * (x + y) + (1 - p))); [|lra]. apply Rmult_lt_0_compat; [lra|].
  destruct some.
  - assert (0 <= p * (1 - q) * (x + y)) by (repeat apply Rmult_le_pos; lra). lra.
  - assert (0 < p * (1 - q) * (x + y)) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma lifted_rises : forall n d x y p q, 0 < n -> half_open p -> half_open q -> 0 <= x <= y ->
  n * floor x p q - d <= n * floor y p q - d.
Proof.
  intros n d x y p q n0 p_range q_range order. pose proof (floor_rises x y p q p_range q_range order).
  assert (n * floor x p q <= n * floor y p q) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma lifted_climbs : forall n d x y p q, 0 < n -> half_open p -> half_open q -> p < 1 \/ q < 1 -> 0 <= x < y ->
  n * floor x p q - d < n * floor y p q - d.
Proof.
  intros n d x y p q n0 p_range q_range some order. pose proof (floor_climbs x y p q p_range q_range some order).
  assert (n * floor x p q < n * floor y p q) by (apply Rmult_lt_compat_l; lra). lra.
Qed.

Lemma negative_for_small : forall a b, a < 0 -> exists v, half_open v /\ v * (a + b * v) < 0.
Proof.
  intros a b a0. pose proof (Rabs_pos b) as b0. set (v := Rmin 1 (- a / (2 * (Rabs b + 1)))).
  assert (v0 : 0 < v) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  assert (v1 : v <= 1) by apply Rmin_l.
  exists v. split; [split; assumption|].
  assert (small : v <= - a / (2 * (Rabs b + 1))) by apply Rmin_r.
  assert (size : b * v <= - a / 2).
  { apply Rle_trans with ((Rabs b + 1) * (- a / (2 * (Rabs b + 1)))); [|right; field; lra].
    apply Rle_trans with (Rabs b * v); [apply Rmult_le_compat_r; [lra | apply Rle_abs]|].
    apply Rmult_le_compat; lra. }
  assert (0 < v * - (a + b * v)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
