import { TestEnvironment } from 'jest-environment-node'

/** Prints what stood on the open pages when a story failed: the report alone names only what was waited for. */
export default class extends TestEnvironment {
  async handleTestEvent({ name }) {
    if (name === 'test_start') this.global.openPages = new Set()
    if (name !== 'test_fn_failure') return
    for (const page of this.global.openPages) {
      const content = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String)
      process.stderr.write(`── ${page.url()}\n${content}\n`)
    }
  }
}
