import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { replace } from './install.ts'

it('a tool that two lanes need at the same time is fetched once, and again only after a failure', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'darsi-install-'))
  const folder = join(parent, 'tool')
  let fetched = 0
  const fetch = async (half: string) => {
    fetched++
    await Promise.resolve()
    writeFileSync(join(half, 'program'), '')
  }
  try {
    await expect(replace(folder, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    await Promise.all([replace(folder, fetch), replace(folder, fetch)])
    expect(fetched).toBe(1)
    expect(readdirSync(parent)).toEqual(['tool'])
    expect(readdirSync(folder)).toEqual(['program'])
  } finally {
    rmSync(parent, { recursive: true })
  }
})
