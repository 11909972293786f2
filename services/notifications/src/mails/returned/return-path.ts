import { createHmac } from 'node:crypto'
import { keysIn } from '@darsi/kit/events/seal.ts'

/**
 * The address that a mail comes back to names the mail (VERP): `bounces+<code>@example.tn`. The code is keyed, so that
 * only a server that had the mail can return it.
 */
export function createReturnPath(address: string, keys: string) {
  const [key] = keysIn(keys)
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const prefix = `${local}+`.toLowerCase()
  const suffix = `@${domain}`.toLowerCase()
  return {
    codeOf: (mailId: string): string =>
      createHmac('sha256', key).update(`return ${mailId}`).digest('hex').slice(0, 32),
    addressOf: (code: string): string => `${local}+${code}@${domain}`,
    /** The code in one of our own addresses; null for another address. */
    codeIn: (found: string): string | null => {
      const written = found.trim().toLowerCase()
      if (!written.startsWith(prefix) || !written.endsWith(suffix)) return null
      const code = written.slice(prefix.length, -suffix.length)
      return /^[a-f\d]{32}$/.test(code) ? code : null
    },
  }
}

export type ReturnPath = ReturnType<typeof createReturnPath>
