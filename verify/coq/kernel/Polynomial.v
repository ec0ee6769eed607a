(* Polynomials over Q as lists of terms, in the order of their monomials, none with the coefficient 0.

   A monomial is the list of its exponents, one for each variable, without the zeros at its end. The lemmas say
   that sum, product and power stand for sum, product and power of the real values; they hold for every list.
   The order only makes equal polynomials equal lists, so that the program finds out when a sum is 0. *)

From Coq Require Import List NArith ZArith QArith Qreals Rbase Rfunctions RMicromega Lra.
Import ListNotations.
Local Open Scope R_scope.

Definition monomial := list N.
Definition polynomial := list (monomial * Q).

(* Rational numbers in lowest terms. *)
Definition q_plus (c d : Q) : Q :=
  match Qden c, Qden d with
  | xH, xH => Qmake (Qnum c + Qnum d) 1
  | _, _ => Qred (c + d)
  end.

Definition q_times (c d : Q) : Q :=
  match Qden c, Qden d with
  | xH, xH => Qmake (Qnum c * Qnum d) 1
  | _, _ => Qred (c * d)
  end.

Definition is_zero (c : Q) : bool := (Qnum c =? 0)%Z.

Fixpoint monomial_times (a b : monomial) : monomial :=
  match a, b with
  | [], _ => b
  | _, [] => a
  | e :: a', f :: b' => (e + f)%N :: monomial_times a' b'
  end.

Fixpoint monomial_compare (a b : monomial) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | e :: a', f :: b' => match (e ?= f)%N with Eq => monomial_compare a' b' | order => order end
  end.

Definition number (c : Q) : polynomial := if is_zero c then [] else [([], Qred c)].
Definition one : polynomial := [([], 1%Q)].
Definition variable (i : nat) : polynomial := [(repeat 0%N i ++ [1%N], 1%Q)].

Fixpoint plus (p : polynomial) : polynomial -> polynomial :=
  match p with
  | [] => fun q => q
  | (m, c) :: p' =>
      fix into q :=
        match q with
        | [] => p
        | (n, d) :: q' =>
            match monomial_compare m n with
            | Lt => (m, c) :: plus p' q
            | Gt => (n, d) :: into q'
            | Eq => let s := q_plus c d in if is_zero s then plus p' q' else (m, s) :: plus p' q'
            end
        end
  end.

Definition term_times (m : monomial) (c : Q) : polynomial -> polynomial :=
  map (fun t => (monomial_times m (fst t), q_times c (snd t))).

Definition product (p q : polynomial) : polynomial :=
  fold_right (fun t sum => plus (term_times (fst t) (snd t) q) sum) [] p.

Definition times (p q : polynomial) : polynomial :=
  if (length q <? length p)%nat then product q p else product p q.

Fixpoint power (p : polynomial) (k : nat) : polynomial :=
  match k with O => one | S O => p | S k' => times p (power p k') end.

Definition total : list polynomial -> polynomial := fold_right plus [].
Definition negative (p : polynomial) : polynomial := term_times [] (-1) p.

Fixpoint same (p q : polynomial) : bool :=
  match p, q with
  | [], [] => true
  | (m, c) :: p', (n, d) :: q' =>
      match monomial_compare m n with Eq => Qeq_bool c d && same p' q' | _ => false end
  | _, _ => false
  end.

(* The number that a polynomial is, if it is one and not 0. *)
Definition constant (p : polynomial) : option Q :=
  match p with [([], c)] => if is_zero c then None else Some c | _ => None end.

(* What they stand for, where the variables have the values v. *)
Fixpoint monomial_value (v : list R) (m : monomial) : R :=
  match v, m with x :: v', e :: m' => x ^ N.to_nat e * monomial_value v' m' | _, _ => 1 end.

Fixpoint value_at (v : list R) (p : polynomial) : R :=
  match p with [] => 0 | (m, c) :: p' => Q2R c * monomial_value v m + value_at v p' end.

Lemma q_plus_value c d : Q2R (q_plus c d) = Q2R c + Q2R d.
Proof.
  rewrite <- Q2R_plus. apply Qeq_eqR. unfold q_plus.
  destruct c as [a [u|u|]], d as [b [w|w|]]; cbn [Qden Qnum]; try apply Qred_correct.
  unfold Qeq, Qplus; cbn [Qden Qnum]. rewrite !Z.mul_1_r. reflexivity.
Qed.

Lemma q_times_value c d : Q2R (q_times c d) = Q2R c * Q2R d.
Proof.
  rewrite <- Q2R_mult. apply Qeq_eqR. unfold q_times.
  destruct c as [a [u|u|]], d as [b [w|w|]]; cbn [Qden Qnum]; try apply Qred_correct.
  reflexivity.
Qed.

Lemma zero_value c : is_zero c = true -> Q2R c = 0.
Proof.
  unfold is_zero. intros H%Z.eqb_eq. unfold Q2R. rewrite H. ring.
Qed.

Lemma monomial_times_value v : forall a b,
  monomial_value v (monomial_times a b) = monomial_value v a * monomial_value v b.
Proof.
  induction v as [|x v IH]; intros [|e a] [|f b]; cbn; try ring.
  rewrite IH, N2Nat.inj_add, pow_add. ring.
Qed.

Lemma monomial_compare_equal : forall a b, monomial_compare a b = Eq -> a = b.
Proof.
  induction a as [|e a IH]; intros [|f b]; cbn; try discriminate; [reflexivity|].
  destruct (e ?= f)%N eqn:H; try discriminate.
  apply N.compare_eq in H. subst f. intros E. now rewrite (IH b E).
Qed.

Lemma number_value v c : value_at v (number c) = Q2R c.
Proof.
  unfold number. destruct (is_zero c) eqn:Z; [now rewrite (zero_value c Z)|].
  cbn [value_at]. rewrite (Qeq_eqR _ _ (Qred_correct c)). destruct v; cbn [monomial_value]; ring.
Qed.

Lemma one_value v : value_at v one = 1.
Proof. cbn [one value_at]. rewrite Q2R_1. destruct v; cbn [monomial_value]; ring. Qed.

Lemma variable_value : forall v i, value_at v (variable i) = nth i v 1.
Proof.
  intros v i. cbn [variable value_at]. rewrite Q2R_1.
  enough (monomial_value v (repeat 0%N i ++ [1%N]) = nth i v 1) as -> by ring.
  revert i. induction v as [|x v IH]; intros [|i]; cbn; try reflexivity.
  - change (Pos.to_nat 1) with 1%nat. destruct v; cbn; ring.
  - rewrite IH. ring.
Qed.

Lemma plus_value v : forall p q, value_at v (plus p q) = value_at v p + value_at v q.
Proof.
  induction p as [|[m c] p IH]; intros q; [cbn; ring|].
  induction q as [|[n d] q IHq]; [cbn; ring|].
  cbn [plus]. destruct (monomial_compare m n) eqn:E.
  - apply monomial_compare_equal in E. subst n.
    cbn zeta. pose proof (q_plus_value c d) as S.
    destruct (is_zero (q_plus c d)) eqn:Z.
    + apply zero_value in Z. rewrite IH. cbn. rewrite Z in S. replace (Q2R d) with (- Q2R c) by lra. ring.
    + cbn [value_at]. rewrite IH, S. ring.
  - cbn [value_at]. rewrite IH. cbn [value_at]. ring.
  - change (value_at v ((n, d) :: plus ((m, c) :: p) q) = value_at v ((m, c) :: p) + value_at v ((n, d) :: q)).
    cbn [value_at]. rewrite IHq. cbn [value_at]. ring.
Qed.

Lemma term_times_value v m c : forall p,
  value_at v (term_times m c p) = Q2R c * monomial_value v m * value_at v p.
Proof.
  induction p as [|[n d] p IH]; [cbn; ring|].
  cbn in *. rewrite IH, monomial_times_value, q_times_value. ring.
Qed.

Lemma product_value v q : forall p, value_at v (product p q) = value_at v p * value_at v q.
Proof.
  induction p as [|[m c] p IH]; [cbn; ring|].
  cbn [product fold_right fst snd]. fold (product p q). rewrite plus_value, term_times_value, IH. cbn. ring.
Qed.

Lemma times_value v p q : value_at v (times p q) = value_at v p * value_at v q.
Proof. unfold times. destruct (_ <? _)%nat; rewrite product_value; ring. Qed.

Lemma power_value v p : forall k, value_at v (power p k) = value_at v p ^ k.
Proof.
  induction k as [|[|k] IH]; [apply one_value | cbn; ring |].
  change (power p (S (S k))) with (times p (power p (S k))). rewrite times_value, IH. reflexivity.
Qed.

Lemma total_value v : forall l, value_at v (total l) = fold_right (fun p x => value_at v p + x) 0 l.
Proof. induction l as [|p l IH]; [reflexivity|]. cbn. now rewrite plus_value, <- IH. Qed.

Lemma negative_value v p : value_at v (negative p) = - value_at v p.
Proof.
  unfold negative. rewrite term_times_value.
  replace (Q2R (-1)) with (-1) by (unfold Q2R; cbn; lra). destruct v; cbn [monomial_value]; ring.
Qed.

Lemma same_value v : forall p q, same p q = true -> value_at v p = value_at v q.
Proof.
  induction p as [|[m c] p IH]; intros [|[n d] q]; cbn; try discriminate; [reflexivity|].
  destruct (monomial_compare m n) eqn:E; try discriminate. apply monomial_compare_equal in E. subst n.
  intros [H1 H2]%andb_prop. apply Qeq_bool_eq, Qeq_eqR in H1. now rewrite H1, (IH q H2).
Qed.

Lemma constant_value v p c : constant p = Some c -> value_at v p = Q2R c /\ Q2R c <> 0.
Proof.
  destruct p as [|[[|e m] d] [|t p]]; cbn; try discriminate.
  destruct (is_zero d) eqn:Z; [discriminate|]. intros [= <-]. split; [destruct v; cbn [monomial_value]; ring|].
  intros H. replace 0 with (Q2R 0) in H by apply Q2R_0. apply eqR_Qeq in H.
  unfold is_zero, Qeq in *. cbn in H. rewrite Z.mul_1_r in H. apply Z.eqb_neq in Z. contradiction.
Qed.
