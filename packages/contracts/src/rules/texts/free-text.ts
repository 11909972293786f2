import * as z from 'zod'

/**
 * The readers of a free text. They decide how contact details in it are handled (docs/children.md):
 * - everyone: any account, including minors. Contact details are always refused.
 * - connection: the parties of one connection. Refused where the learner is a minor.
 * - held: messages and requests. In a minor's connection they are held back and an alert is raised.
 * - contact: contact details by nature. Shown by the rules of `contact`, a teacher's never to a minor.
 * - link: where an online lesson takes place. Only hosts on the operator's list.
 * - staff: administrators and the author.
 * - nobody: compared, looked up or kept for the author; never shown to another account.
 */
const readers = ['everyone', 'connection', 'held', 'contact', 'link', 'staff', 'nobody'] as const
export type Readers = (typeof readers)[number]

/** The name of the mark in the OpenAPI document. */
export const freeTextMark = 'x-free-text'

/**
 * Marks a free text with its readers. Must be the last call in the chain, because a later check creates a schema
 * without the mark.
 */
export function readBy<T extends z.ZodType>(schema: T, by: Readers): T {
  return schema.meta({ [freeTextMark]: by })
}

export type FreeText = {
  /** Field names from the body down; `*` for every element of a list. */
  path: readonly string[]
  by: Readers | null
}

type Json = { readonly [key: string]: unknown }

/** Every text of a request without a list, format or pattern, with its mark; null where the mark is missing. */
export function freeTextsOf(schema: z.ZodType | undefined): FreeText[] {
  if (!schema) return []
  return textsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
}

/** The same for a schema of the OpenAPI document. */
export function textsIn(schema: Json, path: readonly string[]): FreeText[] {
  const mark = readers.find((each) => each === schema[freeTextMark])
  const parts = [
    ...Object.entries(objectOf(schema['properties'])).map(([name, part]) => [name, part] as const),
    ...(schema['items'] ? [['*', schema['items']] as const] : []),
  ]
  const below = parts.flatMap(([name, part]) => textsIn(objectOf(part), [...path, name]))
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => listOf(schema[key]))
  const beside = choices.flatMap((part) => textsIn(objectOf(part), path))
  if (mark) return [{ path, by: mark }]
  return [...(isFree(schema) ? [{ path, by: null }] : []), ...below, ...beside]
}

const limits = ['enum', 'const', 'format']

function isFree(schema: Json): boolean {
  // an open record accepts any text
  const isOpen =
    objectOf(schema['additionalProperties']) === schema['additionalProperties'] && !schema['properties']
  return ([schema['type']].flat().includes('string') && !limits.some((key) => key in schema)) || isOpen
}

const objectOf = (value: unknown): Json =>
  // `as`: JSON Schema consists of objects
  typeof value === 'object' && value !== null ? (value as Json) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The texts at a path of a request. */
export function textsAt(value: unknown, path: readonly string[]): { path: string; text: string }[] {
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'string' ? [{ path: '', text: value }] : []
  const inside =
    name === '*'
      ? listOf(value).map((part, index) => [String(index), part] as const)
      : [[name, objectOf(value)[name]] as const]
  return inside.flatMap(([key, part]) =>
    textsAt(part, rest).map((found) => ({ ...found, path: found.path ? `${key}.${found.path}` : key })),
  )
}

/** A request with these texts empty. They are fields of the request itself. */
export function withoutTexts(value: unknown, texts: readonly FreeText[]): Json {
  const body = objectOf(value)
  const names = texts.flatMap(({ path: [name = ''] }) => (name in body ? [name] : []))
  return { ...body, ...Object.fromEntries(names.map((name) => [name, ''])) }
}

/**
 * An open record whose fields depend on another part of the request; the document and the contact check read their
 * shapes here.
 */
export function recordOf(shapes: readonly z.ZodObject[]) {
  const properties = Object.assign({}, ...shapes.map((shape) => jsonOf(shape)['properties']))
  return z.record(z.string(), z.unknown()).meta({ properties })
}

const jsonOf = (shape: z.ZodObject): Json =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json
