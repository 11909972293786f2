import { consentPurposes } from '@darsi/contracts/calls/users/children-api.ts'
import { reactAfter } from '../changes.ts'
import type { Connection } from '../connections/connection.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { isConsented } from '../consents/consent.ts'
import type { ConsentStore } from '../consents/consent-store.ts'

type Parts = { connections: Pick<ConnectionStore, 'find'>; consents: ConsentStore; now: () => Date }
type Consenting = Pick<Connection, '_id' | 'teacherId'> & { childId: string; by: string }

/** Records the guardian's consent, then runs a write that needs it; withdraws the consent when the write fails. */
export const withConsent = <T>(parts: Parts, consenting: Consenting, write: () => Promise<T>): Promise<T> =>
  // the connection is settled when the consent is certain: a concurrent attempt may withdraw it before
  reactAfter(() => writeWithConsent(parts, consenting, write))

async function writeWithConsent<T>(
  parts: Parts,
  consenting: Consenting,
  write: () => Promise<T>,
): Promise<T> {
  const { connections, consents, now } = parts
  const added = await giveConsent(parts, consenting)
  try {
    const result = await write()
    // a concurrent attempt that failed may have withdrawn these entries meanwhile
    await giveConsent(parts, consenting)
    return result
  } catch (error) {
    // the same guardian's concurrent agreement relies on these entries; another guardian's has entries of its own
    const isAgreed = (await connections.find(consenting._id))?.needs.guardian === 'agreed'
    if (!isAgreed || (await isGivenByOther(parts, consenting)))
      for (const entry of added) await consents.withdraw(entry, consenting.by, now())
    throw error
  }
}

async function isGivenByOther({ consents }: Parts, { childId, teacherId, by }: Consenting) {
  const given = await consents.ofChildren([childId])
  return isConsented(
    given.filter((one) => one.by !== by),
    'connect',
    teacherId,
  )
}

/** One entry for each purpose, because each can be withdrawn on its own. @returns the entries that are new */
async function giveConsent({ consents, now }: Parts, { childId, teacherId, by }: Consenting) {
  const given = await Promise.all(
    consentPurposes.map((purpose) => consents.give({ childId, purpose, teacherId, by, at: now() })),
  )
  return given.filter(({ isNew }) => isNew).map(({ entry }) => entry)
}
