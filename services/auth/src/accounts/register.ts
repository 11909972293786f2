import { randomUUID } from 'node:crypto'
import type { Language } from '@darsi/contracts/languages.ts'
import type { Registration } from '@darsi/contracts/registration.ts'
import { normaliseEmail, normalisePhone, resolvedLocation } from '@darsi/contracts/registration-rules.ts'
import type { SelfRegistrationRole } from '@darsi/contracts/roles.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import type { Passwords } from '../passwords/passwords.ts'
import {
  type Account,
  blankAccount,
  initialStatus,
  type NewAccount,
  person,
  verificationLifeMs,
} from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Idempotency } from './request-store.ts'

/** A registration whose rules hold. */
export type Valid = {
  values: Registration
  role: SelfRegistrationRole
  roleData: Record<string, unknown>
  email: string
}
type Parts = { accounts: AccountStore; passwords: Passwords; outbox: Outbox; now: () => Date }
type Request = { valid: Valid; language: Language; idempotencyKey: string | undefined }

const repeatEveryMs = 3600 * 1000

/**
 * Registers an account, or does nothing that the caller could tell from it: an address that is taken gets the
 * same answer after the same work, and its owner a mail, at most one an hour (product.md §3).
 * @throws problem `idempotency-key-reused` when the key stands for another registration
 */
export function createRegister({ accounts, passwords, outbox, now }: Parts) {
  return async ({ valid, language, idempotencyKey }: Request): Promise<void> => {
    const { values, role, roleData, email } = valid
    const idempotency = fingerprint(idempotencyKey, values)
    if (idempotency && !(await accounts.requests.note(idempotency, now())))
      throw problem('idempotency-key-reused')
    // a repetition goes all the way too: it costs the same, and a first try that died half way is finished by it
    const passwordHash = await passwords.hash(values.password)
    const token = newToken()
    const at = now()
    const location = resolvedLocation(values.location)
    const account: NewAccount = {
      ...blankAccount({
        id: randomUUID(),
        role,
        status: initialStatus(role),
        at,
        person: {
          email,
          fullName: values.fullName.trim().normalize('NFC'),
          language: values.language ?? language,
        },
      }),
      passwordHash,
      idempotency: idempotency && { key: idempotency.key },
      // spec §1: an admin is approved by a person and needs no e-mail verification
      verification:
        role === 'admin'
          ? null
          : { hash: hashOf(token), expiresAt: new Date(at.getTime() + verificationLifeMs), usedAt: null },
    }
    // the address is looked up first in both cases, so that both cost three reads and two writes
    const owner = await accounts.byEmail(email)
    if (owner) {
      await accounts.pretend()
      return tellOwner(owner, idempotency)
    }
    await accounts.byId(account._id)
    if (!(await accounts.addresses.claim(email, account._id, at)))
      return tellOwner(await accounts.byEmail(email), idempotency)
    await accounts.byId(account._id)
    await outbox.insert(accounts.model, account, {
      type: 'user.registered',
      data: {
        userId: account._id,
        role,
        status: account.status,
        governorateId: location.governorate_id,
        createdAt: at.toISOString(),
      },
      personal: {
        ...person(account),
        phone: normalisePhone(values.phone) ?? '',
        location,
        roleData,
        ...(account.verification && { verificationToken: token }),
      },
    })
  }

  async function tellOwner(owner: Account | null, idempotency: Idempotency | null) {
    // the same request once more: its own account
    const isOwn = idempotency !== null && owner?.idempotency?.key === idempotency.key
    if (!owner || isOwn || wasTold(owner)) return accounts.pretend()
    await outbox.update(accounts.model, owner._id, (account) => {
      if (wasTold(account)) return null
      return {
        update: { $set: { repeatedAt: now() } },
        event: {
          type: 'user.registration-repeated',
          data: { userId: account._id, role: account.role },
          personal: person(account),
        },
      }
    })
  }

  function wasTold({ repeatedAt }: Account): boolean {
    return repeatedAt !== null && now().getTime() - repeatedAt.getTime() < repeatEveryMs
  }
}

function fingerprint(key: string | undefined, values: Registration): Idempotency | null {
  if (!key) return null
  const { password: _, altcha: _solution, ...rest } = values
  const request = { ...rest, email: normaliseEmail(rest.email) }
  // with the key, which nobody keeps: the hash alone tells nothing of a phone or an address
  return { key: hashOf(key), request: hashOf(JSON.stringify([key, request])) }
}
