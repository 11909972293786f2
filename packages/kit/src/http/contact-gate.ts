import type { Endpoint } from '@darsi/contracts/calls/endpoint.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { type FreeText, freeTextsOf, textsAt } from '@darsi/contracts/rules/texts/free-text.ts'
import { problem } from './problem.ts'

/** True when the caller is a party of the lesson or connection and its learner is a minor. */
export type ReachesMinor<C> = (call: C) => Promise<boolean>

/**
 * Checks the free texts of one endpoint for contact details and refuses them, naming every field. Texts that everyone
 * reads are checked for everyone; texts within one connection only where its learner is a minor.
 * @throws Error at start when a route with such a text does not define `reachesMinor`
 */
export function contactGate<C extends { body: unknown }>(
  key: string,
  endpoint: Pick<Endpoint, 'body'>,
  reachesMinor: ReachesMinor<C> | undefined,
): (call: C) => Promise<void> {
  const texts = freeTextsOf(endpoint.body)
  const open = texts.filter(({ by }) => by === 'everyone')
  const within = texts.filter(({ by }) => by === 'connection')
  if (within.length > 0 && !reachesMinor) throw new Error(`${key} has to say when a minor reads its texts`)

  return async (call) => {
    const inOpen = foundIn(call.body, open)
    const inside = foundIn(call.body, within)
    // called only when contact details were found, so that other callers get no information from it
    const refused = [...inOpen, ...(inside.length > 0 && (await reachesMinor?.(call)) ? inside : [])]
    if (refused.length === 0) return
    throw problem('contact-details-refused', {
      errors: refused.map((path) => ({ path, slug: 'contact-details-refused' })),
    })
  }
}

function foundIn(body: unknown, texts: readonly FreeText[]): string[] {
  return texts
    .flatMap(({ path }) => textsAt(body, path))
    .filter(({ text }) => contactDetailsIn(text).length > 0)
    .map(({ path }) => path)
}
