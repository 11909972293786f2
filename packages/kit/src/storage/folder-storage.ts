import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkedKey, type Storage, type StoredObject } from './storage.ts'

const partSuffix = '.part'

/** Files in a folder, readable by their owner only. Several processes may share it. */
export function createFolderStorage(url: string): Storage {
  const root = fileURLToPath(url)
  const placeOf = (key: string) => join(root, ...checkedKey(key).split('/'))
  return {
    put: async (key, bytes) => {
      const place = placeOf(key)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const part = `${place}.${randomUUID()}${partSuffix}`
      try {
        await write(part, bytes)
        await rename(part, place)
      } catch (error) {
        // otherwise each attempt on a full disk would take more of it
        await rm(part, { force: true })
        throw error
      }
    },
    get: async (key) => orNull(readFile(placeOf(key))),
    remove: async (key) => rm(placeOf(key), { force: true }),
    list: (prefix) => listed(root, prefix),
    removeUnfinished: async (prefix, before) => {
      let count = 0
      for await (const { place, at } of filesOf(root, prefix)) {
        if (!place.endsWith(partSuffix) || at > before) continue
        await rm(place, { force: true })
        count++
      }
      return count
    },
  }
}

async function write(place: string, bytes: Uint8Array): Promise<void> {
  const file = await open(place, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    // sync before renaming: after a power cut the name must not point to an empty file
    await file.sync()
  } finally {
    await file.close()
  }
}

async function* listed(root: string, prefix: string): AsyncGenerator<StoredObject> {
  // left by a killed process: listed without its suffix, it would be removed as an orphan of that name
  for await (const { place, key, at } of filesOf(root, prefix))
    if (!place.endsWith(partSuffix)) yield { key, at }
}

async function* filesOf(root: string, prefix: string): AsyncGenerator<StoredObject & { place: string }> {
  const [folder = ''] = checkedKey(`${prefix}x`).split('/')
  const entries = await orNull(readdir(join(root, folder), { recursive: true, withFileTypes: true }))
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const key = place.slice(root.length).split(sep).filter(Boolean).join('/')
    const found = key.startsWith(prefix) ? await orNull(stat(place)) : null
    if (found) yield { place, key, at: found.mtime }
  }
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (typeof error === 'object' && error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
