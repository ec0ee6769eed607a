/** Whether squares, products and quotients of such numbers neither overflow nor underflow. */
function within(...numbers) {
  return numbers.every((x) => x >= TWO_TO_MINUS_960 && x <= TWO_TO_960);
}

/** A finite x less a share of it, several times; 2^-53 (1 + 2^-52) of it for the next number. */
function beside(x, times, share) {
  let moved = x;
  for (let i = 0; i < times; i++) moved -= moved * share;
  return x > 0 && x < Infinity ? moved : x;
}
