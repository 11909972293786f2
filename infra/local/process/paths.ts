import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
/** Downloads shared by every start: jars, the database wheel. */
export const toolsDir = join(root, '.data', 'tools')
export const nodeBinary = process.execPath
