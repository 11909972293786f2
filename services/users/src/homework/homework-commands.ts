import { isDeepStrictEqual } from 'node:util'
import type { DarsiEvent, EventInput } from '@darsi/contracts/events/events.ts'
import { isJudged } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { renameForMinors, sendableFiles } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import { contactOf, guardianContacts } from '../profiles/profile.ts'
import type { Conversations } from '../threads/conversations.ts'
import { isOpen, type Part, refuseWriting } from '../threads/thread.ts'
import type { ThreadDocument } from '../threads/thread-queries.ts'
import type { ThreadStore } from '../threads/thread-store.ts'
import type { ClosingStore } from '../utterances/closing-store.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'
import type { WriteLimits } from '../write-limits.ts'
import { type Homework, handedIn, marked, newHomework, reminded, reminderMs, withdrawn } from './homework.ts'
import type { HomeworkDocument, HomeworkStore } from './homework-store.ts'

export type HomeworkParts = {
  homework: HomeworkStore
  conversations: Conversations
  materials: MaterialStore
  writeLimits: WriteLimits
  sealer: Sealer
  now: () => Date
}

type ReminderParts = Pick<HomeworkParts, 'homework' | 'conversations' | 'now'> & { threads: ThreadStore }

type EraseParts = Pick<HomeworkParts, 'homework' | 'materials' | 'sealer' | 'now'> & {
  utterances: Pick<UtteranceStore, 'eraseLearner'>
  closings: Pick<ClosingStore, 'ofLearner'>
}

/** Guardians read some conversations of an erased learner for a time. */
type KeptThreads = { threads: Pick<ThreadStore, 'withoutKept'> }

type Content = { text: string; files: readonly string[] }

type Setting = Content & { title: string; dueAt: string; idempotencyKey?: string | undefined }

/**
 * A repetition with the same key has the homework of the first call.
 * @throws problems of the conversation, `body-invalid`, `due-date-invalid`, and those of the files; `not-found` for
 * a repetition after the withdrawal
 */
export async function setHomework(
  parts: HomeworkParts,
  threadId: string,
  by: string,
  { idempotencyKey, ...body }: Setting,
): Promise<HomeworkDocument> {
  const { homework, sealer, writeLimits, now } = parts
  const { title, dueAt, ...content } = body
  const { thread } = await writableThread(parts, threadId, by)
  if (title.trim() === '') throw bodyInvalid([{ path: 'title', hint: 'missing' }])
  const at = now()
  const sealed = sealer.seal({ title: title.trim(), text: content.text.trim() })
  const files = [...content.files]
  const given = newHomework({ threadId, teacherId: by, sealed, files, dueAt: new Date(dueAt) }, at)
  await writeLimits.take('message', by, at)
  const _id = createdId(idempotencyKey, [by, threadId, body])
  await sendFiles(parts, thread, { by, files, namedBy: _id })
  const eventOf = await eventsOf(parts.conversations, thread)
  await homework.insert({ ...given, _id }, eventOf('homework.set', { ...given, _id }, by, at))
  const set = await homework.find(_id)
  if (!set) throw problem('not-found')
  return set
}

/**
 * The same work again, as after a lost answer, changes nothing.
 * @throws problems of the conversation, `message-empty`, `homework-changed`, and those of the files
 */
export async function handIn(
  parts: HomeworkParts,
  id: string,
  by: string,
  { text, files }: Content,
): Promise<HomeworkDocument> {
  const { sealer, writeLimits, now } = parts
  const { thread, part } = await writableHomework(parts, id, by)
  if (part === 'teacher') throw problem('not-found')
  if (text.trim() === '' && files.length === 0) throw problem('message-empty')
  const at = now()
  await writeLimits.take('message', by, at)
  await sendFiles(parts, thread, { by, files, namedBy: handInName(id) })
  const work = { sealed: sealer.seal({ text: text.trim() }), files: [...files], by, at }
  const isSame = ({ handIn }: Homework) =>
    handIn !== null &&
    isDeepStrictEqual(
      [handIn.by, handIn.files, sealer.unseal(handIn.sealed)],
      [by, work.files, { text: text.trim() }],
    )
  return change(parts, { id, thread, by, type: 'homework.handed-in' }, (found) =>
    isSame(found) ? null : handedIn(found, work),
  )
}

/**
 * The same mark again changes nothing, as after a lost answer.
 * @throws problems of the conversation, `message-empty`, `homework-changed`
 */
export async function markHomework(
  parts: HomeworkParts,
  id: string,
  by: string,
  { value, comment, handedInAt }: { value: number | null; comment: string; handedInAt?: string | undefined },
): Promise<HomeworkDocument> {
  const { sealer, now } = parts
  const { thread } = await writableHomework(parts, id, by)
  const text = comment.trim()
  if (value === null && text === '') throw problem('message-empty')
  const mark = { value, sealed: sealer.seal({ text }), at: now() }
  const read = handedInAt === undefined ? undefined : new Date(handedInAt)
  const isSame = ({ mark: before }: Homework) =>
    before !== null && isDeepStrictEqual([before.value, sealer.unseal(before.sealed)], [value, { text }])
  return change(parts, { id, thread, by, type: 'homework.marked' }, (found) => {
    const changed = marked(found, mark, read)
    return isSame(found) ? null : changed
  })
}

/**
 * Homework of an ended conversation may be withdrawn too.
 * @throws problem `connection-paused` while an alert pauses the connection: an administrator may have to read it,
 * `homework-changed` once something is handed in
 */
export async function withdrawHomework(parts: HomeworkParts, id: string, by: string): Promise<void> {
  const { homework, thread } = await findHomework(parts, id, by)
  if (thread.status === 'suspended') throw problem('connection-paused')
  const emptyText = parts.sealer.seal({ title: '', text: '' })
  await change(parts, { id, thread, by, type: 'homework.withdrawn' }, (found) => withdrawn(found, emptyText))
  await parts.materials.unname(homework.files, id)
}

/** Once for each homework that is open a day before it is due and can be handed in. */
export async function remindOfHomework(parts: ReminderParts): Promise<void> {
  const { homework, threads, conversations, now } = parts
  const at = now()
  for (const { _id, threadId } of await homework.dueBefore(new Date(at.getTime() + reminderMs), at)) {
    const thread = await threads.find(threadId)
    if (!thread || !isOpen(thread, await conversations.factsOf(thread))) continue
    const eventOf = await eventsOf(parts.conversations, thread)
    await homework.update(
      _id,
      (found) => reminded(found, at),
      (changed) => eventOf('homework.due', { ...changed, _id }, undefined, at),
    )
  }
}

/**
 * Removes the texts and files about an erased learner from the homework of its conversations, but not of those that its
 * guardians read for a time. May be repeated.
 */
export async function eraseLearnerHomework(
  { homework, threads, materials, utterances, closings, sealer, now }: EraseParts & KeptThreads,
  connectionIds: readonly string[],
): Promise<void> {
  const threadIds = await threads.withoutKept(connectionIds)
  await utterances.eraseLearner(threadIds)
  for (const id of threadIds) await closings.ofLearner(id, now())
  for await (const { _id, handIn } of homework.ofThreads(threadIds))
    if (handIn) await materials.unname(handIn.files, handInName(_id))
  await homework.eraseLearner(threadIds, sealer.seal({ text: '' }))
}

/** After a change of a connection by which its learner's account or child was erased. */
export async function eraseHomeworkOfErased(
  parts: EraseParts & KeptThreads,
  { data }: Pick<DarsiEvent<'connection.changed'>, 'data'>,
): Promise<void> {
  if (isErasedChild(data)) await eraseLearnerHomework(parts, [data.connectionId])
}

/** @throws problem `not-found` for those who are no members of its conversation */
export async function findHomework(parts: HomeworkParts, id: string, userId: string) {
  const homework = await parts.homework.find(id)
  if (!homework) throw problem('not-found')
  return { homework, ...(await parts.conversations.find(homework.threadId, userId)) }
}

async function writableHomework(parts: HomeworkParts, id: string, by: string) {
  const { homework } = await findHomework(parts, id, by)
  return writableThread(parts, homework.threadId, by)
}

async function writableThread(
  { conversations }: HomeworkParts,
  threadId: string,
  by: string,
): Promise<{ thread: ThreadDocument; part: Part }> {
  const found = await conversations.find(threadId, by)
  refuseWriting(found.thread, await conversations.factsOf(found.thread))
  return found
}

const handInName = (homeworkId: string) => `hand-in.${homeworkId}`

type Sent = { by: string; files: readonly string[]; namedBy: string }

/** The call's contact gate checks the texts. */
async function sendFiles(parts: HomeworkParts, thread: ThreadDocument, { by, files: ids, namedBy }: Sent) {
  const threadId = thread.connectionId
  const found = await sendableFiles(parts, { ids, by, threadId })
  const { language = 'en' } = (await parts.conversations.peopleOf(thread)).get(by) ?? {}
  await renameForMinors(parts, found, {
    ...{ isJudged: isJudged(thread, by), language, at: parts.now() },
  })
  await parts.materials.send(ids, by, { threadId, held: false, adultsOnly: false, namedBy })
}

type Type = 'homework.set' | 'homework.due' | 'homework.handed-in' | 'homework.marked' | 'homework.withdrawn'
type Change = { id: string; thread: ThreadDocument; by: string; type: Type }

async function change(
  parts: HomeworkParts,
  { id, thread, by, type }: Change,
  decide: (found: Homework) => Homework | null,
): Promise<HomeworkDocument> {
  const eventOf = await eventsOf(parts.conversations, thread)
  const changed = await parts.homework.update(id, decide, (next) =>
    eventOf(type, { ...next, _id: id }, by, parts.now()),
  )
  const current = changed ?? (await parts.homework.find(id))
  if (!current) throw problem('not-found')
  return current
}

/** Ids are readable, people are sealed, and texts are in neither. */
async function eventsOf({ loadParties }: Conversations, thread: ThreadDocument) {
  const { teacher, student, child, guardians } = (await loadParties([thread]))(thread)
  const { connectionId, teacherId, studentId, childId, guardianIds, subject } = thread
  const personal = {
    ...(teacher && { teacher: contactOf(teacher) }),
    student: student
      ? contactOf(student)
      : { fullName: child?.firstName ?? '', language: guardians[0]?.language ?? ('en' as const) },
    guardians: guardianContacts(guardians),
  }
  return (type: Type, homework: Homework & { _id: string }, by: string | undefined, at: Date): EventInput => {
    const data = {
      homeworkId: homework._id,
      connectionId,
      teacherId,
      ...(studentId && { studentId }),
      ...(childId && { childId }),
      guardianIds,
      subject,
      dueAt: homework.dueAt.toISOString(),
      ...(by && { by }),
      at: at.toISOString(),
    }
    return type === 'homework.withdrawn' ? { type, data } : { type, data, personal }
  }
}
