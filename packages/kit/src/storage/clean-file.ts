import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { problem } from '../http/problem.ts'
import { cleanInProcess } from './cleaning-process.ts'
import { createFairQueue } from './fair-queue.ts'
import { type FileType, fileTypeOf } from './file-type.ts'

/** One file at a time: what a hostile one takes is the limit of one process, whoever sends how many. */
const queue = createFairQueue({ ofOne: 5, ofAll: 100 })

export type SentFile = {
  /** The account that sends it: accounts take turns. */
  by: string
  /** Called when it is this file's turn, so that waiting files are not in memory. */
  read: () => Promise<Uint8Array>
}

/**
 * The cleaned file: type detected by its bytes, without metadata (place, camera, author, history) and active content.
 * Pictures are re-encoded, turned as their metadata says; a `photo` becomes a small square WebP.
 * @throws problem `file-type-refused`, `file-too-large`, `uploads-busy` or one of `cleaningProblems`
 */
export async function cleanFile(
  { by, read }: SentFile,
  as: 'file' | 'photo' = 'file',
): Promise<{ bytes: Buffer; type: FileType }> {
  const turn = queue.enter(by)
  if (!turn) throw problem('uploads-busy', { retryAfter: 2 })
  await turn.begins
  try {
    const bytes = await read()
    if (bytes.length > fileLimit) throw problem('file-too-large')
    const type = fileTypeOf(bytes)
    const isPdf = type === 'application/pdf'
    if (!type || (as === 'photo' && isPdf)) throw problem('file-type-refused')
    const mode = isPdf ? 'pdf' : as === 'photo' ? 'photo' : 'picture'
    const cleaned = await cleanInProcess(bytes, mode)
    const kept = fileTypeOf(cleaned)
    if (!kept) throw problem('file-unreadable')
    return { bytes: cleaned, type: kept }
  } finally {
    turn.end()
  }
}
