import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
/** Downloads shared by every start: jars, the database wheel. */
export const toolsDir = join(root, '.data', 'tools')
export const nodeBinary = process.execPath
/**
 * Options of Node.js for gateway, services and front-end servers, as in infra/docker. V8 keeps new objects in a space of
 * two halves; the first two options are the least and the greatest size of a half, in MB.
 */
export const serviceFlags = [
  // with V8's 1 MB an idle service runs four times as many garbage collections
  '--min-semi-space-size=4',
  // on a machine with much memory V8 lets the whole space grow to 128 MB; so it grows to 32
  '--max-semi-space-size=16',
  // otherwise old objects, most of them garbage, grow to four times what is in use before V8 removes them
  '--heap-growing-percent=100',
  '--disable-warning=ExperimentalWarning',
]

/** With glibc's default of eight arenas per core, freed memory stays in as many places: 17 MB of notifications. */
export const serviceMemory = { MALLOC_ARENA_MAX: '2' }
