/** A page of the board with everything on it: it opens within ten seconds at 200 kbit/s. */
export const maxPageBytes = 150_000

/** Letters of one text on the board. The page cuts longer ones; the server refuses them. */
export const longestBoardText = 2000

/**
 * A moved object keeps its value; how far it was moved is stored beside it, under its id with this mark. So a move is
 * small, and an object that one person moves while another one erases it is erased.
 */
export const movedMark = '>'
