import { describe, expect, it } from '@jest/globals'
import { mongo } from 'mongoose'
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

  it('an error keeps its name, message, stack and code, and nothing of the documents that a driver adds to it', () => {
    const lines: string[] = []
    const log = createLog('test', 'info', { write: (line) => lines.push(line) })
    const value = { fullName: 'Amal Ben Salah', passwordHash: '$argon2id$secret' }
    const writeConcernError = { code: 64, errmsg: 'late for amal@example.tn' }
    const late = new mongo.MongoWriteConcernError({ ok: 1, value, writeConcernError })
    log.warn({ err: late }, 'a')
    log.warn({ err: new Error('outer', { cause: late }) }, 'b')
    log.warn({ err: new AggregateError([late], 'all') }, 'c')
    log.warn({ err: { value } }, 'd')
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).not.toMatch(/Amal|argon2id|amal@/)
    const [first, outer, all] = lines.map((line) => JSON.parse(line).err)
    const kept = { type: 'MongoWriteConcernError', message: 'late for [hidden]', code: 64 }
    expect(first).toMatchObject({
      ...kept,
      stack: expect.stringMatching(/: late for \[hidden\]\n +at .*log\.test/),
    })
    expect(outer).toMatchObject({ message: 'outer', cause: kept })
    expect(all).toMatchObject({ message: 'all', errors: [kept] })
  })

  it('an error that is its own cause is logged once more, not for ever', () => {
    const lines: string[] = []
    const log = createLog('test', 'info', { write: (line) => lines.push(line) })
    const error = new Error('loop')
    error.cause = error
    log.warn({ err: error }, 'a')
    expect(lines).toHaveLength(1)
  })

  it('the time of a line is the ISO date, also at the start of a second', () => {
    const times = [999, 1000, 1007, 1999, 2000, 61_050, 1_795_456_799_999, 1_795_456_800_000, 999]
    let time = 0
    const timestamp = createTimestamp(() => time)
    for (time of times) expect(timestamp()).toBe(`,"time":"${new Date(time).toISOString()}"`)
  })
})
