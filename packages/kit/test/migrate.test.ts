import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { type Migration, migrate, type Notes, notesIn } from '../src/mongo/migrate.ts'
import { databaseOfFile } from '../src/testing/database.ts'
import { silentLog, unique } from '../src/testing/testing.ts'

const connection = await databaseOfFile('migrate')

describe('a migration', () => {
  function world() {
    const notes: Notes = notesIn(connection, unique('migrations'))
    const replica = (owner: string, migrations: readonly Migration[], more = {}) =>
      migrate({ notes, migrations, owner, log: silentLog, wait: () => sleep(5), overlapMs: 50, ...more })
    return { notes, replica }
  }

  it('runs in order when three replicas start together, and a second time when only one release runs', async () => {
    const { replica } = world()
    // longer than both migrations take on a slow machine, or the second run would start between them
    const overlapMs = 1_000
    const ran: string[] = []
    const slow = (id: string): Migration => ({
      id,
      run: async () => {
        await sleep(30)
        ran.push(id)
        return { changed: 1 }
      },
    })
    const migrations = [slow('2026-01-01-first'), slow('2026-02-01-second')]
    await Promise.all(['a', 'b', 'c'].map((owner) => replica(owner, migrations, { overlapMs })))
    const ids = ['2026-01-01-first', '2026-02-01-second']
    expect(ran).toEqual([...ids, ...ids])
    await replica('d', migrations, { overlapMs })
    expect(ran).toHaveLength(4)
  })

  it('is taken over when the replica that had it dies, and the dead one cannot finish it', async () => {
    const { notes, replica } = world()
    let wake: () => void = () => {}
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    const stop = new AbortController()
    const sleeper = replica(
      'sleeper',
      [{ id: 'x', run: async (alive) => asleep.then(alive).then(() => ({ changed: 1 })) }],
      { leaseMs: 20, stop: stop.signal },
    )
    await sleep(60)
    await replica('other', [{ id: 'x', run: async () => ({ changed: 2 }) }])
    wake()
    await sleeper
    expect(await notes.findOne({ _id: 'x' })).toMatchObject({ state: 'done', owner: 'other', changed: 2 })
  })

  it('that fails is retried from its beginning', async () => {
    const { notes, replica } = world()
    let attempts = 0
    const run = async () => {
      attempts++
      if (attempts < 3) throw new Error('the database went away')
      return { changed: attempts }
    }
    await replica('a', [{ id: 'x', run }])
    expect(await notes.findOne({ _id: 'x' })).toMatchObject({ state: 'done', changed: 4 })
  })

  it('continues when the notes cannot be read for a while', async () => {
    const { notes, replica } = world()
    let failures = 2
    const shaky: Notes = {
      findOne: (filter) => (failures-- > 0 ? Promise.reject(new Error('no primary')) : notes.findOne(filter)),
      insertOne: (note) => notes.insertOne(note),
      updateOne: (filter, update) => notes.updateOne(filter, update),
    }
    await replica('a', [{ id: 'x', run: async () => ({ changed: 1 }) }], { notes: shaky })
    expect(await notes.findOne({ _id: 'x' })).toMatchObject({ state: 'done', changed: 1 })
  })

  it('also changes rows that another release wrote behind it', async () => {
    const { replica } = world()
    const stored = ['old', 'old']
    let writes = 1
    const run = async () => {
      const changed = stored.filter((form) => form === 'old').length
      stored.fill('new')
      // a process of another release
      if (writes-- > 0) stored.push('old')
      return { changed }
    }
    await replica('a', [{ id: 'x', run }])
    expect(stored).toEqual(['new', 'new', 'new'])
  })

  it('of newer code does not block older code: a roll-back starts normally', async () => {
    const { replica } = world()
    await replica('new', [{ id: '2027-later', run: async () => ({ changed: 0 }) }])
    await replica('old', [{ id: '2026-earlier', run: async () => ({ changed: 0 }) }])
  })
})
