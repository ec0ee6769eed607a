(** The printed rows without a case distinction, (14) and (28). Those of (15), (16) and (25) have files of their
    own; of (33) a number is printed and no formula, its theorem is [row_33_1]. *)

From Coq Require Import Reals Lra.
From SymbolicEps Require Import Privacy Profiles.
From KazanReiter Require Import Table.
Open Scope R_scope.

Theorem row_14_printed : forall r, 1 < r -> is_budget everywhere (fun _ _ => r) (Finite (ln r / 2)).
Proof.
  intros r r1. apply row_14_1. lra.
Qed.

Theorem row_28_printed : forall b, 0 < b < 1 ->
  is_budget everywhere (fun p q => (b + p * q) / (p * q)) (Finite (ln ((1 + b) / (1 - b)))).
Proof.
  intros b b_range. rewrite (Rplus_comm 1 b). apply row_28_1; lra.
Qed.
