import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createWatchdog, type Watchdog } from './watchdog.ts'

describe('the watchdog of a consumer', () => {
  let now: number
  let deaths: string[]
  let losses: string[]
  let dog: Watchdog
  const second = 1000
  const pass = (seconds: number, each: () => void = () => {}) => {
    for (let at = 0; at < seconds; at += 5) {
      now += 5 * second
      each()
      dog.check()
    }
  }
  const lag = (committed: bigint, behind: number) => [
    { topic: 't', partition: 0, committed, behind, lost: 0 },
  ]

  beforeEach(() => {
    now = 0
    deaths = []
    losses = []
    dog = createWatchdog({
      lost: (reason) => losses.push(reason),
      die: (reason) => deaths.push(reason),
      now: () => now,
      silenceMs: 30 * second,
    })
    dog.assigned(['t 0'])
  })

  it('accepts a consumer that fetches', () => {
    pass(600, dog.seen)
    expect(losses).toEqual([])
  })

  it('gives up one that is silent for 30 s', () => {
    pass(30)
    expect(losses).toEqual([])
    pass(5)
    expect(losses).toHaveLength(1)
  })

  it('finds a silent one although the clock of the machine jumped back by an hour', async () => {
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now)
    const own = createWatchdog({ lost: (reason) => losses.push(reason), die: () => {}, silenceMs: 1 })
    own.seen()
    clock.mockReturnValue(now - 3600_000)
    await sleep(10)
    own.check()
    clock.mockRestore()
    expect(losses).toHaveLength(1)
  })

  it('waits longer for one that joins: the group may take its rebalance time', () => {
    dog.joining()
    pass(50)
    expect(losses).toEqual([])
    pass(5)
    expect(losses).toHaveLength(1)
  })

  it('ends the process when a handler does not come back, though its heartbeats are answered', () => {
    const done = dog.handling('t 0')
    pass(180, dog.seen)
    expect(deaths).toEqual([])
    pass(5, dog.seen)
    expect(deaths[0]).toContain('a handler hangs on t 0')
    done()
    deaths = []
    pass(600, dog.seen)
    expect(deaths).toEqual([])
  })

  it('accepts a slow handler while its database call runs', () => {
    dog.handling('t 0')
    pass(180, () => {
      dog.seen()
      dog.progress(lag(4n, 9))
    })
    expect([...losses, ...deaths]).toEqual([])
  })

  it('accepts a partition that is paused for a record that is retried, and one that waits beside it', () => {
    dog.assigned(['t 0', 't 1'])
    pass(590, () => {
      dog.seen()
      if (now % (40 * second) === 0) dog.paused('t 0')
      dog.progress([...lag(4n, 9), { topic: 't', partition: 1, committed: 0n, behind: 5, lost: 0 }])
    })
    expect(losses).toEqual([])
  })

  it('gives up a partition that is not fetched again after its pause', () => {
    dog.paused('t 0')
    pass(600, () => {
      dog.seen()
      dog.progress(lag(4n, 9))
    })
    expect(losses[0]).toContain('t 0 stands still with 9 records waiting')
  })

  it('gives up a consumer whose committed offset does not move for 60 s while records wait', () => {
    pass(60, () => {
      dog.seen()
      dog.progress(lag(4n, 9))
    })
    expect(losses).toEqual([])
    pass(10, () => {
      dog.seen()
      dog.progress(lag(4n, 9))
    })
    expect(losses[0]).toContain('t 0 stands still with 9 records waiting')
  })

  it('accepts a waiting partition for ten minutes while the consumer works on its other partitions', () => {
    dog.assigned(['t 0', 't 1'])
    let offset = 0n
    const pace = () => {
      dog.seen()
      dog.progress([...lag(4n, 9), { topic: 't', partition: 1, committed: offset++, behind: 5, lost: 0 }])
    }
    pass(590, pace)
    expect(losses).toEqual([])
    pass(30, pace)
    expect(losses[0]).toContain('t 0 stands still with 9 records waiting')
  })

  it('ignores other consumers, slow progress and an empty topic', () => {
    let offset = 0n
    pass(600, () => {
      dog.seen()
      dog.progress([...lag(offset++, 9), { topic: 't', partition: 1, committed: 0n, behind: 5, lost: 0 }])
    })
    pass(600, () => {
      dog.seen()
      dog.progress(lag(offset, 0))
    })
    expect(losses).toEqual([])
  })

  it('draws no conclusion after the process itself was paused', () => {
    now += 100 * second
    dog.check()
    expect(losses).toEqual([])
    pass(35)
    expect(losses).toHaveLength(1)
  })
})
