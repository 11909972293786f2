import * as z from 'zod'
import { noticeIdMax } from '../../rules/notice-id.ts'
import { id, instant, pageQuery } from '../../rules/schemas.ts'
import { readBy } from '../../rules/texts/free-text.ts'
import { backupPart } from '../admin/backup-api.ts'
import { done, endpoints, page } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'
import { pushApi } from './push-api.ts'
import { smsApi } from './sms-api.ts'

const noticeId = readBy(z.string().min(1).max(noticeIdMax), 'nobody')

const notificationSchema = z.object({
  id: noticeId,
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  createdAt: instant,
  readAt: instant.nullable(),
  /** What it is about: parameters of the dashboard's address (`rules/notice-place.ts`). */
  place: z.object({
    lesson: id.optional(),
    connection: id.optional(),
    report: id.optional(),
    alert: id.optional(),
    thread: id.optional(),
    child: id.optional(),
    change: id.optional(),
    waiting: id.optional(),
    group: id.optional(),
  }),
})

export const notificationsApi = endpoints({
  ...pushApi,
  ...smsApi,
  'POST /superadmin/backups/notifications': {
    ...backupPart,
    summary: 'The section of notifications in a backup.',
  },
  'GET /me/export/mails': { ...exportPart, summary: 'Which mails and notices the caller got, and when.' },
  'GET /notifications': {
    summary: 'The caller’s notifications, newest first.',
    access: 'signed-in',
    live: ['notice'],
    query: z.strictObject({
      ...pageQuery({ limit: 30 }),
    }),
    answer: page(notificationSchema).extend({ unread: z.number().int(), mailsReturn: z.boolean() }),
    problems: ['cursor-invalid'],
  },
  'POST /notifications/read': {
    summary: 'Marks notifications as read; all of them when no ids are given.',
    access: 'signed-in',
    body: z.strictObject({ ids: z.array(noticeId).max(200).optional() }),
    answer: done,
    problems: [],
  },
  'GET /notifications/stream': {
    summary:
      'Server-sent events of the caller: kinds and ids of what changed. `Last-Event-ID` resumes; `sync` means that something may have been missed. Ends after some minutes: connect again.',
    access: 'signed-in',
    content: 'text/event-stream',
    problems: ['rate-limited'],
  },
})
