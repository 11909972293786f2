import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log as KitLog } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { createPeopleList, type PeopleList } from './people-list.ts'
import { personFields, personOf } from './person.ts'
import type { UserRow } from './user-row.ts'

type Log = Pick<KitLog, 'warn'>

const pollMs = 15_000
const batchSize = 1000
/** A write may become visible this much later than a younger one. */
const overlapMs = 3000
/** How often a refresh also finds the writes of a new primary whose clock is behind that of the earlier one. */
const wideEveryMs = 60_000
/** Longer than that by the most that the clock may be behind, almost a minute. */
const wideOverlapMs = 2 * wideEveryMs

/** The list of people of this process: loaded from the database once, then updated with the rows that changed. */
export function createFreshPeople(
  users: Pick<Collection<UserRow>, 'find'>,
  monotonic = () => performance.now(),
) {
  const people = createPeopleList()
  let isLoaded = false
  let isStopping = false
  /** The latest time of a change, by the database's clock. */
  let newest = 0
  /** When `newest` was read. */
  let newestAt = 0
  let wideAt = Number.NEGATIVE_INFINITY
  let stopPolling = async () => {}
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<PeopleList> | undefined

  const read = async (filter: object, sort: Record<string, 1>): Promise<void> => {
    const now = monotonic()
    for await (const row of users.find(filter, { projection: personFields, batchSize, sort })) {
      if (isStopping) return
      const person = personOf(row)
      if (person) people.put(person)
      else people.remove(row._id)
      const changedAt = row.changedAt?.getTime() ?? 0
      if (!isLoaded || changedAt <= newest) continue
      newest = changedAt
      newestAt = now
    }
  }

  const refresh = async (): Promise<PeopleList> => {
    if (!isLoaded) {
      newestAt = monotonic()
      newest = await latestChange(users)
      await read({}, {})
      isLoaded = true
    }
    const now = monotonic()
    const isWide = now - wideAt >= wideEveryMs
    // without a newer row for that long, no such write can be missing
    const overlap = Math.max(0, (isWide ? wideOverlapMs : overlapMs) - (now - newestAt))
    await read({ changedAt: { $gte: new Date(newest - overlap) } }, { changedAt: 1 })
    if (isWide) wideAt = now
    return people
  }

  /**
   * The list with everything that was written before this call: callers share a refresh only before it begins. One
   * refresh runs at a time, or an older row could replace a newer one.
   */
  const fresh = (): Promise<PeopleList> => {
    next ??= running.then(() => {
      next = undefined
      const refreshed = refresh()
      running = refreshed.catch(() => undefined)
      return refreshed
    })
    return next
  }

  return {
    fresh,
    /** Loads the list before the first request needs it, and keeps each refresh short. */
    start: (log: Log): void => {
      stopPolling = repeat({ everyMs: pollMs, work: fresh, log, failed: 'people not refreshed' })
    },
    stop: async (): Promise<void> => {
      isStopping = true
      await stopPolling()
      await running
    },
  }
}

async function latestChange(users: Pick<Collection<UserRow>, 'find'>): Promise<number> {
  const [latest] = await users
    .find({}, { projection: { changedAt: 1 }, sort: { changedAt: -1 }, limit: 1 })
    .toArray()
  return latest?.changedAt?.getTime() ?? 0
}

export type FreshPeople = ReturnType<typeof createFreshPeople>
