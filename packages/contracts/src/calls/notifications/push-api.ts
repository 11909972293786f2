import * as z from 'zod'
import { id, instant } from '../../rules/schemas.ts'
import { readBy } from '../../rules/texts/free-text.ts'
import { done, endpoints, ok } from '../endpoint.ts'

const hour = z.number().int().min(0).max(23)
/** Hours of Tunis; from 21 to 7 is a night. */
const quietSchema = z.strictObject({ from: hour, to: hour }).nullable()
export type QuietHours = z.output<typeof quietSchema>

/** Half the night is the default: nobody is woken by a notice. */
export const usualQuietHours = { from: 21, to: 7 } as const

const base64url = (max: number) =>
  readBy(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]+=*$/)
      .max(max),
    'nobody',
  )

const settingsSchema = z.object({
  /** What a browser subscribes with (VAPID). */
  publicKey: z.string(),
  devices: z.array(z.object({ id, name: z.string(), createdAt: instant, isCurrent: z.boolean() })),
  quiet: quietSchema,
})
export type PushSettings = z.output<typeof settingsSchema>

export const pushApi = endpoints({
  'GET /notifications/push': {
    summary: 'Devices of the caller that get push messages, and the quiet hours.',
    access: 'signed-in',
    live: [],
    answer: ok(settingsSchema),
    problems: [],
  },
  'POST /notifications/push/devices': {
    summary:
      'Registers the browser of this session for push messages, until the session ends. The endpoint must be one of a known push service.',
    access: 'signed-in',
    body: z.strictObject({
      endpoint: readBy(z.url().max(1000), 'nobody'),
      p256dh: base64url(100),
      auth: base64url(40),
    }),
    answer: ok(settingsSchema),
    status: 201,
    problems: ['push-endpoint-refused'],
  },
  'DELETE /notifications/push/devices/:id': {
    summary: 'Removes a device; it gets no push message any more.',
    access: 'signed-in',
    answer: done,
    problems: ['not-found'],
  },
  'PUT /notifications/push/quiet': {
    summary: 'Sets the hours in which push messages wait; null for none.',
    access: 'signed-in',
    body: z.strictObject({ quiet: quietSchema }),
    answer: ok(settingsSchema),
    problems: [],
  },
})
