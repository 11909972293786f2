import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
/** Downloads shared by every start: jars, the database wheel. */
export const toolsDir = join(root, '.data', 'tools')
export const nodeBinary = process.execPath
/**
 * Options of Node.js for gateway and services, as in infra/docker/service.Dockerfile. Without the first one the young
 * objects of a process may take 128 MB on a machine with much memory, and 32 MB do.
 */
export const serviceFlags = ['--min-semi-space-size=4', '--max-semi-space-size=16', '--disable-warning=ExperimentalWarning']

/** With glibc's default of eight arenas per core, freed memory stays in as many places: 17 MB of notifications. */
export const serviceMemory = { MALLOC_ARENA_MAX: '2' }
