(** Differential privacy and disclosure risk: the words in which the theorems are stated.

    Read this file and the statement of a theorem; the proofs are Coq's business. *)

From Coq Require Import Reals List.
Import ListNotations.
Open Scope R_scope.

(** The sum of [f a] over the entries [a] of a list. *)
Definition sum {A : Type} (entries : list A) (f : A -> R) : R :=
  fold_right (fun a total => f a + total) 0 entries.

(** A data set is a list of records. A mechanism gives each data set a law on the outputs 0, 1, 2, ...:
    [M D t] is the probability that the data set [D] is answered by [t]. *)
Record mechanism (V : Type) : Type := {
  answer :> list V -> nat -> R;
  answer_nonneg : forall D t, 0 <= answer D t;
  answer_total : forall D, infinite_sum (answer D) 1
}.

(** The data set [others] with one more record [y], which gets the given place. *)
Definition with_record {V : Type} (place : nat) (y : V) (others : list V) : list V :=
  firstn place others ++ y :: skipn place others.

(** Differential privacy for data sets that differ by one record more or less (unbounded), or in the value of
    one record (bounded). *)
Definition differentially_private {V : Type} (eps : R) (M : mechanism V) : Prop :=
  forall (place : nat) (y : V) (others : list V) (t : nat),
    exp (- eps) * M others t <= M (with_record place y others) t <= exp eps * M others t.

Definition private_in_values {V : Type} (eps : R) (M : mechanism V) : Prop :=
  forall (place : nat) (y y' : V) (others : list V) (t : nat),
    exp (- eps) * M (with_record place y others) t <= M (with_record place y' others) t.

(** An adversary's model of one person. Either the person is in the data with a value [y] among [values], or
    the person is not; in both cases the other records are a data set among [others]. Each value and each data
    set of others is listed once, and nothing is missing: what is listed has probability 1. *)
Record adversary (V : Type) : Type := {
  values : list V;
  others : list (list V);
  values_distinct : NoDup values;
  others_distinct : NoDup others;
  place : list V -> nat;                   (** where the person's record stands among the others *)
  prior_in : V -> list V -> R;             (** P[in the data, value y, others z] *)
  prior_out : list V -> R;                 (** P[not in the data, others z] *)
  output_in : V -> list V -> nat -> R;     (** P[output t | in the data, value y, others z] *)
  output_out : list V -> nat -> R;         (** P[output t | not in the data, others z] *)
  prior_in_nonneg : forall y z, 0 <= prior_in y z;
  prior_out_nonneg : forall z, 0 <= prior_out z;
  prior_total : sum values (fun y => sum others (prior_in y)) + sum others prior_out = 1
}.

Arguments values {V}.
Arguments others {V}.
Arguments place {V}.
Arguments prior_in {V}.
Arguments prior_out {V}.
Arguments output_in {V}.
Arguments output_out {V}.

Section Risk.

Context {V : Type} (A : adversary V) (S : V -> bool).

(** P[value y, in the data] and P[not in the data]. *)
Definition prior_value (y : V) : R := sum (others A) (prior_in A y).
Definition prior_absent : R := sum (others A) (prior_out A).

(** p: the prior probability that the person is in the data. *)
Definition prior_presence : R := sum (values A) prior_value.

(** p q: the prior probability of a disclosure, which is to be in the data with a value in [S]. *)
Definition prior_disclosure : R := sum (filter S (values A)) prior_value.

(** q: the prior probability of a value in [S] given that the person is in the data. *)
Definition prior_of_value : R := prior_disclosure / prior_presence.

(** P[value y, in the data, output t], P[disclosure, output t] and P[output t]. *)
Definition value_and_output (t : nat) (y : V) : R :=
  sum (others A) (fun z => prior_in A y z * output_in A y z t).
Definition disclosure_and_output (t : nat) : R := sum (filter S (values A)) (value_and_output t).
Definition output_probability (t : nat) : R :=
  sum (values A) (value_and_output t) + sum (others A) (fun z => prior_out A z * output_out A z t).

(** P[disclosure | output t], and the same divided by P[disclosure]: the relative disclosure risk. *)
Definition posterior (t : nat) : R := disclosure_and_output t / output_probability t.
Definition relative_risk (t : nat) : R := posterior t / prior_disclosure.

(** Assumption 1: the adversary knows the mechanism. *)
Definition knows_inside (M : mechanism V) : Prop :=
  forall y z t, In y (values A) -> In z (others A) ->
    output_in A y z t = M (with_record (place A z) y z) t.

Definition knows (M : mechanism V) : Prop :=
  knows_inside M /\ forall z t, In z (others A) -> output_out A z t = M z t.

(** The same where the number of records is public: a person who is not in the data is replaced by another,
    whose value has a law that may depend on the other records. *)
Definition knows_replaced (M : mechanism V) : Prop :=
  knows_inside M /\
  forall z, In z (others A) -> exists (records : list V) (law : V -> R),
    (forall y, 0 <= law y) /\ sum records law = 1 /\
    forall t, output_out A z t = sum records (fun y => law y * M (with_record (place A z) y z) t).

(** Assumption 2: the other records have one law, whether the person is in the data or not, whatever the
    person's value. *)
Definition others_independent : Prop :=
  exists law : list V -> R,
    (forall z, 0 <= law z) /\ sum (others A) law = 1 /\
    forall z, In z (others A) ->
      prior_out A z = prior_absent * law z /\
      forall y, In y (values A) -> prior_in A y z = prior_value y * law z.

(** Assumption 2 as it is printed: given a value, and given that the person is not in the data, the other records
    have the same law. Of a person who is surely in the data it says nothing (file Assumptions.v). *)
Definition others_independent_as_printed : Prop :=
  forall y z, In y (values A) -> In z (others A) -> prior_value y <> 0 -> prior_absent <> 0 ->
    prior_in A y z / prior_value y = prior_out A z / prior_absent.

End Risk.

(** What is assumed of a mechanism, of an adversary who knows it, and of the values that are a disclosure. *)
Definition setting : Type := forall V : Type, mechanism V -> adversary V -> (V -> bool) -> Prop.

(** The setting of the paper. *)
Definition unbounded (eps : R) : setting := fun V M A S => differentially_private eps M /\ knows A M.

(** A risk profile [r] on a domain of priors is respected in a setting if no adversary with priors in the domain
    gains more than the relative risk that the profile allows, whatever mechanism of the setting is used and
    whatever it answers. *)
Definition respected (in_setting : setting) (domain : R -> R -> Prop) (r : R -> R -> R) : Prop :=
  forall (V : Type) (M : mechanism V) (A : adversary V) (S : V -> bool),
    in_setting V M A S -> others_independent A ->
    0 < prior_presence A -> 0 < prior_of_value A S ->
    domain (prior_presence A) (prior_of_value A S) ->
    forall t, 0 < output_probability A t ->
      relative_risk A S t <= r (prior_presence A) (prior_of_value A S).

(** A budget: a number, or no bound at all. *)
Inductive budget : Type := Finite (eps : R) | Unbounded.

Definition within (eps : R) (B : budget) : Prop :=
  match B with Finite bound => eps <= bound | Unbounded => True end.

(** [B] is the largest budget at which the profile is respected. *)
Definition is_budget_in (setting_of : R -> setting)
    (domain : R -> R -> Prop) (r : R -> R -> R) (B : budget) : Prop :=
  forall eps, 0 <= eps -> (respected (setting_of eps) domain r <-> within eps B).

Definition is_budget : (R -> R -> Prop) -> (R -> R -> R) -> budget -> Prop := is_budget_in unbounded.
