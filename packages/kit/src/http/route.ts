import type { Endpoint, EndpointTable, HandlingOf } from '@darsi/contracts/calls/endpoint.ts'
import { splitKey } from '@darsi/contracts/calls/endpoint.ts'
import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { freshSeconds } from '@darsi/contracts/rules/access-token.ts'
import type { FieldFault } from '@darsi/contracts/texts/field-faults.ts'
import type { Request, RequestHandler, Response } from 'express'
import type * as z from 'zod'
import type { Identity } from '../identity/identity.ts'
import { bodyInvalid } from './body-invalid.ts'
import { problem } from './problem.ts'
import { textGate, type Words } from './text-gate.ts'
import { type RecordView, viewOf } from './view-record.ts'

/** What a handler gets: validated input, the caller, and the raw request for headers and cookies. */
type Call<T extends EndpointTable, K extends keyof T & string> = Pick<
  HandlingOf<T>[K],
  'params' | 'query' | 'body'
> & {
  identity: HandlingOf<T>[K]['access'] extends 'public' ? Identity | null : Identity
  clientIp: string
  language: Language
  requestId: string
  /** When the call arrived, by the shared clock (server-clock.ts). */
  at: Date
  request: Request
  response: Response
}

export type Route = { key: string; handle: RequestHandler }

/**
 * Binds a declared endpoint to its handler. Order: access policy, validation, check of free texts, handler, entry in the
 * audit log. The handler returns the declared body; for a non-JSON endpoint it writes the response itself, after the
 * entry.
 * @param words who reads the texts for the other side of a connection
 * @throws Error at start when the endpoint is not declared, or lacks its access policy or a required `words`
 */
export function route<T extends EndpointTable, K extends keyof T & string>(
  table: T,
  key: K,
  handler: (call: Call<T, K>) => Promise<HandlingOf<T>[K]['answer']>,
  words?: Words<Call<T, K>>,
): Route {
  const endpoint: Endpoint | undefined = new Map(Object.entries(table)).get(key)
  if (!endpoint) throw new Error(`${key} is not declared in its contract`)
  if (!endpoint.access) throw new Error(`${key} has no access policy`)
  const gate = textGate(key, endpoint, words)

  return {
    key,
    handle: async (request, response) => {
      const identity: Identity | null = response.locals['identity']
      const at: Date = response.locals['at']
      allow(endpoint, identity, at)
      const parts = {
        params: request.params,
        query: parse(endpoint.query, request.query, 'query'),
        body: endpoint.file ? request.body : parse(endpoint.body, request.body ?? {}, 'body'),
        identity,
        clientIp: String(request.headers['x-client-ip'] ?? request.socket.remoteAddress ?? ''),
        language: languageOf(request),
        requestId: String(response.locals['requestId']),
        at,
        request,
        response,
      }
      // `as`: the endpoint's schemas produced exactly the parts that Call<T, K> names
      const call = parts as Call<T, K>
      await gate(call)
      // set by createApp, which refuses a service that has no audit log to write to
      const record: RecordView | undefined = request.app.locals['recordView']
      const before = endpoint.content ? viewOf(endpoint, parts) : null
      if (before) await record?.(before)
      const answer = await handler(call)
      if (endpoint.content || response.headersSent) return
      const view = viewOf(endpoint, parts, answer)
      if (view) await record?.(view)
      response.status(endpoint.status ?? 200).json(answer)
    },
  }
}

/** The success envelope: `return success(data)` or `success(data, message)`. */
export function success<T>(data: T, message?: string) {
  return message === undefined ? { success: true as const, data } : { success: true as const, message, data }
}

/** A success without data. */
export function succeeded(message?: string) {
  return message === undefined ? { success: true as const } : { success: true as const, message }
}

/**
 * 401 without a session, 403 for a role that the endpoint does not allow, 403 when the last password proof is too old.
 */
export function allow(
  endpoint: Pick<Endpoint, 'access' | 'fresh'>,
  identity: Identity | null,
  at: Date,
): void {
  if (endpoint.access === 'public') return
  if (!identity) throw problem('unauthenticated')
  if (endpoint.access !== 'signed-in' && !endpoint.access.includes(identity.role)) throw problem('forbidden')
  if (endpoint.fresh && !isFresh(identity, at)) throw problem('reauthentication-required')
}

/** Whether the caller proved the password recently enough for actions that a stolen session must not do. */
export function isFresh({ authTime }: Pick<Identity, 'authTime'>, at: Date): boolean {
  return at.getTime() / 1000 - authTime <= freshSeconds
}

export function languageOf(request: Request): Language {
  const accepted = request.acceptsLanguages(...languages)
  return languages.find((language) => language === accepted) ?? 'en'
}

/** Converts a path of the contracts to Express's `:name` form. */
export function expressPath(key: string): {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
} {
  const { method, path } = splitKey(key)
  // `as`: Method is the upper-case form of exactly these five
  return { method: method.toLowerCase() as 'get', path }
}

function parse(schema: z.ZodType | undefined, value: unknown, part: 'query' | 'body'): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => faultOf(issue, value, part))
  const byPath = new Map(faults.toReversed().map((fault) => [fault.path, fault]))
  throw bodyInvalid([...byPath.values()].toReversed())
}

function faultOf(issue: z.core.$ZodIssue, body: unknown, part: string): FieldFault {
  const path = fieldName(issue, part)
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { path, hint: 'longest', limit: Number(issue.maximum) }
  if (issue.code === 'too_big') return { path, hint: 'highest', limit: Number(issue.maximum) }
  const isMissing = isEmpty(valueAt(body, issue.path))
  if (isMissing && issue.code !== 'unrecognized_keys') return { path, hint: 'missing' }
  if (issue.code === 'too_small') return { path, hint: 'lowest', limit: Number(issue.minimum) }
  return { path }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, key)?.value
        : undefined,
    body,
  )

function fieldName(issue: z.core.$ZodIssue, part: string): string {
  const path = issue.path.join('.')
  // a strict object reports unknown names outside the path
  if (issue.code === 'unrecognized_keys')
    return [path, issue.keys.join(', ')].filter(Boolean).join('.').slice(0, 200)
  return path || part
}
