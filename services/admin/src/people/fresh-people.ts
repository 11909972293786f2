import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log as KitLog } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { UserRow } from '../users/user-row.ts'
import { createPeopleList, type PeopleList } from './people-list.ts'
import { personFields, personOf } from './person.ts'

type Log = Pick<KitLog, 'warn'>

const pollMs = 5000
const batchSize = 1000
/** The most by which the clocks of this process and of the database may differ. */
const clockMs = 60_000
/** A write may become visible this much later than a younger one. */
const overlapMs = 3000

/** The list of people of this process: loaded from the database once, then updated with the rows that changed. */
export function createFreshPeople(users: Pick<Collection<UserRow>, 'find'>) {
  const people = createPeopleList()
  let isLoaded = false
  let isStopping = false
  let newest = 0
  /** When `newest` was read, by this process's clock. */
  let newestAt = 0
  let stopPolling = async () => {}
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<PeopleList> | undefined

  const read = async (filter: object, sort: Record<string, 1>): Promise<void> => {
    const now = performance.now()
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
      newest = Date.now() - clockMs
      newestAt = performance.now()
      await read({}, {})
      isLoaded = true
    }
    // without a new row for that long, no late write is missing
    const since = newest - Math.max(0, overlapMs - (performance.now() - newestAt))
    await read({ changedAt: { $gte: new Date(since) } }, { changedAt: 1 })
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

export type FreshPeople = ReturnType<typeof createFreshPeople>
