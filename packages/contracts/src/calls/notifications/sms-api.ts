import * as z from 'zod'
import { readBy } from '../../rules/texts/free-text.ts'
import { done, endpoints, ok } from '../endpoint.ts'

const settingsSchema = z.object({
  /** False while the operator has set no provider: the screens then show nothing of text messages. */
  available: z.boolean(),
  /** The caller's own number; null while none was entered. */
  phone: z.string().nullable(),
  /** `unproven` until the code that was sent to the number is entered. */
  state: z.enum(['off', 'unproven', 'on']),
})
export type SmsSettings = z.output<typeof settingsSchema>

export const smsApi = endpoints({
  'GET /notifications/sms': {
    summary: 'Whether this site sends text messages, and the caller’s number for them.',
    access: 'signed-in',
    live: [],
    answer: ok(settingsSchema),
    problems: [],
  },
  'POST /notifications/sms/number': {
    summary:
      'Sends a code of six digits to a Tunisian number, in place of an earlier number. Text messages begin once the code is entered. Five codes a day for each account and each number.',
    access: 'signed-in',
    body: z.strictObject({ phone: readBy(z.string().max(40), 'nobody') }),
    answer: ok(settingsSchema),
    problems: ['sms-not-available', 'phone-invalid', 'rate-limited'],
  },
  'POST /notifications/sms/confirm': {
    summary:
      'Switches text messages on with the code that the number received. A code allows five attempts in ten minutes.',
    access: 'signed-in',
    body: z.strictObject({ code: readBy(z.string().regex(/^\d{6}$/), 'nobody') }),
    answer: ok(settingsSchema),
    problems: ['sms-not-available', 'sms-code-wrong'],
  },
  'DELETE /notifications/sms': {
    summary: 'Switches text messages off and deletes the number.',
    access: 'signed-in',
    answer: done,
    problems: [],
  },
})
