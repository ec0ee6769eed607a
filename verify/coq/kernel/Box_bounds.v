(* Bounds of a profile and of its slopes on a box of priors (symbolic_eps/decision/jets.py), in the same order.

   Ends of intervals are whole numbers in units of 2^-192, or infinite. None is a rejection. *)

From Coq Require Import List QArith ZArith Bool.
From Certificates Require Import Acceptance Enclosures Box_claim.
Import ListNotations.
Local Open Scope Z_scope.

Definition one_unit : positive := 2 ^ 192.
Definition bits : nat := 192.

Inductive end_of := Infinitely_low | At (z : Z) | Infinitely_high.
Definition interval := (end_of * end_of)%type.

Definition e_le (a b : end_of) : bool :=
  match a, b with
  | Infinitely_low, _ | _, Infinitely_high => true
  | At x, At y => x <=? y
  | _, _ => false
  end.
Definition e_lt (a b : end_of) : bool := negb (e_le b a).
Definition lower_of (a b : end_of) : end_of := if e_le a b then a else b.
Definition higher_of (a b : end_of) : end_of := if e_le a b then b else a.
Definition lowest (l : list end_of) : end_of := fold_right lower_of Infinitely_high l.
Definition highest (l : list end_of) : end_of := fold_right higher_of Infinitely_low l.

Definition negated (a : end_of) : end_of :=
  match a with Infinitely_low => Infinitely_high | At x => At (- x) | Infinitely_high => Infinitely_low end.
Definition opposite (a : interval) : interval := (negated (snd a), negated (fst a)).

Record jet := Jet { bounds : interval; slopes : option (interval * interval); positive : bool }.

Definition down (c : Q) : Z := Qnum c * Zpos one_unit / Zpos (Qden c).
Definition up (c : Q) : Z := - (- Qnum c * Zpos one_unit / Zpos (Qden c)).
Definition outward (low high : Q) : interval := (At (down low), At (up high)).

Definition e_add (a b : end_of) : end_of :=
  match a, b with At x, At y => At (x + y) | At _, e | e, _ => e end.
Definition add (a b : interval) : interval := (e_add (fst a) (fst b), e_add (snd a) (snd b)).

Definition e_times (a b : end_of) : end_of :=
  match a, b with
  | At x, At y => At (x * y)
  | At x, e | e, At x => match x with Z0 => At 0 | Zpos _ => e | Zneg _ => negated e end
  | Infinitely_low, e => negated e
  | Infinitely_high, e => e
  end.
Definition shifted_down (a : end_of) : end_of :=
  match a with At z => At (Z.shiftr z (Z.of_nat bits)) | e => e end.
Definition multiply (a b : interval) : interval :=
  let ends := [e_times (fst a) (fst b); e_times (fst a) (snd b); e_times (snd a) (fst b);
    e_times (snd a) (snd b)] in
  (shifted_down (lowest ends), negated (shifted_down (negated (highest ends)))).

Definition square_unit : Z := Zpos (one_unit * one_unit).
Definition inverse (a : interval) (positive : bool) : option interval :=
  if e_lt (At 0) (fst a) || e_lt (snd a) (At 0)
     || positive && e_le (At 0) (fst a) && e_lt (At 0) (snd a)
  then
    Some (match snd a with At y => At (square_unit / y) | _ => At 0 end,
          match fst a with At 0 => Infinitely_high | At y => At (square_unit / y + 1) | _ => At 0 end)
  else None.

Definition root (a : interval) : option interval :=
  match a with
  | (At y, high) =>
      if 0 <=? y
      then Some (At (Z.sqrt (y * Zpos one_unit)),
                 match high with At z => At (Z.sqrt (z * Zpos one_unit) + 1) | e => e end)
      else None
  | _ => None
  end.

Definition limit : Z := 2048 * Zpos one_unit.
Definition exponentials (a : interval) : option interval :=
  let* low :=
    if e_lt (fst a) (At (- limit)) then Some (At 0) else
    match lower_of (fst a) (At limit) with
    | At y => let* e := exponential 192 (Qmake y one_unit) in Some (At (down (fst e)))
    | _ => None
    end in
  let* high :=
    if e_lt (At limit) (snd a) then Some Infinitely_high else
    match higher_of (snd a) (At (- limit)) with
    | At y => let* e := exponential 192 (Qmake y one_unit) in Some (At (up (snd e)))
    | _ => None
    end in
  Some (low, high).

Definition end_logarithm (e : end_of) : option (option enclosure) :=
  match e with
  | At (Zpos y) => let* l := logarithm 192 (exactly (Qmake (Zpos y) one_unit)) in Some (Some l)
  | _ => Some None
  end.

Definition logarithms (a : interval) (positive : bool) : option interval :=
  if e_lt (At 0) (fst a) || positive && e_le (At 0) (fst a) && e_lt (At 0) (snd a) then
    let* low := end_logarithm (fst a) in
    let* high := end_logarithm (snd a) in
    Some (match low with Some l => At (down (fst l)) | None => Infinitely_low end,
          match high with Some l => At (up (snd l)) | None => Infinitely_high end)
  else None.

Definition make (value : interval) (slopes : option (interval * interval)) (positive : bool) : jet :=
  let positive := positive || e_lt (At 0) (fst value) in
  Jet (if positive then (higher_of (fst value) (At 0), snd value) else value) slopes positive.

Definition plus (a b : jet) : jet :=
  make (add (bounds a) (bounds b))
    (let* (s, t) := slopes a in let* (u, v) := slopes b in Some (add s u, add t v))
    (positive a && e_le (At 0) (fst (bounds b)) || positive b && e_le (At 0) (fst (bounds a))).

Definition times (a b : jet) : jet :=
  let along (s t : interval) := add (multiply s (bounds b)) (multiply (bounds a) t) in
  make (multiply (bounds a) (bounds b))
    (let* (s, t) := slopes a in let* (u, v) := slopes b in Some (along s u, along t v))
    (positive a && positive b).

Definition through (a : jet) (value : interval) (rate : option interval) (positive : bool) : jet :=
  make value (let* (s, t) := slopes a in let* r := rate in Some (multiply r s, multiply r t)) positive.

Definition quotient (a b : jet) : option jet :=
  let* one := inverse (bounds b) (positive b) in
  Some (times a (through b one (Some (opposite (multiply one one))) (positive b))).

Definition around (l : list interval) : interval := (lowest (map fst l), highest (map snd l)).
Definition hull (jets : list jet) (value : interval) (positive : bool) : jet :=
  make value (let* l := collect slopes jets in Some (around (map fst l), around (map snd l))) positive.

Definition largest_jet (jets : list jet) : jet :=
  let value := (highest (map (fun j => fst (bounds j)) jets), highest (map (fun j => snd (bounds j)) jets)) in
  hull (filter (fun j => e_le (fst value) (snd (bounds j))) jets) value (existsb positive jets).
Definition least_jet (jets : list jet) : jet :=
  let value := (lowest (map (fun j => fst (bounds j)) jets), lowest (map (fun j => snd (bounds j)) jets)) in
  hull (filter (fun j => e_le (fst (bounds j)) (snd value)) jets) value (forallb positive jets).

Definition steady : interval := (At 0, At 0).
Definition constant (c : Q) : jet := make (outward c c) (Some (steady, steady)) (0 <? Qnum c).

Fixpoint power (a : jet) (k : nat) : jet :=
  match k with O => constant 1 | S k' => times (power a k') a end.

Definition some_case (jets : list jet) : jet :=
  match jets with
  | [j] => j
  | _ => make (around (map bounds jets)) None (forallb positive jets)
  end.

(* Whether a comparison holds, from bounds of the difference. *)
Definition verdict (r : comparison) (difference : interval) : option bool :=
  let strictly (d : interval) :=
    if e_lt (At 0) (fst d) then Some true else if e_le (snd d) (At 0) then Some false else None in
  let weakly (d : interval) :=
    if e_le (At 0) (fst d) then Some true else if e_lt (snd d) (At 0) then Some false else None in
  let equal (d : interval) :=
    if e_lt (At 0) (fst d) || e_lt (snd d) (At 0) then Some false
    else if e_le (At 0) (fst d) && e_le (snd d) (At 0) then Some true else None in
  match r with
  | Above => strictly difference
  | Below => strictly (opposite difference)
  | From => weakly difference
  | UpTo => weakly (opposite difference)
  | Same => equal difference
  | Other => option_map negb (equal difference)
  end.

Section Evaluation.
Variables first second : jet.

Fixpoint evaluated (t : tree) : option jet :=
  match t with
  | Number c => Some (constant c)
  | First => Some first
  | Second => Some second
  | Piecewise l => let* jets := possible l in Some (some_case jets)
  | Power a k =>
      let* j := evaluated a in
      let whole := power j k in
      let (low, high) := bounds whole in
      Some (make ((if Nat.even k then higher_of low (At 0) else low), high) (slopes whole) (positive whole))
  | Largest l => let* jets := all_evaluated l in Some (largest_jet jets)
  | Least l => let* jets := all_evaluated l in Some (least_jet jets)
  | Plus a b => let* i := evaluated a in let* j := evaluated b in Some (plus i j)
  | Times a b => let* i := evaluated a in let* j := evaluated b in Some (times i j)
  | Quotient a b => let* i := evaluated a in let* j := evaluated b in quotient i j
  | Root a =>
      let* j := evaluated a in
      let* v := root (bounds j) in
      if positive j && negb (e_le (snd v) (At 0) && e_le (At 0) (snd v)) then
        let* one := inverse v true in
        let half := At (Z.shiftr (Zpos one_unit) 1) in
        Some (through j v (Some (multiply (half, half) one)) true)
      else Some (through j v None (positive j))
  | Exponential a =>
      let* j := evaluated a in
      let* v := exponentials (bounds j) in Some (through j v (Some v) true)
  | Logarithm a =>
      let* j := evaluated a in
      let* rate := inverse (bounds j) (positive j) in
      let* v := logarithms (bounds j) (positive j) in Some (through j v (Some rate) false)
  end
with all_evaluated (l : trees) : option (list jet) :=
  match l with
  | Last a => let* j := evaluated a in Some [j]
  | More a l' => let* j := evaluated a in let* jets := all_evaluated l' in Some (j :: jets)
  end
(* The values that may be the first whose condition holds. *)
with possible (l : cases) : option (list jet) :=
  match l with
  | Nothing => None
  | Otherwise a => let* j := evaluated a in Some [j]
  | Case a c l' =>
      let* holding := holds c in
      match holding with
      | Some false => possible l'
      | Some true => let* j := evaluated a in Some [j]
      | None => let* j := evaluated a in let* jets := possible l' in Some (j :: jets)
      end
  end
(* Whether a condition holds everywhere, nowhere, or else None. *)
with holds (c : condition) : option (option bool) :=
  match c with
  | Not c => let* b := holds c in Some (option_map negb b)
  | And c d =>
      let* a := holds c in let* b := holds d in
      Some (match a, b with
            | Some false, _ | _, Some false => Some false
            | Some true, Some true => Some true
            | _, _ => None
            end)
  | Or c d =>
      let* a := holds c in let* b := holds d in
      Some (match a, b with
            | Some true, _ | _, Some true => Some true
            | Some false, Some false => Some false
            | _, _ => None
            end)
  | Compare r a b =>
      let* i := evaluated a in
      let* j := evaluated b in
      Some (verdict r (add (bounds i) (opposite (bounds j))))
  end.
End Evaluation.
