import { describe, expect, it } from '@jest/globals'
import { currentContext, withContext } from './context.ts'
import { createLog, createTimestamp } from './log.ts'

describe('log lines', () => {
  it('the fields of a line do not become fields of later lines of the same request', () => {
    const log = createLog('test')
    withContext({ correlationId: 'request-1' }, () => {
      log.info({ route: 'GET /one' }, 'a line of a test')
      expect(currentContext()).toEqual({ correlationId: 'request-1' })
    })
  })

  it('the time of a line is the ISO date, also at the start of a second', () => {
    const times = [999, 1000, 1007, 1999, 2000, 61_050, 1_795_456_799_999, 1_795_456_800_000, 999]
    let time = 0
    const timestamp = createTimestamp(() => time)
    for (time of times) expect(timestamp()).toBe(`,"time":"${new Date(time).toISOString()}"`)
  })
})
