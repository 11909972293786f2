import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { type Answer, forClients, type TakeAnswer } from './pipe.ts'
import { proxyTo } from './proxy.ts'

/** After this time the static server is asked whether the file has changed. */
const freshMs = 1000
const maxBytes = 64 * 1024 * 1024
const largestFile = 1024 * 1024

type File = {
  etag: string
  /** Without the length, which Node writes. */
  headers: readonly (readonly [string, string | string[]])[]
  /** A string is written together with the head. */
  body: Buffer | string
  length: number
  isImmutable: boolean
  checkedAt: number
}

export type StoredFiles = ReturnType<typeof createStoredFiles>

/** Files of the static servers in the gateway's memory, by address and encoding; the least recently used leave first. */
export function createStoredFiles(most = maxBytes) {
  const files = new Map<string, File>()
  let bytes = 0
  const remove = (key: string): void => {
    bytes -= sizeOf(files.get(key))
    files.delete(key)
  }
  return {
    find: (key: string): File | undefined => {
      const file = files.get(key)
      if (!file) return undefined
      files.delete(key)
      files.set(key, file)
      return file
    },
    put: (key: string, file: File): void => {
      remove(key)
      files.set(key, file)
      bytes += sizeOf(file)
      for (const oldest of files.keys()) {
        if (bytes <= most) return
        remove(oldest)
      }
    },
    remove,
    bytes: (): number => bytes,
  }
}

// with the headers and the address
const sizeOf = (file: File | undefined): number => (file ? file.length + 1000 : 0)

/**
 * A static server behind a memory: it is asked once a second at most about each file, and never again about files with
 * a hash in their name. Answers as the static server would: encoding, ETag, 304. Requests with a query or a range, and
 * all answers but a 200 with an ETag, pass through.
 */
export function filesFrom(
  url: string,
  stored: StoredFiles,
  onDown: (error: unknown) => unknown,
  now = Date.now,
): RequestHandler {
  const take: TakeAnswer = (response, answer) => {
    const asked: Asked | undefined = response.locals['file']
    return asked !== undefined && keep(stored, asked, { response, answer, at: now() })
  }
  const forward = proxyTo(url, onDown, { take, mostBytes: largestFile })
  return (request, response, next) => {
    const asked = askedOf(url, request)
    if (!asked) return forward(request, response, next)
    const file = stored.find(asked.key)
    if (file && (file.isImmutable || now() - file.checkedAt < freshMs)) return send(response, file, asked)
    response.locals['file'] = asked
    request.headers['accept-encoding'] = asked.encoding
    if (!file) return forward(request, response, next)
    // others get the stored file until the answer is here
    file.checkedAt = now()
    request.headers['if-none-match'] = file.etag
    delete request.headers['if-modified-since']
    forward(request, response, (error) => {
      if (error) stored.remove(asked.key)
      next(error)
    })
  }
}

type Asked = { key: string; encoding: string; tags: string | undefined; isHead: boolean }

function askedOf(url: string, { headers, method, url: path = '' }: IncomingMessage): Asked | null {
  if (headers.range !== undefined || path.includes('?') || path.length > 500) return null
  const accepted = String(headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  const isHead = method === 'HEAD'
  return { key: `${encoding} ${url} ${path}`, encoding, tags: headers['if-none-match'], isHead }
}

/** @returns whether this answered the request */
function keep(
  stored: StoredFiles,
  asked: Asked,
  { response, answer, at }: { response: Response; answer: Answer; at: number },
): boolean {
  const file = stored.find(asked.key)
  if (answer.status === 304 && file) {
    send(response, file, asked)
    return true
  }
  stored.remove(asked.key)
  const { etag } = answer.headers
  if (answer.status !== 200 || asked.isHead || !etag || !isSameForAll(answer.headers)) return false
  const fresh: File = {
    etag,
    headers: forClients(answer.headers).filter(([name]) => name !== 'date' && name !== 'content-length'),
    body: answer.body.length <= 16 * 1024 ? answer.body.toString('latin1') : answer.body,
    length: answer.body.length,
    isImmutable: /\bimmutable\b/.test(answer.headers['cache-control'] ?? ''),
    checkedAt: at,
  }
  stored.put(asked.key, fresh)
  send(response, fresh, asked)
  return true
}

function isSameForAll(headers: IncomingHttpHeaders): boolean {
  const isPrivate = /\b(?:private|no-store)\b/.test(headers['cache-control'] ?? '')
  return (
    !isPrivate && headers['set-cookie'] === undefined && /^(?:accept-encoding)?$/i.test(headers.vary ?? '')
  )
}

function send(response: Response, file: File, { tags, isHead }: Asked): void {
  for (const [name, value] of file.headers) response.setHeader(name, value)
  if (tags !== undefined && matches(tags, file.etag)) {
    for (const name of ['content-type', 'content-encoding']) response.removeHeader(name)
    response.statusCode = 304
    response.end()
    return
  }
  response.statusCode = 200
  response.setHeader('content-length', file.length)
  if (isHead) response.end()
  else response.end(file.body, 'latin1')
}

/** RFC 9110 §13.1.2: weak comparison. */
function matches(tags: string, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return tags.trim() === '*' || tags.split(',').some((tag) => plain(tag) === plain(etag))
}
