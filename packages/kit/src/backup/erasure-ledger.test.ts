import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type LedgerEntry, newestEntry, openLedger, readLedger, stillToErase } from './erasure-ledger.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darsi-ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const entry = (userId: string, step: LedgerEntry['step'], at: string): LedgerEntry => ({
  userId,
  role: 'student',
  step,
  reason: 'own',
  at: `2026-11-${at}T10:00:00.000Z`,
})
const files = () => readdirSync(folder).map((name) => join(folder, name))

async function write(...entries: LedgerEntry[]) {
  const ledger = await openLedger(folder)
  await Promise.all(entries.map(ledger.append))
  await ledger.close()
}

describe('the ledger of erasures', () => {
  it('is read from the files of all processes, however many write at once', async () => {
    await Promise.all([
      write(entry('a', 'requested', '01'), entry('a', 'finished', '02')),
      write(...Array.from({ length: 50 }, (_, n) => entry(`b${n}`, 'requested', '03'))),
    ])
    expect(files()).toHaveLength(2)
    const erased = await readLedger(folder)
    expect(erased.size).toBe(51)
    expect(erased.get('a')).toMatchObject({
      role: 'student',
      requestedAt: new Date('2026-11-01T10:00:00Z'),
      finishedAt: new Date('2026-11-02T10:00:00Z'),
    })
    expect(erased.get('b7')?.finishedAt).toBeNull()
  })

  it('exists as soon as a process has started; an empty or missing folder counts as none', async () => {
    await expect(readLedger(folder)).rejects.toThrow(/no ledger of erasures/)
    await expect(readLedger(join(folder, 'elsewhere'))).rejects.toThrow(/no ledger of erasures/)
    await write()
    expect((await readLedger(folder)).size).toBe(0)
  })

  it('half a line at the end is what a process wrote when it died; any other change is named', async () => {
    await write(entry('a', 'requested', '01'), entry('b', 'requested', '02'), entry('c', 'requested', '03'))
    const [file = ''] = files()
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, -20))
    expect([...(await readLedger(folder)).keys()]).toEqual(['a', 'b'])
    writeFileSync(file, text.replace('"b"', '"x"'))
    await expect(readLedger(folder)).rejects.toThrow(/was changed: .*, line 3/)
    const lines = text.split('\n')
    writeFileSync(file, lines.toSpliced(1, 1).join('\n'))
    await expect(readLedger(folder)).rejects.toThrow(/was changed: .*, line 2/)
    writeFileSync(file, lines.with(1, 'nonsense').join('\n'))
    await expect(readLedger(folder)).rejects.toThrow(/cannot be read: .*, line 2/)
  })

  it('notices a whole file that was removed, as soon as a later process began', async () => {
    await Promise.all(['a', 'b'].map((userId) => write(entry(userId, 'requested', '01'))))
    const earlier = files()
    await write()
    await write(entry('c', 'requested', '02'))
    expect([...(await readLedger(folder)).keys()].toSorted()).toEqual(['a', 'b', 'c'])
    const [last = ''] = files().filter((file) => readFileSync(file, 'utf8').includes('"c"'))
    for (const file of files().filter((file) => file !== last)) {
      const text = readFileSync(file)
      rmSync(file)
      await expect(readLedger(folder)).rejects.toThrow(`has lost the file ${basename(file)}`)
      writeFileSync(file, text)
    }
    // each file is listed once, however many later files exist
    const named = files().flatMap((file) => JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '').after)
    expect(named).toHaveLength(3)
    expect(named).toEqual(expect.arrayContaining(earlier.map((file) => basename(file))))
  })

  it('with a folder in it is refused: newer files that were copied there would not be read', async () => {
    await write(entry('a', 'requested', '01'))
    // what the file system of a volume has
    mkdirSync(join(folder, 'lost+found'))
    expect((await readLedger(folder)).size).toBe(1)
    const newer = mkdtempSync(join(tmpdir(), 'darsi-ledger-'))
    cpSync(folder, newer, { recursive: true })
    cpSync(newer, join(folder, 'ledger'), { recursive: true })
    rmSync(newer, { recursive: true })
    await expect(readLedger(folder)).rejects.toThrow(/contains the folder ledger/)
  })

  it('says when its newest entry was written, so that an old copy is noticed', async () => {
    await write(entry('a', 'requested', '01'), entry('a', 'finished', '03'), entry('b', 'requested', '02'))
    expect(newestEntry((await readLedger(folder)).values())).toEqual(new Date('2026-11-03T10:00:00Z'))
    expect(newestEntry([])).toBeNull()
  })

  it('says whom a backup may bring back: not who was erased for good before it', async () => {
    await write(
      ...[entry('before', 'requested', '01'), entry('before', 'finished', '02')],
      ...[entry('during', 'requested', '09'), entry('during', 'finished', '11')],
      entry('open', 'requested', '01'),
      // erased, brought back by an earlier restore, not erased again yet
      ...[
        entry('back', 'requested', '01'),
        entry('back', 'finished', '02'),
        entry('back', 'requested', '05'),
      ],
    )
    const erased = (await readLedger(folder)).values()
    const ids = (since: Date | null) => stillToErase(erased, since).map(({ userId }) => userId)
    expect(ids(new Date('2026-11-10'))).toEqual(['during', 'open', 'back'])
  })

  it('names nobody: a line has an id, a role, a code and a time', async () => {
    await write(entry('a', 'requested', '01'))
    const [, line = ''] = readFileSync(files()[0] ?? '', 'utf8').split('\n')
    expect(Object.keys(JSON.parse(line).entry)).toEqual(['userId', 'role', 'step', 'reason', 'at'])
  })
})
