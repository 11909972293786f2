import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { carryOver, historyFile, historyOf } from './history.ts'

const folder = mkdtempSync(join(tmpdir(), 'history-'))
afterAll(() => rmSync(folder, { recursive: true }))

function dist(name: string, builds: string[][]): string {
  const path = join(folder, name)
  for (const place of ['assets', '.build']) mkdirSync(join(path, place), { recursive: true })
  for (const file of builds.flat()) writeFileSync(join(path, file), name)
  writeFileSync(join(path, historyFile), JSON.stringify(builds))
  return path
}

describe('an image that replaces an earlier one', () => {
  it('still has the assets of the two builds before, compressed and plain', () => {
    const earlier = dist('earlier', [['assets/c.js', 'assets/same.js'], ['assets/b.js'], ['assets/a.js']])
    writeFileSync(join(earlier, 'assets/c.js.br'), 'small')
    const now = dist('now', [['assets/d.js', 'assets/same.js']])
    expect(carryOver(earlier, now)).toEqual([
      ['assets/d.js', 'assets/same.js'],
      ['assets/c.js', 'assets/same.js'],
      ['assets/b.js'],
    ])
    const there = ['d.js', 'c.js', 'c.js.br', 'b.js', 'a.js'].map((name) =>
      existsSync(join(now, 'assets', name)),
    )
    expect(there).toEqual([true, true, true, true, false])
  })

  it('copies nothing without an earlier image, and nothing twice from the same build', () => {
    const now = dist('alone', [['assets/d.js']])
    expect(carryOver(join(folder, 'none'), now)).toEqual([['assets/d.js']])
    expect(carryOver(dist('twin', [['assets/d.js']]), now)).toEqual([['assets/d.js']])
    expect(historyOf(join(folder, 'none'))).toEqual([])
  })
})
