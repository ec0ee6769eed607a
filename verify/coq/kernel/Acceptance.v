(* The kernel's algorithm (verify/kernel.py): `accepts` is what this file defines, Soundness.v proves it sound.

   "Hypotheses and not goal" becomes alternatives, each a list of facts on polynomials (`cases`). A refutation
   (`node`) of each shows that its facts cannot hold together. Lemmas are claims that hold already. Fractions are
   not cancelled; the denominator is 0 just where the expression is undefined. What the kernel does to be fast is
   not here, nor are its limits on work and depth: it accepts no more than this does. *)

From Coq Require Import List String Arith NArith QArith Bool.
From Certificates Require Import Polynomial Claim.
Import ListNotations.

Inductive kind := Nonnegative | Positive | Zero.
Definition fact := (kind * polynomial)%type.

Inductive part :=
  | Summand (weight : Q) (nonnegative positive : list N) (square : option expression)
  | Multiple (equation : N) (by_what : expression).

Inductive node :=
  | Terms (parts : list part)
  | SplitAll (on : expression) (below at_zero above : node)
  | SplitLess (on : expression) (below at_least : node)
  | SplitMore (on : expression) (at_most above : node)
  | UseLemma (name : string) (next : node).

Record certificate := Certificate { claim_of : claim; lemmas : list string; refutations : list node }.

(* Options: None is a rejection. *)
Notation "'let*' x := a 'in' b" := (match a with Some x => b | None => None end)
  (at level 200, x pattern, a at level 100, b at level 200).

Definition collect {A B} (f : A -> option B) : list A -> option (list B) :=
  fix all l := match l with [] => Some [] | x :: l' => let* y := f x in let* r := all l' in Some (y :: r) end.

Section Kernel.
Variable names : list string.

Fixpoint place (name : string) (l : list string) : option nat :=
  match l with
  | [] => None
  | n :: l' => if String.eqb name n then Some O else let* i := place name l' in Some (S i)
  end.

(* Numerator and denominator. *)
Fixpoint fraction (e : expression) : option (polynomial * polynomial) :=
  match e with
  | Number c => Some (number c, one)
  | Name name => let* i := place name names in Some (Polynomial.variable i, one)
  | Plus a b =>
      let* (n, d) := fraction a in let* (m, c) := fraction b in Some (plus (times n c) (times m d), times d c)
  | Times a b => let* (n, d) := fraction a in let* (m, c) := fraction b in Some (times n m, times d c)
  | Quotient a b =>
      let* (n, d) := fraction a in let* (m, c) := fraction b in
      Some (times n (times c c), times (times d m) c)
  | Power a k =>
      let* (n, d) := fraction a in
      Some (if (k =? 0)%nat then (d, d) else (power n k, power d k))
  end.

Definition polynomial_of (e : expression) : option polynomial :=
  let* (n, d) := fraction e in if same d one then Some n else None.

(* The facts of one comparison: of numerator n and denominator d of the difference of its sides. *)
Definition comparison_cases (r : relation) (n d : polynomial) (truth : bool) : list (list fact) :=
  let main :=
    match r, truth with
    | Greater, true => (Positive, times n d)
    | Greater, false => (Nonnegative, negative (times n d))
    | AtLeast, true => (Nonnegative, times n d)
    | AtLeast, false => (Positive, negative (times n d))
    | Equal, true | Unequal, false => (Zero, n)
    | Equal, false | Unequal, true => (Positive, times n n)
    end in
  match constant d, r, truth with
  | Some _, _, _ | None, Greater, false => [[main]]
  | None, _, true => [[main; (Positive, times d d)]]
  | None, _, false => [[main]; [(Zero, d)]]
  end.

(* One of each, the last changing fastest. *)
Definition both (a b : list (list fact)) : list (list fact) :=
  flat_map (fun x => map (fun y => x ++ y) b) a.

Fixpoint cases (f : formula) (truth : bool) : option (list (list fact)) :=
  match f with
  | Compare r a b =>
      let* (n, d) := fraction (Plus a (Times (Number (-1)) b)) in Some (comparison_cases r n d truth)
  | Not g => cases g (negb truth)
  | And l =>
      let* branches := collect (fun g => cases g truth) l in
      Some (if truth then fold_right both [[]] branches else List.concat branches)
  | Or l =>
      let* branches := collect (fun g => cases g truth) l in
      Some (if truth then List.concat branches else fold_right both [[]] branches)
  end.

Definition kind_same (a b : kind) : bool :=
  match a, b with
  | Nonnegative, Nonnegative | Positive, Positive | Zero, Zero => true
  | _, _ => false
  end.

Definition fact_same (a b : fact) : bool := kind_same (fst a) (fst b) && same (snd a) (snd b).

Definition known (k : kind) (facts : list fact) : list polynomial :=
  map snd (filter (fun f => kind_same k (fst f)) facts).

Fixpoint numbered {A} (l : list A) (i : N) : option A :=
  match l with [] => None | x :: l' => if (i =? 0)%N then Some x else numbered l' (N.pred i) end.

Definition all_times : list polynomial -> polynomial := fold_right times one.

(* What a part adds, and whether that must be positive. *)
Definition summand (facts : list fact) (p : part) : option (bool * polynomial) :=
  match p with
  | Summand w ge gt square =>
      let* g := collect (numbered (known Nonnegative facts)) ge in
      let* h := collect (numbered (known Positive facts)) gt in
      let* s := match square with None => Some one | Some e => polynomial_of e end in
      if (0 <? Qnum w)%Z
      then Some (match ge, square with [], None => true | _, _ => false end,
                 times (number w) (times (times (all_times g) (all_times h)) (times s s)))
      else None
  | Multiple i e =>
      let* q := numbered (known Zero facts) i in let* p := polynomial_of e in Some (false, times p q)
  end.

Fixpoint refutes (proved : list (string * claim)) (facts : list fact) (n : node) : bool :=
  match n with
  | Terms parts =>
      match collect (summand facts) parts with
      | Some sums => existsb fst sums && match total (map snd sums) with [] => true | _ => false end
      | None => false
      end
  | SplitAll e below at_zero above =>
      match polynomial_of e with
      | Some p =>
          refutes proved (facts ++ [(Positive, negative p)]) below
          && refutes proved (facts ++ [(Zero, p)]) at_zero
          && refutes proved (facts ++ [(Positive, p)]) above
      | None => false
      end
  | SplitLess e below at_least =>
      match polynomial_of e with
      | Some p =>
          refutes proved (facts ++ [(Positive, negative p)]) below
          && refutes proved (facts ++ [(Nonnegative, p)]) at_least
      | None => false
      end
  | SplitMore e at_most above =>
      match polynomial_of e with
      | Some p =>
          refutes proved (facts ++ [(Nonnegative, negative p)]) at_most
          && refutes proved (facts ++ [(Positive, p)]) above
      | None => false
      end
  | UseLemma name next =>
      match find (fun l => String.eqb name (fst l)) proved with
      | Some (_, c) =>
          match cases (And (hypotheses c)) true, cases (goal c) true with
          | Some [premises], Some [new] =>
              forallb (fun f => existsb (fact_same f) facts) premises && refutes proved (facts ++ new) next
          | _, _ => false
          end
      | None => false
      end
  end.

Fixpoint refutes_each (proved : list (string * claim)) (systems : list (list fact)) (nodes : list node) : bool :=
  match systems, nodes with
  | [], [] => true
  | facts :: systems', n :: nodes' => refutes proved facts n && refutes_each proved systems' nodes'
  | _, _ => false
  end.

End Kernel.

Fixpoint different (l : list string) : bool :=
  match l with [] => true | s :: l' => negb (existsb (String.eqb s) l') && different l' end.

(* `proved` are claims by their names; those that the certificate lists may be its lemmas. *)
Definition accepts (proved : list (string * claim)) (c : certificate) : bool :=
  let listed := filter (fun p => existsb (String.eqb (fst p)) (lemmas c)) proved in
  different (lemmas c)
  && forallb (fun name => existsb (fun p => String.eqb name (fst p)) proved) (lemmas c)
  && different (variables (claim_of c))
  && match cases (variables (claim_of c)) (And (hypotheses (claim_of c) ++ [Not (goal (claim_of c))])) true with
     | Some systems => refutes_each (variables (claim_of c)) listed systems (refutations c)
     | None => false
     end.
