(** Assumption 2, and what is printed for it: the same for every person who is not surely in the data. *)

From Coq Require Import Reals List Lra.
From SymbolicEps Require Import Privacy Sums Bound.
Open Scope R_scope.

Section Assumption.

Context {V : Type} (A : adversary V).
Hypothesis present : 0 < prior_presence A.

Theorem assumption_2 : prior_presence A < 1 ->
  (others_independent A <-> others_independent_as_printed A).
Proof.
  intros unsure. pose proof (absent_is_rest A) as rest. assert (absent : 0 < prior_absent A) by lra. split.
  - intros [law [_ [_ law_of]]] y z mem_y mem_z nonzero. destruct (law_of z mem_z) as [out inside].
    rewrite out, inside by assumption. field. split; lra.
  - intros printed. exists (fun z => prior_out A z / prior_absent A). split; [|split].
    + intros z. apply Rmult_le_pos; [apply prior_out_nonneg | left; apply Rinv_0_lt_compat; assumption].
    + rewrite (sum_ext (others A) _ (fun z => / prior_absent A * prior_out A z)).
      * rewrite sum_scale. fold (prior_absent A). field. lra.
      * intros z _. field. lra.
    + intros z mem_z. split; [field; lra|]. intros y mem_y.
      destruct (Req_dec (prior_value A y) 0) as [zero|nonzero].
      * rewrite zero, Rmult_0_l.
        apply sum_zero_term with (l := others A) (f := prior_in A y); try assumption.
        intros z' _. apply prior_in_nonneg.
      * rewrite <- (printed y z mem_y mem_z nonzero). field. assumption.
Qed.

End Assumption.
