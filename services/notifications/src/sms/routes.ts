import { randomUUID } from 'node:crypto'
import { smsApi } from '@darsi/contracts/calls/notifications/sms-api.ts'
import { normalisePhone } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { type Erasures, refuseErased } from '../erasure-store.ts'
import type { SmsLimits } from './sms-limits.ts'
import type { SmsNumberStore } from './sms-number-store.ts'
import type { SmsStore } from './sms-store.ts'

type Parts = {
  numbers: SmsNumberStore
  sms: SmsStore
  smsLimits: SmsLimits
  erasures: Pick<Erasures, 'isErased'>
  /** Whether the operator has set a provider. */
  hasSms: boolean
}

export function smsRoutes({ numbers, sms, smsLimits, erasures, hasSms }: Parts): Route[] {
  const settings = async (userId: string) => {
    const number = await numbers.find(userId)
    const state = number ? (number.provenAt ? 'on' : 'unproven') : 'off'
    return success({ available: hasSms, phone: number ? numbers.phoneOf(number) : null, state } as const)
  }
  const requireProvider = () => {
    if (!hasSms) throw problem('sms-not-available')
  }
  return [
    route(smsApi, 'GET /notifications/sms', ({ identity }) => settings(identity.userId)),
    route(
      smsApi,
      'POST /notifications/sms/number',
      async ({ body, identity: { userId }, language, at: now }) => {
        requireProvider()
        const phone = normalisePhone(body.phone)
        if (!phone) throw problem('phone-invalid')
        // the number may be a stranger's
        await smsLimits.take('code-of', userId, now)
        await smsLimits.take('code-to', numbers.fingerprint(phone), now)
        const code = await numbers.enter(userId, phone, language, now)
        await sms.keepCode({ _id: randomUUID(), userId }, { phone, code }, now)
        await refuseErased(erasures, userId, async () => {
          await numbers.remove(userId)
          await sms.erase(userId)
        })
        return settings(userId)
      },
    ),
    route(smsApi, 'POST /notifications/sms/confirm', async ({ body, identity: { userId }, at }) => {
      requireProvider()
      if (!(await numbers.prove(userId, body.code, at))) throw problem('sms-code-wrong')
      return settings(userId)
    }),
    route(smsApi, 'DELETE /notifications/sms', async ({ identity: { userId } }) => {
      await numbers.remove(userId)
      return succeeded()
    }),
  ]
}
