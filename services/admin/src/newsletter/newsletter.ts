import { randomBytes, randomUUID } from 'node:crypto'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import type { FormLimits } from '../form-limits.ts'
import type { SubscriptionStore } from './subscription-store.ts'

type Asked = {
  email: string
  language: Language
  clientIp: string
  altcha?: string | undefined
  /** A hidden field: only a program fills it in. */
  website: string
}

const linkMs = 48 * hourMs
/** An unconfirmed address is deleted after this time. */
const forgetMs = retentionSeconds('unconfirmed-subscriptions') * 1000

/** Double opt-in: an address is subscribed once its owner has opened the mailed link. */
export function createNewsletter(store: SubscriptionStore, limits: FormLimits, now: () => Date) {
  return {
    /** Answers the same for every address, so that it does not reveal who is subscribed. */
    ask: async ({ email: typed, language, clientIp, altcha, website }: Asked): Promise<void> => {
      const email = normaliseEmail(typed)
      if (!isEmail(email))
        throw problem('email-invalid', { errors: [{ path: 'email', slug: 'email-invalid' }] })
      await limits.take({ email, clientIp, altcha })
      if (website !== '') return
      const at = now()
      const token = newToken()
      const asked = {
        email,
        language,
        confirmHash: hashOf(token),
        confirmUntil: new Date(at.getTime() + linkMs),
        leaveToken: randomBytes(18).toString('base64url'),
        askedAt: at,
        forgetAt: new Date(at.getTime() + forgetMs),
      }
      await store.ask(randomUUID(), asked, token)
    },

    /** Opening the same link again is no error. */
    confirm: async (token: string): Promise<void> => {
      const hash = hashOf(token)
      const found = await store.byConfirmHash(hash)
      if (!found) throw problem((await store.isReplaced(hash)) ? 'link-replaced' : 'newsletter-link-unknown')
      if (found.confirmedAt !== null) return
      if (found.confirmUntil < now()) throw problem('newsletter-link-expired')
      await store.confirm(found._id, now())
    },

    leave: (token: string) => store.leave(token),
  }
}

export type Newsletter = ReturnType<typeof createNewsletter>
