import { describe, expect, it } from '@jest/globals'
import { repeat } from './repeat.ts'
import { eventually, silentLog } from './testing/testing.ts'

describe('repeat', () => {
  it('continues after a failure, and rounds never overlap', async () => {
    let running = 0
    let most = 0
    let rounds = 0
    const warnings: string[] = []
    const stop = repeat({
      everyMs: 1,
      log: { warn: (_line: unknown, text?: string) => warnings.push(text ?? '') },
      failed: 'not done',
      work: async () => {
        rounds++
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        if (rounds === 1) throw new Error('away')
      },
    })
    await eventually(() => rounds >= 3)
    await stop()
    expect([most, warnings]).toEqual([1, ['not done']])
  })

  it('stops once the round that runs has ended, and it may end early', async () => {
    let ended = 0
    const work = async (isStopping: () => boolean) => {
      while (!isStopping()) await new Promise(setImmediate)
      ended++
    }
    await repeat({ everyMs: 1, log: silentLog, failed: '', work })()
    expect(ended).toBe(1)
  })
})
