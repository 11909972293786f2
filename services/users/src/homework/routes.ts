import { homeworkApi } from '@darsi/contracts/calls/users/homework-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { homeworkAnswers } from './homework-answer.ts'
import {
  findHomework,
  type HomeworkParts,
  handIn,
  markHomework,
  setHomework,
  withdrawHomework,
} from './homework-commands.ts'
import type { HomeworkDocument } from './homework-store.ts'

export function homeworkRoutes(parts: HomeworkParts): Route[] {
  const { conversations } = parts
  const answer = async (homework: HomeworkDocument, userId: string) => {
    const { thread } = await conversations.find(homework.threadId, userId)
    const [found] = await homeworkAnswers(parts, [homework], { threads: [thread], userId })
    if (!found) throw problem('not-found')
    return success(found)
  }
  type Caller = { params: { id: string }; identity: { userId: string } }
  const readers = async ({ params, identity: { userId } }: Caller) =>
    conversations.readersOf((await findHomework(parts, params.id, userId)).homework.threadId, userId)
  return [
    route(homeworkApi, 'GET /homework', async ({ identity: { userId }, query }) => {
      const { connectionId, ...wanted } = query
      const all = await conversations.ofMember(userId)
      const isToDo = wanted.state === 'open' || wanted.state === 'handed-in'
      const threads = all.filter((thread) =>
        // nobody can hand in or mark homework of an ended or paused connection
        connectionId ? thread.connectionId === connectionId : !isToDo || thread.status === 'approved',
      )
      const threadIds = threads.map((thread) => thread.connectionId)
      const { rows, ...counts } = await parts.homework.page({ ...wanted, threadIds })
      const data = await homeworkAnswers(parts, rows, { threads, userId })
      return { success: true as const, data, ...counts }
    }),
    route(
      homeworkApi,
      'POST /threads/:id/homework',
      async ({ identity: { userId }, params, body, request }) => {
        const idempotencyKey = request.get('idempotency-key')
        return answer(await setHomework(parts, params.id, userId, { ...body, idempotencyKey }), userId)
      },
      { readers: ({ params, identity: { userId } }) => conversations.readersOf(params.id, userId) },
    ),
    route(
      homeworkApi,
      'POST /homework/:id/hand-in',
      async ({ identity: { userId }, params, body }) =>
        answer(await handIn(parts, params.id, userId, body), userId),
      { readers },
    ),
    route(
      homeworkApi,
      'PUT /homework/:id/mark',
      async ({ identity: { userId }, params, body }) =>
        answer(await markHomework(parts, params.id, userId, body), userId),
      { readers },
    ),
    route(homeworkApi, 'DELETE /homework/:id', async ({ identity, params }) => {
      await withdrawHomework(parts, params.id, identity.userId)
      return succeeded()
    }),
  ]
}
