import { type Message, type Thread as ThreadAnswer, threadsApi } from '@darsi/contracts/threads-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import { isOpen, type KeptMessage, maySee, nameFor, type Part, partOf, type Thread } from './thread.ts'
import type { Threads } from './threads.ts'

export function threadRoutes({ threads }: { threads: Threads }): Route[] {
  const { store } = threads

  const answerOf = async (thread: Thread, userId: string): Promise<ThreadAnswer> => {
    const part = partOf(thread, userId)
    const facts = await threads.factsOf(thread)
    const reader = { userId, part }
    const read = thread.reads[userId] ?? 0
    const last = await lastSeen(thread, reader)
    return {
      id: thread.connectionId,
      connectionId: thread.connectionId,
      subject: thread.subject,
      // who is gone is no member any more
      members: thread.memberIds.flatMap((id) => {
        const profile = facts.people.get(id)
        return profile ? [{ id, name: nameFor(thread, profile, part), part: partOf(thread, id) }] : []
      }),
      lastMessage: last && { text: threads.textOf(last), by: last.by, at: last.at.toISOString() },
      unread: read >= thread.lastNumber ? 0 : await store.messages.unread(thread.connectionId, reader, read),
      open: isOpen(thread, facts),
      blockedBy: thread.blockedBy,
    }
  }
  /** The newest message, or the newest one that is not held back from this reader. */
  const lastSeen = async ({ last, connectionId }: Thread, reader: { userId: string; part: Part }) => {
    if (!last || maySee(last, reader.userId, reader.part)) return last
    const [seen] = await store.messages.page(connectionId, reader, {}, 1)
    return seen ?? null
  }
  const messageOf = (message: KeptMessage, thread: Thread): Message => ({
    id: message._id,
    number: message.number,
    by: message.by,
    text: threads.textOf(message),
    at: message.at.toISOString(),
    held: message.held,
    readBy: thread.memberIds.filter((id) => id !== message.by && (thread.reads[id] ?? 0) >= message.number),
  })

  return [
    route(threadsApi, 'GET /threads', async ({ identity }) => {
      const mine = await store.ofMember(identity.userId)
      return success(await Promise.all(mine.map((thread) => answerOf(thread, identity.userId))))
    }),
    route(threadsApi, 'GET /threads/:id/messages', async ({ identity, params, query }) => {
      const { thread, part } = await threads.mine(params.id, identity.userId)
      const reader = { userId: identity.userId, part }
      // what a process that died had not put among the others yet
      if (thread.last) await store.messages.put(thread.last)
      const range = { after: query.after, before: readCursor(query.cursor) }
      const found = await store.messages.page(params.id, reader, range, query.limit + 1)
      const shown = found.slice(0, query.limit)
      const oldest = found.length > query.limit ? shown.at(-1) : undefined
      return {
        success: true as const,
        data: shown.map((message) => messageOf(message, thread)),
        nextCursor: oldest ? String(oldest.number) : null,
        total: await store.messages.count(params.id, reader),
        thread: await answerOf(thread, identity.userId),
      }
    }),
    route(threadsApi, 'POST /threads/:id/messages', async ({ identity, params, body, request }) => {
      const idempotencyKey = request.get('idempotency-key')
      const sent = await threads.send(params.id, identity.userId, { ...body, idempotencyKey })
      return success(messageOf(sent.message, sent.thread))
    }),
    route(threadsApi, 'POST /threads/:id/read', async ({ identity, params, body }) => {
      await threads.read(params.id, identity.userId, body.number)
      return succeeded()
    }),
    route(threadsApi, 'POST /threads/:id/block', async ({ identity, params, body }) => {
      const thread = await threads.block(params.id, identity.userId, body.blocked)
      return success(await answerOf(thread, identity.userId))
    }),
    route(threadsApi, 'POST /threads/:id/report', async ({ identity, params, body }) => {
      await threads.report(params.id, identity.userId, body)
      return succeeded()
    }),
  ]
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,9}$/.test(cursor)) throw problem('cursor-invalid')
  return Number(cursor)
}
