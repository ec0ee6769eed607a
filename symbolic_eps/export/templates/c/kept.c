/* Whether a sum keeps more than 2^-30 of its terms' size; elsewhere they are added exactly. */
WITHIN int kept(double sum, double size) { return !(fabs(sum) <= 0x1p-30 * size); }
