import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { SelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import {
  normaliseEmail,
  normalisePhone,
  resolvedLocation,
} from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Registration } from '@darsi/contracts/rules/registration/registration-schema.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import {
  type Account,
  blankAccount,
  initialStatus,
  type Link,
  type NewAccount,
  person,
  verificationLifeMs,
} from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { InvitedAddressStore } from '../accounts/invited-address-store.ts'
import type { NotifyOwner } from '../accounts/notify-owner.ts'
import type { Idempotency } from '../accounts/request-store.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { PersonStore } from '../persons/person-store.ts'

/** A registration that passed all rules. */
export type Valid = {
  values: Registration
  role: SelfRegistrationRole
  roleData: Record<string, unknown>
  email: string
}
type Parts = {
  accounts: AccountStore
  invitedAddresses: InvitedAddressStore
  passwords: Passwords
  outbox: Outbox
  notifyOwner: NotifyOwner
  now: () => Date
}
type Request = { valid: Valid; language: Language; idempotencyKey: string | undefined }

/**
 * Registers an account. For a taken address the answer and the work are the same, and its owner gets a mail, at most
 * one an hour (docs/accounts.md).
 * @returns whether a guardian's mailed invitation proved the address, which does not depend on who has it
 * @throws problem `idempotency-key-reused` when the key belongs to another registration
 */
export function createRegister(parts: Parts, personOf: PersonStore['find']) {
  const { accounts, invitedAddresses, passwords, outbox, now } = parts
  const repeated = createRepeated(parts.notifyOwner)
  return async ({ valid, language, idempotencyKey }: Request): Promise<{ proven: boolean }> => {
    const { values, role, roleData, email } = valid
    // first, so that no hash is made while the database is away; and in both cases, so that both cost five reads and two
    // writes
    const owner = await accounts.byEmail(email)
    // a repetition runs completely: it costs the same, and with the same account id it finishes a first attempt that
    // died half way
    const passwordHash = await passwords.hash(values.password)
    const idempotency = fingerprint(idempotencyKey, values)
    const isSamePassword = (known: string) => passwords.verify(known, values.password)
    const freshId = randomUUID()
    const id = idempotency
      ? await accounts.requests.note(
          { ...idempotency, accountId: freshId, passwordHash, at: now() },
          isSamePassword,
        )
      : freshId
    if (!id) throw problem('idempotency-key-reused')
    const [token, at] = [newToken(), now()]
    const location = resolvedLocation(values.location)
    const proven = role === 'parent' && (await invitedAddresses.proves(values.invitation ?? '', email, at))
    const account = newAccount({
      id,
      valid,
      at,
      passwordHash,
      idempotencyKey: idempotency?.key ?? null,
      language: values.language ?? language,
      // spec §1: an admin is approved by a person and needs no e-mail verification
      link: role === 'admin' || proven ? null : { hash: hashOf(token), expiresAt: lifeFrom(at) },
      emailVerifiedAt: proven ? at : null,
    })
    const phone = normalisePhone(values.phone) ?? ''
    const lookUp = () => personOf({ email, phone, fullName: values.fullName }, id)
    if (owner) {
      await lookUp()
      await accounts.pretend()
      await repeated(owner, idempotency, email)
      return { proven }
    }
    await accounts.byId(account._id)
    const claimant = await claimAddress(accounts, account)
    if (claimant) {
      await lookUp()
      await repeated(claimant, idempotency, email)
      return { proven }
    }
    // after the claim: the account that had the address may have been closed at this moment
    const former = await lookUp()
    await accounts.byId(account._id)
    const insert = outbox.insert(accounts.collection, account, {
      type: 'user.registered',
      data: {
        userId: account._id,
        role,
        status: account.status,
        governorateId: location.governorate_id,
        createdAt: at.toISOString(),
        ...(proven && { verifiedAt: at.toISOString() }),
      },
      personal: {
        ...person(account),
        phone,
        location,
        roleData,
        ...(former && { former }),
        ...(account.verification && { verificationToken: token }),
      },
    })
    // false: the same request, at the same moment
    if (!(await inserted(insert))) await repeated(await accounts.byEmail(email), idempotency, email)
    return { proven }
  }
}

const createRepeated =
  (notifyOwner: NotifyOwner) =>
  async (owner: Account | null, idempotency: Idempotency | null, email: string): Promise<void> => {
    // the same request again: its own account
    const isOwn = idempotency !== null && owner?.idempotency?.key === idempotency.key
    await notifyOwner(isOwn ? null : owner, { how: 'registration', email })
  }

/** Five seconds. */
const claimLooks = 50

/**
 * Claims the address of a new account. Waits while the account that has it is about to be written by another request, or
 * is being erased.
 * @returns the account that has the address; null when the new account has it
 * @throws problem `unavailable` when it took too long: a success would promise a mail that is never sent
 */
async function claimAddress(
  accounts: AccountStore,
  { _id, email, createdAt }: NewAccount,
): Promise<Account | null> {
  for (let look = 0; look < claimLooks; look++) {
    if (await accounts.addresses.claim(email, _id, createdAt)) return null
    const claimant = await accounts.claimantOf(email)
    if (claimant) return claimant
    await sleep(100)
  }
  throw problem('unavailable')
}

type Made = {
  id: string
  valid: Valid
  at: Date
  passwordHash: string
  idempotencyKey: string | null
  language: Language
  link: Link | null
  emailVerifiedAt: Date | null
}

function newAccount({ id, valid, at, link, idempotencyKey, language, ...rest }: Made): NewAccount {
  const { values, role, email } = valid
  const fullName = values.fullName.trim().normalize('NFC')
  return {
    ...blankAccount({
      id,
      role,
      status: initialStatus(role),
      at,
      person: { email, fullName, language },
    }),
    ...rest,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey },
    verification: link && { ...link, usedAt: null, older: [] },
  }
}

const lifeFrom = (at: Date) => new Date(at.getTime() + verificationLifeMs)

function fingerprint(key: string | undefined, values: Registration): Idempotency | null {
  if (!key) return null
  const { password: _, altcha: _solution, ...rest } = values
  const request = { ...rest, email: normaliseEmail(rest.email) }
  // includes the key, which is not stored: the hash alone reveals nothing about a phone or an address
  return { key: hashOf(key), request: hashOf(JSON.stringify([key, request])) }
}

export type Register = ReturnType<typeof createRegister>
