import { readFileSync } from 'node:fs'
import { expanded } from '@darsi/contracts/calls/components.ts'
import { type FreeText, type Readers, textsIn } from '@darsi/contracts/rules/texts/free-text.ts'
import type { UtteranceField } from '@darsi/contracts/rules/utterance-fields.ts'

type Json = { readonly [key: string]: unknown }

/** One text field of one call, from the OpenAPI document. */
export type Field = {
  key: string
  /** The path with `{id}` as in the document. */
  path: string
  method: string
  at: readonly string[]
  by: Readers
  schema: Json
  /** True if the call needs no token. */
  isPublic: boolean
}

const object = (value: unknown): Json =>
  // `as`: a JSON document
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const document = object(
  expanded(JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))),
)

type Operation = { method: string; path: string; operation: Json }

const operations: readonly Operation[] = Object.entries(object(document['paths'])).flatMap(
  ([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: object(operation),
    })),
)

const bodyOf = ({ operation }: Operation): Json | null => {
  const content = object(object(operation['requestBody'])['content'])
  const schema = object(content['application/json'])['schema']
  return schema ? object(schema) : null
}

/** Calls that may end or pause the connection: they run last, so that one that succeeds hides no other leak. */
export const isLast = (path: string): boolean => /\/(?:end|cancel|decline|no-show|reports?)$/.test(path)

/** Every text that others can read, of every call except the administrators' own. */
export const fields: readonly Field[] = operations
  .filter(({ operation }) => !/^For: (?:admin|super-admin)/.test(String(operation['description'])))
  .flatMap((operation) => {
    const schema = bodyOf(operation)
    const { method, path } = operation
    const isPublic = !('security' in operation.operation)
    return schema === null
      ? []
      : textsIn(schema, [])
          .filter((text): text is FreeText & { by: Readers } => text.by !== null && text.by !== 'nobody')
          .map(({ path: at, by }) => ({ key: `${method} ${path}`, method, path, at, by, schema, isPublic }))
  })

/**
 * The texts of the calls that write each field of the store of utterances. The board's are written by a web socket, which
 * refuses them: services/classroom/test/classroom.test.ts.
 */
export const callsOfField: Readonly<Record<Exclude<UtteranceField, 'board'>, readonly string[]>> = {
  message: ['POST /threads/{id}/messages text'],
  request: ['POST /connections message'],
  note: ['accept', 'decline', 'cancel', 'consent', 'end'].map(
    (verb) => `POST /connections/{id}/${verb} note`,
  ),
  homework: ['POST /threads/{id}/homework title', 'POST /threads/{id}/homework text'],
  'hand-in': ['POST /homework/{id}/hand-in text'],
  mark: ['PUT /homework/{id}/mark comment'],
  'lesson-notes': ['POST /sessions notes', 'POST /sessions/{id}/details notes'],
  'lesson-place': ['POST /sessions place', 'POST /sessions/{id}/details place', 'POST /groups place'],
  'lesson-link': [
    'POST /sessions meetingLink',
    'POST /sessions/{id}/details meetingLink',
    'POST /groups meetingLink',
  ],
  'lesson-reason': ['POST /sessions/{id}/cancel reason', 'POST /sessions/{id}/no-show reason'],
  'lesson-report': ['topics', 'homework', 'note'].map((part) => `POST /sessions/{id}/report ${part}`),
}

/** Every readable address: the calls of a browser and of a calendar. */
export const reads: readonly { path: string }[] = operations.filter(({ method }) => method === 'GET')

/** The smallest body that the schema allows, with one text in one place. */
export function bodyWith(field: Field, text: string, known: Readonly<Record<string, unknown>>): unknown {
  return put(field.schema, field.at, text, known)
}

function put(
  schema: Json,
  at: readonly string[],
  text: string,
  known: Readonly<Record<string, unknown>>,
): unknown {
  const [name, ...rest] = at
  if (name === undefined) return text
  if (name === '*') return [put(object(schema['items']), rest, text, known)]
  const properties = object(schema['properties'])
  const needed = list(schema['required']).map(String)
  const others = needed
    .filter((each) => each !== name)
    .map((each) => [each, sample(each, object(properties[each]), known)] as const)
  return { ...Object.fromEntries(others), [name]: put(object(properties[name]), rest, text, known) }
}

function sample(name: string, schema: Json, known: Readonly<Record<string, unknown>>): unknown {
  if (name in known) return known[name]
  if ('const' in schema) return schema['const']
  const [first] = list(schema['enum'])
  if (first !== undefined) return first
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        list(schema['required']).map((each) => [
          String(each),
          sample(String(each), object(object(schema['properties'])[String(each)]), known),
        ]),
      )
    default:
      return 'Example'
  }
}
