const prefix = 'darsi-board/'

/** Unsent strokes are stored in a database of this name. */
export const keptBoardName = (account: string, document: string): string => `${prefix}${account}/${document}`

/** Deletes the stored boards of all accounts except `except`. */
export async function wipeBoards(except = ''): Promise<void> {
  // an old Firefox cannot list databases; a board is then deleted when its lesson is left
  const databases = (await globalThis.indexedDB?.databases?.()) ?? []
  const own = keptBoardName(except, '')
  for (const { name } of databases)
    if (name?.startsWith(prefix) && !name.startsWith(own)) indexedDB.deleteDatabase(name)
}
