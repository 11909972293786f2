import type { Endpoint, EndpointTable } from '@darsi/contracts/calls/endpoint.ts'
import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import type { ViewAction } from '@darsi/contracts/rules/audited-views.ts'
import type { Identity } from '../identity/identity.ts'

/** What an administrator was shown: the entry of the audit log about one answer. */
export type View = {
  action: ViewAction
  by: string
  /** The one record that the call names; empty for a list. */
  target: string
  /** The ids in the answer, each once. */
  shown: readonly string[]
  /** The words searched for. */
  words: string
  at: Date
  /** Of a file, the id of the request: each download is an entry. Empty: a repeated view within an hour adds none. */
  request: string
}
export type RecordView = (view: View) => Promise<void>

type Shown = {
  identity: Identity | null
  params: unknown
  query: unknown
  at: Date
  requestId: string
}

/** @returns null for an endpoint without an action to record */
export function viewOf({ audited, content }: Endpoint, call: Shown, answer?: unknown): View | null {
  if (typeof audited !== 'object' || !call.identity) return null
  const target = textAt(call.params, 'id')
  return {
    action: audited.action,
    by: call.identity.userId,
    target,
    shown: idsIn(answer, audited.ids ?? ['id']).filter((id) => id !== target),
    words: textAt(call.query, 'q').trim(),
    at: call.at,
    request: content ? call.requestId : '',
  }
}

/**
 * @throws Error at start for a call of administrators alone without `audited`, and for a service that has an answer to
 * record and nowhere to record it
 */
export function refuseUnaudited(table: EndpointTable, record: RecordView | undefined): void {
  const faulty = Object.entries(table).flatMap(([key, endpoint]) => {
    const isUndeclared = isForAdministrators(endpoint) && endpoint.audited === undefined
    return isUndeclared || (typeof endpoint.audited === 'object' && !record) ? [key] : []
  })
  if (faulty.length > 0) throw new Error(`answers without an entry in the audit log: ${faulty.join(', ')}`)
}

const isForAdministrators = ({ access, composed }: Endpoint): boolean =>
  // a composed call is served by its parts
  !composed && typeof access !== 'string' && access.every(isAdmin)

function idsIn(answer: unknown, fields: readonly string[]): string[] {
  const data = valueAt(answer, 'data')
  const rows = Array.isArray(data) ? data : [data]
  const found: unknown[] = rows.flatMap((row) => fields.flatMap((field) => valueAt(row, field)))
  return [...new Set(found.filter((id): id is string => typeof id === 'string' && id !== ''))]
}

const textAt = (value: unknown, path: string): string => {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : ''
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null
          ? Object.getOwnPropertyDescriptor(part, key)?.value
          : undefined,
      value,
    )
