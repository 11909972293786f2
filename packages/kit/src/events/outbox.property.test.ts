import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createWorld, type Owner } from '../../test/world.ts'
import { propertySeed } from '../testing/random.ts'

const who = fc.constantFrom('auth' as const, 'availability' as const)
const whoever = fc.constantFrom('auth' as const, 'availability' as const, 'consumers' as const)
const id = fc.constantFrom('a', 'a', 'a', 'b')
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), who, id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sweep' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1000, 16_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('consume' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash consumers' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pause' as const), who: whoever }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const), who: whoever }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('second relay' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), to: fc.nat({ max: 10 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), id }) },
)
const steps = fc.array(fc.tuple(action, fc.nat({ max: 20 })), { minLength: 5, maxLength: 50, size: 'max' })

type Plan = typeof steps extends fc.Arbitrary<infer T> ? T : never
type World = ReturnType<typeof createWorld>

const runs = Number(process.env['PROPERTY_RUNS'] ?? 1000)
const seed = propertySeed()

describe('outbox, relay and projection under crashes, pauses, repeats and replays', () => {
  it(`every read model ends as its owners are, first occurrences in order (${runs} runs, seed ${seed})`, async () => {
    const dice = fc.infiniteStream(fc.nat({ max: 99 }))
    await fc.assert(
      fc.asyncProperty(steps, fc.scheduler(), dice, async (plan, s, stream) => {
        const world = createWorld({
          turn: (step) => s.schedule(Promise.resolve(), step),
          dice: () => stream.next().value ?? 99,
        })
        await play(world, plan, s)
        await heal(world, s)
        for (const producer of ['auth', 'availability'] as const) {
          for (const owner of world.owners(producer)) judge(world, producer, owner)
        }
      }),
      { numRuns: runs, seed },
    )
  }, 120_000)
})

/** Starts every action without waiting for earlier ones; the scheduler interleaves their steps. */
async function play(world: World, plan: Plan, s: fc.Scheduler): Promise<void> {
  const live = {
    auth: [world.start('auth')],
    availability: [world.start('availability')],
    consumers: [world.consumer()],
  }
  const paused: { resume: () => void }[] = []
  let count = 0
  const change = async (producer: 'auth' | 'availability', userId: string) => {
    const process = live[producer].at(count++ % live[producer].length)
    if (!(await process?.change(userId, `${count}`))) await process?.insert(userId)
  }
  for (const [one, steps] of plan) {
    if (one.do === 'change') change(one.who, one.id).catch(ignore)
    else if (one.do === 'sweep')
      live[one.who]
        .at(count++ % live[one.who].length)
        ?.relay.runOnce()
        .catch(ignore)
    else if (one.do === 'erase') live.auth.at(-1)?.erase(one.id).catch(ignore)
    else if (one.do === 'second relay') live[one.who].push(world.start(one.who))
    else if (one.do === 'pass') world.clock.now += one.ms
    else if (one.do === 'replay') world.rewind(one.to)
    else if (one.do === 'consume') {
      const member = world.consumer()
      live.consumers.push(member)
      member.run().catch(ignore)
    } else if (one.do === 'pause') {
      const process = live[one.who].at(-1)
      process?.pause()
      if (process) paused.push(process)
      // a supervisor restarts it, or a second replica continues
      if (one.who !== 'consumers') live[one.who].push(world.start(one.who))
    } else if (one.do === 'resume') paused.shift()?.resume()
    else if (one.do === 'crash') {
      live[one.who].pop()?.kill()
      if (live[one.who].length === 0) live[one.who].push(world.start(one.who))
    } else for (const consumer of live.consumers.splice(0)) consumer.kill()
    for (let step = 0; step < steps && s.count() > 0; step++) await s.waitNext(1)
  }
  for (const process of paused) process.resume()
}

/** Stops all faults: everything left must be delivered by sweeps and leases alone. */
async function heal(world: World, s: fc.Scheduler): Promise<void> {
  world.heal()
  await s.waitIdle()
  const processes = [world.start('auth'), world.start('availability')]
  for (let sweep = 0; sweep < 5; sweep++) {
    world.clock.now += 16_000
    for (const { relay } of processes) await s.waitFor(relay.runOnce())
  }
  await s.waitFor(world.consumer().run())
}

function judge(world: World, producer: 'auth' | 'availability', owner: Owner): void {
  expect(owner.outbox).toEqual([])
  expect(owner.outboxAt).toBeUndefined()
  const row = world.rows().find((one) => one._id === owner._id)
  const erased = world.owners('auth').some((one) => one._id === owner._id && one.erasedAt)
  expect(row?.[producer]).toBe(erased ? undefined : owner.at)
  if (erased) expect(row?.erasedAt).toBeInstanceOf(Date)
  else expect(row?.src?.[producer]).toBe(owner.v)

  const seen = Object.values(world.logs).map((log) => {
    const own = log.filter(({ key, headers }) => key === owner._id && headers['ce_source'] === `/${producer}`)
    const firsts = [...new Set(own.map(({ headers }) => Number(headers['ce_sequence'])))]
    // per topic in order
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
    return firsts
  })
  // and all topics together without a gap
  expect(seen.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: owner.v }, (_, i) => i + 1))
}

function ignore(): void {}
