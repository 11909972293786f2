import type { Homework as HomeworkAnswer } from '@darsi/contracts/calls/users/homework-api.ts'
import * as z from 'zod'
import { learnerNameFor, partOf } from '../threads/thread.ts'
import { filesOf } from '../threads/thread-answer.ts'
import type { ThreadDocument } from '../threads/thread-queries.ts'
import { mayDo } from './homework.ts'
import type { HomeworkParts } from './homework-commands.ts'
import type { HomeworkDocument } from './homework-store.ts'

const content = z.object({ title: z.string().default(''), text: z.string() })

/** Homework as one member of its conversations may see it, in the given order. */
export async function homeworkAnswers(
  { conversations, sealer, materials }: Pick<HomeworkParts, 'conversations' | 'sealer' | 'materials'>,
  rows: readonly HomeworkDocument[],
  { threads, userId }: { threads: readonly ThreadDocument[]; userId: string },
): Promise<HomeworkAnswer[]> {
  const byId = new Map(threads.map((thread) => [thread.connectionId, thread]))
  const found = await materials.findAll(
    rows.flatMap(({ files, handIn }) => [...files, ...(handIn?.files ?? [])]),
  )
  const partiesOf = await conversations.loadParties(threads)
  const contentOf = (sealed: string) => content.parse(sealer.unseal(sealed))
  return rows.flatMap((homework) => {
    const { _id: id, threadId, files, dueAt, setAt, state, handIn, mark } = homework
    const thread = byId.get(threadId)
    if (!thread || state === 'withdrawn') return []
    const parties = partiesOf(thread)
    const part = partOf(thread, userId)
    return {
      id,
      connectionId: threadId,
      subject: thread.subject,
      teacherName: parties.teacher?.fullName ?? '',
      learnerName: learnerNameFor(thread, parties, part),
      childId: thread.childId,
      ...contentOf(homework.sealed),
      files: filesOf(sealer, files, found),
      dueAt: dueAt.toISOString(),
      setAt: setAt.toISOString(),
      state,
      handIn: handIn && {
        text: contentOf(handIn.sealed).text,
        files: filesOf(sealer, handIn.files, found),
        at: handIn.at.toISOString(),
        isLate: handIn.at > dueAt,
      },
      mark: mark && { value: mark.value, comment: contentOf(mark.sealed).text, at: mark.at.toISOString() },
      may: mayDo(homework, part),
    }
  })
}
