left_out = by_product + z * (by_mz + by_inner);
T = m * Z + (m * Z + k);
F = G - z * (m * z + k);
{
  Z in [1, 2] ->
  |z - Z| <= 10b-53 ->
  T in [1, 2] ->
  m * Z in [0, 2] ->
  m * Z + k in [0, 2] ->
  m in [0, 2] ->
  k in [-2, 2] ->
  |z + lacking - Z| <= 1b-93
}
G - product -> F + left_out;
F -> -(z - Z) * (T + m * (z - Z));
residual - F -> (residual - (left - rest)) + (left - (G - product)) - (rest - left_out);
rest - left_out -> (rest - (by_product + carried)) + (carried - z * lost) + z * (lost - (by_mz + by_inner));
z + lacking - Z -> (lacking - residual / slope) + (residual - F) / slope
  + (z - Z) * (slope - T - m * (z - Z)) / slope { slope <> 0 };
slope - T - m * (z - Z) -> (slope - (mz + inner)) + m * (z - Z) - 2 * by_mz - by_inner;
slope -> T + (slope - (mz + inner)) + 2 * m * (z - Z) - 2 * by_mz - by_inner;
