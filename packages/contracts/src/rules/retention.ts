import type { Service } from '../reference/services.ts'
import { dayMs } from '../reference/tunis-time.ts'

export type RetentionRule = {
  /** The service that removes it; `kafka` and `operator` for data of no service. */
  owner: Service | 'kafka' | 'operator'
  days: number
  /** The start of the period. */
  since: string
  what: string
  /** How the person is informed before, where the person loses something. */
  notice: string
  /** Days between the notice and the removal. */
  noticeDays?: number
}

/** All retention periods: the jobs, the mails and docs/security.md use this table. */
export const retention = {
  'unconfirmed-registrations': {
    owner: 'auth',
    days: 7,
    since: 'registration',
    what: 'Registrations that nobody confirmed',
    notice: 'the mail with the link; none after it, because the address may be a stranger’s',
  },
  'earlier-addresses': {
    owner: 'auth',
    days: 7,
    since: 'change of address',
    what: 'Addresses that an account has left, with the link that undoes the change',
    notice: 'the mail with the link',
  },
  sessions: {
    owner: 'auth',
    days: 30,
    since: 'login',
    what: 'Sessions',
    notice: 'none: signing in again makes a new one',
  },
  persons: {
    owner: 'auth',
    days: 365,
    since:
      'end of the account; of a minor until the age of 20, after a safety alert or a suspension as long as the evidence',
    what: 'The register of persons: keyed hashes of address, telephone and first name, with the youngest age stated, ids of guardians and of safety alerts',
    notice: 'none: it protects minors, and names nobody',
  },
  'rejected-accounts': {
    owner: 'admin',
    days: 90,
    since: 'rejection, or the first run of a release that announces it',
    what: 'Accounts of teachers and administrators that were rejected',
    notice: 'the mail of the rejection',
    noticeDays: 90,
  },
  'inactive-accounts': {
    owner: 'admin',
    days: 730,
    since: 'last login, or last decision on the account',
    what: 'Accounts that nobody uses: no login, no lesson ahead, no open connection with somebody who signs in, no guardian or guarded minor who signs in; never a super-admin’s or a suspended one',
    notice: 'a mail; a login keeps the account',
    noticeDays: 30,
  },
  tickets: {
    owner: 'admin',
    days: 365,
    since: 'receipt',
    what: 'Contact messages',
    notice: 'none: the sender has the copy by mail',
  },
  'searched-words': {
    owner: 'admin',
    days: 365,
    since: 'search',
    what: 'Words that administrators searched for; they go earlier with an account that they found. The entry of the audit log stays, with the ids that were shown',
    notice: 'none: they are the administrators’ own',
  },
  'unconfirmed-subscriptions': {
    owner: 'admin',
    days: 7,
    since: 'request',
    what: 'Newsletter sign-ups that nobody confirmed',
    notice: 'the mail with the link',
  },
  'closed-requests': {
    owner: 'admin',
    days: 365,
    since: 'end',
    what: 'Closed connections as administrators see them',
    notice: 'as for closed connections',
  },
  'proof-files': {
    owner: 'users',
    days: 30,
    since: 'decision on the proof',
    what: 'Files of teachers’ proofs; the decision and the hash of the file stay with the account',
    notice: 'the mail of the decision',
  },
  'recorded-views': {
    owner: 'users',
    days: 6,
    since: 'view',
    what: 'That an administrator was shown teachers’ review files, by ids; the audit log keeps it',
    notice: 'none: the audit log has the entry',
  },
  'unsent-files': {
    owner: 'users',
    days: 1,
    since: 'beginning of the upload',
    what: 'Uploads that nobody finished, and files that no message names',
    notice: 'none: the sender has the file',
  },
  'orphan-files': {
    owner: 'users',
    days: 1,
    since: 'upload',
    what: 'Uploaded files that no document names, because a process was stopped in between',
    notice: 'none: nobody can open them',
  },
  alerts: {
    owner: 'admin',
    days: 1826,
    since: 'resolution',
    what: 'Safety alerts that were dealt with',
    notice: 'none: they are evidence',
  },
  evidence: {
    owner: 'admin',
    days: 1826,
    since: 'resolution (`EVIDENCE_YEARS` sets it)',
    what: 'Sealed evidence of safety alerts',
    notice: 'none: it is evidence',
  },
  'closed-connections': {
    owner: 'users',
    days: 365,
    since: 'end',
    what: 'Closed connections, their messages, files and homework; longer while a report of the conversation is kept or the connection is paused',
    notice: 'a notice and a mail where there are messages',
    noticeDays: 30,
  },
  'waiting-requests': {
    owner: 'users',
    days: 365,
    since: 'request; an offered place that is not used ends it at once',
    what: 'Requests that wait for a guardian or for a place',
    notice: 'none: the list says since when it waits',
  },
  consents: {
    owner: 'users',
    days: 1826,
    since: 'end of the child’s record: its erasure, or its coming of age',
    what: 'The ledger of consents, in ids alone: who agreed to what, and when',
    notice: 'none: it proves what was agreed to, and names nobody',
  },
  'excluded-pairs': {
    owner: 'users',
    days: 1826,
    since: 'erasure of one of the two; before, they stay until an administrator lifts the exclusion',
    what: 'Ids of a teacher and a learner whom an administrator keeps apart after a safety alert',
    notice: 'none: they protect minors, and name nobody',
  },
  'closed-words': {
    owner: 'users',
    days: 90,
    since: 'closing of the account, or erasure of the learner',
    what: 'Sealed words and files of connections with minors, and the name of the adult who wrote them',
    notice: 'none: only the evidence of an alert opens them',
  },
  'kept-conversations': {
    owner: 'users',
    days: 90,
    since:
      'closing of the account; at once when no guardian has an account, later while a report of the conversation is kept',
    what: 'Conversations of a minor who closed the account, with files and homework: only the guardians read them',
    notice: 'the mail to the guardians when the account is closed',
  },
  'message-reports': {
    owner: 'users',
    days: 365,
    since: 'report',
    what: 'That a conversation was reported',
    notice: 'none: the report itself is in the safety alert',
  },
  'reported-files': {
    owner: 'users',
    days: 1826,
    since: 'report',
    what: 'Files of a reported conversation',
    notice: 'none: they are evidence',
  },
  classrooms: {
    owner: 'classroom',
    days: 365,
    since: 'end of the lesson',
    what: 'Rooms of lessons: their boards with pictures, and who was there when',
    notice: 'none: the board can be exported until then',
  },
  'orphan-pictures': {
    owner: 'classroom',
    days: 1,
    since: 'upload',
    what: 'Files of pictures that no board names, because a process was stopped in between',
    notice: 'none: nobody can open them',
  },
  'classroom-reports': {
    owner: 'classroom',
    days: 1826,
    since: 'report',
    what: 'Sealed boards and pictures of rooms from which a concern was reported',
    notice: 'none: they are evidence',
  },
  notices: {
    owner: 'notifications',
    days: 180,
    since: 'event',
    what: 'Notices in the application',
    notice: 'none: the events behind them are kept elsewhere',
  },
  mails: {
    owner: 'notifications',
    days: 14,
    since: 'event',
    what: 'The list of sent mails; contents are removed once a mail is sent, and kept sealed when it could not be sent',
    notice: 'none: the reader has the mail',
  },
  events: {
    owner: 'kafka',
    days: 6,
    since: 'event',
    what: 'Events on the topics',
    notice: 'none: everything personal in them is sealed',
  },
  logs: {
    owner: 'operator',
    days: 30,
    since: 'line',
    what: 'Logs of the processes; they contain ids and no personal data',
    notice: 'none',
  },
} as const satisfies Readonly<Record<string, RetentionRule>>

export type RetentionId = keyof typeof retention
/** The retention periods of one service. */
export type RetentionOf<S extends Service> = {
  [K in RetentionId]: (typeof retention)[K]['owner'] extends S ? K : never
}[RetentionId]

/** Data from before this moment is removed. */
export const removedBefore = (id: RetentionId, now: Date): Date => daysBefore(retention[id].days, now)

export const daysBefore = (days: number, now: Date): Date => new Date(now.getTime() - days * dayMs)

/** For TTL indexes. */
export const retentionSeconds = (id: RetentionId): number => (retention[id].days * dayMs) / 1000
