import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Role, roles } from '@darsi/contracts/reference/roles.ts'
import * as z from 'zod'

const entrySchema = z.strictObject({
  userId: z.string(),
  role: z.enum(roles),
  step: z.enum(['requested', 'finished']),
  /** A code of `erasure-reasons.ts`, or `deleted`. The ledger contains no names. */
  reason: z.string(),
  at: z.iso.datetime(),
})
export type LedgerEntry = z.output<typeof entrySchema>
/** The first line of a file has no entry; `after` lists the earlier files that no other file lists. */
const lineSchema = z.object({
  entry: entrySchema.nullable(),
  after: z.array(z.string()).optional(),
  hash: z.string(),
})
type Line = z.output<typeof lineSchema>

export type ErasureLedger = { append: (entry: LedgerEntry) => Promise<void>; close: () => Promise<void> }

/** The ledger is missing or was changed; the message says where. */
export class LedgerBroken extends Error {}

const ending = '.jsonl'

/**
 * Keeps the list of erased accounts outside the databases, so that a restore can erase again every account that the
 * backup brings back. Each process appends to its own file, so replicas can share the folder. Each line has the hash of
 * the line before it and the first line lists the earlier files, so a removed line or file is detected. The first file
 * is written at start: an empty folder therefore means that there never was a ledger.
 * @throws where the folder cannot be written
 */
export async function openLedger(folder: string, now: () => Date = () => new Date()): Promise<ErasureLedger> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let file: FileHandle | null = null
  let hash = ''
  const write = async (line: Omit<Line, 'hash'>) => {
    file ??= await newFile(folder, now())
    hash = hashOf(hash, line)
    await file.appendFile(`${JSON.stringify({ ...line, hash })}\n`)
    await file.sync()
  }
  /** Starts a new file: the old one may end in an incomplete line. */
  const begin = async () => {
    await file?.close().catch(() => undefined)
    file = null
    hash = ''
    await write({ entry: null, after: await lastFiles(folder) })
  }
  await begin()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  let isBroken = false
  return {
    append: (entry) =>
      inTurn(async () => {
        if (isBroken) await begin()
        isBroken = true
        await write({ entry })
        isBroken = false
      }),
    close: () => inTurn(async () => file?.close()),
  }
}

export type Erased = { userId: string; role: Role; requestedAt: Date; finishedAt: Date | null }

/**
 * Every account that was ever marked for erasure, from the files of all processes. An incomplete line at the end of a
 * file was being written when its process died; that erasure was never acknowledged.
 * @throws LedgerBroken
 */
export async function readLedger(folder: string): Promise<Map<string, Erased>> {
  await refuseFolders(folder)
  const files = await readFiles(folder)
  if (files.size === 0) throw new LedgerBroken(`There is no ledger of erasures in ${folder}.`)
  const erased = new Map<string, Erased>()
  for (const [name, text] of files)
    for (const { entry, after = [] } of linesOf(name, text)) {
      const missing = after.find((other) => !files.has(other))
      if (missing) throw new LedgerBroken(`The ledger of erasures has lost the file ${missing}.`)
      if (entry) erased.set(entry.userId, merged(erased.get(entry.userId), entry))
    }
  return erased
}

/** Copying a ledger into an existing folder nests it: the outer files are then an older copy, whose hashes are correct. */
async function refuseFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const inner = entries.find((entry) => entry.isDirectory() && entry.name !== 'lost+found')
  if (inner)
    throw new LedgerBroken(
      `The ledger of erasures contains the folder ${inner.name}. Move its files up into ${folder}: they may be newer.`,
    )
}

/** Sorted by name, oldest first. */
async function readFiles(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => [])
  const files = new Map<string, string>()
  for (const name of names.filter((name) => name.endsWith(ending)).sort())
    files.set(name, await readFile(join(folder, name), 'utf8'))
  return files
}

/** The files that no other file lists: every other file can be found from these. An unreadable file is listed again. */
async function lastFiles(folder: string): Promise<string[]> {
  const files = await readFiles(folder)
  const named = new Set<string>()
  for (const text of files.values()) {
    const [first = ''] = text.split('\n')
    try {
      for (const name of lineSchema.parse(JSON.parse(first)).after ?? []) named.add(name)
    } catch {
      // incomplete first line: its process died
    }
  }
  return [...files.keys()].filter((name) => !named.has(name))
}

/** When an erasure was last requested or finished: shows the operator how old a copy of the ledger is. */
export function newestEntry(erased: Iterable<Erased>): Date | null {
  const times = [...erased].flatMap(({ requestedAt, finishedAt }) => [requestedAt, finishedAt ?? requestedAt])
  return times.length === 0 ? null : times.reduce(later)
}

/** @param since erasures that were finished long before this time are not undone by a backup of this time */
export function stillToErase(erased: Iterable<Erased>, since: Date | null): Erased[] {
  return [...erased].filter(
    ({ requestedAt, finishedAt }) =>
      since === null || finishedAt === null || finishedAt < requestedAt || finishedAt >= since,
  )
}

function merged(known: Erased | undefined, { userId, role, step, at }: LedgerEntry): Erased {
  const time = new Date(at)
  const { requestedAt, finishedAt } = known ?? { requestedAt: new Date(0), finishedAt: null }
  return step === 'requested'
    ? { userId, role, requestedAt: later(requestedAt, time), finishedAt }
    : { userId, role, requestedAt, finishedAt: later(finishedAt ?? time, time) }
}

const later = (one: Date, other: Date) => (one > other ? one : other)

function linesOf(name: string, text: string): Line[] {
  // the text after the last line feed is empty or an incomplete line
  const lines = text.split('\n').slice(0, -1)
  let before = ''
  return lines.map((text, index) => {
    const line = lineOf(text, `${name}, line ${index + 1}`)
    if (line.hash !== hashOf(before, line))
      throw new LedgerBroken(`The ledger of erasures was changed: ${name}, line ${index + 1}.`)
    before = line.hash
    return line
  })
}

function lineOf(line: string, place: string) {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new LedgerBroken(`The ledger of erasures cannot be read: ${place}.`, { cause })
  }
}

const hashOf = (before: string, { entry, after }: Omit<Line, 'hash'>) =>
  createHash('sha256')
    .update(`${before}${JSON.stringify(entry)}${after ? JSON.stringify(after) : ''}`)
    .digest('hex')

async function newFile(folder: string, at: Date): Promise<FileHandle> {
  const name = `${at.toISOString().slice(0, 10)}-${randomUUID()}${ending}`
  const file = await open(join(folder, name), 'ax', 0o600)
  // sync the folder too, or a power cut loses the file name
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
  return file
}
