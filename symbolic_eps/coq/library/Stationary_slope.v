(** What is not negative at the end 1 of a prior is so everywhere, if it falls along that prior wherever it is 0
    and least along the other one.

    g is a polynomial in two priors u and v; (s - t) k s t v and (y - z) h u y z are what it changes by along u
    and along v, so that k u u v and h u v v are its slopes. *)

From Coq Require Import Reals Lra Classical.
From SymbolicEps Require Import Stationary.
Local Open Scope R_scope.

Lemma near_negative : forall f p q x, smooth f -> unit p -> unit q -> unit x -> f p q x < 0 ->
  exists d, 0 < d /\ forall p' q' x', unit p' -> unit q' -> unit x' ->
    Rabs (p' - p) < d -> Rabs (q' - q) < d -> Rabs (x' - x) < d -> f p' q' x' < 0.
Proof.
  intros f p q x of_f p_unit q_unit x_unit below. destruct (slow f of_f) as [L [L0 near]].
  exists (- f p q x / (3 * L)). split; [apply Rdiv_lt_0_compat; lra|].
  intros p' q' x' p'_unit q'_unit x'_unit p_close q_close x_close.
  specialize (near p q x p' q' x' p_unit q_unit x_unit p'_unit q'_unit x'_unit).
  set (d := - f p q x / (3 * L)) in *. assert (form : L * (3 * d) = - f p q x) by (unfold d; field; lra).
  assert (L * (Rabs (p' - p) + Rabs (q' - q) + Rabs (x' - x)) < L * (3 * d))
    by (apply Rmult_lt_compat_l; lra). lra.
Qed.

Section Slopes.

Variable g : R -> R -> R.
Variables k h : R -> R -> R -> R.
Hypothesis g_smooth : smooth (fun u v _ => g u v).
Hypothesis k_smooth : smooth k.
Hypothesis h_smooth : smooth h.
Hypothesis along_u : forall s t v, g s v - g t v = (s - t) * k s t v.
Hypothesis along_v : forall u y z, g u y - g u z = (y - z) * h u y z.

Lemma none : unit 0.
Proof. split; lra. Qed.

Lemma close_to_itself : forall z d, 0 < d -> Rabs (z - z) < d.
Proof. intros z d d0. replace (z - z) with 0 by ring. rewrite Rabs_R0. assumption. Qed.

(** At a least value along v, g does not fall ahead and does not rise from before. *)
Lemma least_ahead : forall u z, unit u -> 0 <= z < 1 -> g u z = 0 -> (forall y, unit y -> 0 <= g u y) ->
  0 <= h u z z.
Proof.
  intros u z u_unit z_range level least. apply Rnot_lt_le. intros falls.
  destruct (near_negative h u z z h_smooth u_unit) as [d [d0 near]]; [split; lra | split; lra | assumption |].
  pose proof (Rmin_l 1 (z + d / 2)) as to_1. pose proof (Rmin_r 1 (z + d / 2)) as to_d.
  assert (more : z < Rmin 1 (z + d / 2)) by (apply Rmin_glb_lt; lra). set (y := Rmin 1 (z + d / 2)) in *.
  assert (negative : h u y z < 0).
  { apply near; try (split; lra); try (apply close_to_itself; assumption); [assumption|].
    rewrite Rabs_pos_eq; lra. }
  pose proof (along_v u y z). pose proof (least y ltac:(split; lra)).
  assert (0 < (y - z) * - h u y z) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma least_before : forall u z, unit u -> 0 < z <= 1 -> g u z = 0 -> (forall y, unit y -> 0 <= g u y) ->
  h u z z <= 0.
Proof.
  intros u z u_unit z_range level least. apply Rnot_lt_le. intros rises.
  destruct (near_negative (fun u y z => - h u y z) u z z) as [d [d0 near]];
    [apply smooth_opposite; assumption | assumption | split; lra | split; lra | lra |].
  pose proof (Rmax_l 0 (z - d / 2)) as to_0. pose proof (Rmax_r 0 (z - d / 2)) as to_d.
  assert (less : Rmax 0 (z - d / 2) < z) by (apply Rmax_lub_lt; lra). set (y := Rmax 0 (z - d / 2)) in *.
  assert (negative : - h u y z < 0).
  { apply near; try (split; lra); try (apply close_to_itself; assumption); [assumption|].
    rewrite Rabs_left1; lra. }
  pose proof (along_v u y z). pose proof (least y ltac:(split; lra)).
  assert (0 < (z - y) * h u y z) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** * The theorem of `symbolic_eps.minimum.reductions.by_stationary_slope` *)

Hypothesis inside : forall u v, half_open u -> 0 < v < 1 -> g u v = 0 -> h u v v = 0 -> k u u v < 0.
Hypothesis at_0 : forall u, half_open u -> g u 0 = 0 -> 0 <= h u 0 0 -> k u u 0 < 0.
Hypothesis at_1 : forall u, half_open u -> g u 1 = 0 -> h u 1 1 <= 0 -> k u u 1 < 0.
Hypothesis at_end : forall v, half_open v -> 0 <= g 1 v.

Lemma falls_where_least : forall u z, half_open u -> unit z -> g u z = 0 -> (forall y, unit y -> 0 <= g u y) ->
  k u u z < 0.
Proof.
  intros u z u_range z_range level least. assert (u_unit : unit u) by (destruct u_range; split; lra).
  destruct z_range as [[z0|<-] [z1|equal]]; [| subst z | | lra].
  - apply inside; try assumption; [split; assumption|].
    pose proof (least_ahead u z u_unit ltac:(lra) level least).
    pose proof (least_before u z u_unit ltac:(lra) level least). lra.
  - apply at_1; try assumption. apply least_before; try assumption. lra.
  - apply at_0; try assumption. apply least_ahead; try assumption. lra.
Qed.

Lemma at_whole_end : forall y, unit y -> 0 <= g 1 y.
Proof.
  intros y y_unit. apply Rnot_lt_le. intros below.
  destruct (near_negative (fun u v _ => g u v) 1 y 0 g_smooth) as [d [d0 near]];
    [split; lra | assumption | exact none | assumption |].
  destruct y_unit as [[y0|<-] y1].
  { pose proof (at_end y ltac:(split; assumption)). lra. }
  pose proof (Rmin_l 1 (d / 2)) as to_1. pose proof (Rmin_r 1 (d / 2)) as to_d.
  assert (more : 0 < Rmin 1 (d / 2)) by (apply Rmin_glb_lt; lra). set (z := Rmin 1 (d / 2)) in *.
  assert (g 1 z < 0).
  { apply (near 1 z 0); try (split; lra); try (apply close_to_itself; assumption). rewrite Rabs_pos_eq; lra. }
  pose proof (at_end z ltac:(split; assumption)). lra.
Qed.

(** g is negative somewhere at each place from u on, up to a last place t: there it is not negative, but 0
    where it is not positive, and falls; so it is not negative a little before t either. *)
Theorem by_stationary_slope : forall u v, half_open u -> half_open v -> 0 <= g u v.
Proof.
  intros u v u_range v_range. apply Rnot_lt_le. intros below.
  assert (v_unit : unit v) by (destruct v_range; split; lra).
  set (E := fun c => u <= c <= 1 /\ forall s, u <= s <= c -> exists y, unit y /\ g s y < 0).
  destruct u_range as [u0 u1].
  assert (at_u : E u).
  { split; [lra|]. intros s s_range. exists v. split; [assumption|]. replace s with u by lra. assumption. }
  destruct (completeness E) as [t [above least]].
  { exists 1. intros c [c_range _]. lra. }
  { exists u. assumption. }
  assert (t_range : u <= t <= 1) by (split; [apply above; assumption | apply least; intros c [? _]; lra]).
  assert (next : forall e, e < t -> exists c, E c /\ e < c <= t).
  { intros e e_t. apply NNPP. intros nothing. assert (t <= e); [|lra]. apply least. intros c c_E.
    apply Rnot_lt_le. intros less. apply nothing. exists c. split; [assumption|].
    split; [assumption | apply above; assumption]. }
  assert (good : forall y, unit y -> 0 <= g t y).
  { intros y y_unit. apply Rnot_lt_le. intros negative.
    assert (t1 : t < 1).
    { destruct (Req_dec t 1) as [equal|]; [|lra]. rewrite equal in negative. pose proof (at_whole_end y y_unit). lra. }
    destruct (near_negative (fun u v _ => g u v) t y 0 g_smooth) as [d [d0 near]];
      [split; lra | assumption | exact none | assumption |].
    pose proof (Rmin_l 1 (t + d / 2)) as to_1. pose proof (Rmin_r 1 (t + d / 2)) as to_d.
    assert (more : t < Rmin 1 (t + d / 2)) by (apply Rmin_glb_lt; lra).
    assert (E (Rmin 1 (t + d / 2))) as further; [|pose proof (above _ further); lra].
    split; [lra|]. intros s s_range. destruct (Rlt_or_le s t) as [early|late].
    - destruct (next s early) as [c [[_ negative_up_to] c_range]]. apply negative_up_to. lra.
    - exists y. split; [assumption|]. apply (near s y 0); try (split; lra); try assumption;
        try (apply close_to_itself; assumption). rewrite Rabs_pos_eq; lra. }
  destruct (uniform (fun y d => forall s, u <= s <= t -> t - s < d -> 0 <= g s y) 0 1) as [d [d0 before]].
  - intros z d e order far s s_range close. apply far; lra.
  - intros z z_unit. destruct (Rle_lt_or_eq_dec _ _ (good z z_unit)) as [positive|level].
    + destruct (near_negative (fun u v _ => - g u v) t z 0) as [d [d0 near]];
        [apply (smooth_opposite (fun u v _ => g u v)); assumption | split; lra | assumption | exact none | lra |].
      exists d. split; [assumption|]. intros y y_unit close s s_range s_close.
      assert (- g s y < 0); [|lra]. apply (near s y 0); try (split; lra); try assumption;
        try (apply close_to_itself; assumption). rewrite Rabs_left1; lra.
    + assert (falls : k t t z < 0) by (apply falls_where_least; [split; lra | assumption | lra | assumption]).
      destruct (near_negative k t t z k_smooth) as [d [d0 near]];
        [split; lra | split; lra | assumption | assumption |].
      exists d. split; [assumption|]. intros y y_unit close s s_range s_close.
      assert (slope : k s t y < 0).
      { apply near; try (split; lra); try assumption; try (apply close_to_itself; assumption).
        rewrite Rabs_left1; lra. }
      pose proof (along_u s t y). pose proof (good y y_unit).
      assert (0 <= (t - s) * - k s t y) by (apply Rmult_le_pos; lra). lra.
  - destruct (next (t - d)) as [c [[c_range negative] c_t]]; [lra|].
    destruct (negative c) as [y [y_unit less]]; [lra|].
    pose proof (before y y_unit c ltac:(lra) ltac:(lra)). lra.
Qed.

End Slopes.
