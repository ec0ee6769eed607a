(* The algorithm of verify/tower_kernel.py: `tower_accepts`; Tower_soundness.v proves it sound.

   Polynomials are in the variable, the parameters and the atoms; the roles say what each is. A proof (`steps`)
   shows that a polynomial is >= 0, or > 0, on an interval. The kernel's limits on work and depth are not here. *)

From Coq Require Import List String Arith NArith ZArith QArith Bool.
From Certificates Require Import Polynomial Claim Acceptance Enclosures Tower_claim.
Import ListNotations.

Inductive role :=
  | Point
  | Constant (name : string) (above_zero : bool)
  | Exponent (a b : Q)
  | Log (argument : polynomial).

Inductive steps :=
  | Terms_positive (upper : bool)
  | Product_of (l : factors)
  | Slope (divisor : expression) (its : steps) (upper : bool) (inner : steps)
  | Cut (at_point : Q) (lower upper : steps)
  | Leaves (order : nat) (cuts : list Q)
with factors :=
  | No_factor
  | Factor (e : expression) (k : nat) (minus : bool) (its : steps) (l : factors)
  | Even_factor (e : expression) (k : nat) (minus : bool) (l : factors).

(* A monomial taken apart: x^degree exp(a x + b), parameters, and the arguments of logarithms. *)
Record parts := Parts { degree : N; rate : Q; offset : Q; others : monomial; arguments : list polynomial }.

(* Without zeros at the end. *)
Definition exponent_and (e : N) (m : monomial) : monomial :=
  match e, m with 0%N, [] => [] | _, _ => e :: m end.

Fixpoint apart (roles : list role) (m : monomial) : parts :=
  match roles, m with
  | r :: roles', e :: m' =>
      let p := apart roles' m' in
      let n := Qmake (Z.of_N e) 1 in
      let next := exponent_and 0 (others p) in
      match r with
      | Point => Parts (e + degree p) (rate p) (offset p) next (arguments p)
      | Constant _ _ => Parts (degree p) (rate p) (offset p) (exponent_and e (others p)) (arguments p)
      | Exponent a b =>
          Parts (degree p) (q_plus (q_times n a) (rate p)) (q_plus (q_times n b) (offset p)) next (arguments p)
      | Log u => Parts (degree p) (rate p) (offset p) next (repeat u (N.to_nat e) ++ arguments p)
      end
  | _, _ => Parts 0 0 0 [] []
  end.

Definition nothing {A} (l : list A) : bool := match l with [] => true | _ => false end.
Definition q_same (a b : Q) : bool := Qeq_bool a b.

Fixpoint q_power (c : Q) (k : nat) : Q := match k with O => 1 | S j => q_times c (q_power c j) end.

Section Tower.
Variable names : list string.
Variable roles : list role.

(* Sums of c exp(q), ordered by q, without zeros. *)
Definition exponential_sum := list (Q * Q).

Fixpoint add_exponential (q c : Q) (l : exponential_sum) : exponential_sum :=
  match l with
  | [] => if is_zero c then [] else [(q, c)]
  | (r, d) :: l' =>
      match Qcompare q r with
      | Lt => if is_zero c then l else (q, c) :: l
      | Gt => (r, d) :: add_exponential q c l'
      | Eq => let s := q_plus c d in if is_zero s then l' else (r, s) :: l'
      end
  end.

Fixpoint same_sum (a b : exponential_sum) : bool :=
  match a, b with
  | [], [] => true
  | (q, c) :: a', (r, d) :: b' => q_same q r && q_same c d && same_sum a' b'
  | _, _ => false
  end.

Fixpoint before (a b : exponential_sum) : bool :=
  match a, b with
  | [], _ => true
  | _, [] => false
  | (q, c) :: a', (r, d) :: b' =>
      match Qcompare q r, Qcompare c d with
      | Lt, _ | Eq, Lt => true
      | Eq, Eq => before a' b'
      | _, _ => false
      end
  end.

Fixpoint insert_sum (a : exponential_sum) (l : list exponential_sum) : list exponential_sum :=
  match l with [] => [a] | b :: l' => if before a b then a :: l else b :: insert_sum a l' end.

(* exp(q) times logarithms of such sums, times a number. *)
Definition value_term := (Q * list exponential_sum * Q)%type.

Fixpoint same_sums (a b : list exponential_sum) : bool :=
  match a, b with
  | [], [] => true
  | s :: a', t :: b' => same_sum s t && same_sums a' b'
  | _, _ => false
  end.

Fixpoint add_value (t : value_term) (l : list value_term) : list value_term :=
  match l with
  | [] => [t]
  | u :: l' =>
      let '(q, a, c) := t in let '(r, b, d) := u in
      if q_same q r && same_sums a b then (r, b, q_plus c d) :: l' else u :: add_value t l'
  end.

Fixpoint same_monomial (a b : monomial) : bool :=
  match a, b with
  | [], [] => true
  | e :: a', f :: b' => (e =? f)%N && same_monomial a' b'
  | _, _ => false
  end.

Fixpoint add_group (m : monomial) (t : value_term) (l : list (monomial * list value_term)) :=
  match l with
  | [] => [(m, [t])]
  | (n, v) :: l' => if same_monomial m n then (n, add_value t v) :: l' else (n, v) :: add_group m t l'
  end.

(* Signs of sums of such terms: exact zero, or by bounds. *)
Definition added (bits : positive) (terms : list (Q * enclosure)) : option enclosure :=
  let* l := collect (fun t => let* e := exponential bits (fst t) in Some (e_times (snd t) e)) terms in
  Some (fold_right e_plus (exactly 0) l).

Definition sum_bounds (bits : positive) (s : exponential_sum) : option enclosure :=
  added bits (map (fun t => (fst t, exactly (snd t))) s).

Definition logarithm_bounds (bits : positive) (s : exponential_sum) : option enclosure :=
  let* e := sum_bounds bits s in logarithm bits e.

Definition term_bounds (bits : positive) (t : value_term) : option (Q * enclosure) :=
  let '(q, sums, c) := t in
  let* logs := collect (logarithm_bounds bits) sums in Some (q, fold_right e_times (exactly c) logs).

Definition total_bounds (bits : positive) (terms : list value_term) : option enclosure :=
  let* l := collect (term_bounds bits) terms in added bits l.

Inductive sign := Minus | Nil | Plus_sign.

Fixpoint sign_with (precisions : list positive) (terms : list value_term) : option sign :=
  match precisions with
  | [] => None
  | bits :: more =>
      let* e := total_bounds bits terms in
      if is_positive (fst e) then Some Plus_sign
      else if is_positive (- snd e) then Some Minus else sign_with more terms
  end.

Definition known_terms (terms : list value_term) : list value_term :=
  filter (fun t => negb (is_zero (snd t))) terms.

Definition sign_of (terms : list value_term) : option sign :=
  let known := known_terms terms in
  if nothing known then Some Nil else sign_with [128; 512; 2048]%positive known.

(* The argument of a logarithm at a number, a sum of c exp(q). *)
Fixpoint sum_at (f : polynomial) (at_point : Q) : exponential_sum :=
  match f with
  | [] => []
  | (m, c) :: f' =>
      let p := apart roles m in
      add_exponential (q_plus (q_times (rate p) at_point) (offset p))
        (q_times c (q_power at_point (N.to_nat (degree p)))) (sum_at f' at_point)
  end.

Definition exact_logarithm (s : exponential_sum) : option Q :=
  match s with [(q, c)] => if q_same c 1 then Some q else None | _ => None end.

Definition positive_sum (s : exponential_sum) : bool :=
  match sign_of (map (fun t => (fst t, [], snd t)) s) with Some Plus_sign => true | _ => false end.

(* The logarithms of a monomial at a number: rejected unless the arguments are positive there; log exp(q) is q. *)
Fixpoint logs_at (l : list polynomial) (at_point : Q) : option (Q * list exponential_sum) :=
  match l with
  | [] => Some (1%Q, [])
  | u :: l' =>
      let* (c, sums) := logs_at l' at_point in
      let s := sum_at u at_point in
      match exact_logarithm s with
      | Some q => Some (q_times c q, sums)
      | None => if positive_sum s then Some (c, insert_sum s sums) else None
      end
  end.

(* f at a number, for each product of parameters. *)
Fixpoint groups_at (f : polynomial) (at_point : Q) : option (list (monomial * list value_term)) :=
  match f with
  | [] => Some []
  | (m, c) :: f' =>
      let* groups := groups_at f' at_point in
      let p := apart roles m in
      let* (d, sums) := logs_at (arguments p) at_point in
      Some (add_group (others p)
        (q_plus (q_times (rate p) at_point) (offset p), sums,
         q_times (q_times c (q_power at_point (N.to_nat (degree p)))) d) groups)
  end.

(* Whether no parameter that may be 0 is a factor. *)
Fixpoint firm (l : list role) (m : monomial) : bool :=
  match l, m with
  | r :: l', e :: m' =>
      match r with Constant _ false => (e =? 0)%N | _ => true end && firm l' m'
  | _, _ => true
  end.

(* true: f > 0; false: f >= 0. *)
Definition near_number (f : polynomial) (at_point : Q) : option bool :=
  let* groups := groups_at f at_point in
  let* signs := collect (fun g => let* s := sign_of (snd g) in Some (firm roles (fst g), s)) groups in
  if existsb (fun s => match snd s with Minus => true | _ => false end) signs then None else
  Some (existsb (fun s => match s with (true, Plus_sign) => true | _ => false end) signs).

Definition all_firm : bool := forallb (fun r => match r with Constant _ false => false | _ => true end) roles.

Definition growth (upper : bool) (t : monomial * Q) : Q * N :=
  let p := apart roles (fst t) in (if upper then rate p else q_times (-1) (rate p), degree p).

Definition slower (a b : Q * N) : bool :=
  match Qcompare (fst a) (fst b) with Lt => true | Gt => false | Eq => (snd a <? snd b)%N end.

Fixpoint fastest (upper : bool) (f : polynomial) : Q * N :=
  match f with
  | [] => (0%Q, 0%N)
  | [t] => growth upper t
  | t :: f' => let g := fastest upper f' in if slower g (growth upper t) then growth upper t else g
  end.

Definition without_logs (f : polynomial) : bool := forallb (fun t => nothing (arguments (apart roles (fst t)))) f.
Definition without_parameters (f : polynomial) : bool :=
  forallb (fun t => nothing (others (apart roles (fst t)))) f.

Definition as_fast (a b : Q * N) : bool := Qeq_bool (fst a) (fst b) && (snd a =? snd b)%N.
Definition leading (upper : bool) (f : polynomial) : polynomial :=
  filter (fun t => as_fast (growth upper t) (fastest upper f)) f.
Definition no_faster (upper : bool) (f : polynomial) : bool :=
  forallb (fun t => as_fast (growth upper t) (fastest upper f) || slower (growth upper t) (fastest upper f)) f.

Definition near_infinity (upper : bool) (f : polynomial) : option bool :=
  if without_logs f then
    if nothing f then Some false
    else if all_firm && no_faster upper f then
      match near_number (leading upper f) (if upper then 1 else -1) with Some true => Some true | _ => None end
    else None
  else None.

Definition near (f : polynomial) (at_point : option Q) (upper : bool) : option bool :=
  match at_point with Some c => near_number f c | None => near_infinity upper f end.

(* Slopes: `rates` are the derivatives of the variables, times the arguments of the logarithms that occur. *)
Definition monomial_at (i : nat) (m : monomial) : polynomial :=
  match m with [] => one | _ => [(repeat 0%N i ++ m, 1%Q)] end.

Fixpoint monomial_slope (i : nat) (m : monomial) (rates : list polynomial) : polynomial :=
  match m, rates with
  | e :: m', r :: rates' =>
      plus
        (if (e =? 0)%N then [] else
         term_times [] (Qmake (Z.of_N e) 1)
           (times r (times (monomial_at i (exponent_and (N.pred e) [])) (monomial_at (S i) m'))))
        (times (monomial_at i (exponent_and e [])) (monomial_slope (S i) m' rates'))
  | _, _ => []
  end.

Definition slope_by (rates : list polynomial) (f : polynomial) : polynomial :=
  total (map (fun t => term_times [] (snd t) (monomial_slope 0 (fst t) rates)) f).

Fixpoint occurs (i : nat) (f : polynomial) : bool :=
  match f with [] => false | (m, _) :: f' => negb (nth i m 0%N =? 0)%N || occurs i f' end.

(* The arguments of the logarithms that occur in f or m, each with its place. *)
Fixpoint occurring (i : nat) (l : list role) (f m : polynomial) : list (nat * polynomial) :=
  match l with
  | [] => []
  | Log u :: l' => if occurs i f || occurs i m then (i, u) :: occurring (S i) l' f m else occurring (S i) l' f m
  | _ :: l' => occurring (S i) l' f m
  end.

Definition but (i : nat) (logs : list (nat * polynomial)) : polynomial :=
  fold_right (fun u p => if (fst u =? i)%nat then p else times (snd u) p) one logs.

Fixpoint indexed {A B} (g : nat -> A -> B) (i : nat) (l : list A) : list B :=
  match l with [] => [] | a :: l' => g i a :: indexed g (S i) l' end.

Definition plain_rate (i : nat) (r : role) : polynomial :=
  match r with Point => one | Exponent a _ => term_times [] a (Polynomial.variable i) | _ => [] end.

Definition plain_slope (f : polynomial) : polynomial := slope_by (indexed plain_rate 0 roles) f.

Definition rate_with (logs : list (nat * polynomial)) (product : polynomial) (i : nat) (r : role) : polynomial :=
  match r with
  | Point => product
  | Exponent a _ => times product (term_times [] a (Polynomial.variable i))
  | Constant _ _ => []
  | Log u => if existsb (fun v => (fst v =? i)%nat) logs then times (plain_slope u) (but i logs) else []
  end.

Definition slope (logs : list (nat * polynomial)) (f : polynomial) : polynomial :=
  slope_by (indexed (rate_with logs (but (List.length roles) logs)) 0 roles) f.

(* f with at - way t for x, by Horner's scheme; its terms are in the order of the powers of x. *)
Definition head_and_rest (m : monomial) : N * monomial :=
  match m with [] => (0%N, []) | e :: m' => (e, exponent_and 0 m') end.

Fixpoint shifted_from (y : polynomial) (k : N) (f : polynomial) : option polynomial :=
  match f with
  | [] => Some []
  | (m, c) :: f' =>
      let (e, rest) := head_and_rest m in
      if (e <? k)%N then None else
      let* g := shifted_from y e f' in
      let h := plus [(rest, c)] g in
      Some (if (e =? k)%N then h else times (power y (N.to_nat (e - k))) h)
  end.

Definition shifted (at_point : Q) (upper : bool) (f : polynomial) : option polynomial :=
  shifted_from (plus (number at_point) (term_times [] (if upper then -1 else 1) (Polynomial.variable 0))) 0 f.

Definition terms_not_negative (f : polynomial) : bool := forallb (fun t => negb (is_positive (- snd t))) f.

(* A term that is positive, with the power of x (or t) that may be in it. *)
Definition sure (any_power : bool) (f : polynomial) : bool :=
  existsb (fun t =>
    is_positive (snd t) && firm roles (fst t) && (any_power || (fst (head_and_rest (fst t)) =? 0)%N)) f.

Definition terms_are_positive (f : polynomial) (b : edge) (upper strictly : bool) : bool :=
  without_logs f &&
  match fst b with
  | Some c =>
      match shifted c upper f with
      | Some g => without_logs g && terms_not_negative g && (negb strictly || sure (snd b) g)
      | None => false
      end
  | None =>
      forallb (fun t => N.even (fst (head_and_rest (fst t)))) f && terms_not_negative f
      && (negb strictly || sure false f)
  end.

(* Leaves: bounds of polynomials in x and exponentials, from low to high. *)
Fixpoint add_coefficient (k : nat) (c : Q) (l : list Q) : list Q :=
  match k, l with
  | O, [] => [c]
  | O, d :: l' => q_plus c d :: l'
  | S j, [] => 0%Q :: add_coefficient j c []
  | S j, d :: l' => d :: add_coefficient j c l'
  end.

Fixpoint add_rate (a b : Q) (k : nat) (c : Q) (l : list (Q * Q * list Q)) : list (Q * Q * list Q) :=
  match l with
  | [] => [(a, b, add_coefficient k c [])]
  | (a', b', p) :: l' =>
      if q_same a a' && q_same b b' then (a', b', add_coefficient k c p) :: l'
      else (a', b', p) :: add_rate a b k c l'
  end.

Fixpoint by_rates (f : polynomial) : list (Q * Q * list Q) :=
  match f with
  | [] => []
  | (m, c) :: f' =>
      let p := apart roles m in add_rate (rate p) (offset p) (N.to_nat (degree p)) c (by_rates f')
  end.

Definition horner (x : enclosure) (l : list Q) : enclosure :=
  fold_right (fun c v => rounded (2 ^ 128) (e_plus (e_times v x) (exactly c))) (exactly 0) l.

Definition group_bounds (low high : Q) (g : Q * Q * list Q) : option enclosure :=
  let '(a, b, l) := g in
  let first := q_plus (q_times a low) b in
  let last := q_plus (q_times a high) b in
  let* e := exponential 128 (least first last) in
  let* d := exponential 128 (largest first last) in
  Some (e_times (horner (low, high) l) (fst e, snd d)).

Definition enclosed (f : polynomial) (low high : Q) : option enclosure :=
  if without_logs f && without_parameters f then
    let* l := collect (group_bounds low high) (by_rates f) in Some (fold_right e_plus (exactly 0) l)
  else None.

Fixpoint factorial (k : nat) : positive := match k with O => 1 | S j => Pos.of_succ_nat j * factorial j end.
Definition factorial_inverse (k : nat) : Q := Qmake 1 (factorial k).

(* A lower edge from low to high of the sum of f^(i) h^i / i! from the k-th on: `slopes` are the derivatives. *)
Fixpoint taylor_bound (low high middle half : Q) (k : nat) (f : polynomial) (order : nat) : option Q :=
  let power := q_power half k in
  let around : enclosure :=
    if (k =? 0)%nat then exactly 1 else if Nat.even k then (0%Q, power) else ((- power)%Q, power) in
  match order with
  | O => let* e := enclosed f low high in Some (q_times (fst (e_times e around)) (factorial_inverse k))
  | S j =>
      let* e := enclosed f middle middle in
      let* rest := taylor_bound low high middle half (S k) (plain_slope f) j in
      Some (q_plus (q_times (fst (e_times e around)) (factorial_inverse k)) rest)
  end.

Definition leaf (f : polynomial) (order : nat) (low high : Q) : bool :=
  match
    taylor_bound low high (q_times (q_plus low high) (1 # 2)) (q_times (q_plus high (- low)) (1 # 2)) 0 f order
  with
  | Some c => is_positive c
  | None => false
  end.

Definition q_less (a b : Q) : bool := negb (Qle_bool b a).

Fixpoint all_leaves (f : polynomial) (order : nat) (low high : Q) (cuts : list Q) : bool :=
  match cuts with
  | [] => q_less low high && leaf f order low high
  | c :: cuts' => q_less low c && leaf f order low c && all_leaves f order c high cuts'
  end.

Definition signed (minus : bool) (f : polynomial) : polynomial := if minus then negative f else f.

Definition opened (i : edge * edge) : edge * edge := ((fst (fst i), true), (fst (snd i), true)).

(* `trusted`: whether the arguments of all logarithms are known to be positive. *)
Variable trusted : bool.

Fixpoint proves (f : polynomial) (i : edge * edge) (strictly : bool) (n : steps) : bool :=
  match n with
  | Terms_positive upper => terms_are_positive f (if upper then snd i else fst i) upper strictly
  | Product_of l =>
      match product_of i strictly l with Some (p, minus) => same p f && negb minus | None => false end
  | Slope e its upper inner =>
      match polynomial_of names e with
      | Some m =>
          let b := if upper then snd i else fst i in
          let logs := occurring 0 roles f m in
          proves m i true its
          && match fst b with
             | Some c => match near m (Some c) upper with Some true => true | _ => false end
             | None => true
             end
          && (trusted || nothing logs)
          && match near f (fst b) upper with
             | Some value =>
                 (value || negb strictly || snd b)
                 && proves (signed upper (plus (times (slope logs f) m) (negative (times (slope logs m) f))))
                      (opened i) (strictly && negb value) inner
             | None => false
             end
      | None => false
      end
  | Cut c lower upper =>
      match fst (fst i) with Some a => q_less a c | None => true end
      && match fst (snd i) with Some b => q_less c b | None => true end
      && proves f (fst i, (Some c, false)) strictly lower
      && proves f ((Some c, false), snd i) strictly upper
  | Leaves order cuts =>
      match fst (fst i), fst (snd i) with
      | Some a, Some b => (order <=? 16)%nat && all_leaves f order a b cuts
      | _, _ => false
      end
  end
with product_of (i : edge * edge) (strictly : bool) (l : factors) : option (polynomial * bool) :=
  match l with
  | No_factor => Some (one, false)
  | Factor e k minus its l' =>
      let* g := polynomial_of names e in
      if (1 <=? k)%nat && (k <=? 16)%nat && proves (signed minus g) i strictly its then
        let* (p, s) := product_of i strictly l' in Some (times (power g k) p, xorb (minus && Nat.odd k) s)
      else None
  | Even_factor e k minus l' =>
      let* g := polynomial_of names e in
      if (1 <=? k)%nat && (k <=? 16)%nat && Nat.even k && negb strictly then
        let* (p, s) := product_of i strictly l' in Some (times (power g k) p, s)
      else None
  end.

End Tower.

Fixpoint has_leaves (n : steps) : bool :=
  match n with
  | Terms_positive _ => false
  | Product_of l => factors_have_leaves l
  | Slope _ its _ inner => has_leaves its || has_leaves inner
  | Cut _ lower upper => has_leaves lower || has_leaves upper
  | Leaves _ _ => true
  end
with factors_have_leaves (l : factors) : bool :=
  match l with
  | No_factor => false
  | Factor _ _ _ its l' => has_leaves its || factors_have_leaves l'
  | Even_factor _ _ _ l' => factors_have_leaves l'
  end.

Record tower_certificate := Tower_certificate {
  tower_claim_of : tower_claim;
  minus_denominator : bool;
  denominator_steps : steps;
  argument_steps : list steps;
  goal_steps : steps;
  leaves_format : bool
}.

Definition names_of (c : tower_claim) : list string :=
  point_name c :: map fst (parameters c) ++ map fst (atoms c).

Definition role_of_atom (names : list string) (a : string * atom) : option role :=
  match snd a with
  | Exponential r s => Some (Exponent r s)
  | Logarithm e => let* u := polynomial_of names e in Some (Log u)
  end.

Definition roles_of (c : tower_claim) : option (list role) :=
  let* l := collect (role_of_atom (names_of c)) (atoms c) in
  Some (Point :: map (fun p => Constant (fst p) (snd p)) (parameters c) ++ l).

Definition arguments_of (roles : list role) : list polynomial :=
  flat_map (fun r => match r with Log u => [u] | _ => [] end) roles.

Fixpoint prove_each (names : list string) (roles : list role) (i : edge * edge) (l : list polynomial)
    (n : list steps) : bool :=
  match l, n with
  | [], [] => true
  | u :: l', s :: n' => proves names roles false u i true s && prove_each names roles i l' n'
  | _, _ => false
  end.

Definition proper (i : edge * edge) : bool :=
  match fst (fst i), fst (snd i) with Some a, Some b => q_less a b | _, _ => true end.

Definition tower_accepts (t : tower_certificate) : bool :=
  let c := tower_claim_of t in
  let names := names_of c in
  different names && (List.length names <=? 64)%nat && proper (interval c)
  && Bool.eqb (leaves_format t)
       (has_leaves (denominator_steps t) || has_leaves (goal_steps t) || existsb has_leaves (argument_steps t))
  && match roles_of c, fraction names (Plus (left_side c) (Times (Number (-1)) (right_side c))) with
     | Some roles, Some (n, d) =>
         forallb (fun u => without_logs roles u && without_parameters roles u) (arguments_of roles)
         && prove_each names roles (interval c) (arguments_of roles) (argument_steps t)
         && proves names roles true (signed (minus_denominator t) d) (interval c) true (denominator_steps t)
         && proves names roles true (signed (minus_denominator t) n) (interval c) (strict c) (goal_steps t)
     | _, _ => false
     end.
