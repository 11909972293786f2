const prefix = 'darsi-board/'

/** Strokes that are not sent yet wait in a database of this name. */
export const keptBoardName = (account: string, document: string): string => `${prefix}${account}/${document}`

/** Deletes the kept boards of everybody: who logs out leaves nothing behind. */
export async function wipeBoards(): Promise<void> {
  // an old Firefox lists no databases; a board is then deleted when its lesson is left
  const databases = (await globalThis.indexedDB?.databases?.()) ?? []
  for (const { name } of databases) if (name?.startsWith(prefix)) indexedDB.deleteDatabase(name)
}
