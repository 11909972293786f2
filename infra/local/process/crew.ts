import { type Child, type Spec, startChild, type Watch } from './child.ts'
import { Stopped } from './fail.ts'

/** Processes that start and stop together. */
export type Crew = {
  launch: (spec: Spec) => void
  children: ReadonlyMap<string, Child>
  /** Resolves when everything launched so far is ready. */
  ready: () => Promise<void>
  /** @param patienceMs time limit for each, instead of its own */
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
