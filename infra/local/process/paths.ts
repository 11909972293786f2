import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
/** Downloads shared by every start: jars, the database wheel. */
export const toolsDir = join(root, '.data', 'tools')
export const nodeBinary = process.execPath
/** Options of Node.js for gateway, services and front-end servers, as in infra/docker. */
export const serviceFlags = [
  // where new objects start: with the default of 1 MB an idle service collects them four times as often
  '--min-semi-space-size=4',
  // at most 32 MB for new objects: on a machine with much memory V8 takes up to 128 MB
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
]

/** With glibc's default of eight arenas per core, freed memory stays in as many places: 17 MB of notifications. */
export const serviceMemory = { MALLOC_ARENA_MAX: '2' }
