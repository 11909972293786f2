import { createHash, randomUUID } from 'node:crypto'
import type { DarsiEvent, EventInput } from '@darsi/contracts/events.ts'
import { isHeldRequest } from '@darsi/contracts/held-request.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Connection } from 'mongoose'
import type { ConsentStore } from '../consents/consent-store.ts'
import type { ProfileStore } from '../profile-store.ts'
import { contactDetailsIn } from './contact-details.ts'
import { createPace } from './pace.ts'
import { reportStore } from './report-store.ts'
import {
  erasedAuthor,
  type KeptMessage,
  maySee,
  type Part,
  partOf,
  refuseWriting,
  type Thread,
} from './thread.ts'
import {
  learnerOf,
  messageSent,
  openedThread,
  partiesOf,
  threadChanged,
  threadRead,
} from './thread-events.ts'
import { type ThreadDocument, threadStore } from './thread-store.ts'

type Deps = {
  database: Connection
  outbox: Outbox
  sealer: Sealer
  profiles: Pick<ProfileStore, 'findAll'>
  consents: Pick<ConsentStore, 'stands'>
  now: () => Date
}
type ConnectionEvent = Pick<DarsiEvent<'connection.approved'>, 'data' | 'sequence'>
/** Whom a conversation, or a request for one, is about. */
type Pair = Pick<Thread, 'connectionId' | 'teacherId' | 'studentId' | 'childId' | 'guardianIds' | 'minor'>
type Sending = { text: string; idempotencyKey?: string | undefined }
type Reporting = { reason: string; messageId?: string | undefined }

export type Threads = ReturnType<typeof createThreads>

/** Conversations inside approved connections. */
export function createThreads({ database, outbox, sealer, profiles, consents, now }: Deps) {
  const store = threadStore(database, outbox)
  const reports = reportStore(database, outbox)
  const pace = createPace(database)

  const factsOf = async (thread: Pick<Thread, 'memberIds' | 'childId' | 'teacherId'>) => ({
    people: await profiles.findAll(thread.memberIds),
    isConsented: !thread.childId || (await consents.stands(thread.childId, 'messages', thread.teacherId)),
  })
  const seal = (text: string) => sealer.seal({ text })
  /** @throws problem `not-found` */
  const mine = async (id: string, userId: string): Promise<{ thread: ThreadDocument; part: Part }> => {
    const thread = await store.find(id)
    const part = partOf(thread, userId)
    if (!thread) throw problem('not-found')
    return { thread, part }
  }
  /** @throws problem `not-found` when it went meanwhile */
  const there = <T>(found: T | null): T => {
    if (!found) throw problem('not-found')
    return found
  }

  const raise = (
    pair: Pair,
    report: {
      id: string
      by?: string
      about?: string
      reason: 'reported' | 'contact-details'
      text: string
      /** The message it is about, in a thread or of a request. */
      message: KeptMessage | { request: string } | null
    },
  ) => {
    const { id, by, about, reason, text, message } = report
    const at = now()
    const isRequest = message !== null && 'request' in message
    const event: EventInput = {
      type: 'safety.reported',
      data: {
        ...learnerOf(pair),
        reportId: id,
        reason,
        severity: severityOf(pair, about, reason),
        ...(by && { by }),
        ...(about && { aboutUserId: about }),
        ...(!isRequest && { threadId: pair.connectionId, ...(message && { messageId: message._id }) }),
        at: at.toISOString(),
      },
      personal: { text, quoted: isRequest ? message.request : message ? textOf(message) : '' },
    }
    return reports.raise({ _id: id, threadId: pair.connectionId, at }, event)
  }
  const textOf = (message: KeptMessage): string => {
    // `as`: sealed by `seal`
    const { text } = sealer.unseal(message.sealed) as { text: string }
    return text
  }

  return {
    store,
    reports,
    factsOf,
    textOf,
    mine,
    outboxed: [store.model, reports.model],

    /** A thread follows its connection: it opens with the approval and closes with whatever ends it. */
    follow: async ({ data, sequence }: ConnectionEvent): Promise<void> => {
      const parties = partiesOf(data)
      const facts = await factsOf(parties)
      if (data.status === 'approved') {
        const thread = openedThread(data)
        if (await store.create(thread, sequence, threadChanged(thread, facts, now()))) return
      }
      await store.change(data.connectionId, (thread) => {
        if ((thread.src['users'] ?? 0) >= sequence) return null
        const changed = { ...thread, ...parties }
        const $set = { ...parties, 'src.users': sequence }
        return { $set, event: threadChanged(changed, facts, now()) }
      })
    },

    /** @throws problems of a closed or blocked thread, an empty text or one message too many */
    send: async (id: string, userId: string, { text, idempotencyKey }: Sending) => {
      const { thread, part } = await mine(id, userId)
      if (text.trim() === '') throw problem('message-empty')
      const facts = await factsOf(thread)
      refuseWriting(thread, facts)
      await pace.take('message', userId, now())
      const key = idempotencyKey ? digest(`${userId} ${idempotencyKey}`) : null
      const held = thread.minor && part !== 'guardian' && contactDetailsIn(text).length > 0
      const sealed = seal(text)
      const appended = await store.append(id, key, (found) => {
        partOf(found, userId)
        refuseWriting(found, facts)
        const number = found.lastNumber + 1
        const message = { _id: `${id}.${number}`, threadId: id, number, by: userId, at: now(), sealed, held }
        return { message, event: messageSent(found, message, facts.people) }
      })
      return there(appended)
    },

    /** A held message becomes an alert; the event may come again. */
    watch: async ({ data }: Pick<DarsiEvent<'message.sent'>, 'data'>): Promise<void> => {
      if (!data.held) return
      const thread = await store.find(data.threadId)
      if (!thread) return
      if (thread.last) await store.messages.put(thread.last)
      const message = await store.messages.find(data.threadId, data.number)
      await raise(thread, {
        id: `held.${data.messageId}`,
        about: data.by,
        reason: 'contact-details',
        text: '',
        message,
      })
    },

    /** A minor's request whose message is held back becomes one too. */
    watchRequest: async ({
      data,
      personal,
    }: Pick<DarsiEvent<'connection.requested'>, 'data' | 'personal'>): Promise<void> => {
      if (!isHeldRequest(data)) return
      await raise(partiesOf(data), {
        id: `held.${data.connectionId}`,
        about: data.requesterId,
        reason: 'contact-details',
        text: '',
        message: { request: personal.message },
      })
    },

    read: async (id: string, userId: string, number: number): Promise<void> => {
      await mine(id, userId)
      await store.change(id, (thread) => {
        partOf(thread, userId)
        const upTo = Math.min(number, thread.lastNumber)
        if (upTo <= (thread.reads[userId] ?? 0)) return null
        return { $set: { [`reads.${userId}`]: upTo }, event: threadRead(thread, userId, upTo, now()) }
      })
    },

    block: async (id: string, userId: string, blocked: boolean): Promise<ThreadDocument> => {
      const { thread } = await mine(id, userId)
      const facts = await factsOf(thread)
      await store.change(id, (found) => {
        if (found.blockedBy.includes(userId) === blocked) return null
        const others = found.blockedBy.filter((each) => each !== userId)
        const blockedBy = blocked ? [...others, userId] : others
        return { $set: { blockedBy }, event: threadChanged({ ...found, blockedBy }, facts, now()) }
      })
      return there(await store.find(id))
    },

    /** @throws problem `reason-required`, and `not-found` for a message that the caller does not see */
    report: async (id: string, userId: string, { reason, messageId }: Reporting): Promise<void> => {
      const { thread, part } = await mine(id, userId)
      if (reason.trim() === '') throw problem('reason-required')
      const number = messageId === undefined ? null : numberIn(id, messageId)
      if (thread.last) await store.messages.put(thread.last)
      const message = number === null ? null : there(await store.messages.find(id, number))
      if (message && !maySee(message, userId, part)) throw problem('not-found')
      await pace.take('report', userId, now())
      const other = part === 'teacher' ? (thread.studentId ?? thread.guardianIds[0]) : thread.teacherId
      const about = message && message.by !== userId && message.by !== erasedAuthor ? message.by : other
      await raise(thread, {
        id: randomUUID(),
        by: userId,
        ...(about && { about }),
        reason: 'reported',
        text: reason,
        message,
      })
    },

    /** What a person wrote goes, that something was written there stays. May be repeated. */
    erase: async (userId: string): Promise<void> => {
      const nothing = seal('')
      const leave = async (thread: ThreadDocument) => {
        if (thread.last) await store.messages.put(thread.last)
        const facts = await factsOf(thread)
        await store.change(thread.connectionId, (found) => {
          const left = without(found, userId, nothing)
          const $set = { ...left, reads: omit(found.reads, userId) }
          return { $set, event: threadChanged({ ...found, ...left }, facts, now()) }
        })
      }
      // a list has an end, and a person may have more: whoever left a thread is not found there again
      for (let some = await store.ofMember(userId); some.length > 0; some = await store.ofMember(userId))
        for (const thread of some) await leave(thread)
      await store.messages.erase(userId, nothing)
    },
  }
}

function without(thread: Thread, userId: string, nothing: string) {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== userId)
  const { last } = thread
  return {
    memberIds: others(thread.memberIds),
    guardianIds: others(thread.guardianIds),
    blockedBy: others(thread.blockedBy),
    recent: [],
    last: last?.by === userId ? { ...last, by: erasedAuthor, sealed: nothing } : last,
  }
}

function omit(reads: Readonly<Record<string, number>>, userId: string): Record<string, number> {
  return Object.fromEntries(Object.entries(reads).filter(([id]) => id !== userId))
}

/** An adult who looks for a way past the guardians is the gravest; a minor who gives a number away needs a word. */
function severityOf(thread: Pair, about: string | undefined, reason: 'reported' | 'contact-details') {
  if (!thread.minor) return 'medium' as const
  return reason === 'contact-details' && about === thread.studentId ? ('medium' as const) : ('high' as const)
}

function numberIn(threadId: string, messageId: string): number {
  const [number] = messageId.startsWith(`${threadId}.`) ? messageId.slice(threadId.length + 1).split('.') : []
  if (!number || !/^\d{1,9}$/.test(number)) throw problem('not-found')
  return Number(number)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
