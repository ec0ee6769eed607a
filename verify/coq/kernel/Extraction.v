(* Prints what the theorems rest on, and writes the judges as OCaml (kernel.ml, kernel.mli) where coqc runs.

   Booleans, lists, options, pairs, characters and texts become those of OCaml (a text is a list of characters);
   numbers stay as they are here, so that no arithmetic but Coq's own is believed. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.
From Certificates Require Import Document Tower_document Box_document.

Print Assumptions judged_hold.
Print Assumptions towers_hold.
Print Assumptions boxes_hold.

Extraction Language OCaml.
Extraction "kernel.ml" judge judge_towers judge_boxes whole.
