import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../../local/process/child.ts'
import type { Site } from '../../local/site/site.ts'
import { print } from '../../local/trials/trial.ts'

type Fault = { at: number; name: string; what: string; backAt?: number }

/** A start without its database takes minutes. */
const patienceMs = 900_000
const lookMs = 100

/**
 * Records what the scenario does to the processes of its site, and prints it at the end: the seconds since its start,
 * the process, what was done, and when the process was ready again.
 */
export const withLedger =
  (act: (site: Site) => Promise<void>) =>
  async (site: Site): Promise<void> => {
    const started = performance.now()
    const faults: Fault[] = []
    const record = (name: string, what: string) => {
      const fault: Fault = { at: performance.now(), name, what }
      faults.push(fault)
      return fault
    }
    const processes = new Map([...site.processes].map(([name, child]) => [name, recorded(child, record)]))
    const process = (name: string) => processes.get(name) ?? site.process(name)
    try {
      await act({ ...site, processes, process })
    } finally {
      const since = (at: number) => `${((at - started) / 1000).toFixed(1)} s`
      if (faults.length > 0) print('Ledger:')
      for (const { at, name, what, backAt } of faults)
        print(`  ${since(at)} ${name} ${what}${backAt ? `, ready at ${since(backAt)}` : ''}`)
    }
  }

function recorded(child: Child, record: (name: string, what: string) => Fault): Child {
  const untilReady = async (fault: Fault) => {
    await child.ready(patienceMs)
    fault.backAt = performance.now()
  }
  return {
    ...child,
    kill: async (signal) => {
      const before = child.pid()
      const fault = record(child.name, signal)
      await child.kill(signal)
      if (['SIGSTOP', 'SIGCONT'].includes(signal)) return
      const replaced = async () => {
        while (child.pid() === before) await sleep(lookMs, undefined, { ref: false })
        await untilReady(fault)
      }
      // a scenario ends without waiting for it
      replaced().catch(() => {})
    },
    stop: async (patience) => {
      record(child.name, 'stopped')
      await child.stop(patience)
    },
    start: () => {
      const fault = record(child.name, 'started')
      child.start()
      untilReady(fault).catch(() => {})
    },
  }
}
