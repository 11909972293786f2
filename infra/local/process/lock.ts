import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './fail.ts'
import { identityOf } from './identity.ts'
import { stopLeftovers } from './leftovers.ts'

type Part = 'servers' | 'site'
/** Addresses of a running part, for the commands that use it. */
type Addresses = Readonly<Record<string, string>>
type Lock = { publish: (addresses: Addresses) => void; release: () => void }

type Holder = { pid: number; identity: string; addresses: Addresses }

/**
 * Only one launcher at a time uses a data folder; processes left by a killed one are stopped first.
 * @throws PlainError naming the process that has it
 */
export async function takeLock(dataDir: string, part: Part, say: (text: string) => void): Promise<Lock> {
  const file = lockFile(dataDir, part)
  const other = holderOf(dataDir, part)
  if (other) {
    const what = part === 'site' ? 'Darsi is already running' : 'The backing servers already run'
    throw new PlainError(`${what} from this folder (process ${other.pid}). Stop that first.`)
  }
  mkdirSync(join(dataDir, 'run'), { recursive: true })
  rmSync(file, { force: true })
  const mine = { pid: process.pid, identity: identityOf(process.pid) ?? '' }
  writeFileSync(file, JSON.stringify({ ...mine, addresses: {} }), { flag: 'wx', mode: 0o600 })
  await stopLeftovers(notesOf(dataDir, part), say)
  return {
    publish: (addresses) => writeFileSync(file, JSON.stringify({ ...mine, addresses }), { mode: 0o600 }),
    release: () => rmSync(file, { force: true }),
  }
}

/** Addresses of the part that runs from the data folder; null when none does. */
export function runningFrom(dataDir: string, part: Part): Addresses | null {
  return holderOf(dataDir, part)?.addresses ?? null
}

/** Folder of the records of a part's processes. */
export function notesOf(dataDir: string, part: Part): string {
  return join(dataDir, 'run', part)
}

function holderOf(dataDir: string, part: Part): Holder | null {
  try {
    // `as`: written above
    const holder = JSON.parse(readFileSync(lockFile(dataDir, part), 'utf8')) as Holder
    return holder.identity !== '' && identityOf(holder.pid) === holder.identity ? holder : null
  } catch {
    return null
  }
}

function lockFile(dataDir: string, part: Part): string {
  return join(dataDir, 'run', `${part}.json`)
}
