import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { utteranceIdOf, utteranceOf } from '../utterances/utterance.ts'
import { type RecordParts, recordWords } from '../utterances/utterance-store.ts'
import type { MessageStore } from './message-store.ts'
import type { StoredMessage } from './thread.ts'
import type { ThreadStore } from './thread-store.ts'

type Parts = RecordParts & {
  threads: Pick<ThreadStore, 'find'>
  messages: Pick<MessageStore, 'find'>
}

export async function recordMessage(
  parts: Parts,
  { data }: Pick<DarsiEvent<'message.sent'>, 'data'>,
): Promise<void> {
  const { threadId, messageId: about, number } = data
  const last = (await parts.threads.find(threadId))?.last
  const message = last?._id === about ? last : await parts.messages.find(threadId, number)
  if (!message) return
  const { by, at, sealed, files } = message
  const held = message.held || message.adultsOnly
  await recordWords(parts, [utteranceOf(data, { field: 'message', about, by, at, sealed, files, held })])
}

export const messageUtteranceId = ({
  _id: about,
  by,
  at,
}: Pick<StoredMessage, '_id' | 'by' | 'at'>): string => utteranceIdOf({ field: 'message', about, by, at })
