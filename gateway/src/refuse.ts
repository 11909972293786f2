import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@darsi/contracts/calls/endpoint.ts'
import { fileLimit, fileTypes, pieceLimit, pieceType } from '@darsi/contracts/rules/files.ts'
import { problem } from '@darsi/kit/http/problem.ts'

const bodyLimit = 100 * 1024
const maxUrlLength = 4096
const maxHeaders = 64
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const single = new Set(['host', 'authorization', 'content-type', 'content-length', 'transfer-encoding'])

// characters that change the path once decoded: . / \ % NUL and other control characters
const hiddenInPath = /%(?:2e|2f|5c|25|[01][0-9a-f]|7f)/i
const badEscape = /%(?![0-9a-f]{2})/i
const outsideAscii = /[^\x21-\x7e]/

/** @throws Problem unless the target is a plain path with one meaning */
export function refuseTarget(url: string): void {
  if (!url.startsWith('/') || url.length > maxUrlLength) throw problem('url-invalid')
  if (outsideAscii.test(url) || badEscape.test(url) || url.includes('#')) throw problem('url-invalid')
  const path = pathOf(url)
  if (path.includes('\\') || path.includes('//') || hiddenInPath.test(path)) throw problem('url-invalid')
  // some servers read `/..;x/` as `/../`
  if (/\/\.{1,2}(?:;[^/]*)?(?:\/|$)/.test(path)) throw problem('url-invalid')
  if (path.includes('%')) decodable(path)
}

/** @throws Problem for a method that no route uses */
export function refuseMethod(method: string | undefined): void {
  if (!methods.has(method ?? '')) throw problem('method-not-allowed')
}

/** @throws Problem for a method that changes something */
export function readOnly(request: IncomingMessage): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw problem('method-not-allowed')
}

/** @throws Problem for too many headers or a repeated header that must be single */
export function refuseHeaders(request: IncomingMessage): void {
  const { rawHeaders } = request
  if (rawHeaders.length > maxHeaders * 2) throw problem('headers-too-large')
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (!single.has(name)) continue
    if (seen.has(name)) throw problem('body-malformed')
    seen.add(name)
  }
  // the parser accepts HTTP/0.9, which has no headers
  if (request.httpVersionMajor !== 1) throw problem('body-malformed')
  // RFC 9112 §3.2: an HTTP/1.1 request without Host is a 400
  if (request.httpVersion === '1.1' && !request.headers.host) throw problem('body-malformed')
}

/** @throws Problem unless the call has no body, plain JSON, or an accepted file, piece of a file or form within the limit */
export function refuseBody(
  request: IncomingMessage,
  { file, piece, form }: Pick<Endpoint, 'file' | 'piece' | 'form'>,
): void {
  const { headers, method } = request
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0 && headers['transfer-encoding'] === undefined) return
  if (method === 'GET' || method === 'HEAD') throw problem('body-malformed')
  const limit = file ? fileLimit : piece ? pieceLimit : bodyLimit
  if (length > limit) throw problem(file ? 'file-too-large' : 'body-too-large')
  if (headers['content-encoding'] !== undefined) throw problem('content-type-unsupported')
  if (file) {
    if (!isFile(request)) throw problem('file-type-refused')
    return
  }
  if (piece) {
    // a piece of unknown length would be read into the memory
    if (headers['content-length'] === undefined || !isPiece(request))
      throw problem('content-type-unsupported')
    return
  }
  if (
    form &&
    /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers['content-type'] ?? '')
  )
    return
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(headers['content-type'] ?? ''))
    throw problem('content-type-unsupported')
}

/** Whether the content type is one of the accepted file types. */
export function isFile({ headers }: IncomingMessage): boolean {
  return fileTypes.some((type) => type === headers['content-type'])
}

/** Whether the body says that it is a piece of a file. */
export function isPiece({ headers }: IncomingMessage): boolean {
  return headers['content-type'] === pieceType
}

/** Reads a whole body up to the limit; null without one. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const { headers } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return null
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit) chunks.push(chunk)
      // the rest is read and dropped, within the server's request timeout
      else reject(problem('body-too-large'))
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    // nobody is left to read this answer
    request.on('close', () => reject(problem('body-malformed')))
  })
}

export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function decodable(path: string): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw problem('url-invalid')
  }
}
