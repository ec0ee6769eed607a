# Results of each list at all points of its file, to another file.
source("R/evaluated.R")
for (i in seq_len(length(lists) - 1) - 1) {
  path <- sprintf("points_%d.bin", i)
  x <- matrix(readBin(path, "double", file.size(path) / 8), ncol = 100)
  writeBin(as.double(lists[[i + 1]](x)), sprintf("results_%d.bin", i))
}
