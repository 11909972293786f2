import { ModernFakeTimers } from '@jest/fake-timers'

const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis })
/** The runner's own object lacks `advanceTimersByTimeAsync`. */
const jest = {
  ...globalThis.jest,
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
}

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test }
