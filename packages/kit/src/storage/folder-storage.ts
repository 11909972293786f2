import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkedKey, type Storage, type StoredObject } from './storage.ts'

/** Files in a folder, readable by their owner only. Several processes may share it. */
export function createFolderStorage(url: string): Storage {
  const root = fileURLToPath(url)
  const placeOf = (key: string) => join(root, ...checkedKey(key).split('/'))
  return {
    put: async (key, bytes) => {
      const place = placeOf(key)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const part = `${place}.${randomUUID()}.part`
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        // sync before renaming: after a power cut the name must not point to an empty file
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, place)
    },
    get: async (key) => orNull(readFile(placeOf(key))),
    remove: async (key) => rm(placeOf(key), { force: true }),
    list: (prefix) => listed(root, prefix),
  }
}

async function* listed(root: string, prefix: string): AsyncGenerator<StoredObject> {
  const [folder = ''] = checkedKey(`${prefix}x`).split('/')
  const entries = await orNull(readdir(join(root, folder), { recursive: true, withFileTypes: true }))
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    // left by a killed process: listed without its suffix, it would be removed as an orphan of that name
    const key = place.slice(root.length).split(sep).filter(Boolean).join('/')
    const found = key.startsWith(prefix) && !key.endsWith('.part') ? await orNull(stat(place)) : null
    if (found) yield { key, at: found.mtime }
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
