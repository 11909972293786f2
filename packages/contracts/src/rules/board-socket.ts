/** The subprotocol of the board's socket; the client also offers `ticket.<ticket>`. */
export const boardProtocol = 'darsi.board'
/** Path of the board's socket at the gateway. A document is named `<roomId>/<pageId>`. */
export const boardPath = '/ws/board'
