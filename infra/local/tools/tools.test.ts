import { describe, expect, it } from '@jest/globals'
import { ensureTools, javaVersion } from './tools.ts'

describe('tools', () => {
  it("Java's version is read in its old and its new format", () => {
    expect(javaVersion('openjdk version "17.0.15" 2025-04-15')).toBe(17)
    expect(javaVersion('openjdk version "21" 2023-09-19')).toBe(21)
    expect(javaVersion('java version "1.8.0_292"')).toBe(8)
    expect(javaVersion('')).toBe(0)
  })

  it('an installed tool is not installed again', async () => {
    const said: string[] = []
    const tool = { name: 'Node', debian: 'nodejs', why: 'runs this', isThere: () => true }
    await ensureTools([tool], { say: (text) => said.push(text) })
    expect(said).toEqual([])
  })
})
