/** Copied from the classroom's contract, which browsers cannot load because it contains schemas. */
export const boardPath = '/ws/board'
export const boardProtocol = 'darsi.board'
