/** A page of the board with everything on it: it opens within ten seconds at 200 kbit/s. */
export const maxPageBytes = 150_000
