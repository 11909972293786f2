type Reply = Readonly<Record<string, unknown>>

/** How many documents a write command matched, inserted or removed, by the server's reply; null for other commands. */
export function changedBy(command: string, reply: Reply): number | null {
  switch (command) {
    case 'insert':
    case 'delete':
    case 'update':
      return Number(reply['n'] ?? 0)
    case 'findAndModify': {
      // `as`: the server's reply
      const { n = 0 } = (reply['lastErrorObject'] ?? {}) as { n?: number }
      return n
    }
    default:
      return null
  }
}
