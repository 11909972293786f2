export { Board, BoardReader } from './board.tsx'
export { type BoardConnection, connectBoard } from './connection/board-connection.ts'
export { type Level, type Line, levels } from './connection/presence.ts'
export type { BoardPictures } from './files/picture-file.ts'
