import Sequencer from '@jest/test-sequencer'
import { longest } from './longest-tests.ts'

/** Starts the longest test files first, so that no worker is left with one of them while the others have ended. */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path }) => {
      const index = longest.findIndex((file) => path.endsWith(`/${file}`))
      return index < 0 ? longest.length : index
    }
    const sorted = await super.sort(tests)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
