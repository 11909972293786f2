import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../process/child.ts'
import { PlainError } from '../process/fail.ts'
import { lifetime, say } from '../process/main.ts'
import type { Site } from '../site/site.ts'
import { pause } from './waiting.ts'

type Answered = { ok: boolean; status: number; ms: number; at: number }

/** Calls at a fixed rate, independent of the answers. */
export function startLoad(
  perSecond: number,
  one: (index: number) => Promise<{ status: number; ms: number }>,
) {
  const answers: Answered[] = []
  const running = new Set<Promise<void>>()
  let isOver = false
  const ask = async (index: number) => {
    const at = performance.now()
    try {
      const { status, ms } = await one(index)
      answers.push({ ok: status < 400, status, ms, at })
    } catch {
      answers.push({ ok: false, status: 0, ms: performance.now() - at, at })
    }
  }
  const generating = (async () => {
    const started = performance.now()
    for (let sent = 0; !isOver && !lifetime.aborted; await sleep(5)) {
      for (; sent < ((performance.now() - started) / 1000) * perSecond; sent++) {
        const asking: Promise<void> = ask(sent).finally(() => running.delete(asking))
        running.add(asking)
      }
    }
    await Promise.all(running)
  })()
  return {
    answers,
    between: (from: number, to: number) => answers.filter(({ at }) => at >= from && at < to),
    stop: () => {
      isOver = true
      return generating
    },
  }
}

/** Pauses a server (SIGSTOP): it accepts connections and answers nothing. */
export async function standStill(
  site: Site,
  name: string,
  ms: number,
): Promise<{ from: number; to: number }> {
  const server = site.processes.get(name)
  if (!server) throw new PlainError(`There is no ${name}.`)
  const from = performance.now()
  say(`  ${name} stands still for ${ms / 1000} s`)
  await server.kill('SIGSTOP')
  try {
    await pause(ms)
  } finally {
    await server.kill('SIGCONT')
  }
  say(`  ${name} goes on`)
  return { from, to: performance.now() }
}

/** Ends a server for this long; resolves when it is ready again. */
export async function takeAway(site: Site, name: string, ms: number): Promise<{ from: number; to: number }> {
  const server = site.process(name)
  const from = performance.now()
  say(`  ${name} is stopped for ${ms / 1000} s`)
  await server.stop(2000)
  try {
    await pause(ms)
  } finally {
    server.start()
  }
  await server.ready()
  say(`  ${name} is back`)
  return { from, to: performance.now() }
}

/** @returns a function that lists the processes that ended since, by name */
export function watchProcesses(processes: ReadonlyMap<string, Child>): () => string[] {
  const before = new Map([...processes].map(([name, child]) => [name, child.pid()]))
  return () =>
    [...processes].filter(([name, child]) => child.pid() !== before.get(name)).map(([name]) => name)
}
