import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSealer } from '../events/seal.ts'
import { startTestBucket } from '../testing/bucket.ts'
import { createStorage } from './create-storage.ts'
import { createSealedFiles } from './sealed-files.ts'
import type { Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'darsi-files-'))
const access = { S3_REGION: 'auto', S3_ACCESS_KEY: 'test', S3_SECRET_KEY: 'secret' }
let bucket: Awaited<ReturnType<typeof startTestBucket>>
const storages = new Map<string, Storage>()

beforeAll(async () => {
  bucket = await startTestBucket(access)
  storages.set('a folder', createStorage({ ...access, FILE_STORAGE: pathToFileURL(folder).href }))
  storages.set('a bucket', createStorage({ ...access, FILE_STORAGE: bucket.url }))
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true })
})

async function keysIn(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.toSorted()
}

describe.each(['a folder', 'a bucket'])('%s', (name) => {
  const storage = () => {
    const found = storages.get(name)
    if (!found) throw new Error(name)
    return found
  }

  it('returns the stored bytes, and replaces them atomically', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 128])
    await storage().put('proofs/a-1', bytes)
    expect(await storage().get('proofs/a-1')).toEqual(bytes)
    await storage().put('proofs/a-1', Buffer.from('other'))
    expect(String(await storage().get('proofs/a-1'))).toBe('other')
  })

  it('does not find a removed key, and removing it again is no error', async () => {
    await storage().put('proofs/gone', Buffer.from('x'))
    await storage().remove('proofs/gone')
    await storage().remove('proofs/gone')
    expect(await storage().get('proofs/gone')).toBeNull()
  })

  it('lists the keys of one prefix with their times', async () => {
    const before = Date.now()
    for (const key of ['list/b', 'list/a', 'lists/c']) await storage().put(key, Buffer.from(key))
    expect(await keysIn(storage(), 'list/')).toEqual(['list/a', 'list/b'])
    expect(await keysIn(storage(), 'nothing/')).toEqual([])
    for await (const { at } of storage().list('list/'))
      expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000)
  })

  it.each(['../secrets', 'proofs/../../x', '/etc/passwd', 'proofs/', 'proofs/a.b', ''])(
    'refuses the key %j',
    async (key) => {
      await expect(storage().put(key, Buffer.from('x'))).rejects.toThrow()
      await expect(storage().get(key)).rejects.toThrow()
    },
  )
})

describe('a sealed file', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const files = () =>
    createSealedFiles(
      createStorage({ ...access, FILE_STORAGE: pathToFileURL(folder).href }),
      createSealer(key),
    )
  const file = { bytes: Buffer.from('a diploma'), type: 'application/pdf' as const }
  const placeOf = ({ key: at }: { key: string }) => join(folder, at)

  it('opens with its document and shows nothing where it lies', async () => {
    const kept = await files().put('proofs', file)
    expect(await files().get(kept)).toEqual(file.bytes)
    expect(kept).toMatchObject({ size: 9, type: 'application/pdf' })
    expect(readFileSync(placeOf(kept), 'latin1')).not.toContain('diploma')
  })

  it('is not opened after a change, or in the place of another file', async () => {
    const kept = await files().put('proofs', file)
    const other = await files().put('proofs', file)
    await expect(files().get({ ...kept, key: other.key })).rejects.toThrow()
    const bytes = readFileSync(placeOf(kept))
    bytes[30] = (bytes[30] ?? 0) ^ 1
    writeFileSync(placeOf(kept), bytes)
    await expect(files().get(kept)).rejects.toThrow()
  })

  it('that could not be stored leaves nothing, and neither does a process that was killed a day ago', async () => {
    const storage = createStorage({ ...access, FILE_STORAGE: pathToFileURL(folder).href })
    mkdirSync(join(folder, 'unfinished', 'taken'), { recursive: true })
    await expect(storage.put('unfinished/taken', Buffer.from('x'))).rejects.toThrow()
    expect(readdirSync(join(folder, 'unfinished'))).toEqual(['taken'])
    writeFileSync(join(folder, 'unfinished', 'killed.4f1c.part'), 'x')
    const isNamed = async () => true
    expect(await files().removeOrphans('unfinished', { isNamed, now: new Date() })).toBe(0)
    const now = new Date(Date.now() + 25 * 3600 * 1000)
    expect(await files().removeOrphans('unfinished', { isNamed, now })).toBe(1)
    expect(readdirSync(join(folder, 'unfinished'))).toEqual(['taken'])
  })

  it('that no document names is removed after a day; one that a document names is kept', async () => {
    const [named, orphan] = [await files().put('orphans', file), await files().put('orphans', file)]
    const isNamed = async (at: string) => at === named.key
    expect(await files().removeOrphans('orphans', { isNamed, now: new Date() })).toBe(0)
    const now = new Date(Date.now() + 25 * 3600 * 1000)
    expect(await files().removeOrphans('orphans', { isNamed, now })).toBe(1)
    expect(await files().get(orphan)).toBeNull()
    expect(readdirSync(join(folder, 'orphans'))).toHaveLength(1)
  })
})
