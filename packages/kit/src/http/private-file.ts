import type { Response } from 'express'

/**
 * Answers the bytes of a private file. They have no type of their own: a page that shows them makes a blob of the type
 * that is stored with the file. A browser that opens the address itself saves the file and runs nothing in it.
 */
export function sendPrivateFile(response: Response, bytes: Uint8Array, name?: string): undefined {
  response.attachment(name).type('application/octet-stream')
  response.set({
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  response.send(bytes)
}
