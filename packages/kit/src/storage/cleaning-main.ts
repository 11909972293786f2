import { buffer } from 'node:stream/consumers'
import { exitCodeOf, RefusedFile } from './cleaning-reasons.ts'

/** What the process of `cleaning-process.ts` does: one file in, the cleaned one out, or an exit code that says why not. */
export async function cleanStandardInput(clean: (bytes: Buffer) => Promise<Uint8Array>): Promise<void> {
  try {
    process.stdout.end(await clean(await buffer(process.stdin)))
  } catch (error) {
    process.exitCode = exitCodeOf(error instanceof RefusedFile ? error.reason : 'file-unreadable')
  }
}
