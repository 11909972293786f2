import fc from 'fast-check'
import { judge } from './invariants.ts'
import type { World } from './world.ts'

export type Step = fc.AsyncCommand<World, World, false>

/**
 * One ordinary step of somebody, and the look from outside after it. A step does not judge the server's answer: a
 * refusal is as good as a success, as long as nothing that must not be possible becomes possible.
 * @param when whether the step makes sense in this scene
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
