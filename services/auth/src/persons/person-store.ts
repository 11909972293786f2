import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { confirmsByEmail } from '@darsi/contracts/reference/roles.ts'
import { type Collection, collection, type Update } from '@darsi/kit/mongo/collection.ts'
import { removeAll } from '@darsi/kit/mongo/retention.ts'
import type { Connection } from 'mongoose'
import { type Account, isProven } from '../accounts/account.ts'
import type { Contact, PersonHashes } from './person-hashes.ts'
import { expiryOf, formerPersonOf, type PersonRow } from './person-row.ts'

type Holder = Pick<Account, '_id' | 'role' | 'email' | 'fullName' | 'emailVerifiedAt' | 'status'>

type ProfileChanged = DarsiEvent<'user.profile-changed'>

export type PersonStore = ReturnType<typeof createPersonStore>

/**
 * The register of persons: recognises the owner of a closed, suspended or reported account, and of an address or
 * telephone that an account has left. Exports leave it out: it names nobody, and alerts are evidence.
 */
export function createPersonStore(connection: Connection, hashes: PersonHashes) {
  const persons = collection<PersonRow>(connection, 'persons', [
    { key: { hashes: 1 } },
    { key: { phoneHashes: 1 }, sparse: true },
    { key: { emailHash: 1 }, sparse: true },
    { key: { expiresAt: 1 }, sparse: true },
  ])
  const writes = createWrites(persons, hashes)
  const { write, add, otherPhone } = writes
  const emailHashes = (email: string) => hashes.toWrite({ email, phone: '', fullName: '' })

  return {
    collection: persons,

    /** One read, also for an unknown contact. @returns null when no other account is known by it */
    find: async (contact: Contact, exceptId: string): Promise<FormerPerson | null> => {
      const asked = hashes.toRead(contact)
      const known = asked.map(({ hash }) => hash)
      const rows = await persons.find({ hashes: { $in: known } }, { limit: 50 }).toArray()
      return formerPersonOf(
        rows.filter(({ _id }) => _id !== exceptId),
        asked,
      )
    },

    registered: async ({ subject, data, personal }: DarsiEvent<'user.registered'>): Promise<void> => {
      const { birthYear, educationLevel } = personal.roleData
      const { email, phone, fullName } = personal
      const [emailHash] = emailHashes(email)
      await write(subject, {
        $set: {
          role: data.role,
          phoneHashes: hashes.toWrite({ email: '', phone, fullName }),
          ...(emailHash && { emailHash }),
          ...(typeof educationLevel === 'string' && { educationLevel }),
        },
        ...(typeof birthYear === 'number' && { $max: { birthYear } }),
      })
    },

    /** A telephone that the account leaves stays known. */
    profileChanged: async (event: ProfileChanged): Promise<void> => {
      const { phone, fullName, birthYear } = event.personal
      const _id = event.subject
      if (birthYear !== null) await write(_id, { $max: { birthYear } })
      const before = await otherPhone(event)
      if (!before) return
      if (before.length > 0) await add(_id, before)
      await write(_id, { $set: { phoneHashes: hashes.toWrite({ email: '', phone, fullName }) } })
    },

    hasOtherPhone: async (event: ProfileChanged): Promise<boolean> => (await otherPhone(event)) !== null,

    emailChanged: async (_id: string, email: string, left: string): Promise<void> => {
      await add(_id, emailHashes(left))
      const [emailHash] = emailHashes(email)
      if (emailHash) await write(_id, { $set: { emailHash } })
    },

    guardianJoined: async (_id: string, userId: string): Promise<void> => {
      await persons.updateOne({ _id }, { $pull: { guardians: { userId } } })
      await write(_id, { $push: { guardians: { userId, leftAt: null } } })
    },

    guardianLeft: async (_id: string, userId: string, leftAt: Date): Promise<void> => {
      const { guardians = [] } = (await persons.findOne({ _id })) ?? {}
      // events of one child arrive in order, so nobody else writes the list meanwhile
      const left = guardians.map((one) =>
        one.userId === userId ? { userId, leftAt: one.leftAt ?? leftAt } : one,
      )
      if (left.length > 0) await write(_id, { $set: { guardians: left } })
    },

    ...createEndings(persons, writes),
    ...createFollowing(persons, hashes, writes),

    removeExpired: (now: Date) => removeAll(persons, { expiresAt: { $lte: now } }),
  }
}

/** An alert about one account follows to the other open accounts of the person, which may be older than the alert. */
function createFollowing(persons: Collection<PersonRow>, hashes: PersonHashes, { write }: Writes) {
  return {
    isFollowed: async (_id: string, alertId: string): Promise<boolean> =>
      (await persons.findOne({ _id, followedAlertIds: alertId })) !== null,

    followed: (_id: string, alertId: string) => write(_id, { $addToSet: { followedAlertIds: alertId } }),

    /** Accounts with the same address, or the same telephone and first name. Families share a telephone alone. */
    sharing: async (contact: Contact, exceptId: string): Promise<string[]> => {
      const asked = hashes.toRead(contact).filter(({ kind }) => kind !== 'phone')
      const known = { $in: asked.map(({ hash }) => hash) }
      const filter = { $or: [{ phoneHashes: known }, { emailHash: known }] }
      const rows = await persons.find(filter, { limit: 50, projection: { _id: 1 } }).toArray()
      return rows.map(({ _id }) => _id).filter((_id) => _id !== exceptId)
    },
  }
}

/** What makes an account known to later registrations. */
function createEndings(persons: Collection<PersonRow>, { write, makeKnown, settle }: Writes) {
  return {
    /** @param account null when it is closed already */
    alerted: async (_id: string, alertId: string, account: Holder | null): Promise<void> => {
      await write(_id, { $addToSet: { alertIds: alertId } })
      if (account) await makeKnown(account)
      await settle(_id)
    },

    suspended: async (account: Holder, at: Date): Promise<void> => {
      await write(account._id, { $set: { suspendedAt: at } })
      await makeKnown(account)
    },

    reopened: (_id: string) => write(_id, { $set: { suspendedAt: null } }),

    /**
     * Call before the address is free; repeating it is safe. A registration that was never confirmed leaves nothing.
     * @param isMerged the person goes on with the other account: its suspension was none
     */
    closed: async (account: Holder, at: Date, isMerged: boolean): Promise<void> => {
      if (confirmsByEmail(account.role) && !account.emailVerifiedAt) {
        await persons.deleteOne({ _id: account._id })
        return
      }
      await makeKnown(account)
      const $set = { role: account.role, ...(isMerged && { suspendedAt: null }) }
      await write(account._id, { $set, $min: { closedAt: at } })
      await settle(account._id)
    },
  }
}

type Writes = ReturnType<typeof createWrites>

function createWrites(persons: Collection<PersonRow>, hashes: PersonHashes) {
  const write = async (_id: string, change: Update<PersonRow>): Promise<void> => {
    await persons.updateOne({ _id }, change, { upsert: true })
  }
  const add = (_id: string, found: readonly string[]) =>
    write(_id, { $addToSet: { hashes: { $each: [...found] } } })

  /** From now on the account's address and telephone recognise its owner. An unproven address may be a stranger's. */
  const makeKnown = async (account: Holder): Promise<void> => {
    const { _id, email, fullName } = account
    const row = await persons.findOne({ _id })
    const proven = isProven(account) ? hashes.toWrite({ email, phone: '', fullName }) : []
    await add(_id, [...proven, ...(row?.phoneHashes ?? [])])
  }

  /** @returns the hashes of the telephone before; null when it is the same */
  const otherPhone = async ({ subject, personal: { phone, fullName } }: ProfileChanged) => {
    const before = (await persons.findOne({ _id: subject }))?.phoneHashes ?? []
    const now = hashes.toRead({ email: '', phone, fullName }).map(({ hash }) => hash)
    const isSame = now.length === 0 ? before.length === 0 : now.some((hash) => before.includes(hash))
    return isSame ? null : before
  }

  /** Sets the end of the period of a closed account, whose alerts may come later. */
  const settle = async (_id: string): Promise<void> => {
    const row = await persons.findOne({ _id })
    if (row?.closedAt) await write(_id, { $set: { expiresAt: expiryOf(row, row.closedAt) } })
  }

  return { write, add, makeKnown, otherPhone, settle }
}
