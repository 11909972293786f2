import type { Sealer } from '@darsi/kit/events/seal.ts'
import { originalNameOf } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { MessageStore } from './message-store.ts'
import { textOf } from './message-text.ts'
import { numberIn, type StoredMessage } from './thread.ts'
import type { ThreadDocument } from './thread-document.ts'

type QuoteParts = { messages: MessageStore; materials: Pick<MaterialStore, 'findAll'>; sealer: Sealer }
export type QuotedMessage = { message: StoredMessage; text: string }

const messagesPerThread = 50
/** Guardians see held messages too. */
const seesEverything = { userId: '', part: 'guardian' } as const

/** Messages as an administrator reads them in the evidence of an alert. */
export function createQuotes({ messages, materials, sealer }: QuoteParts) {
  /** The text and, a line each, the names and hashes of its files. */
  const quotedText = async (message: StoredMessage): Promise<string> => {
    const files = [...(await materials.findAll(message.files)).values()]
    const lines = files.map((each) => `[${originalNameOf(sealer, each)}, SHA-256 ${each.file.hash}]`)
    return [textOf(sealer, message), ...lines].filter((line) => line !== '').join('\n')
  }
  return {
    /** The newest messages in the order of their numbers, or those around the reported one. */
    newest: async (thread: ThreadDocument, messageId: string | undefined): Promise<QuotedMessage[]> => {
      await messages.addNewest(thread)
      const { connectionId } = thread
      const reported = messageId === undefined ? null : numberIn(connectionId, messageId)
      const before = reported ? reported + messagesPerThread / 2 : undefined
      const found = await messages.page(connectionId, seesEverything, { before }, messagesPerThread)
      const quoted: QuotedMessage[] = []
      for (const message of found.toReversed()) quoted.push({ message, text: await quotedText(message) })
      return quoted
    },

    count: async (threads: readonly ThreadDocument[]): Promise<number> => {
      const counts = threads.map(({ connectionId }) => messages.count(connectionId, seesEverything))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    },
  }
}

export type Quotes = ReturnType<typeof createQuotes>
