import type { Endpoint } from '@darsi/contracts/calls/endpoint.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { contactDetailsAfter } from '@darsi/contracts/rules/contact-details/together.ts'
import { type FreeText, freeTextsOf, textsAt, withoutTexts } from '@darsi/contracts/rules/texts/free-text.ts'
import { problem } from './problem.ts'

/** Who reads what the caller writes. False for callers who are no party, so that strangers learn nothing. */
export type Readers = {
  /** What the caller wrote there before, oldest first; null when no minor is among them. */
  lastTexts: (() => Promise<readonly string[]>) | null
  /** The caller and the other side blocked each other (docs/children.md). */
  isBlocked: boolean
}

export type Words<C> = {
  readers: (call: C) => Promise<Readers>
  /** `leave-out`: what the call does stays possible, and its words do not arrive. */
  ifBlocked?: 'refuse' | 'leave-out'
}

export const noReaders: Readers = { lastTexts: null, isBlocked: false }
/** For texts whose readers the handler knows: it refuses them itself. */
export const checkedByHandler = async (): Promise<Readers> => noReaders

/**
 * Checks the free texts of one endpoint. Contact details are refused, with every field named: in texts that everyone
 * reads for everyone, within one connection where its learner is a minor, together with what the author wrote there
 * before. Words to the other side are refused between
 * people who blocked each other.
 * @throws Error at start when a route with words for the other side does not say who reads them
 */
export function textGate<C extends { body: unknown }>(
  key: string,
  endpoint: Pick<Endpoint, 'body'>,
  words: Words<C> | undefined,
): (call: C) => Promise<void> {
  const texts = freeTextsOf(endpoint.body)
  const open = texts.filter(({ by }) => by === 'everyone')
  const within = texts.filter(({ by }) => by === 'connection')
  const toOthers = texts.filter(({ by }) => by === 'connection' || by === 'held')
  if (toOthers.length > 0 && !words) throw new Error(`${key} has to say who reads its texts`)
  /** An answer to a review has one reader beside everyone. */
  const directed = words ? [...toOthers, ...open] : toOthers

  return async (call) => {
    const hasWords = directed.some(({ path }) =>
      textsAt(call.body, path).some(({ text }) => text.trim() !== ''),
    )
    // asked only where there are words, so that other callers get no information from it
    const { lastTexts, isBlocked } = hasWords && words ? await words.readers(call) : noReaders
    if (isBlocked && words?.ifBlocked !== 'leave-out') throw problem('thread-blocked')
    if (isBlocked) Object.assign(call, { body: withoutTexts(call.body, directed) })
    const inOpen = writtenIn(call.body, open).filter(({ text }) => contactDetailsIn(text).length > 0)
    const inside = lastTexts ? writtenIn(call.body, within) : []
    const before = inside.length > 0 ? await lastTexts?.() : []
    const refused = [...inOpen, ...foundAfter(before ?? [], inside)]
    if (refused.length === 0) return
    throw problem('contact-details-refused', {
      errors: refused.map(({ path }) => ({ path, slug: 'contact-details-refused' })),
    })
  }
}

type Written = { path: string; text: string }

/** Each field is judged with those before it. */
const foundAfter = (before: readonly string[], written: readonly Written[]): Written[] =>
  written.filter(({ text }, index) => {
    const earlier = written.slice(0, index).map((each) => each.text)
    return contactDetailsAfter([...before, ...earlier], text).length > 0
  })

const writtenIn = (body: unknown, texts: readonly FreeText[]): Written[] =>
  texts.flatMap(({ path }) => textsAt(body, path)).filter(({ text }) => text.trim() !== '')
