import { createHmac } from 'node:crypto'
import { canonicalEmail } from '@darsi/contracts/rules/registration/canonical-email.ts'
import { nameWords } from '@darsi/contracts/rules/texts/fold-name.ts'
import { keysIn } from '@darsi/kit/events/seal.ts'

/** Empty where it is unknown or was never proven. */
export type Contact = { email: string; phone: string; fullName: string }
/** `member`: the telephone together with the first name, because families share a telephone. */
type HashKind = 'email' | 'phone' | 'member'
export type Hash = { kind: HashKind; hash: string }

export type PersonHashes = ReturnType<typeof createPersonHashes>

/**
 * Keyed hashes of an address and a telephone. All spellings of a mailbox, and a telephone with and without the country
 * code, have the same hash.
 * @param list as `keysIn` reads it: the first key writes, all of them read
 */
export function createPersonHashes(list: string) {
  const keys = keysIn(list)
  const hashesWith = (key: Buffer, contact: Contact): Hash[] =>
    valuesOf(contact).map(({ kind, value }) => ({
      kind,
      hash: createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url'),
    }))
  return {
    toWrite: (contact: Contact): string[] => hashesWith(keys[0], contact).map(({ hash }) => hash),
    toRead: (contact: Contact): Hash[] => keys.flatMap((key) => hashesWith(key, contact)),
  }
}

function valuesOf({ email, phone, fullName }: Contact): { kind: HashKind; value: string }[] {
  const digits = phone.replaceAll(/\D/g, '').replace(/^216(?=\d{8}$)/, '')
  const [first] = nameWords(fullName)
  return [
    ...(email ? [{ kind: 'email' as const, value: canonicalEmail(email) }] : []),
    ...(digits ? [{ kind: 'phone' as const, value: digits }] : []),
    ...(digits && first
      ? [{ kind: 'member' as const, value: `${digits} ${first.sound || first.written}` }]
      : []),
  ]
}
