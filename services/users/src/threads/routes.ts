import { reportedFilesApi } from '@darsi/contracts/calls/users/reported-files-api.ts'
import { threadsApi } from '@darsi/contracts/calls/users/threads-api.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { type ReleaseParts, releaseMessage } from './release-message.ts'
import type { ReportedFilesStore } from './reported-files-store.ts'
import { reportThread, type SafetyReportParts } from './safety-reports.ts'
import { messageAnswers, type ThreadAnswerParts, threadAnswer } from './thread-answer.ts'
import {
  markThreadRead,
  type SendingParts,
  sendMessage,
  setThreadBlocked,
  type ThreadParts,
} from './thread-commands.ts'

type ConversationRouteParts = ThreadAnswerParts & { materials: Pick<MaterialStore, 'findAll'> }
type MarkParts = ThreadParts & ThreadAnswerParts & Parameters<typeof setThreadBlocked>[0]
type ReportedFileParts = {
  reportedFiles: ReportedFilesStore
  files: SealedFiles
  profiles: Pick<ProfileStore, 'findAll'>
  sealer: Sealer
  now: () => Date
}

export function conversationRoutes(parts: ConversationRouteParts): Route[] {
  const { conversations, messages } = parts
  return [
    route(threadsApi, 'GET /threads', async ({ identity: { userId } }) => {
      const found = await conversations.ofMember(userId)
      return success(await Promise.all(found.map((thread) => threadAnswer(parts, thread, userId))))
    }),
    route(threadsApi, 'GET /threads/:id/messages', async ({ identity: { userId }, params, query }) => {
      const { thread, part } = await conversations.find(params.id, userId)
      const reader = { userId, part }
      await messages.addNewest(thread)
      const range = { after: query.after, before: readCursor(query.cursor) }
      const found = await messages.page(params.id, reader, range, query.limit + 1)
      const page = found.slice(0, query.limit)
      const oldest = found.length > query.limit ? page.at(-1) : undefined
      return {
        success: true as const,
        data: await messageAnswers(parts, page, thread),
        nextCursor: oldest ? String(oldest.number) : null,
        total: await messages.count(params.id, reader),
        thread: await threadAnswer(parts, thread, userId),
      }
    }),
  ]
}

export function messageRoute(parts: SendingParts): Route {
  return route(
    threadsApi,
    'POST /threads/:id/messages',
    async ({ identity, params, body, request }) => {
      const idempotencyKey = request.get('idempotency-key')
      const sent = await sendMessage(parts, params.id, identity.userId, { ...body, idempotencyKey })
      const [answer] = await messageAnswers(parts, [sent.message], sent.thread)
      if (!answer) throw problem('not-found')
      return success(answer)
    },
    { readers: ({ params, identity: { userId } }) => parts.conversations.readersOf(params.id, userId) },
  )
}

export function markRoutes(parts: MarkParts): Route[] {
  return [
    route(threadsApi, 'POST /threads/:id/read', async ({ identity, params, body }) => {
      await markThreadRead(parts, params.id, identity.userId, body.number)
      return succeeded()
    }),
    route(threadsApi, 'POST /threads/:id/block', async ({ identity: { userId }, params, body }) => {
      const thread = await setThreadBlocked(parts, params.id, userId, body.blocked)
      return success(await threadAnswer(parts, thread, userId))
    }),
  ]
}

export function releaseRoute(parts: ReleaseParts): Route {
  return route(threadsApi, 'POST /threads/:id/release', async ({ identity, params, body }) => {
    await releaseMessage(parts, params.id, identity.userId, body.number)
    return succeeded()
  })
}

export function reportRoute(parts: SafetyReportParts): Route {
  return route(threadsApi, 'POST /threads/:id/report', async ({ identity, params, body, request }) => {
    const idempotencyKey = request.get('idempotency-key')
    await reportThread(parts, params.id, identity.userId, { ...body, idempotencyKey })
    return succeeded()
  })
}

export function reportedFileRoutes({
  reportedFiles,
  files,
  profiles,
  sealer,
  now,
}: ReportedFileParts): Route[] {
  return [
    route(reportedFilesApi, 'POST /admin/reported-files/:id/view', async ({ identity, params, body }) => {
      const { userId: by, role } = identity
      const [reason, mayOpenClosed] = [body.reason.trim(), role === 'super-admin']
      const withClosed = mayOpenClosed && reason !== ''
      const view = { by, at: now(), withClosed, sealed: sealer.seal(reason) }
      const found = await reportedFiles.view(params.id, view)
      const shown = found.files.filter(({ closed }) => withClosed || !closed)
      const people = await profiles.findAll(shown.flatMap(({ by }) => (by ? [by] : [])))
      return success({
        at: found.at.toISOString(),
        closed: found.files.length - shown.length,
        mayOpenClosed,
        files: shown.map(({ id, by, name, sentAt, file }) => ({
          ...{ id, name: String(sealer.unseal(name)), type: file.type, size: file.size },
          sentAt: sentAt.toISOString(),
          by: by ? { id: by, name: people.get(by)?.fullName ?? '' } : null,
        })),
      })
    }),
    route(
      reportedFilesApi,
      'GET /admin/reported-files/:id/files/:file',
      async ({ identity: { userId: by }, params, response }) => {
        const file = await reportedFiles.file(params.id, params.file, { by, at: now() })
        const bytes = file && (await files.get(file))
        if (!bytes) throw problem('not-found')
        return sendPrivateFile(response, bytes)
      },
    ),
  ]
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,9}$/.test(cursor)) throw problem('cursor-invalid')
  return Number(cursor)
}
