import { TestEnvironment } from 'jest-environment-node'

/**
 * Prints what stood on the open pages when a story failed: the report alone names only what was waited for. At the end
 * of a file it prints the interaction to next paint of its stories (support/interactions.ts).
 */
export default class extends TestEnvironment {
  async handleTestEvent({ name }) {
    if (name === 'setup') this.global.interactions = new Map()
    if (name === 'run_finish') printInteractions(this.global.interactions)
    if (name === 'test_start') this.global.openPages = new Set()
    if (name !== 'test_fn_failure') return
    for (const page of this.global.openPages) {
      const content = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String)
      process.stderr.write(`── ${page.url()}\n${content}\n`)
    }
  }
}

function printInteractions(interactions) {
  const sorted = [...interactions.values()].sort((a, b) => a - b)
  if (sorted.length === 0) return
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  const answered = sorted.filter((duration) => duration <= 100).length
  process.stderr.write(
    `interaction to next paint: p50 ${at(0.5)} ms, p98 ${at(0.98)} ms; ${answered} of ${sorted.length} within 100 ms\n`,
  )
}
