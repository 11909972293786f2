import { createHash, randomUUID } from 'node:crypto'
import { delegation } from '@darsi/contracts/delegations.ts'
import { governorate } from '@darsi/contracts/governorates.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { type Registration, roleDataSchemas } from '@darsi/contracts/registration.ts'
import { normaliseEmail, normalisePhone, resolveLocation } from '@darsi/contracts/registration-rules.ts'
import { allRegistrationProblems } from '@darsi/contracts/role-data-rules.ts'
import { isSelfRegistrationRole } from '@darsi/contracts/roles.ts'
import type { Location } from '@darsi/contracts/schemas.ts'
import { isDuplicateKey } from '@darsi/kit/mongo.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Account, initialStatus, person, verificationLifeMs } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { hashOf, newToken } from './secrets.ts'

type Parts = { accounts: AccountStore; passwords: Passwords; outbox: Outbox; now: () => Date }
type Request = { values: Registration; language: Language; idempotencyKey: string | undefined }

/**
 * Registers an account, or does nothing that the caller could tell from it: an address that is taken gets the
 * same answer after the same work, and its owner a mail (product.md §3).
 * @throws problem of the first broken rule, with all of them in `errors`
 */
export function createRegister({ accounts, passwords, outbox, now }: Parts) {
  return async ({ values, language, idempotencyKey }: Request): Promise<void> => {
    const roleData = checked(values, now())
    const email = normaliseEmail(values.email)
    const passwordHash = await passwords.hash(values.password)
    const token = newToken()
    const at = now()
    const account = newAccount({ values, email, language, passwordHash, token, at, idempotencyKey })
    const location = resolved(values.location)
    try {
      await outbox.insert(accounts.model, account, {
        type: 'user.registered',
        data: {
          userId: account._id,
          role: account.role,
          status: account.status,
          governorateId: location.governorate_id,
          createdAt: at.toISOString(),
        },
        personal: {
          ...person({ ...account, v: 1, outbox: [] }),
          phone: normalisePhone(values.phone) ?? '',
          location,
          roleData,
          // an admin is approved by a person, no link is mailed
          ...(account.role !== 'admin' && { verificationToken: token }),
        },
      })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      await tellOwner(email, account.idempotency)
    }
  }

  async function tellOwner(email: string, idempotency: string | null) {
    const owner = await accounts.byEmail(email)
    // the same request once more: its own account, which was told already
    if (!owner || (idempotency !== null && owner.idempotency === idempotency)) return
    await outbox.update(accounts.model, owner._id, (doc) => ({
      update: {},
      event: {
        type: 'user.registration-repeated',
        data: { userId: doc._id, role: doc.role },
        personal: person(doc),
      },
    }))
  }
}

function checked(values: Registration, today: Date): Record<string, unknown> {
  const broken = allRegistrationProblems(values, today)
  const [first] = broken
  if (first) {
    throw problem(first.code, { errors: broken.map(({ path, code }) => ({ path, slug: code })) })
  }
  if (!isSelfRegistrationRole(values.userType)) throw problem('role-required')
  const data = roleDataSchemas[values.userType].safeParse(values.roleSpecificData)
  if (data.success) return data.data
  const fields = data.error.issues.map((issue) =>
    ['roleSpecificData', ...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
  )
  throw problem('body-invalid', { params: { fields: [...new Set(fields)].slice(0, 10).join(', ') } })
}

type NewAccount = {
  values: Registration
  email: string
  language: Language
  passwordHash: string
  token: string
  at: Date
  idempotencyKey: string | undefined
}

function newAccount(from: NewAccount): Omit<Account, 'v' | 'outbox' | 'outboxAt'> {
  const { values, email, at, token } = from
  if (!isSelfRegistrationRole(values.userType)) throw problem('role-required')
  const role = values.userType
  return {
    _id: randomUUID(),
    email,
    fullName: values.fullName.trim().normalize('NFC'),
    language: values.language ?? from.language,
    role,
    status: initialStatus(role),
    passwordHash: from.passwordHash,
    createdAt: at,
    emailVerifiedAt: null,
    approvedAt: null,
    verification:
      role === 'admin'
        ? null
        : { hash: hashOf(token), expiresAt: new Date(at.getTime() + verificationLifeMs), usedAt: null },
    recovery: null,
    idempotency: from.idempotencyKey === undefined ? null : fingerprint(from.idempotencyKey, values),
    factors: [],
    recoveryCodes: [],
    emailChange: null,
    devices: [],
  }
}

/** Names and ids of the place as the reference data has them; what is unknown is null, never 1 (product.md §4). */
export function resolved(location: Location): Location {
  const { governorateId, delegationId } = resolveLocation(location)
  return {
    ...location,
    governorate: governorate(governorateId)?.name.en ?? '',
    governorate_id: governorateId,
    delegation: delegation(governorateId, delegationId)?.name.en ?? '',
    delegation_id: delegationId,
    municipality: location.municipality.trim(),
    local_area: location.local_area.trim(),
  }
}

function fingerprint(key: string, values: Registration): string {
  const { password: _, altcha: _solution, ...rest } = values
  return createHash('sha256').update(key).update(JSON.stringify(rest)).digest('hex')
}
