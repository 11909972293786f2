import { problem, rateLimited } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import {
  type Account,
  isProven,
  olderThan,
  person,
  recoveryLifeMs,
  verificationLifeMs,
} from '../accounts/account.ts'
import { liveUndos, maxUndos, undoBy, undoLifeMs, undone } from '../accounts/email-undo.ts'
import { proving } from '../accounts/proof.ts'

/** How many links in earlier notices to the old address still stop the change. */
const maxNotices = 5

type Wish = { email: string; isTaken: boolean; token: string; cancelToken: string; at: Date }

/** The owner requested another address. @throws problem `email-unproven`, `rate-limited` */
export function requested(account: Account, { email, isTaken, token, cancelToken, at }: Wish) {
  if (!isProven(account)) throw problem('email-unproven')
  const undos = liveUndos(account, at)
  const [oldest] = undos
  if (oldest && undos.length >= maxUndos) throw rateLimited(oldest.expiresAt.getTime() - at.getTime())
  // the link of an earlier notice also stops this request
  const earlier = account.emailChange?.cancelHashes ?? []
  const emailChange = {
    email,
    hash: hashOf(token),
    cancelHashes: [...earlier, hashOf(cancelToken)].slice(-maxNotices),
    expiresAt: new Date(at.getTime() + verificationLifeMs),
    proofs: account.proofs,
  }
  return {
    update: { $set: { emailChange } },
    event: {
      type: 'user.email-change-requested' as const,
      data: { userId: account._id, role: account.role },
      personal: {
        ...person(account),
        newEmail: email,
        verificationToken: isTaken ? '' : token,
        cancelToken,
      },
    },
  }
}

type Confirmation = { hash: string; undoToken: string; sessionId: string | undefined; at: Date }

/** The mailed link was used: the new address becomes active. @throws problem `verification-token-unknown` */
export function confirmed(account: Account, { hash, undoToken, sessionId, at }: Confirmation) {
  const asked = account.emailChange
  const isLive = asked?.hash === hash && asked.proofs === account.proofs
  if (!isLive || !isProven(account) || account.status === 'suspended')
    throw problem('verification-token-unknown')
  const undo = {
    hashes: [...asked.cancelHashes, hashOf(undoToken)],
    email: account.email,
    changedAt: at,
    expiresAt: new Date(at.getTime() + undoLifeMs),
  }
  const emailUndos = [...liveUndos(account, at), undo]
  return {
    update: proving('email-change', { email: asked.email, emailUndos, emailVerifiedAt: at }),
    event: {
      type: 'user.email-changed' as const,
      data: { userId: account._id, role: account.role, sessionId },
      personal: { ...person(account), email: asked.email, oldEmail: account.email, undoToken },
    },
  }
}

type TakingBack = { hash: string; resetToken: string; passwordHash: string; at: Date }

/** Keeps the old address, or restores it. @throws problem `email-change-link-unknown` */
export function takenBack(account: Account, { hash, resetToken, passwordHash, at }: TakingBack) {
  const link = undoBy(account, hash, at)
  if (!link) throw problem('email-change-link-unknown')
  const expiresAt = new Date(at.getTime() + recoveryLifeMs)
  const recovery = { hash: hashOf(resetToken), expiresAt, older: olderThan(account.recovery) }
  return {
    update: proving('email-change-undone', { ...undone(account, link, at), passwordHash, recovery }),
    event: {
      type: 'user.email-change-undone' as const,
      data: { userId: account._id, role: account.role, at: at.toISOString() },
      personal: { ...person(account), email: link.email, newEmail: account.email, resetToken },
    },
  }
}
