import type { Log as KitLog } from '@darsi/kit/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Collection } from 'mongoose'
import type { UserRow } from '../user-row.ts'
import { createPeopleIndex } from './people-index.ts'
import { type Person, personFields, personOf } from './person.ts'

type Log = Pick<KitLog, 'info' | 'warn'>
type Changed = UserRow & { changedAt?: Date }
type Options = { model: { collection: Collection }; pollMs?: number; overlapMs?: number }

const batchSize = 1000
const clockMs = 60_000

/**
 * The index of this process: read from the database at the start, then kept fresh by asking what changed. Each look
 * reaches back a little, as a write may become visible after a younger one.
 */
export function createFreshPeople({ model: { collection }, pollMs = 1000, overlapMs = 3000 }: Options) {
  const index = createPeopleIndex()
  let newest = 0
  // by this process's clock
  let newestSince = 0
  let loaded = false
  let stopLooking = async () => {}
  let turn: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  const rows = (filter: object, sort: object = {}) =>
    // `as`: the schema of the model
    collection.find(filter as never, {
      projection: personFields,
      batchSize,
      sort: sort as never,
    }) as unknown as AsyncIterable<Changed>

  const load = async (log: Log, isStopping: () => boolean): Promise<void> => {
    const started = performance.now()
    // by this process's clock, which may be before or behind the database's
    newest = Date.now() - clockMs
    newestSince = started
    const people: Person[] = []
    for await (const row of rows({})) {
      if (isStopping()) return
      const person = personOf(row)
      if (person) people.push(person)
    }
    await index.fill(people)
    loaded = true
    log.info({ users: index.size(), ms: Math.round(performance.now() - started) }, 'people loaded')
  }

  const look = async (): Promise<void> => {
    const now = performance.now()
    // once nothing came for that long, nothing late can come before it
    const since = newest - Math.max(0, overlapMs - (now - newestSince))
    for await (const row of rows({ changedAt: { $gte: new Date(since) } }, { changedAt: 1 })) {
      const changedAt = row.changedAt?.getTime() ?? 0
      if (changedAt > newest) {
        newest = changedAt
        newestSince = now
      }
      const person = personOf(row)
      if (person) index.put(person)
      else index.remove(row._id)
    }
  }

  /** One after the other: what was read earlier must not be written over what was read later. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  /** A look that begins after this call, shared by everybody who asks before it begins. */
  const lookSoon = (): Promise<void> => {
    next ??= inTurn(() => {
      next = undefined
      return look()
    })
    return next
  }

  return {
    start: (log: Log): void => {
      stopLooking = repeat({
        everyMs: pollMs,
        work: (isStopping) => (loaded ? lookSoon() : inTurn(() => load(log, isStopping))),
        log,
        failed: 'people not refreshed',
      })
    },
    /** The index with everything that was written before this call; null until it is loaded. */
    fresh: async () => {
      if (!loaded) return null
      await lookSoon()
      return index
    },
    stop: async (): Promise<void> => {
      await stopLooking()
      await turn
    },
  }
}
