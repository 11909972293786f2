import { type Child, type Spec, startChild, type Watch } from './child.ts'
import { Stopped } from './fail.ts'

/** Processes that start and stop together. */
export type Crew = {
  launch: (spec: Spec) => void
  children: ReadonlyMap<string, Child>
  /** Resolves when all that was launched so far can work. */
  ready: () => Promise<void>
  /** @param patienceMs how long each may take instead of its own patience */
  stop: (patienceMs?: number) => Promise<void>
}

export function createCrew(watch: Watch): Crew {
  const children = new Map<string, Child>()
  let stopped = false
  return {
    children,
    launch: (spec) => {
      if (stopped) throw new Stopped('Stopped.')
      children.set(spec.name, startChild(spec, watch))
    },
    ready: async () => {
      await Promise.all([...children.values()].map((child) => child.ready()))
    },
    stop: async (patienceMs) => {
      stopped = true
      await Promise.all([...children.values()].map((child) => child.stop(patienceMs)))
    },
  }
}
