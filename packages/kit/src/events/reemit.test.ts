import { describe, expect, it } from '@jest/globals'
import { reemit } from './reemit.ts'

/** Aggregates by id, some of them erased; each waits for the relay after it was published. */
function setUp(ids: readonly string[], erased: readonly string[] = []) {
  const published: string[] = []
  const unpublished = new Set<string>()
  const clock = { now: 0 }
  const said: string[] = []
  const source = {
    name: 'grids',
    collection: {
      find: (filter: object) => ({
        toArray: async () => {
          const after = JSON.stringify(filter).split('"')[5] ?? ''
          return ids
            .filter((id) => id > after)
            .slice(0, 200)
            .map((_id) => ({ _id }))
        },
      }),
      countDocuments: async () => unpublished.size,
    },
    publish: async (id: string) => {
      if (erased.includes(id)) return 0
      published.push(id)
      unpublished.add(id)
      return 1
    },
  }
  const run = (relay: (ms: number) => void) =>
    reemit({
      sources: [source],
      perSecond: 100,
      say: (line) => said.push(line),
      now: () => clock.now,
      wait: async (ms) => {
        clock.now += ms
        relay(ms)
      },
    })
  return { published, unpublished, clock, said, run }
}

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `g${1000 + index}`)

describe('reemit', () => {
  it('publishes each aggregate once, without the erased ones', async () => {
    const ids = idsOf(450)
    const { published, unpublished, said, run } = setUp(ids, ['g1003'])
    expect(await run(() => unpublished.clear())).toEqual(new Map([['grids', 449]]))
    expect(published).toEqual(ids.filter((id) => id !== 'g1003'))
    expect(said).toEqual(['grids: 449 state records of 450 aggregates'])
  })

  it('keeps to its rate', async () => {
    const { clock, unpublished, run } = setUp(idsOf(300))
    await run(() => unpublished.clear())
    expect(clock.now).toBeGreaterThanOrEqual(2900)
    expect(clock.now).toBeLessThan(4500)
  })

  it('writes no more while many aggregates wait for the service to publish them', async () => {
    const { published, unpublished, run } = setUp(idsOf(3000))
    let most = 0
    await run((ms) => {
      most = Math.max(most, unpublished.size)
      // a look at the waiting ones, not a pause for the rate
      if (ms === 1000) unpublished.clear()
    })
    expect(published).toHaveLength(3000)
    expect(most).toBeLessThanOrEqual(1200)
  })

  it('ends only when the service has published everything', async () => {
    const { unpublished, run } = setUp(['a'])
    let looks = 0
    await run((ms) => {
      if (ms === 1000 && ++looks === 3) unpublished.clear()
    })
    expect(looks).toBe(3)
  })
})
