import fc from 'fast-check'
import { judge } from './invariants.ts'
import type { World } from './world.ts'

export type Step = fc.AsyncCommand<World, World, false>

/**
 * One step of an actor, followed by a check of all invariants. A step does not judge the server's answer: a refusal is
 * as good as a success, unless something forbidden becomes possible.
 * @param when whether the step is possible in the current state
 */
export function step(
  name: string,
  when: (world: Readonly<World>) => boolean,
  act: (world: World) => Promise<void>,
): fc.Arbitrary<Step> {
  return fc.constant({
    check: when,
    run: async (world) => {
      world.trail.push(name)
      try {
        await act(world)
        await judge(world)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${reason}\nafter: ${world.trail.join(' → ')}`, { cause: error })
      }
    },
    toString: () => name,
  })
}

export const always = () => true
