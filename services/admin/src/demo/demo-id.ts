import { createHash } from 'node:crypto'

/** The same id at each reset, in the form that others have: people read its first letters as a reference. */
export const demoId = (name: string): string =>
  createHash('sha256').update(`demo ${name}`).digest('hex').slice(0, 32)
