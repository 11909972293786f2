/** As in the contract of the classroom, whose file cannot be loaded in a browser: it holds schemas. */
export const boardPath = '/ws/board'
export const boardProtocol = 'darsi.board'
