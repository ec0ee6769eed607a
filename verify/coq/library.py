"""The Coq text before every theorem: definitions and lemmas on quotients, comparisons, sums of products.

`cleared` says how an expression with quotients and one without denominators stand to each other; a comparison
and its negation become facts about polynomials, a split leaves no gap, a positive sum of products is not 0.
"""

from __future__ import annotations

LIBRARY = r"""From Coq Require Import Reals Lra.
Local Open Scope R_scope.

(* C says that no denominator in v is 0; it holds just where d is not 0, and there v is n / d. *)
Definition cleared (C : Prop) (v n d : R) := (C -> d <> 0) /\ (d <> 0 -> C /\ v * d = n).

Lemma cleared_polynomial v : cleared True v v 1.
Proof. split; intros _; [lra | split; [exact I | ring]]. Qed.

Ltac combine :=
  intros [U V] [W X]; split; intros H;
  [ apply Rmult_integral_contrapositive; destruct H; split; [now apply U | now apply W]
  | destruct V as [c <-]; [intros ->; apply H; ring |];
    destruct X as [c' <-]; [intros ->; apply H; ring |];
    split; [split; assumption | ring] ].

Lemma cleared_plus {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared (C /\ D) (v + w) (n * e + m * d) (d * e).
Proof. combine. Qed.

Lemma cleared_minus {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared (C /\ D) (v - w) (n * e - m * d) (d * e).
Proof. combine. Qed.

Lemma cleared_times {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared (C /\ D) (v * w) (n * m) (d * e).
Proof. combine. Qed.

Lemma cleared_quotient {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared ((C /\ D) /\ w <> 0) (v / w) (n * e * e) (d * m * e).
Proof.
  intros [U V] [W X]. split.
  - intros [[c c'] H]. specialize (U c). specialize (W c'). destruct (X W) as [_ <-].
    repeat (apply Rmult_integral_contrapositive; split); assumption.
  - intros H. destruct V as [c <-]; [intros ->; apply H; ring |].
    destruct X as [c' E]; [intros ->; apply H; ring |].
    assert (w <> 0) by (intros ->; apply H; rewrite <- E; ring).
    split; [tauto | rewrite <- E; field; assumption].
Qed.

(* For exponents from 1 on: k is one less than the exponent. *)
Lemma cleared_power {C v n d} k : cleared C v n d -> cleared C (v ^ S k) (n ^ S k) (d ^ S k).
Proof.
  intros [U V]. split; intros H; [apply pow_nonzero; tauto |].
  destruct V as [c <-]; [intros ->; apply H; simpl; ring |].
  split; [exact c | symmetry; apply Rpow_mult_distr].
Qed.

Lemma cleared_power_zero {C v n d} : cleared C v n d -> cleared C (v ^ 0) d d.
Proof. intros [U V]. split; [exact U |]. intros H. split; [tauto | simpl; ring]. Qed.

(* From a comparison or its negation to the fact about polynomials, and back. *)
Section Comparison.
Context {C : Prop} {a b n d : R} (cl : cleared C (a - b) n d).

Lemma defined_fact : C -> 0 < d * d.
Proof. intros c. apply Rsqr_pos_lt. now apply cl. Qed.

Lemma product_sign : C -> n * d = (a - b) * (d * d).
Proof. intros c. destruct (proj2 cl (proj1 cl c)) as [_ <-]. ring. Qed.

Lemma gt_fact : C -> a > b -> 0 < n * d.
Proof.
  intros c H. rewrite product_sign by exact c.
  apply Rmult_lt_0_compat; [lra | now apply defined_fact].
Qed.

Lemma ge_fact : C -> a >= b -> 0 <= n * d.
Proof. intros c H. rewrite product_sign by exact c. apply Rmult_le_pos; [lra | apply Rle_0_sqr]. Qed.

Lemma eq_fact : C -> a = b -> n = 0.
Proof. intros c H. destruct (proj2 cl (proj1 cl c)) as [_ <-]. rewrite H. ring. Qed.

Lemma ne_fact : C -> a <> b -> 0 < n * n.
Proof.
  intros c H. apply Rsqr_pos_lt. destruct (proj2 cl (proj1 cl c)) as [_ <-].
  apply Rmult_integral_contrapositive. split; [lra | now apply cl].
Qed.

Lemma gt_from : d <> 0 -> 0 < n * d -> C /\ a > b.
Proof.
  intros D H. destruct (proj2 cl D) as [c _]. split; [exact c |].
  destruct (Rlt_or_le b a) as [L | L]; [exact L | exfalso].
  assert (0 <= (b - a) * (d * d)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
  rewrite (product_sign c) in H. lra.
Qed.

Lemma ge_from : d <> 0 -> 0 <= n * d -> C /\ a >= b.
Proof.
  intros D H. destruct (proj2 cl D) as [c _]. split; [exact c |].
  destruct (Rlt_or_le a b) as [L | L]; [exfalso | lra].
  assert (0 < (b - a) * (d * d)) by (apply Rmult_lt_0_compat; [lra | now apply Rsqr_pos_lt]).
  rewrite (product_sign c) in H. lra.
Qed.

Lemma eq_from : d <> 0 -> n = 0 -> C /\ a = b.
Proof.
  intros D H. destruct (proj2 cl D) as [c E]. split; [exact c |].
  rewrite H in E. destruct (Rmult_integral _ _ E); [lra | contradiction].
Qed.

Lemma ne_from : d <> 0 -> 0 < n * n -> C /\ a <> b.
Proof.
  intros D H. destruct (proj2 cl D) as [c E]. split; [exact c |].
  intros F. rewrite <- E, F in H. lra.
Qed.

Lemma not_gt_fact : (C -> a > b -> False) -> 0 <= - (n * d).
Proof.
  intros H. destruct (Req_dec d 0) as [-> | D]; [lra |].
  destruct (Rlt_or_le 0 (n * d)) as [L | L]; [| lra].
  destruct (gt_from D L). exfalso. tauto.
Qed.

Lemma not_ge_fact : (C -> a >= b -> False) -> 0 < - (n * d) \/ d = 0.
Proof.
  intros H. destruct (Req_dec d 0) as [E | D]; [now right | left].
  destruct (Rlt_or_le (n * d) 0) as [L | L]; [lra |].
  destruct (ge_from D L). exfalso. tauto.
Qed.

Lemma not_eq_fact : (C -> a = b -> False) -> 0 < n * n \/ d = 0.
Proof.
  intros H. destruct (Req_dec d 0) as [E | D]; [now right | left].
  destruct (Req_dec n 0) as [L | L]; [| now apply Rsqr_pos_lt].
  destruct (eq_from D L). exfalso. tauto.
Qed.

Lemma not_ne_fact : (C -> a <> b -> False) -> n = 0 \/ d = 0.
Proof.
  intros H. destruct (Req_dec d 0) as [E | D]; [now right | left].
  destruct (Req_dec n 0) as [L | L]; [exact L |].
  destruct (ne_from D (Rsqr_pos_lt _ L)). exfalso. tauto.
Qed.

Lemma not_gt_from : 0 <= - (n * d) -> C -> a > b -> False.
Proof. intros F c H. generalize (gt_fact c H). lra. Qed.

Lemma not_ge_from : 0 < - (n * d) -> C -> a >= b -> False.
Proof. intros F c H. generalize (ge_fact c H). lra. Qed.

Lemma not_eq_from : 0 < n * n -> C -> a = b -> False.
Proof. intros F c H. rewrite (eq_fact c H) in F. lra. Qed.

Lemma not_ne_from : n = 0 -> C -> a <> b -> False.
Proof. intros F c H. generalize (ne_fact c H). rewrite F. lra. Qed.
End Comparison.

(* Comparisons of reals, and what and, or, not make of them, hold or do not hold. *)
Definition decided (P : Prop) := P \/ ~ P.
Lemma gt_decided a b : decided (a > b).
Proof. destruct (Rlt_or_le b a); [left | right]; lra. Qed.
Lemma ge_decided a b : decided (a >= b).
Proof. destruct (Rlt_or_le a b); [right | left]; lra. Qed.
Lemma eq_decided (a b : R) : decided (a = b).
Proof. exact (Req_dec a b). Qed.
Lemma true_decided : decided True.
Proof. now left. Qed.
Lemma false_decided : decided False.
Proof. now right. Qed.
Lemma not_decided {P} : decided P -> decided (~ P).
Proof. unfold decided. tauto. Qed.
Lemma and_decided {P Q} : decided P -> decided Q -> decided (P /\ Q).
Proof. unfold decided. tauto. Qed.
Lemma or_decided {P Q} : decided P -> decided Q -> decided (P \/ Q).
Proof. unfold decided. tauto. Qed.
Lemma by_contradiction {P} : decided P -> (~ P -> False) -> P.
Proof. unfold decided. tauto. Qed.
Lemma not_and {P Q} : decided P -> ~ (P /\ Q) -> ~ P \/ ~ Q.
Proof. unfold decided. tauto. Qed.
Lemma not_or {P Q} : ~ (P \/ Q) -> ~ P /\ ~ Q.
Proof. tauto. Qed.

Lemma split_three p : 0 < p \/ p = 0 \/ 0 < - p.
Proof. destruct (Rtotal_order p 0) as [H | [H | H]]; lra. Qed.
Lemma split_nonnegative p : 0 <= p \/ 0 < - p.
Proof. destruct (Rlt_or_le p 0); lra. Qed.
Lemma split_positive p : 0 < p \/ 0 <= - p.
Proof. destruct (Rlt_or_le 0 p); lra. Qed.

Lemma square_nonzero {p} : 0 < p * p -> p <> 0.
Proof. intros H ->. lra. Qed.
Lemma both {P Q G : Prop} : P /\ Q -> (P -> Q -> G) -> G.
Proof. tauto. Qed.
Lemma same_gt {p q} : 0 < p -> p = q -> 0 < q.
Proof. now intros H <-. Qed.
Lemma same_ge {p q} : 0 <= p -> p = q -> 0 <= q.
Proof. now intros H <-. Qed.
Lemma same_eq {p q} : p = 0 -> p = q -> q = 0.
Proof. now intros H <-. Qed.

(* The parts of a sum that cannot be 0. *)
Lemma weight n : 0 < IZR (Zpos n).
Proof. now apply IZR_lt. Qed.
Lemma weaken {p} : 0 < p -> 0 <= p.
Proof. apply Rlt_le. Qed.
Lemma square p : 0 <= p * p.
Proof. apply Rle_0_sqr. Qed.
Lemma multiple p {q} : q = 0 -> 0 <= p * q.
Proof. intros ->. lra. Qed.
Lemma times_gt {p q} : 0 < p -> 0 < q -> 0 < p * q.
Proof. apply Rmult_lt_0_compat. Qed.
Lemma times_ge {p q} : 0 <= p -> 0 <= q -> 0 <= p * q.
Proof. apply Rmult_le_pos. Qed.
Lemma plus_ge {p q} : 0 < p -> 0 <= q -> 0 < p + q.
Proof. apply Rplus_lt_le_0_compat. Qed.
(* The same fact with whole numbers. *)
Lemma positive_ratio n d : 0 < IZR (Zpos n) / IZR (Zpos d).
Proof. apply Rdiv_lt_0_compat; now apply IZR_lt. Qed.
Lemma scaled_gt n d {p q} : 0 < p -> q = IZR (Zpos n) / IZR (Zpos d) * p -> 0 < q.
Proof. intros H ->. exact (Rmult_lt_0_compat _ _ (positive_ratio n d) H). Qed.
Lemma scaled_ge n d {p q} : 0 <= p -> q = IZR (Zpos n) / IZR (Zpos d) * p -> 0 <= q.
Proof. intros H ->. exact (Rmult_le_pos _ _ (Rlt_le _ _ (positive_ratio n d)) H). Qed.
Lemma scaled_eq n d {p q} : p = 0 -> q = IZR (Zpos n) / IZR (Zpos d) * p -> q = 0.
Proof. intros -> ->. ring. Qed.
Lemma not_zero {p} : 0 < p -> p = 0 -> False.
Proof. intros H ->. exact (Rlt_irrefl 0 H). Qed.
"""
