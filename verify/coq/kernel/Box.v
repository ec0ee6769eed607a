(* Checks leaves: boxes of priors on each of which every eps <= -log x is safe, in the order of
   symbolic_eps/decision/leaves.py. None or false is a rejection. *)

From Coq Require Import List QArith ZArith Bool Orders Mergesort.
From Certificates Require Import Polynomial Acceptance Enclosures Box_claim Box_bounds.
Import ListNotations.
Local Open Scope Q_scope.

Definition side := (Q * Q)%type.
Definition box := (side * side)%type.

Definition q_le (a b : Q) : bool := Qle_bool a b.
Definition q_lt (a b : Q) : bool := negb (Qle_bool b a).
Definition tiny : Q := 1 # (2 ^ 180).
Definition moving : interval := (At (Zpos one_unit), At (Zpos one_unit)).

(* F = G(x) - 1/r*, with each prior once in G. *)
Definition requirement (profile : tree) (unbounded : bool) (x : Q) : option tree :=
  if q_le 0 x && q_le x 1 then
    let product := Times First Second in
    let inner :=
      if unbounded
      then Times First (Plus (Times (Number (q_plus 1 x)) Second) (Number (q_times (-1) x)))
      else product in
    let risk := Plus (Number x) (Times (Number (q_plus 1 (q_times (-1) x))) inner) in
    Some (Plus risk (Times (Number (-1)) (Quotient (Number 1) profile)))
  else None.

(* p and q on a box. *)
Definition first_on (b : box) : jet := make (outward (fst (fst b)) (snd (fst b))) (Some (moving, steady)) true.
Definition second_on (b : box) : jet := make (outward (fst (snd b)) (snd (snd b))) (Some (steady, moving)) true.
Definition on (b : box) (t : tree) : option jet := evaluated (first_on b) (second_on b) t.

Definition point_box (p q : Q) : box := ((p, p), (q, q)).
Definition middle (s : side) : Q := q_times (q_plus (fst s) (snd s)) (1 # 2).
Definition less (a b : Q) : Q := q_plus a (q_times (-1) b).
Definition from (s : side) (c : Q) : interval := outward (less (fst s) c) (less (snd s) c).

(* The part of a side where F is least along it; all of it if that is not known. *)
Definition least_end (s : side) (slope : interval) : side :=
  if e_le (At 0) (fst slope) && q_lt tiny (snd s) then (fst s, largest (fst s) tiny)
  else if e_le (snd slope) (At 0) then (snd s, snd s) else s.

Definition same_side (s t : side) : bool := Qeq_bool (fst s) (fst t) && Qeq_bool (snd s) (snd t).
Definition same_box (b c : box) : bool := same_side (fst b) (fst c) && same_side (snd b) (snd c).

Definition not_negative (e : interval) : bool := e_le (At 0) (fst e).

(* Whether r* > 0 and F >= 0 are shown on all of the box, where both must have values. *)
Fixpoint is_safe (faces : nat) (profile wanted : tree) (b : box) : option bool :=
  let* r := on b profile in
  if negb (positive r) then Some false else
  let* whole := on b wanted in
  match slopes whole with
  | None => Some (not_negative (bounds whole))
  | Some (s, t) =>
      if not_negative (bounds whole) then Some true else
      let p := middle (fst b) in
      let q := middle (snd b) in
      let* there := on (point_box p q) wanted in
      let total := add (add (bounds there) (multiply s (from (fst b) p))) (multiply t (from (snd b) q)) in
      if not_negative total then Some true else
      let face := (least_end (fst b) s, least_end (snd b) t) in
      match faces with
      | O => Some false
      | S fewer => if same_box face b then Some false else is_safe fewer profile wanted face
      end
  end.

(* Whether some condition of the domain fails on all of the box. *)
Fixpoint is_outside (domain : list condition) (b : box) : option bool :=
  match domain with
  | [] => Some false
  | c :: others =>
      let* truth := holds (first_on b) (second_on b) c in
      match truth with Some false => Some true | _ => is_outside others b end
  end.

(* The side with all of the domain that its bounds on one prior alone give. *)
Definition narrowed (name : tree -> bool) (c : condition) (s : side) : side :=
  match c with
  | Compare (Below | UpTo) v (Number e) | Compare (Above | From) (Number e) v =>
      if name v then (fst s, least (snd s) e) else s
  | _ => s
  end.
Definition narrowed_below (name : tree -> bool) (c : condition) (s : side) : side :=
  match c with
  | Compare (Above | From) v (Number e) | Compare (Below | UpTo) (Number e) v =>
      if name v then (largest (fst s) e, snd s) else s
  | _ => s
  end.
Definition is_first (t : tree) : bool := match t with First => true | _ => false end.
Definition is_second (t : tree) : bool := match t with Second => true | _ => false end.

Definition frame_side (name : tree -> bool) (domain : list condition) (fixed : option Q) : option side :=
  let start := match fixed with Some c => (c, c) | None => (0, 1) end in
  let s := fold_right (fun c s => narrowed_below name c (narrowed name c s)) start domain in
  if q_le (fst s) (snd s) && q_lt 0 (snd s) then Some s else None.
Definition frame (asked : question) : option box :=
  let* s := frame_side is_first (domain asked) (fst (fixed asked)) in
  let* t := frame_side is_second (domain asked) (snd (fixed asked)) in Some (s, t).

(* Whether the boxes leave no gap in a box; in so many steps one within the other. *)
Module Order <: TotalLeBool.
  Definition t := Q.
  Definition leb := Qle_bool.
  Lemma leb_total a b : leb a b = true \/ leb b a = true.
  Proof.
    unfold leb. rewrite !Qle_bool_iff. destruct (Qlt_le_dec b a) as [H|H]; [right;
      now apply Qlt_le_weak | now left].
  Qed.
End Order.
Module Sorted := Sort Order.

Definition within_side (s t : side) : bool := q_le (fst t) (fst s) && q_le (snd s) (snd t).
Definition cuts (s : side) (ends : list side) : list Q :=
  filter (fun e => q_lt (fst s) e && q_lt e (snd s)) (flat_map (fun t => [fst t; snd t]) ends).
Definition touching (s t : side) : bool := q_lt (fst t) (snd s) && q_lt (fst s) (snd t).
Definition median (l : list Q) : Q := nth (Nat.div2 (List.length l)) (Sorted.sort l) 0.

Fixpoint no_gap (steps : nat) (part : box) (near : list box) : bool :=
  if existsb (fun b => within_side (fst part) (fst b) && within_side (snd part) (snd b)) near then true else
  match steps with
  | O => false
  | S fewer =>
      let across := cuts (fst part) (map fst near) in
      let along := cuts (snd part) (map snd near) in
      match across, along with
      | [], [] => false
      | _, _ =>
          if (List.length along <=? List.length across)%nat then
            let at_ := median across in
            forallb (fun s => no_gap fewer (s, snd part) (filter (fun b => touching s (fst b)) near))
              [(fst (fst part), at_); (at_, snd (fst part))]
          else
            let at_ := median along in
            forallb (fun s => no_gap fewer (fst part, s) (filter (fun b => touching s (snd b)) near))
              [(fst (snd part), at_); (at_, snd (snd part))]
      end
  end.

Record proof := Proof { level : Q; leaves : list box; below : Q; place : Q * Q }.

Definition leaf_shown (asked : question) (wanted : tree) (b : box) : bool :=
  match is_outside (domain asked) b with
  | Some true => true
  | Some false => match is_safe 2 (profile asked) wanted b with Some truth => truth | None => false end
  | None => false
  end.

Definition is_prior (a : Q) : bool := q_lt 0 a && q_le a 1.
Definition agrees (c : option Q) (a : Q) : bool := match c with Some c => Qeq_bool a c | None => true end.

(* No eps >= -log y is safe: F < 0 at a prior of the domain. *)
Definition exceeded (asked : question) (y : Q) (at_ : Q * Q) : bool :=
  let b := point_box (fst at_) (snd at_) in
  is_prior (fst at_) && is_prior (snd at_) && agrees (fst (fixed asked)) (fst at_)
  && agrees (snd (fixed asked)) (snd at_)
  && forallb (fun c => match holds (first_on b) (second_on b) c with Some (Some true) => true | _ => false end)
       (domain asked)
  && match on b (profile asked) with Some r => positive r | None => false end
  && match requirement (profile asked) (unbounded asked) y with
     | Some f => match on b f with Some j => e_lt (snd (bounds j)) (At 0) | None => false end
     | None => false
     end.

Definition is_side (s : side) : bool := q_le 0 (fst s) && q_le (fst s) (snd s) && q_le (snd s) 1.
Definition is_box (b : box) : bool :=
  is_side (fst b) && is_side (snd b) && (q_lt 0 (snd (fst b)) && q_lt 0 (snd (snd b))).

Definition check_leaves (asked : question) (proof : proof) : bool :=
  match requirement (profile asked) (unbounded asked) (level proof), frame asked with
  | Some wanted, Some whole =>
      (N.of_nat (List.length (leaves proof)) <=? 20000)%N
      && forallb is_box (leaves proof)
      && no_gap (4 * List.length (leaves proof)) whole (leaves proof)
      && forallb (leaf_shown asked wanted) (leaves proof)
      && exceeded asked (below proof) (place proof)
      && q_le (below proof) (level proof)
  | _, _ => false
  end.
