import { explainQueries } from '@darsi/kit/testing/indexes/explain-queries.ts'
import { watchQueries } from '@darsi/kit/testing/indexes/watch-queries.ts'
import { addEventHandler, getState } from 'jest-circus'
import { scans } from './scans.ts'

/**
 * Set-up of the integration tests: a test file of a service fails when one of its queries would read a whole collection,
 * because no declared index serves it. With EXPLAIN_QUERIES the server's own planner says so too: `npm run
 * test:containers` sets it for MongoDB.
 */
const unserved = new Set()
const hook = { type: 'afterAll', fn: refuse }

const see = (query) => {
  if (!scans.some((scan) => scan.query.test(query))) unserved.add(query)
}

watchQueries(see)
const explained = process.env['EXPLAIN_QUERIES'] ? explainQueries(see) : () => {}

addEventHandler(({ name }) => {
  const { hooks } = getState().rootDescribeBlock
  if (name === 'add_test' && !hooks.includes(hook)) hooks.push(hook)
})

async function refuse() {
  await explained()
  const found = [...unserved].sort()
  unserved.clear()
  // the kit's tests have collections of their own
  if (found.length === 0 || !globalThis.expect.getState().testPath.includes('/services/')) return
  throw new Error(
    `MongoDB would read the whole collection. Declare an index, or add the query with a reason to infra/local/checks/scans.ts:\n${found.join('\n')}`,
  )
}
