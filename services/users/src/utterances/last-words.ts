import { lookBack } from '@darsi/contracts/rules/contact-details/look-back.ts'
import { isJudged } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import type { Parties, Utterance } from './utterance.ts'
import type { UtteranceStore } from './utterance-store.ts'

type Written = Pick<Utterance, 'connectionId' | 'by' | 'at'> & { id?: string }
type Texts = Pick<UtteranceStore, 'lastTexts' | 'nextTexts'>

/**
 * The author's texts of the last day in all fields of one connection, oldest first: they are judged together with the
 * next one.
 * @param id of the text itself, which may be stored already
 */
export async function textsBefore(
  utterances: Pick<UtteranceStore, 'lastTexts'>,
  { connectionId, by, at: until, id }: Written,
): Promise<string[]> {
  const range = { since: new Date(until.getTime() - lookBack.ms), until, limit: lookBack.texts }
  const found = await utterances.lastTexts({ connectionId, by }, range)
  const others = found.filter((each) => each.id !== id).slice(0, lookBack.texts - 1)
  return others.map(({ text }) => text).toReversed()
}

/** The texts around one whose event arrived late: the gate judged the later ones without it. */
export async function textsAround(
  utterances: Texts,
  written: Written,
): Promise<{ before: string[]; after: string[] }> {
  const { connectionId, by, at: since } = written
  const range = { since, until: new Date(since.getTime() + lookBack.ms), limit: lookBack.texts - 1 }
  const [before, after] = await Promise.all([
    textsBefore(utterances, written),
    utterances.nextTexts({ connectionId, by }, range),
  ])
  return { before, after: after.map(({ text }) => text) }
}

export const createLastWords = (utterances: Pick<UtteranceStore, 'lastTexts'>, now: () => Date) => ({
  textsBefore: (written: Written) => textsBefore(utterances, written),

  /** For the contact gate: null where only adults read what this person writes. */
  judgedTexts: (connection: Parties, by: string): (() => Promise<string[]>) | null => {
    const { connectionId } = connection
    return isJudged(connection, by) ? () => textsBefore(utterances, { connectionId, by, at: now() }) : null
  },
})

export type LastWords = ReturnType<typeof createLastWords>
