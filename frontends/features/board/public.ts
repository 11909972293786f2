export { Board, BoardReader } from './board.tsx'
export { type BoardConnection, connectBoard } from './board-connection.ts'
export type { BoardPictures } from './picture-file.ts'
export type { Line } from './presence.ts'
