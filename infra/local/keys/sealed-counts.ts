import { join } from 'node:path'
import { runningFrom } from '../process/lock.ts'
import { root } from '../process/paths.ts'
import { defaultPorts, type ServiceName, services } from '../process/site-ports.ts'
import { compose } from '../tools/compose.ts'

/** The number of values sealed with an older key per service: of the local site, or of the running compose project. */
export async function sealedCounts(): Promise<string[]> {
  const isLocal = runningFrom(join(root, '.data'), 'site') !== null
  const texts = await Promise.all(
    services.map(async (name) => {
      const metrics = await (isLocal ? localMetrics(name) : composeMetrics(name))
      return countsIn(name, metrics)
    }),
  )
  return texts.flat()
}

/** One line per value of the metric: `MESSAGE_KEY message.sealed: 3`. */
export function countsIn(name: ServiceName, metrics: string): string[] {
  const line = /^sealed_by_old_keys\{.*?key="(\w+)",rows="([\w.]+)".*?\} (\d+)$/gm
  const counts = [...metrics.matchAll(line)].map(([, key, rows, count]) => `${key} ${rows}: ${count}`)
  return counts.length > 0 ? counts : [`${name}: not counted yet, only two minutes after its start`]
}

async function localMetrics(name: ServiceName): Promise<string> {
  return (await fetch(`http://127.0.0.1:${defaultPorts[name]}/metrics`)).text()
}

const print = "fetch('http://127.0.0.1:8080/metrics').then((answer) => answer.text()).then(console.log)"

function composeMetrics(name: ServiceName): Promise<string> {
  return compose('exec', '-T', name, 'node', '-e', print)
}
