import { fileLimit, fileTypes } from '@darsi/contracts/rules/files.ts'
import express, { type RequestHandler } from 'express'
import { problem } from './problem.ts'

const atOnce = 8

/**
 * Reads a body that is one file. Limits how many are read at once, because each file stays in memory until it is
 * checked and sealed.
 */
export function readFile(): RequestHandler {
  const read = express.raw({ limit: fileLimit, type: [...fileTypes], inflate: false })
  let reading = 0
  return (request, response, next) => {
    // the sender left while its identity was verified: `close` was already emitted, so its place would never be freed
    if (response.destroyed) return
    if (!request.is([...fileTypes])) throw problem('file-type-refused')
    if (reading >= atOnce) throw problem('uploads-busy', { retryAfter: 2 })
    reading++
    response.once('close', () => reading--)
    read(request, response, (error) => next(isTooLarge(error) ? problem('file-too-large') : error))
  }
}

/** body-parser's own error. */
const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large'
