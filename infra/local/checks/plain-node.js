import { registerHooks } from 'node:module'
import { addEventHandler } from 'jest-circus'
import { testLimitMs } from './test-limit.ts'

/**
 * Set-up of jest-light-runner, which runs test files in plain Node instead of a context of their own. It adds what that
 * runner lacks: the module `@jest/globals`, and time limits, without which a test that hangs would never fail.
 */
const globals = new URL('./plain-globals.js', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
})

// the tests use fake timers
const { setTimeout, clearTimeout } = globalThis

addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.tests.at(-1))
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1))
})

/** @param {{ fn: () => unknown, timeout?: number, name?: string, type?: string }} added a test or hook */
function limit(added) {
  const { fn, timeout = testLimitMs, name = added.type } = added
  added.fn = async () => {
    let timer
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`"${name}" takes longer than ${timeout} ms`)), timeout)
    })
    try {
      await Promise.race([fn(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
