import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const anchorSchema = z.object({ sequence: z.number().int(), hash: z.string(), at: z.iso.datetime() })
export type Anchor = z.output<typeof anchorSchema>

const fileName = /^audit-head-(\d+)\.json$/
/** No entry has this sequence, so a file that cannot be read counts as a missing entry. */
const unreadable: Anchor = { sequence: 0, hash: '', at: new Date(0).toISOString() }

/** Anchors in a folder, one file each. The last one counts, so a late replica cannot replace a later anchor. */
export function createAnchorFiles(folder: string) {
  const pathOf = (sequence: number) => join(folder, `audit-head-${sequence}.json`)

  const sequences = async (): Promise<number[]> => {
    const names = await readdir(folder).catch(ifMissing([]))
    const found = names.flatMap((name) => fileName.exec(name)?.[1] ?? [])
    return found.map(Number).toSorted((a, b) => b - a)
  }

  const read = async (): Promise<Anchor | null> => {
    const [last] = await sequences()
    if (last === undefined) return null
    const text = await readFile(pathOf(last), 'utf8').catch(ifMissing(null))
    // another replica has written a later file and removed this one
    if (text === null) return read()
    try {
      return anchorSchema.parse(JSON.parse(text))
    } catch {
      return unreadable
    }
  }

  return {
    read,

    /** Writes a temporary file and renames it, so that a reader never sees a half-written one. */
    write: async (anchor: Anchor): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(anchor.sequence)
      const temporary = `${path}.${randomUUID()}.new`
      const file = await open(temporary, 'w', 0o600)
      await file.writeFile(`${JSON.stringify(anchor)}\n`)
      await file.sync().finally(() => file.close())
      await rename(temporary, path)
      for (const sequence of await sequences())
        if (sequence < anchor.sequence) await rm(pathOf(sequence), { force: true })
    },
  }
}

/** @returns a handler that answers `instead` for a missing file or folder */
const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
