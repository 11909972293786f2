import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
/** Downloads shared by every start: jars, the database wheel. */
export const toolsDir = join(root, '.data', 'tools')
export const nodeBinary = process.execPath
/**
 * Options of Node.js for gateway and services, as in infra/docker/service.Dockerfile. Without the first one the young
 * objects of a process may take 128 MB on a machine with much memory, and 32 MB do.
 */
export const serviceFlags = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning']
