import type { BrowserContext } from '@playwright/test'

/** By interaction: the longest time from the input to the next paint, in milliseconds. */
export const interactions = new Map<string, number>()

/** Runs in the page. The browser rounds to 8 ms and reports none below 16. */
const observe = `
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) globalThis.recordInteraction?.(performance.timeOrigin + ' ' + interactionId, duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })
`

/** Records the interactions of every page of the context. */
export async function recordInteractions(context: BrowserContext): Promise<void> {
  await context.exposeBinding('recordInteraction', (_, id: string, duration: number) => {
    interactions.set(id, Math.max(duration, interactions.get(id) ?? 0))
  })
  await context.addInitScript(observe)
}

/**
 * A quantile of all interactions so far; browsers report 0.98 as a page's interaction to next paint. NaN without any
 * interaction.
 */
export function interactionQuantile(part: number): number {
  const sorted = [...interactions.values()].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
