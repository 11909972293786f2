const prefix = 'darsi-board/'

/** Unsent strokes are stored in a database of this name. */
export const keptBoardName = (account: string, document: string): string => `${prefix}${account}/${document}`

/** Deletes the stored boards of all accounts at logout. */
export async function wipeBoards(): Promise<void> {
  // an old Firefox cannot list databases; a board is then deleted when its lesson is left
  const databases = (await globalThis.indexedDB?.databases?.()) ?? []
  for (const { name } of databases) if (name?.startsWith(prefix)) indexedDB.deleteDatabase(name)
}
