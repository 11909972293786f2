import { setTimeout as sleep } from 'node:timers/promises'
import type { Documents } from '../mongo/documents.ts'

/** Aggregates of one collection, and how the state of one is published. */
export type StateSource = {
  name: string
  collection: Pick<Documents, 'find' | 'countDocuments'>
  /** @returns the number of state records; 0 for an erased aggregate */
  publish: (id: string) => Promise<number>
}

type Options = {
  sources: readonly StateSource[]
  perSecond: number
  say: (line: string) => void
  wait?: (ms: number) => Promise<unknown>
  now?: () => number
}

const batch = 200
/** While the relay cannot publish, no more records are written than this. */
const mostPending = 1000
const lookMs = 1000

/**
 * Publishes the state of every aggregate, in the order of their ids, at a bounded rate, and waits until the running
 * service has published all. It keeps no position: after a crash it starts again, and rows that have the state already
 * do not change.
 * @returns the number of records by source
 */
export async function reemit(options: Options): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const pace = createPace(options)
  for (const source of options.sources) {
    let [aggregates, records] = [0, 0]
    for (
      let ids = await idsAfter(source, '');
      ids.length > 0;
      ids = await idsAfter(source, ids.at(-1) ?? '')
    ) {
      await untilPublished(options, mostPending)
      for (const id of ids) {
        const published = await source.publish(id)
        aggregates++
        records += published
        await pace(published)
      }
    }
    counts.set(source.name, records)
    options.say(`${source.name}: ${records} state records of ${aggregates} aggregates`)
  }
  await untilPublished(options, 0)
  return counts
}

async function idsAfter({ collection }: StateSource, after: string): Promise<string[]> {
  const options = { sort: { _id: 1 }, limit: batch, projection: { _id: 1 } }
  // `as`: the projection
  const found = (await collection.find({ _id: { $gt: after } }, options).toArray()) as { _id: string }[]
  return found.map(({ _id }) => _id)
}

/** Waits as long as the records of one call take at the given rate. */
function createPace({ perSecond, wait = sleep, now = Date.now }: Options) {
  let due = now()
  return async (records: number): Promise<void> => {
    due = Math.max(due, now() - 1000) + (records * 1000) / perSecond
    if (due > now()) await wait(due - now())
  }
}

/** Waits until at most `most` aggregates have a state record that the running service has not published. */
async function untilPublished({ sources, say, wait = sleep }: Options, most: number): Promise<void> {
  for (let looks = 1; ; looks++) {
    const counts = await Promise.all(sources.map(({ collection }) => collection.countDocuments(unpublished)))
    const pending = counts.reduce((sum, count) => sum + count, 0)
    if (pending <= most) return
    if (looks % 30 === 0) say(`${pending} aggregates wait for the running service to publish them.`)
    await wait(lookMs)
  }
}

const unpublished = { outboxAt: { $exists: true }, 'outbox.type': /^state\./ }
