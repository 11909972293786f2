import * as z from 'zod'
import type { ProblemSlug } from '../problems/problem.ts'
import type { Role } from '../reference/roles.ts'
import type { ViewAction } from '../rules/audited-views.ts'
import type { Change } from '../rules/live-kinds.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: everyone, every signed-in account, or the named roles (product.md §7). The owning service checks rules
 * about state (approved teacher, linked guardian) in its handlers.
 */
type Access = 'public' | 'signed-in' | readonly Role[]

/**
 * The entry of the audit log about an answer. An action: the service writes it with the ids that the answer shows (in
 * the fields `ids`, by default `id`) and the words of the query `q`. `by-handler`: the handler writes it, or the event of
 * the change is recorded.
 */
export type Audited =
  | { readonly action: ViewAction; readonly ids?: readonly string[] }
  | 'by-handler'
  | 'nothing-personal'

export type Endpoint = {
  readonly summary: string
  readonly access: Access
  /** Every call of administrators alone has it, or its service does not start. */
  readonly audited?: Audited
  /**
   * Requires that the caller proved the password within the last ten minutes, for actions that a stolen session must
   * not do.
   */
  readonly fresh?: true
  /** The changes after which open pages load this read again; `[]`: none. */
  readonly live?: readonly Change[]
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body is one raw file, of the types and within the limit of `rules/files.ts`, instead of JSON. */
  readonly file?: true
  /** The body is a piece of a file, at most `pieceLimit` of `pieceType`; the handler reads it from the request. */
  readonly piece?: true
  /** The body is a form that is not read (RFC 8058: mail programs send one), instead of JSON. */
  readonly form?: true
  /** The whole success answer; absent when `content` names a type other than JSON. */
  readonly answer?: z.ZodType
  /** Media type of an answer that is not JSON: CSV, iCalendar, an event stream. */
  readonly content?: string
  /** Its 404 is a page of the same media type for people, not a problem document. */
  readonly missingPage?: true
  /**
   * The calls of several services that make up this one. The gateway calls each and returns one file: JSON parts as one
   * object under the last segments of their paths, other parts one after the other.
   */
  readonly composed?: { readonly of: readonly EndpointKey[]; readonly file: string }
  /** Available only as part of a composed call; the gateway hides it from callers. */
  readonly partOnly?: true
  /** Success status; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  /** Problems besides those of every route (401, 403, 429, 5xx, malformed body). */
  readonly problems: readonly ProblemSlug[]
}

/** Why a file of an accepted type is refused when it is opened. */
export const cleaningProblems = [
  'file-unreadable',
  'file-too-heavy',
  'picture-too-large',
  'pdf-too-long',
  'pdf-locked',
] as const satisfies readonly ProblemSlug[]

/** Of calls that take a complete upload. */
export const uploadProblems = [
  'not-found',
  'upload-unfinished',
  'uploads-busy',
  'file-type-refused',
  'file-too-large',
  ...cleaningProblems,
] as const satisfies readonly ProblemSlug[]

export type EndpointKey = `${Method} /${string}`
export type EndpointTable = { readonly [key: EndpointKey]: Endpoint }

/** Pages show the JSON of these reads, so the declaration has to say what makes it stale. */
type Read = Endpoint &
  (
    | { readonly access: 'public' }
    | { readonly content: string }
    | { readonly composed: object }
    | { readonly live: readonly Change[] }
  )
type Declared = {
  readonly [key: `${Exclude<Method, 'GET'>} /${string}`]: Endpoint
  readonly [key: `GET /${string}`]: Read
}

/** Declares the calls of one service; keys are `METHOD /path`, relative to `/api`. */
export function endpoints<const T extends Declared>(table: T): T {
  return table
}

/** Names of the `:parameters` in a path. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>

type In<E, Part extends string> = E extends { readonly [P in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined
type Out<E, Part extends string> = E extends { readonly [P in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** Input and answer of a handler, per endpoint. */
export type HandlingOf<T extends EndpointTable> = {
  [K in keyof T & string]: {
    params: ParamsOf<K>
    query: Out<T[K], 'query'>
    body: T[K] extends { file: true } ? Uint8Array : Out<T[K], 'body'>
    answer: In<T[K], 'answer'>
    access: T[K] extends { access: infer A } ? A : never
  }
}

/** Input and answer of a client, per endpoint. */
export type CallsOf<T extends EndpointTable> = {
  [K in keyof T & string]: {
    params: ParamsOf<K>
    query: In<T[K], 'query'>
    body: T[K] extends { file: true } | { piece: true } ? Blob : In<T[K], 'body'>
    answer: Out<T[K], 'answer'>
  }
}

/** `{ success: true, message?, data }`, the success envelope of product.md §6. */
export function ok<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data })
}

/** A success with a message and nothing else. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() })

/** Cursor page: `{ success, data: […], nextCursor, total }` (product.md §6). */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    success: z.literal(true),
    message: z.string().optional(),
    data: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
  })
}

export function splitKey(key: string): { method: Method; path: string } {
  const space = key.indexOf(' ')
  // `as`: keys are typed `METHOD /path` where they are declared
  return { method: key.slice(0, space) as Method, path: key.slice(space + 1) }
}
