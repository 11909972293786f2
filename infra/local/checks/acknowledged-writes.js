import { watchWrites } from '@darsi/kit/testing/answers/watch-writes.ts'
import { addEventHandler, getState } from 'jest-circus'
import { unwritten } from './unwritten.ts'

/**
 * Set-up of the integration tests: a test file of a service fails when one of its calls that change something answered
 * 2xx although no document was written, for example "sent" for a mail that nothing will send.
 */
const found = new Set()
const hook = { type: 'afterAll', fn: refuse }
let title = ''

watchWrites((call, written) => {
  if (written.some(({ documents }) => documents > 0)) return
  if (unwritten.some((row) => row.call === call && (row.test === undefined || title.includes(row.test))))
    return
  found.add(`${call} in "${title}" (${written.map(({ command }) => command).join(', ') || 'no write'})`)
})

addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name !== 'add_test') return
  const { hooks } = getState().rootDescribeBlock
  if (!hooks.includes(hook)) hooks.push(hook)
  const test = currentDescribeBlock.tests.at(-1)
  const { fn } = test
  test.fn = () => {
    title = test.name
    return fn()
  }
})

function refuse() {
  const calls = [...found].sort()
  found.clear()
  if (calls.length === 0) return
  throw new Error(
    `Answered as done, but nothing was written. Answer what is true, or add the call with a reason to infra/local/checks/unwritten.ts:\n${calls.join('\n')}`,
  )
}
