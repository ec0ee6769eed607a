// FILL_generated
module symboliceps

go 1.17
