(** r* = 1 + a/p + b/q: where the bound is enough at one x = e^-eps, that of an end.

    P = n floor(x) - d is quadratic in q, and its discriminant D is of degree 4 in p. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Bound Budget Profiles Stationary.
Local Open Scope R_scope.

(** A product of what is not 0. *)
Ltac nonzero_parts := first [lra | apply Rmult_integral_contrapositive_currified; nonzero_parts | nonzero].

(** A sum of products of powers of what is positive. *)
Ltac positive_terms :=
  repeat first [assumption | lra | apply Rplus_lt_0_compat | apply Rmult_lt_0_compat | apply pow_lt].

(** * Signs of products c m with c > 0 *)

Lemma product_at_most_0 : forall v c m, v = c * m -> 0 < c -> m <= 0 -> v <= 0.
Proof. intros v c m -> c0 m0. assert (0 <= c * - m) by (apply Rmult_le_pos; lra). lra. Qed.

Lemma product_below_0 : forall v c m, v = c * m -> 0 < c -> m < 0 -> v < 0.
Proof. intros v c m -> c0 m0. assert (0 < c * - m) by (apply Rmult_lt_0_compat; lra). lra. Qed.

Lemma product_above_0 : forall v c m, v = c * m -> 0 < c -> 0 < m -> 0 < v.
Proof. intros v c m -> c0 m0. apply Rmult_lt_0_compat; assumption. Qed.

Lemma factor_at_least_0 : forall v c m, v = c * m -> 0 < c -> 0 <= v -> 0 <= m.
Proof. intros v c m form c0 v0. apply Rnot_lt_le. intros less. pose proof (product_below_0 v c m form c0 less). lra. Qed.

Lemma factor_at_most_0 : forall v c m, v = c * m -> 0 < c -> v <= 0 -> m <= 0.
Proof. intros v c m form c0 v0. apply Rnot_lt_le. intros less. pose proof (product_above_0 v c m form c0 less). lra. Qed.

Lemma factor_above_0 : forall v c m, v = c * m -> 0 < c -> 0 < v -> 0 < m.
Proof. intros v c m form c0 v0. apply Rnot_le_lt. intros le. pose proof (product_at_most_0 v c m form c0 le). lra. Qed.

Lemma factor_below_0 : forall v c m, v = c * m -> 0 < c -> v < 0 -> m < 0.
Proof.
  intros v c m form c0 v0. apply Rnot_le_lt. intros le.
  assert (0 <= c * m) by (apply Rmult_le_pos; lra). lra.
Qed.

(** * Polynomials of degree 4 *)

Definition quartic (c0 c1 c2 c3 c4 t : R) : R := c0 + c1 * t + c2 * t^2 + c3 * t^3 + c4 * t^4.

Lemma crossing : forall c0 c1 c2 c3 c4 s t, s <= t ->
  quartic c0 c1 c2 c3 c4 s * quartic c0 c1 c2 c3 c4 t <= 0 ->
  exists z, s <= z <= t /\ quartic c0 c1 c2 c3 c4 z = 0.
Proof.
  intros c0 c1 c2 c3 c4 s t order signs.
  destruct (IVT_cor (quartic c0 c1 c2 c3 c4) s t) as [z [range zero]]; try assumption.
  - unfold quartic. reg.
  - exists z. split; assumption.
Qed.

Lemma four_times : forall u v, 0 < u -> 0 < v -> 0 < 4 * u * v.
Proof. intros. repeat apply Rmult_lt_0_compat; lra. Qed.

Lemma opposite : forall u v, 0 <= u -> v <= 0 -> u * v <= 0.
Proof. intros u v u0 v0. assert (0 <= u * - v) by (apply Rmult_le_pos; lra). lra. Qed.

(** Two roots divided out; D' where the rest vanishes. *)
Lemma two_roots : forall c0 c1 c2 c3 c4 y z, y <> z ->
  quartic c0 c1 c2 c3 c4 y = 0 -> quartic c0 c1 c2 c3 c4 z = 0 ->
  exists m n,
    (forall t, quartic c0 c1 c2 c3 c4 t = (t - y) * (t - z) * (c4 * t^2 + m * t + n)) /\
    (forall t, c1 + 2 * c2 * t + 3 * c3 * t^2 + 4 * c4 * t^3 =
      (2 * t - y - z) * (c4 * t^2 + m * t + n) + (t - y) * (t - z) * (2 * c4 * t + m)).
Proof.
  intros c0 c1 c2 c3 c4 y z distinct at_y at_z.
  set (m := c3 + (y + z) * c4). set (n := c2 + (y + z) * m - y * z * c4).
  set (k := c1 + (y + z) * n - y * z * m).
  assert (form : forall t, quartic c0 c1 c2 c3 c4 t =
    (t - y) * (t - z) * (c4 * t^2 + m * t + n) + k * t + (c0 - y * z * n))
    by (intros; unfold k, n, m, quartic; ring).
  rewrite form in at_y, at_z.
  assert (k0 : k = 0).
  { apply (Rmult_eq_reg_r (y - z)); [|lra]. replace (y - y) with 0 in at_y by ring.
    replace (z - z) with 0 in at_z by ring. lra. }
  assert (rest : c0 - y * z * n = 0).
  { replace (y - y) with 0 in at_y by ring. rewrite k0 in at_y. lra. }
  exists m, n. split; intros t.
  - rewrite form, k0, rest. ring.
  - transitivity ((2 * t - y - z) * (c4 * t^2 + m * t + n) + (t - y) * (t - z) * (2 * c4 * t + m) + k);
      [unfold k, n, m; ring | rewrite k0; ring].
Qed.

(** * Cubic polynomials *)

Definition cubic_discriminant (k0 k1 k2 k3 : R) : R :=
  k2^2 * k1^2 - 4 * k3 * k1^3 - 4 * k2^3 * k0 + 18 * k3 * k2 * k1 * k0 - 27 * k3^2 * k0^2.

Lemma positive_square : forall u, u <> 0 -> 0 < u * u.
Proof. intros u some. apply Rsqr_pos_lt in some. exact some. Qed.

(** It changes its sign twice, and once more at the latest beyond. *)
Lemma three_roots : forall k0 k1 k2 k3 o u s, o < u < s -> k3 < 0 ->
  0 < quartic k0 k1 k2 k3 0 o -> quartic k0 k1 k2 k3 0 u < 0 -> 0 < quartic k0 k1 k2 k3 0 s ->
  0 < cubic_discriminant k0 k1 k2 k3.
Proof.
  intros k0 k1 k2 k3 o u s order falling at_o at_u at_s.
  destruct (crossing k0 k1 k2 k3 0 o u) as [y [y_range at_y]]; [lra | apply opposite; lra |].
  destruct (crossing k0 k1 k2 k3 0 u s) as [z [z_range at_z]]; [lra | rewrite Rmult_comm; apply opposite; lra |].
  assert (y < u) by (destruct (Req_dec y u) as [equal|]; [rewrite equal in at_y|]; lra).
  assert (u < z) by (destruct (Req_dec u z) as [equal|]; [rewrite <- equal in at_z|]; lra).
  assert (z < s) by (destruct (Req_dec z s) as [equal|]; [rewrite equal in at_z|]; lra).
  destruct (two_roots k0 k1 k2 k3 0 y z) as [m [n [form _]]]; [lra | assumption | assumption |].
  pose proof (form 0) as at_0. pose proof (form 1) as at_1. pose proof (form (-1)) as below.
  pose proof (form 2) as at_2. unfold quartic in at_0, at_1, below, at_2.
  assert (m3 : k3 = m) by lra. assert (e2 : k2 = n - m * (y + z)) by lra.
  assert (e1 : k1 = m * (y * z) - n * (y + z)) by lra. assert (e0 : k0 = n * (y * z)) by lra.
  assert (third : 0 < m * s + n).
  { rewrite form in at_s. assert (sides : 0 < (s - y) * (s - z)) by (apply Rmult_lt_0_compat; lra).
    apply Rnot_le_lt. intros less. pose proof (opposite _ _ (Rlt_le _ _ sides) less). lra. }
  assert (apart : forall t, t <= s -> 0 < m * t + n).
  { intros t t_s. assert (0 <= - m * (s - t)) by (apply Rmult_le_pos; lra). lra. }
  pose proof (apart y ltac:(lra)) as far_y. pose proof (apart z ltac:(lra)) as far_z.
  assert (whole : cubic_discriminant k0 k1 k2 k3 =
    ((y - z) * (m * y + n) * (m * z + n)) * ((y - z) * (m * y + n) * (m * z + n))).
  { unfold cubic_discriminant. rewrite e2, e1, e0, m3. ring. }
  rewrite whole. apply positive_square.
  repeat apply Rmult_integral_contrapositive_currified; lra.
Qed.

(** A positive discriminant: three roots, in order. *)
Lemma roots_in_order : forall k0 k1 k2 k3 o u, o <= u -> k3 < 0 ->
  quartic k0 k1 k2 k3 0 o * quartic k0 k1 k2 k3 0 u <= 0 -> 0 < cubic_discriminant k0 k1 k2 k3 ->
  exists x y z, x < y < z /\ forall t, quartic k0 k1 k2 k3 0 t = k3 * ((t - x) * (t - y) * (t - z)).
Proof.
  intros k0 k1 k2 k3 o u order falling signs positive.
  destruct (crossing k0 k1 k2 k3 0 o u order signs) as [r [_ at_r]].
  set (m := k2 + k3 * r). set (n := k1 + m * r).
  assert (form : forall t, quartic k0 k1 k2 k3 0 t = (t - r) * (k3 * t^2 + m * t + n)).
  { intros t. transitivity ((t - r) * (k3 * t^2 + m * t + n) + quartic k0 k1 k2 k3 0 r);
      [unfold quartic, n, m; ring | rewrite at_r; ring]. }
  pose proof (form 0) as at_0. unfold quartic in at_0.
  assert (e0 : k0 = - r * n) by lra.
  assert (whole : cubic_discriminant k0 k1 k2 k3 =
    (m^2 - 4 * k3 * n) * ((k3 * r^2 + m * r + n) * (k3 * r^2 + m * r + n))).
  { unfold cubic_discriminant. rewrite e0. replace k2 with (m - k3 * r) by (unfold m; ring).
    replace k1 with (n - m * r) by (unfold n; ring). ring. }
  rewrite whole in positive.
  assert (simple : k3 * r^2 + m * r + n <> 0) by (intros zero; rewrite zero in positive; lra).
  assert (inner : 0 < m^2 - 4 * k3 * n).
  { pose proof (positive_square _ simple). apply Rnot_le_lt. intros less.
    assert (0 <= - (m^2 - 4 * k3 * n) * ((k3 * r^2 + m * r + n) * (k3 * r^2 + m * r + n)))
      by (apply Rmult_le_pos; lra). lra. }
  set (w := sqrt (m^2 - 4 * k3 * n)). assert (w0 : 0 < w) by (apply sqrt_lt_R0; assumption).
  assert (square : w * w = m^2 - 4 * k3 * n) by (apply sqrt_sqrt; lra).
  set (y := (- m + w) / (2 * k3)). set (z := (- m - w) / (2 * k3)).
  assert (gap : z - y = w / - k3) by (unfold y, z; field; lra).
  assert (0 < z - y) by (rewrite gap; apply Rdiv_lt_0_compat; lra).
  assert (factors : forall t, k3 * t^2 + m * t + n = k3 * ((t - y) * (t - z))).
  { intros t. replace (k3 * ((t - y) * (t - z))) with (((2 * k3 * t + m)^2 - w * w) / (4 * k3))
      by (unfold y, z; field; lra). rewrite square. field. lra. }
  assert (r_y : r <> y) by (intros equal; apply simple; rewrite factors, equal; ring).
  assert (r_z : r <> z) by (intros equal; apply simple; rewrite factors, equal; ring).
  destruct (Rtotal_order r y) as [less|[equal|more]]; [|contradiction|].
  - exists r, y, z. split; [lra|]. intros t. rewrite form, factors. ring.
  - destruct (Rtotal_order r z) as [less|[equal|beyond]]; [|contradiction|].
    + exists y, r, z. split; [lra|]. intros t. rewrite form, factors. ring.
    + exists y, z, r. split; [lra|]. intros t. rewrite form, factors. ring.
Qed.

Section Bound.

Variables a b x : R.
Hypothesis a0 : 0 < a.
Hypothesis b0 : 0 < b.
Hypothesis x_range : 0 < x < 1.

(** P = first q^2 + middle q + last. *)
Definition first (p : R) : R := (p + a) * (p * (1 - x * x)).
Definition middle (p : R) : R := (p + a) * (x * (1 - p * (1 - x))) + b * p * (p * (1 - x * x)) - p.
Definition last (p : R) : R := b * p * (x * (1 - p * (1 - x))).
Definition lifted (p q : R) : R := (p * q + a * q + b * p) * floor x p q - p * q.

Lemma lifted_form : forall p q, lifted p q = first p * q^2 + middle p * q + last p.
Proof. intros. unfold lifted, first, middle, last. rewrite floor_form. ring. Qed.

(** D. *)
Definition spread (p : R) : R := middle p * middle p - 4 * first p * last p.

Definition d0 : R := a^2 * x^2.
Definition d1 : R := - 2 * a * x * ((1 - x) * (1 + a * x)).
Definition d2 : R := ((1 - x) * (1 + a * x))^2 - 2 * a * x * ((1 - x) * (x - b * (1 + x)))
  - 4 * b * x * (1 - x * x) * a.
Definition d3 : R := 2 * ((1 - x) * (1 + a * x)) * ((1 - x) * (x - b * (1 + x)))
  - 4 * b * x * (1 - x * x) * (1 - a * (1 - x)).
Definition d4 : R := ((1 - x) * (x - b * (1 + x)))^2 + 4 * b * x * (1 - x * x) * (1 - x).

Lemma spread_form : forall p, spread p = quartic d0 d1 d2 d3 d4 p.
Proof. intros. unfold spread, middle, first, last, quartic, d0, d1, d2, d3, d4. ring. Qed.

Lemma squares : 0 < 1 - x * x.
Proof. assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra). lra. Qed.

Lemma d4_positive : 0 < d4.
Proof.
  unfold d4. pose proof squares. pose proof (pow2_ge_0 ((1 - x) * (x - b * (1 + x)))).
  assert (0 < 4 * b * x * (1 - x * x) * (1 - x)) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma first_positive : forall p, half_open p -> 0 < first p.
Proof. intros p [p0 p1]. unfold first. pose proof squares. repeat apply Rmult_lt_0_compat; lra. Qed.

Lemma last_positive : forall p, half_open p -> 0 < last p.
Proof.
  intros p [p0 p1]. unfold last. assert (p * (1 - x) <= 1 * (1 - x)) by (apply Rmult_le_compat_r; lra).
  repeat apply Rmult_lt_0_compat; lra.
Qed.

(** P < 0 at p and some q: D > 0, and P falls at q = 0. *)
Lemma fails : forall p q, half_open p -> half_open q -> lifted p q < 0 -> 0 < spread p /\ middle p < 0.
Proof.
  intros p q p_range [q0 q1] less. rewrite lifted_form in less.
  pose proof (first_positive p p_range) as up. pose proof (last_positive p p_range). split.
  - assert (0 < first p * - (first p * q^2 + middle p * q + last p)) by (apply Rmult_lt_0_compat; lra).
    pose proof (pow2_ge_0 (2 * first p * q + middle p)). unfold spread. lra.
  - apply Rnot_le_lt. intros more. assert (0 <= middle p * q) by (apply Rmult_le_pos; lra).
    assert (0 <= first p * q^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]). lra.
Qed.

Lemma middle_form : forall p,
  middle p = quartic (a * x) (- ((1 - x) * (1 + a * x))) (- ((1 - x) * (x - b * (1 + x)))) 0 0 p.
Proof. intros. unfold middle, quartic. ring. Qed.

(** Where P does not fall at 0 any more, D < 0; before, there is such a place. *)
Lemma level_place : forall s t, s < t -> 0 <= s -> t <= 1 -> middle s * middle t <= 0 -> middle t <> 0 ->
  (s = 0 \/ middle s <> 0) -> exists u, s < u < t /\ middle u = 0 /\ spread u < 0.
Proof.
  intros s t order s0 t1 signs at_t at_s.
  destruct (crossing (a * x) (- ((1 - x) * (1 + a * x))) (- ((1 - x) * (x - b * (1 + x)))) 0 0 s t) as [u [range zero]].
  { lra. }
  { rewrite <- !middle_form. assumption. }
  assert (level : middle u = 0) by (rewrite middle_form; exact zero).
  assert (s < u).
  { destruct (Req_dec s u) as [equal|]; [exfalso|lra]. destruct at_s as [zero_s|some].
    - rewrite <- equal, zero_s in level. unfold middle in level.
      assert (0 < a * x) by (apply Rmult_lt_0_compat; assumption || lra). lra.
    - apply some. rewrite equal. assumption. }
  assert (u < t) by (destruct (Req_dec u t) as [equal|]; [rewrite equal in level; contradiction | lra]).
  exists u. split; [lra|]. split; [assumption|]. unfold spread. rewrite level.
  assert (0 < first u) by (apply first_positive; split; lra).
  assert (0 < last u) by (apply last_positive; split; lra).
  assert (0 < 4 * first u * last u) by (apply four_times; assumption). lra.
Qed.

Lemma at_start : 0 < spread 0.
Proof.
  replace (spread 0) with ((a * x) * (a * x)) by (unfold spread, middle, first, last; ring).
  apply positive_square. assert (0 < a * x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma middle_0 : 0 < middle 0.
Proof. unfold middle. assert (0 < a * x) by (apply Rmult_lt_0_compat; lra). lra. Qed.

(** * At the end p = 1, where D vanishes *)

Definition k0 : R := d0.
Definition k1 : R := d0 + d1.
Definition k2 : R := d0 + d1 + d2.
Definition k3 : R := - d4.

Lemma spread_at_end : forall p, spread 1 = 0 -> spread p = (1 - p) * quartic k0 k1 k2 k3 0 p.
Proof.
  intros p. rewrite !spread_form. intros at_1.
  transitivity ((1 - p) * quartic k0 k1 k2 k3 0 p + quartic d0 d1 d2 d3 d4 1 * p^3);
    [unfold quartic, k0, k1, k2, k3; ring | rewrite at_1; ring].
Qed.

Theorem enough_at_first : spread 1 = 0 -> cubic_discriminant k0 k1 k2 k3 <= 0 ->
  forall p q, half_open p -> half_open q -> 0 <= lifted p q.
Proof.
  intros at_1 few p q p_range q_range. apply Rnot_lt_le. intros less.
  destruct (fails p q p_range q_range less) as [wide falls]. destruct p_range as [p0 p1].
  assert (inside : p < 1) by (destruct (Req_dec p 1) as [equal|]; [rewrite equal in wide|]; lra).
  pose proof middle_0 as start.
  destruct (level_place 0 p) as [u [u_range [_ narrow]]]; try lra.
  { apply opposite; lra. }
  assert (0 < cubic_discriminant k0 k1 k2 k3); [|lra].
  pose proof d4_positive. pose proof at_start as at_0.
  rewrite (spread_at_end p at_1) in wide. rewrite (spread_at_end u at_1) in narrow.
  rewrite (spread_at_end 0 at_1) in at_0.
  assert (sign : forall t, t < 1 -> 0 < (1 - t) * quartic k0 k1 k2 k3 0 t -> 0 < quartic k0 k1 k2 k3 0 t).
  { intros t t1 product. apply Rnot_le_lt. intros le. pose proof (opposite (1 - t) _ ltac:(lra) le). lra. }
  apply (three_roots k0 k1 k2 k3 0 u p).
  - lra.
  - unfold k3. lra.
  - apply sign; [lra | assumption].
  - apply Rnot_le_lt. intros le. assert (0 <= (1 - u) * quartic k0 k1 k2 k3 0 u) by (apply Rmult_le_pos; lra). lra.
  - apply sign; assumption.
Qed.

(** For p < 0, D > 0. *)
Lemma wide_below : forall p, p < 0 -> 0 < spread p.
Proof.
  intros p negative. unfold spread. pose proof squares as square.
  assert (rest : 0 < 1 - p * (1 - x)) by (assert (0 < - p * (1 - x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (form : first p * last p = (p + a) * (p * p * (b * (1 - x * x) * (x * (1 - p * (1 - x))))))
    by (unfold first, last; ring).
  assert (pp : 0 < p * p) by (apply positive_square; lra).
  assert (others : 0 < p * p * (b * (1 - x * x) * (x * (1 - p * (1 - x)))))
    by (apply Rmult_lt_0_compat; [assumption | repeat apply Rmult_lt_0_compat; lra]).
  destruct (Rlt_or_le 0 (p + a)) as [above|below].
  - set (u := (p + a) * (x * (1 - p * (1 - x)))). set (v := b * p * (p * (1 - x * x))).
    assert (u0 : 0 < u) by (unfold u; repeat apply Rmult_lt_0_compat; lra).
    assert (v0 : 0 < v).
    { replace v with (p * p * (b * (1 - x * x))) by (unfold v; ring).
      apply Rmult_lt_0_compat; [assumption | repeat apply Rmult_lt_0_compat; lra]. }
    assert (product : first p * last p = u * v) by (unfold first, last, u, v; ring).
    replace (middle p) with (u + v - p) by (unfold middle, u, v; ring).
    assert (0 < - p * (2 * (u + v) - p)) by (apply Rmult_lt_0_compat; lra).
    pose proof (pow2_ge_0 (u - v)). lra.
  - assert (le : first p * last p <= 0).
    { rewrite form, Rmult_comm. apply opposite; lra. }
    destruct below as [beyond|equal].
    + assert (0 < - (p + a) * (p * p * (b * (1 - x * x) * (x * (1 - p * (1 - x)))))) by (apply Rmult_lt_0_compat; lra).
      pose proof (Rle_0_sqr (middle p)) as whole. unfold Rsqr in whole. lra.
    + assert (0 < middle p * middle p); [|lra]. apply positive_square. unfold middle. rewrite equal.
      assert (0 < p * p * (b * (1 - x * x)))
        by (apply Rmult_lt_0_compat; [assumption | repeat apply Rmult_lt_0_compat; lra]). lra.
Qed.

(** Where D > 0 and P does not fall at q = 0, D > 0 before, too. *)
Lemma wide_before : forall t s, 0 < t < s -> s < 1 -> b <= 1 -> 0 < spread s -> 0 <= middle s -> 0 < spread t.
Proof.
  intros t s order s1 b1 wide rising. pose proof squares as square.
  assert (parts : forall p, 0 < p < 1 -> exists u v, 0 < u /\ 0 < v /\
    u = (p + a) * (x * (1 - p * (1 - x))) / p /\ v = b * p * (1 - x * x) /\
    middle p = p * (u + v - 1) /\ spread p = p * p * ((u + v - 1)^2 - 4 * u * v)).
  { intros p p_range. assert (p * (1 - x) <= 1 * (1 - x)) by (apply Rmult_le_compat_r; lra).
    exists ((p + a) * (x * (1 - p * (1 - x))) / p), (b * p * (1 - x * x)). repeat split.
    - apply Rdiv_lt_0_compat; [repeat apply Rmult_lt_0_compat; lra | lra].
    - repeat apply Rmult_lt_0_compat; lra.
    - unfold middle. field. lra.
    - unfold spread, middle, first, last. field. lra. }
  destruct (parts s) as [u [v [u0 [v0 [u_s [v_s [middle_s spread_s]]]]]]]; [lra|].
  destruct (parts t) as [u' [v' [u'0 [v'0 [u_t [v_t [_ spread_t]]]]]]]; [lra|].
  assert (more_u : u < u').
  { assert (gap : u' - u = (s - t) * (x * (a / (s * t) + (1 - x)))) by (rewrite u_s, u_t; field; lra).
    assert (0 < a / (s * t)) by (apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; lra).
    assert (0 < (s - t) * (x * (a / (s * t) + (1 - x)))) by (repeat apply Rmult_lt_0_compat; lra). lra. }
  assert (less_v : v' < v).
  { rewrite v_s, v_t. assert (0 < b * (1 - x * x) * (s - t)) by (repeat apply Rmult_lt_0_compat; lra). lra. }
  assert (v1 : v < 1).
  { rewrite v_s. assert (b * (s * (1 - x * x)) <= 1 * (s * (1 - x * x)))
      by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
    assert (s * (1 - x * x) < 1 * 1); [|lra]. apply Rmult_le_0_lt_compat; try lra.
    assert (0 < x * x) by (apply Rmult_lt_0_compat; lra). lra. }
  rewrite middle_s in rising. rewrite spread_s in wide. rewrite spread_t.
  assert (ss : 0 < s * s) by (apply Rmult_lt_0_compat; lra).
  assert (tt : 0 < t * t) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_lt_0_compat; [assumption|].
  assert (above : 0 <= u + v - 1).
  { apply Rnot_lt_le. intros below. assert (0 < s * - (u + v - 1)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (apart : 0 < (u + v - 1)^2 - 4 * u * v).
  { apply Rnot_le_lt. intros below. pose proof (opposite _ _ (Rlt_le _ _ ss) below). lra. }
  set (i := sqrt u). set (j := sqrt v). set (i' := sqrt u'). set (j' := sqrt v').
  assert (ii : i * i = u) by (apply sqrt_sqrt; lra). assert (jj : j * j = v) by (apply sqrt_sqrt; lra).
  assert (ii' : i' * i' = u') by (apply sqrt_sqrt; lra). assert (jj' : j' * j' = v') by (apply sqrt_sqrt; lra).
  assert (i0 : 0 < i) by (apply sqrt_lt_R0; lra). assert (j0 : 0 < j) by (apply sqrt_lt_R0; lra).
  assert (j'0 : 0 < j') by (apply sqrt_lt_R0; lra).
  assert (i < i') by (apply sqrt_lt_1; lra). assert (j' < j) by (apply sqrt_lt_1; lra).
  assert (j1 : j < 1) by (unfold j; rewrite <- sqrt_1; apply sqrt_lt_1; lra).
  assert (split : forall m n, (m * m + n * n - 1)^2 - 4 * (m * m) * (n * n) =
    ((m + n)^2 - 1) * ((m - n - 1) * (m - n + 1))) by (intros; ring).
  rewrite <- ii, <- jj, split in apart. rewrite <- ii', <- jj', split.
  assert (large : 1 < i - j).
  { apply Rnot_le_lt. intros small.
    assert (outer : 0 <= (i + j)^2 - 1) by (assert (0 < i * j) by (apply Rmult_lt_0_compat; lra); rewrite <- ii, <- jj in above; lra).
    assert (inner : (i - j + 1) * (i - j - 1) <= 0) by (apply opposite; lra).
    pose proof (opposite _ _ outer inner). lra. }
  assert (0 < (i' + j')^2 - 1).
  { assert (0 < (i' + j' - 1) * (i' + j' + 1)) by (apply Rmult_lt_0_compat; lra). lra. }
  repeat apply Rmult_lt_0_compat; lra.
Qed.

(** The sum of the roots of D, without the end, is less than 2, and more than three times the place up to which
    P falls to q = 1: then three real ones are all inside, and P is negative next to the largest. *)
Theorem not_enough_at_first : b <= 1 -> spread 1 = 0 -> 0 < cubic_discriminant k0 k1 k2 k3 ->
  quartic k0 k1 k2 k3 0 1 < 0 -> k2 + 2 * k3 < 0 ->
  0 < (1 - x * x + b * x * (1 - x)) * k2 + 3 * (b * x - a * (1 - x * x)) * k3 ->
  exists p q, half_open p /\ half_open q /\ lifted p q < 0.
Proof.
  intros b1 at_1 many after low high. pose proof squares as square. pose proof d4_positive as lead.
  assert (falling : k3 < 0) by (unfold k3; lra).
  assert (start : 0 < quartic k0 k1 k2 k3 0 0).
  { pose proof at_start as at_0. rewrite (spread_at_end _ at_1) in at_0. lra. }
  destruct (roots_in_order k0 k1 k2 k3 0 1) as [r [t [z [order form]]]]; try assumption; try lra.
  { apply opposite; lra. }
  pose proof (form 0) as c0. pose proof (form 1) as c1. pose proof (form 2) as c2. pose proof (form (-1)) as c_1.
  assert (sum_form : k2 = - k3 * (r + t + z)) by (unfold quartic in c0, c1, c2, c_1; lra).
  assert (below_0 : forall p, p < 0 -> 0 < quartic k0 k1 k2 k3 0 p).
  { intros p negative. pose proof (wide_below p negative) as wide. rewrite (spread_at_end _ at_1) in wide.
    apply Rnot_le_lt. intros le. pose proof (opposite (1 - p) _ ltac:(lra) le). lra. }
  assert (r0 : 0 < r).
  { apply Rnot_le_lt. intros [negative|equal].
    - pose proof (below_0 r negative) as positive. rewrite form in positive. replace (r - r) with 0 in positive by ring. lra.
    - rewrite form, equal in start. replace (0 - 0) with 0 in start by ring. lra. }
  assert (sum_low : r + t + z < 2).
  { apply Rnot_le_lt. intros more. assert (0 <= - k3 * (r + t + z - 2)) by (apply Rmult_le_pos; lra). lra. }
  assert (z1 : z < 1).
  { apply Rnot_le_lt. intros more. rewrite c1 in after.
    assert (0 <= - ((1 - r) * (1 - t))).
    { apply Rnot_lt_le. intros both. assert (t1 : r < 1 /\ t < 1 \/ 1 < r).
      { destruct (Rlt_or_le t 1); [left; lra|]. right. apply Rnot_le_lt. intros r1.
        pose proof (opposite (1 - r) (1 - t) ltac:(lra) ltac:(lra)). lra. }
      destruct t1 as [[r1 t1]|r1]; [|lra].
      assert (0 <= - k3 * ((1 - r) * (1 - t) * - (1 - z))); [|lra].
      repeat apply Rmult_le_pos; lra. }
    destruct (Rlt_or_le t 1) as [t1|t1].
    - assert (0 < (1 - r) * (1 - t)) by (apply Rmult_lt_0_compat; lra). lra.
    - lra. }
  set (turn := 1 - x * x + b * x * (1 - x)) in *. set (away := b * x - a * (1 - x * x)) in *.
  assert (turn0 : 0 < turn) by (unfold turn; assert (0 < b * x * (1 - x)) by (repeat apply Rmult_lt_0_compat; lra); lra).
  assert (z_turn : 0 < turn * z - away).
  { apply Rnot_le_lt. intros less. rewrite sum_form in high.
    assert (0 < - k3 * (turn * (r + t + z) - 3 * away)) by lra.
    assert (inner : 0 < turn * (r + t + z) - 3 * away).
    { apply Rnot_le_lt. intros le. pose proof (opposite (- k3) _ ltac:(lra) le). lra. }
    assert (0 < turn * (2 * z - r - t)) by (apply Rmult_lt_0_compat; lra). lra. }
  set (s := Rmax t (away / turn)).
  assert (s_z : s < z).
  { unfold s. apply Rmax_lub_lt; [lra|]. apply (Rmult_lt_reg_l turn); [assumption|].
    replace (turn * (away / turn)) with away by (field; lra). lra. }
  pose proof (Rmax_l t (away / turn)) as s_t. pose proof (Rmax_r t (away / turn)) as s_away. fold s in s_t, s_away.
  set (p := (s + z) / 2). assert (p_range : s < p < z) by (unfold p; lra).
  assert (half : half_open p) by (split; lra).
  assert (wide : 0 < spread p).
  { rewrite (spread_at_end _ at_1), form.
    assert (0 < (1 - p) * (- k3 * ((p - r) * (p - t) * (z - p)))); [repeat apply Rmult_lt_0_compat; lra | lra]. }
  assert (falls : middle p < 0).
  { apply Rnot_le_lt. intros rising. pose proof (wide_before t p ltac:(lra) ltac:(lra) b1 wide rising) as before.
    rewrite (spread_at_end _ at_1), form in before. replace (t - t) with 0 in before by ring. lra. }
  pose proof (first_positive p half) as up.
  assert (beyond : last p < first p).
  { assert (gap : first p - last p = p * (turn * p - away)) by (unfold first, last, turn, away; ring).
    assert (away < turn * p).
    { apply Rle_lt_trans with (turn * s); [|apply Rmult_lt_compat_l; lra].
      apply Rle_trans with (turn * (away / turn)); [right; field; lra | apply Rmult_le_compat_l; lra]. }
    assert (0 < p * (turn * p - away)) by (apply Rmult_lt_0_compat; lra). lra. }
  destruct (Rlt_or_le (2 * first p) (- middle p)) as [far|near].
  - exists p, 1. split; [assumption|]. split; [split; lra|]. rewrite lifted_form. lra.
  - set (q := - middle p / (2 * first p)). exists p, q. split; [assumption|].
    assert (q_range : half_open q).
    { split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_l (2 * first p)); [lra|].
      unfold q. replace (2 * first p * (- middle p / (2 * first p))) with (- middle p) by (field; lra). lra. }
    split; [assumption|].
    assert (lifted p q = - spread p / (4 * first p)) as ->.
    { rewrite lifted_form. unfold spread, q. field. lra. }
    assert (0 < spread p / (4 * first p)) by (apply Rdiv_lt_0_compat; lra).
    replace (- spread p / (4 * first p)) with (- (spread p / (4 * first p))) by (field; lra). lra.
Qed.

(** D at the end. *)
Lemma spread_1 : spread 1 = ((1 + a + b) * x^2 + 1 - b)^2 - 4 * (1 + a) * x^2.
Proof. unfold spread, middle, first, last. ring. Qed.

(** * At the end q = 1, where P and its slope vanish at v, and P does not rise with q *)

Definition slope_at_1 (p : R) : R := 2 * (1 + b) * (1 - x) * p + ((1 + b) * x + a * (1 - x) - 1).

Lemma along_end : forall p v, lifted p 1 = lifted v 1 + slope_at_1 v * (p - v) + (1 + b) * (1 - x) * (p - v)^2.
Proof. intros. unfold lifted, slope_at_1. rewrite !floor_form. ring. Qed.

Theorem enough_at_second : forall v, 0 < v < 1 -> lifted v 1 = 0 -> slope_at_1 v = 0 -> first v <= last v ->
  0 <= middle 1 \/ spread 1 <= 0 -> forall p q, half_open p -> half_open q -> 0 <= lifted p q.
Proof.
  intros v v_range touches even falls at_1 s q s_range q_range. pose proof squares as square.
  assert (end_good : forall p, 0 <= lifted p 1).
  { intros p. rewrite (along_end p v), touches, even.
    assert (0 <= (1 + b) * (1 - x) * (p - v)^2) 
      by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow2_ge_0]). lra. }
  set (turn := 1 - x * x + b * x * (1 - x)). set (away := b * x - a * (1 - x * x)).
  assert (turn0 : 0 < turn) by (unfold turn; assert (0 < b * x * (1 - x)) by (repeat apply Rmult_lt_0_compat; lra); lra).
  assert (gap : forall p, first p - last p = p * (turn * p - away)) by (intros; unfold first, last, turn, away; ring).
  apply Rnot_lt_le. intros less. destruct (fails s q s_range q_range less) as [wide down].
  assert (beyond : away < turn * s).
  { apply Rnot_le_lt. intros before. destruct q_range as [q0 q1].
    pose proof (end_good s) as good. rewrite lifted_form in good, less.
    assert (order : first s <= last s).
    { assert (0 <= s * - (turn * s - away)) by (apply Rmult_le_pos; destruct s_range; lra).
      pose proof (gap s). lra. }
    assert (0 <= q * (first s * 1^2 + middle s * 1 + last s)) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - q) * (last s - first s * q)); [|lra].
    apply Rmult_le_pos; [lra|]. pose proof (first_positive s s_range).
    assert (first s * q <= first s * 1) by (apply Rmult_le_compat_l; lra). lra. }
  assert (v_before : turn * v <= away).
  { apply Rnot_lt_le. intros more. pose proof (gap v).
    assert (0 < v * (turn * v - away)) by (apply Rmult_lt_0_compat; lra). lra. }
  set (w := away / turn). assert (w_form : turn * w = away) by (unfold w; field; lra).
  assert (v_w : v <= w) by (apply (Rmult_le_reg_l turn); lra).
  assert (w_s : w < s) by (apply (Rmult_lt_reg_l turn); lra).
  destruct s_range as [s0 s1].
  assert (v_half : half_open v) by (split; lra).
  pose proof (first_positive v v_half) as first_v. pose proof (last_positive v v_half) as last_v.
  assert (middle_v : middle v = - (first v + last v)) by (rewrite lifted_form in touches; lra).
  assert (spread_v : spread v = (first v - last v)^2) by (unfold spread; rewrite middle_v; ring).
  pose proof middle_0 as start.
  destruct (level_place 0 v) as [u [u_range [_ narrow]]]; try lra.
  { apply opposite; lra. }
  (** One root before u, one after s. *)
  pose proof at_start as at_0. rewrite spread_form in at_0, narrow.
  destruct (crossing d0 d1 d2 d3 d4 0 u) as [z1 [z1_range root1]]; [lra | apply opposite; lra |].
  assert (z1_u : z1 < u) by (destruct (Req_dec z1 u) as [equal|]; [rewrite equal in root1|]; lra).
  assert (last_root : exists z2, s < z2 <= 1 /\ quartic d0 d1 d2 d3 d4 z2 = 0).
  { assert (found : exists t, s < t <= 1 /\ spread t <= 0).
    { assert (below_1 : spread 1 <= 0 \/ 0 < middle 1 \/ middle 1 = 0) by (destruct at_1 as [[]|]; auto).
      destruct (Rle_or_lt (spread 1) 0) as [fine|more].
      - exists 1. split; [|assumption]. split; [|lra].
        destruct (Req_dec s 1) as [equal|]; [rewrite equal in *|]; lra.
      - destruct below_1 as [|[positive|zero]]; [lra | |].
        + assert (s < 1).
          { destruct (Req_dec s 1) as [equal|]; [exfalso; rewrite equal in *|]; lra. }
          destruct (level_place s 1) as [t [t_range [_ t_narrow]]]; try lra.
          { rewrite Rmult_comm. apply opposite; lra. }
          exists t. split; lra.
        + exfalso. unfold spread in more. rewrite zero in more.
          assert (0 < first 1) by (apply first_positive; split; lra).
          assert (0 < last 1) by (apply last_positive; split; lra).
          assert (0 < 4 * first 1 * last 1) by (apply four_times; assumption). lra. }
    destruct found as [t [t_range t_narrow]]. rewrite spread_form in wide, t_narrow.
    destruct (crossing d0 d1 d2 d3 d4 s t) as [z2 [z2_range root2]]; [lra | apply opposite; lra |].
    exists z2. split; [|assumption]. split; [|lra].
    destruct (Req_dec s z2) as [equal|]; [rewrite <- equal in root2|]; lra. }
  destruct last_root as [z2 [z2_range root2]].
  destruct (two_roots d0 d1 d2 d3 d4 z1 z2) as [m [n [form turned]]]; [lra | assumption | assumption |].
  set (rest := fun t => d4 * t^2 + m * t + n). pose proof d4_positive as lead.
  assert (between : forall t, z1 < t < z2 -> 0 < (t - z1) * (z2 - t)) by (intros; apply Rmult_lt_0_compat; lra).
  assert (rest_form : forall t, spread t = - ((t - z1) * (z2 - t)) * rest t)
    by (intros; rewrite spread_form, form; unfold rest; ring).
  assert (rest_s : rest s < 0).
  { apply Rnot_le_lt. intros more. pose proof (between s ltac:(lra)).
    assert (0 <= (s - z1) * (z2 - s) * rest s) by (apply Rmult_le_pos; lra). rewrite rest_form in wide. lra. }
  assert (rest_v : rest v <= 0).
  { apply Rnot_lt_le. intros more. pose proof (between v ltac:(lra)).
    assert (0 < (v - z1) * (z2 - v) * rest v) by (apply Rmult_lt_0_compat; lra).
    rewrite rest_form in spread_v. pose proof (pow2_ge_0 (first v - last v)). lra. }
  destruct v_w as [v_w|v_w].
  - assert (higher : exists t, v < t < s /\ spread t <= 0).
    { assert (w_half : half_open w) by (split; lra).
      assert (equal : first w = last w) by (pose proof (gap w); rewrite w_form in *; lra).
      pose proof (first_positive w w_half) as first_w.
      destruct (Rle_or_lt (middle w) 0) as [low|up].
      - exists w. split; [lra|]. pose proof (end_good w) as good. rewrite lifted_form in good.
        replace (spread w) with ((2 * first w - middle w) * - (2 * first w + middle w))
          by (unfold spread; rewrite <- equal; ring). apply opposite; lra.
      - destruct (level_place v w) as [t [t_range [_ t_narrow]]]; try lra.
        { rewrite Rmult_comm. apply opposite; lra. }
        exists t. split; lra. }
    destruct higher as [t [t_range t_narrow]].
    assert (rest_t : 0 <= rest t).
    { apply Rnot_lt_le. intros low. pose proof (between t ltac:(lra)).
      assert (0 < (t - z1) * (z2 - t) * - rest t) by (apply Rmult_lt_0_compat; lra). rewrite rest_form in t_narrow. lra. }
    assert (bend : rest s * (t - v) = rest t * (s - v) - rest v * (s - t) + d4 * ((s - v) * (s - t) * (t - v)))
      by (unfold rest; ring).
    assert (0 <= rest t * (s - v)) by (apply Rmult_le_pos; lra).
    assert (0 <= - rest v * (s - t)) by (apply Rmult_le_pos; lra).
    assert (0 < d4 * ((s - v) * (s - t) * (t - v))) by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 < - rest s * (t - v)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (equal : first v = last v) by (pose proof (gap v) as even_gap; rewrite v_w, w_form in even_gap; rewrite v_w; lra).
    assert (zero_v : rest v = 0).
    { rewrite equal in spread_v. rewrite rest_form in spread_v. pose proof (between v ltac:(lra)) as some.
      apply (Rmult_eq_reg_l ((v - z1) * (z2 - v))); lra. }
    assert (flat : d1 + 2 * d2 * v + 3 * d3 * v^2 + 4 * d4 * v^3 = 0).
    { transitivity (slope_at_1 v * (middle v - first v - last v)
        + lifted v 1 * (slope_at_1 v - 2 * ((2 * v + a) * (1 - x * x) + b * x * (1 - 2 * v * (1 - x))))
        + 2 * (first v - last v) * ((2 * v + a) * (1 - x * x) - b * x * (1 - 2 * v * (1 - x)))).
      - unfold d1, d2, d3, d4, slope_at_1, lifted, middle, first, last. rewrite floor_form. ring.
      - rewrite even, touches, equal. ring. }
    rewrite turned in flat. fold (rest v) in flat. rewrite zero_v in flat.
    assert (even_rest : 2 * d4 * v + m = 0).
    { pose proof (between v ltac:(lra)) as some. apply (Rmult_eq_reg_l ((v - z1) * (z2 - v))); lra. }
    assert (square_rest : rest s = rest v + (2 * d4 * v + m) * (s - v) + d4 * (s - v)^2) by (unfold rest; ring).
    rewrite zero_v, even_rest in square_rest.
    assert (0 <= d4 * (s - v)^2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]). lra.
Qed.

(** a, b and x by two numbers without bounds, as P and its slope vanish at v. *)
Lemma second_parameters : forall v, 0 < v < 1 -> lifted v 1 = 0 -> slope_at_1 v = 0 -> exists h w, 0 < h /\ 0 < w /\
  x = (1 + h + w) / ((1 + h)^2 * (1 + w)) /\ a = h * w^2 / ((1 + w) * (h * w + h + 2 * w + 1)) /\
  b = h / (1 + w) /\ v = w / (h * w + h + 2 * w + 1).
Proof.
  intros v v_range touches even.
  assert (of_a : a * x = (1 + b) * (1 - x) * v^2).
  { assert (form : lifted v 1 = v * slope_at_1 v + a * x - (1 + b) * (1 - x) * v^2)
      by (unfold lifted, slope_at_1; rewrite floor_form; ring). rewrite touches, even in form. lra. }
  set (m := x + v * (1 - x)).
  assert (m_x : x < m) by (unfold m; assert (0 < v * (1 - x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (m_1 : m < 1) by (unfold m; assert (0 < (1 - v) * (1 - x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (of_b : (1 + b) * m^2 = x).
  { assert (form : (1 + b) * m^2 - x = x * slope_at_1 v - (1 - x) * (a * x - (1 + b) * (1 - x) * v^2))
      by (unfold m, slope_at_1; ring). rewrite even, of_a in form. lra. }
  assert (mm : 0 < m^2) by (apply pow_lt; lra).
  assert (x_mm : 0 < x - m^2) by (assert (0 < b * m^2) by (apply Rmult_lt_0_compat; lra); lra).
  assert (b_is : b = x / m^2 - 1) by (apply (Rmult_eq_reg_r (m^2)); [field_simplify|]; lra).
  assert (v_is : v = (m - x) / (1 - x)) by (unfold m; field; lra).
  assert (a_is : a = (m - x)^2 / ((1 - x) * m^2)).
  { apply (Rmult_eq_reg_r x); [|lra]. rewrite of_a, b_is, v_is. field. lra. }
  exists (1 / m - 1), ((m - x) / (x - m^2)).
  assert (1 < 1 / m) by (apply (Rmult_lt_reg_r m); [|unfold Rdiv; rewrite Rmult_assoc, Rinv_l]; lra).
  split; [lra|]. split; [apply Rdiv_lt_0_compat; lra|].
  assert (nonzero_1 : m - x + (x - m^2) <> 0) by (assert (0 < m * (1 - m)) by (apply Rmult_lt_0_compat; lra); lra).
  split; [|split; [|split]]; [| rewrite a_is | rewrite b_is | rewrite v_is]; field; repeat split; nonzero_parts.
Qed.

End Bound.

(** * At the end p = 1, where D vanishes: a, b and x by two numbers without bounds *)

Lemma first_parameters : forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->
  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> 0 <= 1 - b - (1 + a + b) * x^2 ->
  exists h w, 0 < h /\ 0 < w /\ x = 1 / (1 + h) /\ a = h * (h + 2 * w + 2) / (1 + w)^2 /\
    b = h * w^2 / ((h + 2) * (1 + w)^2) /\ sqrt (1 + a) = (1 + w + h) / (1 + w).
Proof.
  intros a b x a0 b_range x_range equation low. set (k := sqrt (1 + a)).
  assert (kk : k * k = 1 + a) by (apply sqrt_sqrt; lra).
  assert (k1 : 1 < k) by (unfold k; rewrite <- sqrt_1 at 1; apply sqrt_lt_1; lra).
  assert (xx : 0 < x^2) by (apply pow_lt; lra). assert (kx : 0 < k * x) by (apply Rmult_lt_0_compat; lra).
  assert (linear : (1 + a + b) * x^2 + 1 - b = 2 * (k * x)).
  { assert (0 < (1 + a + b) * x^2) by (apply Rmult_lt_0_compat; lra).
    assert (product : ((1 + a + b) * x^2 + 1 - b - 2 * (k * x)) * ((1 + a + b) * x^2 + 1 - b + 2 * (k * x)) = 0).
    { transitivity (((1 + a + b) * x^2 + 1 - b)^2 - 4 * (k * k) * x^2); [ring | rewrite equation, kk; ring]. }
    apply Rmult_integral in product. lra. }
  assert (below : k * x < 1) by lra.
  assert (of_b : b * (1 - x^2) = (1 - k * x)^2).
  { transitivity (k * k * x^2 + 1 - 2 * (k * x)); [rewrite kk; lra | ring]. }
  assert (xx1 : 0 < 1 - x^2) by (assert (0 < (1 - x) * (1 + x)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (b_is : b = (1 - k * x)^2 / (1 - x^2)) by (rewrite <- of_b; field; lra).
  assert (a_is : a = k^2 - 1) by lra.
  exists (1 / x - 1), ((1 / x - k) / (k - 1)).
  assert (gap : 1 / x - k = (1 - k * x) / x) by (field; lra).
  split; [|split; [|split; [|split; [|split]]]].
  - replace (1 / x - 1) with ((1 - x) / x) by (field; lra). apply Rdiv_lt_0_compat; lra.
  - rewrite gap. repeat apply Rdiv_lt_0_compat; lra.
  - field. lra.
  - rewrite a_is. field. repeat split; nonzero_parts.
  - rewrite b_is. field. repeat split; nonzero_parts.
  - field. repeat split; nonzero_parts.
Qed.

(** P is 0 at that end. *)
Lemma touched_at_first : forall a b x, 0 < a -> 0 < b < 1 -> 0 < x < 1 ->
  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 -> 0 <= 1 - b - (1 + a + b) * x^2 ->
  exists p q, half_open p /\ half_open q /\ q < 1 /\ lifted a b x p q = 0.
Proof.
  intros a b x a0 b_range x_range equation low.
  assert (xx : 0 < x * x) by (apply Rmult_lt_0_compat; lra).
  assert (square : 0 < 1 - x * x) by (apply squares; assumption).
  assert (bx : 0 < b * (x * x)) by (apply Rmult_lt_0_compat; lra).
  assert (bs : 0 < b * (1 - x * x)) by (apply Rmult_lt_0_compat; lra).
  assert (as_ : 0 < a * (1 - x * x)) by (apply Rmult_lt_0_compat; lra).
  assert (half : half_open 1) by (split; lra).
  assert (falls : middle a b x 1 < 0) by (unfold middle; lra).
  assert (axx : 0 < a * (x * x)) by (apply Rmult_lt_0_compat; lra).
  assert (inner : 0 < 2 * first a x 1 + middle a b x 1) by (unfold first, middle; lra).
  assert (up : 0 < 2 * first a x 1) by (assert (0 < first a x 1) by (apply first_positive; assumption); lra).
  assert (level : spread a b x 1 = 0) by (rewrite spread_1; lra).
  exists 1, (- middle a b x 1 / (2 * first a x 1)).
  assert (q0 : 0 < - middle a b x 1 / (2 * first a x 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (q1 : - middle a b x 1 / (2 * first a x 1) < 1).
  { apply (Rmult_lt_reg_r (2 * first a x 1)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  split; [assumption|]. split; [split; lra|]. split; [assumption|].
  transitivity (- spread a b x 1 / (4 * first a x 1)).
  - rewrite lifted_form. unfold spread. field. lra.
  - rewrite level. unfold Rdiv. ring.
Qed.

Lemma first_level : forall a b, 0 < a -> 0 < b < 1 -> exists x, 0 < x < 1 /\
  ((1 + a + b) * x^2 + 1 - b)^2 = 4 * (1 + a) * x^2 /\ 0 <= 1 - b - (1 + a + b) * x^2.
Proof.
  intros a b a0 b_range. set (k := sqrt (1 + a)). set (d := sqrt (b * (a + b))).
  assert (kk : k * k = 1 + a) by (apply sqrt_sqrt; lra).
  assert (k1 : 1 < k) by (unfold k; rewrite <- sqrt_1 at 1; apply sqrt_lt_1; lra).
  assert (bb : 0 < b * (a + b)) by (apply Rmult_lt_0_compat; lra).
  assert (dd : d * d = b * (a + b)) by (apply sqrt_sqrt; lra). assert (d0 : 0 < d) by (apply sqrt_lt_R0; lra).
  assert (product : (k - d) * (k + d) = (1 - b) * (1 + a + b)) by (transitivity (k * k - d * d); [ring | rewrite kk, dd; ring]).
  assert (positive : 0 < (1 - b) * (1 + a + b)) by (apply Rmult_lt_0_compat; lra).
  assert (d_k : 0 < k - d).
  { apply Rnot_le_lt. intros less. pose proof (opposite (k + d) (k - d) ltac:(lra) less). lra. }
  assert (form : (1 + a + b) * ((k - d) / (1 + a + b)) = k - d) by (field; lra).
  set (x := (k - d) / (1 + a + b)) in *. assert (x0 : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  assert (k_a : k < 1 + a) by (assert (0 < k * (k - 1)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (x1 : x < 1) by (apply (Rmult_lt_reg_l (1 + a + b)); lra).
  assert (linear : (1 + a + b) * x^2 + 1 - b = 2 * k * x).
  { apply (Rmult_eq_reg_l (1 + a + b)); [|lra].
    transitivity (((1 + a + b) * x)^2 + (1 - b) * (1 + a + b)); [ring|]. rewrite form, <- product.
    transitivity (2 * k * ((1 + a + b) * x)); [rewrite form; ring | ring]. }
  exists x. split; [lra|]. split.
  - rewrite linear. transitivity (4 * (k * k) * x^2); [ring | rewrite kk; ring].
  - assert (small : (1 + a + b) * x * (k - d) <= (1 + a + b) * x * (k + d)).
    { apply Rmult_le_compat_l; [rewrite form|]; lra. }
    assert (0 <= x * (2 * d)) by (apply Rmult_le_pos; lra).
    assert (x * ((1 + a + b) * x) = x * (k - d)) by (rewrite form; reflexivity). lra.
Qed.

(** * The sign of e + k o, where k is a root *)

Lemma surd_form : forall a e o, 0 < a ->
  (e + sqrt (1 + a) * o) * (e - sqrt (1 + a) * o) = e^2 - (1 + a) * o^2 /\ 0 < sqrt (1 + a).
Proof.
  intros a e o a0. assert (square : sqrt (1 + a) * sqrt (1 + a) = 1 + a) by (apply sqrt_sqrt; lra).
  split; [|apply sqrt_lt_R0; lra].
  transitivity (e^2 - sqrt (1 + a) * sqrt (1 + a) * o^2); [ring | rewrite square; ring].
Qed.

Lemma surd_at_least_0 : forall a e o, 0 < a ->
  (0 <= e /\ 0 <= o) \/ (e < 0 /\ 0 <= o /\ 0 <= (1 + a) * o^2 - e^2) \/ (0 <= e /\ o < 0 /\ (1 + a) * o^2 - e^2 <= 0) ->
  0 <= e + sqrt (1 + a) * o.
Proof.
  intros a e o a0 cases. destruct (surd_form a e o a0) as [form k0]. set (k := sqrt (1 + a)) in *.
  destruct cases as [[e0 o0]|[[e0 [o0 more]]|[e0 [o0 more]]]].
  - assert (0 <= k * o) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= k * o) by (apply Rmult_le_pos; lra). apply Rnot_lt_le. intros less.
    assert (0 < - (e + k * o) * - (e - k * o)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 < k * - o) by (apply Rmult_lt_0_compat; lra). apply Rnot_lt_le. intros less.
    assert (0 < - (e + k * o) * (e - k * o)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma surd_below_0 : forall a e o, 0 < a ->
  (e < 0 /\ o < 0) \/ (e < 0 /\ 0 <= o /\ (1 + a) * o^2 - e^2 < 0) \/ (0 <= e /\ o < 0 /\ 0 < (1 + a) * o^2 - e^2) ->
  e + sqrt (1 + a) * o < 0.
Proof.
  intros a e o a0 cases. destruct (surd_form a e o a0) as [form k0]. set (k := sqrt (1 + a)) in *.
  destruct cases as [[e0 o0]|[[e0 [o0 more]]|[e0 [o0 more]]]].
  - assert (0 < k * - o) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 <= k * o) by (apply Rmult_le_pos; lra). apply Rnot_le_lt. intros le.
    assert (0 <= (e + k * o) * - (e - k * o)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 < k * - o) by (apply Rmult_lt_0_compat; lra). apply Rnot_le_lt. intros le.
    assert (0 <= (e + k * o) * (e - k * o)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** * Values as functions of h and w *)

(** What a, b, x and v are is known as `a = ..` and so on. *)
Ltac form_in_two :=
  unfold cubic_discriminant, quartic, k0, k1, k2, k3, d0, d1, d2, d3, d4, spread, middle, first, last;
  repeat match goal with
    | is : ?v = _ |- context [?v] => is_var v; rewrite is; clear is
  end;
  field; repeat split; nonzero_parts.
