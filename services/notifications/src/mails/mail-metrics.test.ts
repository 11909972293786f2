import { describe, expect, it, jest } from '@jest/globals'
import { Registry } from 'prom-client'
import { createBreaker } from './breaker.ts'
import { createMailMetrics } from './mail-metrics.ts'
import { mailKinds } from './texts.ts'

function setUp() {
  const registry = new Registry()
  const clock = { now: 0 }
  const breaker = createBreaker({ now: () => clock.now })
  const unsent = jest.fn(async () => ({ counts: { waiting: 1, active: 2, delayed: 40 }, oldestSeconds: 900 }))
  const counted = createMailMetrics(registry, {
    counts: async () => ({ waiting: 0 }),
    breaker,
    unsent,
    countHeld: async () => 0,
  })
  const lines = async (start: string) =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith(start))
  return { clock, breaker, counted, lines, unsent }
}

describe('the mail metrics', () => {
  it('begin with no given-up mail of each kind, so that the first one is a rise', async () => {
    const { counted, lines } = setUp()
    const welcome = 'mails_total{kind="welcome",outcome="given-up"}'
    expect(await lines('mails_total')).toHaveLength(mailKinds.length)
    expect(await lines(welcome)).toEqual([`${welcome} 0`])
    counted('welcome', 'given-up')
    expect(await lines(welcome)).toEqual([`${welcome} 1`])
  })

  it('count every mail that is not sent, also those without a job', async () => {
    const { lines } = setUp()
    expect(await lines('mails_waiting')).toEqual(['mails_waiting 43'])
    expect(await lines('mail_oldest_seconds')).toEqual(['mail_oldest_seconds 900'])
  })

  it('read the mails that are not sent once for each scrape', async () => {
    const { lines, unsent } = setUp()
    await lines('mails_waiting')
    expect(unsent).toHaveBeenCalledTimes(1)
    await lines('mails_waiting')
    expect(unsent).toHaveBeenCalledTimes(2)
  })

  it('report an open circuit without a gap until the server accepts a mail, also while one mail tests it', async () => {
    const { clock, breaker, lines } = setUp()
    for (let n = 0; n < 5; n++) breaker.note(true)
    expect(await lines('mail_circuit_open')).toEqual(['mail_circuit_open 1'])
    clock.now = 16_000
    expect(breaker.isHalfOpen()).toBe(true)
    expect(await lines('mail_circuit_open')).toEqual(['mail_circuit_open 1'])
    breaker.note(false)
    expect(await lines('mail_circuit_open')).toEqual(['mail_circuit_open 0'])
  })
})
