/* Squares, products and quotients of such numbers neither overflow nor underflow. */
WITHIN int within(double x) { return x >= 0x1p-960 && x <= 0x1p+960; }
