import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { type DemoAlertParts, seedDemoAlerts, settlePastAlerts } from './demo-alerts.ts'
import { type DemoTicketParts, seedDemoTickets } from './demo-tickets.ts'

const everyMs = 500
/** How long the demo's lessons, which raise alerts too, may still arrive. */
const settlingMs = 120_000

/** Makes the tickets and alerts of a demo with a history, once its accounts have arrived by their events. */
export function startDemo(
  parts: DemoTicketParts & DemoAlertParts,
  log: Pick<Log, 'warn' | 'info'>,
): () => Promise<void> {
  const started = performance.now()
  const passed = () => Math.round(performance.now() - started)
  let madeAt: Date | null = null
  const stop = repeat({
    everyMs,
    work: async () => {
      if (!madeAt) {
        const at = await seedDemoTickets(parts, new Date())
        if (!at || !(await seedDemoAlerts(parts, at))) return
        log.info({ ms: passed() }, 'demo tickets and alerts made')
        madeAt = at
      }
      await settlePastAlerts(parts, madeAt)
      if (passed() > settlingMs) void stop()
    },
    log,
    failed: 'demo tickets and alerts not made yet',
  })
  return stop
}
