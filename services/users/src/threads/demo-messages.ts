import { demoPairs } from '@darsi/contracts/reference/demo.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { aboutMoney, type DemoMessage, studentMessages, talks, withParent } from './demo-conversations.ts'
import { reportThread, type SafetyReportParts } from './safety-reports.ts'
import { markThreadRead, type SendingParts, sendMessage } from './thread-commands.ts'
import type { ThreadDocument } from './thread-queries.ts'

type Conversation = { from: string; to: string; messages: readonly DemoMessage[] }

/** The conversation in which the teacher asks for a payment in advance. */
const reported = 2
const conversations: readonly Conversation[] = [
  { from: 'demo-student', to: 'demo-teacher', messages: studentMessages },
  { from: 'demo-parent', to: 'demo-teacher-2', messages: withParent },
  // most people have not written yet, so that the demo is ready soon after the start
  ...demoPairs
    .filter(({ to }, index) => to === 'demo-teacher' || index % 4 === 0)
    .map(({ from, to }, index) => ({
      from,
      to,
      messages: index === 0 ? aboutMoney : (talks[index % talks.length] ?? []),
    })),
]

/**
 * What the people of the demo write each other, read up to the last message. Made once: a conversation with messages is
 * left as it is.
 * @param report called for the conversation whose last message is reported
 * @returns false until every conversation has arrived by its event
 */
export async function seedDemoMessages(
  parts: SendingParts,
  report: (threadId: string, by: string) => Promise<void>,
): Promise<boolean> {
  const found = await Promise.all(conversations.map(({ from, to }) => threadOf(parts, from, to)))
  if (found.includes(null)) return false
  await Promise.all(
    conversations.map(async (conversation, index) => {
      const thread = found[index]
      if (!thread || thread.lastNumber > 0) return
      await write(parts, thread.connectionId, conversation)
      if (index === reported) await report(thread.connectionId, conversation.from)
    }),
  )
  return true
}

/** The learner of one conversation reports its last message to the administrators. */
export async function reportLast(
  parts: SafetyReportParts & Pick<SendingParts, 'threads'>,
  id: string,
  by: string,
): Promise<void> {
  const at = new Date(Date.now() - 1.4 * hourMs)
  const last = (await parts.threads.find(id))?.last
  const reason = 'Il insiste pour que je paie un mois d’avance, alors que nous n’en avons jamais parlé.'
  await reportThread({ ...parts, now: () => at }, id, by, {
    reason,
    ...(last && { about: { kind: 'message' as const, id: last._id } }),
  })
}

async function threadOf({ threads }: SendingParts, from: string, to: string): Promise<ThreadDocument | null> {
  return (await threads.ofMember(from)).find(({ teacherId }) => teacherId === to) ?? null
}

async function write(parts: SendingParts, id: string, { from, to, messages }: Conversation): Promise<void> {
  const writerOf = ({ by }: DemoMessage) => (by === 'teacher' ? to : from)
  const then = (message: DemoMessage) => {
    const at = new Date(Date.now() - message.hoursAgo * hourMs)
    return { ...parts, now: () => at }
  }
  for (const message of messages)
    await sendMessage(then(message), id, writerOf(message), { text: message.text })
  for (const by of ['learner', 'teacher'] as const) {
    // who answers has read the message before
    const number = messages.findLastIndex((message) => message.by === by)
    const answer = messages[number]
    if (answer && number > 0) await markThreadRead(then(answer), id, writerOf(answer), number)
  }
}
