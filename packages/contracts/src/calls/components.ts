export type Json = { readonly [key: string]: unknown }
type Kind = 'schemas' | 'parameters' | 'responses'
type Part = { readonly path: readonly string[]; readonly inline: Json; readonly place: Json }

/** A shorter part is easier to read in its place than behind a name. */
const fewestCharacters = 64
/** Properties whose names say too little alone. */
const generic = ['data', 'item', 'items', 'en']

const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const single = ['items', 'additionalProperties', 'propertyNames']

/**
 * The `components` of an OpenAPI or AsyncAPI document: what the document repeats stands there once, under a name. What
 * repeats is known only at the end, so `add` returns an empty object for the document, which `finish` fills.
 * @param fixed schemas whose names are given
 */
export function createComponents(fixed: { readonly [name: string]: Json } = {}) {
  const added: Record<Kind, Part[]> = { schemas: [], parameters: [], responses: [] }
  return {
    /** @param path names, the last of which say what the part is: as many become its name as make it unique */
    add(kind: Kind, path: readonly string[], inline: Json): Json {
      const place = {}
      added[kind].push({ path, inline, place })
      return place
    },
    finish() {
      // parameters and responses contain schemas
      const schemas = nameRepeated('schemas', added.schemas, fixed)
      const parameters = nameRepeated('parameters', added.parameters)
      const responses = nameRepeated('responses', added.responses)
      return { schemas, parameters, responses }
    },
  }
}

/** @returns the parts that occur more than once, alone or inside others; all the others stay in their places */
function nameRepeated(kind: Kind, parts: readonly Part[], fixed: { readonly [name: string]: Json } = {}) {
  const counts = new Map<string, number>()
  const names = new Map(Object.entries(fixed).map(([name, schema]) => [JSON.stringify(schema), name]))
  const named: Record<string, Json> = { ...fixed }
  for (const { inline } of parts) count(inline)
  for (const { path, inline, place } of parts) Object.assign(place, withNames(inline, path))
  return named

  function count(part: Json): void {
    const text = JSON.stringify(part)
    const before = counts.get(text) ?? 0
    counts.set(text, before + 1)
    // what is inside a repeated part is written once, with it
    if (before > 0) return
    mapSchemas(part, (inner) => {
      count(inner)
      return inner
    })
  }

  function withNames(part: Json, path: readonly string[]): Json {
    const text = JSON.stringify(part)
    const inner = () => mapSchemas(part, (schema, key) => withNames(schema, key ? [...path, key] : path))
    if (text.length < fewestCharacters || (counts.get(text) ?? 0) < 2) return inner()
    const known = names.get(text)
    const name = known ?? freeName(path, named)
    if (!known) {
      names.set(text, name)
      named[name] = {}
      named[name] = inner()
    }
    return { $ref: `#/components/${kind}/${name}` }
  }
}

function freeName(path: readonly string[], used: object): string {
  const last = path.length - 1
  const words = path.filter((word, index) => index === 0 || index === last || !generic.includes(word))
  const name = (length: number) =>
    words
      .slice(-length)
      .map((word, index) => (index > 0 || length < words.length ? upper(word) : word))
      .join('')
  const fewest = generic.includes(path[last] ?? '') ? 2 : 1
  for (let length = fewest; length <= words.length; length++) if (!(name(length) in used)) return name(length)
  for (let number = 2; ; number++) {
    const numbered = `${name(words.length)}${number}`
    if (!(numbered in used)) return numbered
  }
}

export const upper = (word: string) =>
  word.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Replaces the schemas directly inside a schema. */
function mapSchemas(schema: Json, change: (inner: Json, property: string) => Json): Json {
  const changed = (inner: unknown, property = '') => (isObject(inner) ? change(inner, property) : inner)
  return mapValues(schema, (value, key) => {
    if (key === 'properties' && isObject(value)) return mapValues(value, changed)
    if (lists.includes(key) && Array.isArray(value)) return value.map((inner) => changed(inner))
    return single.includes(key) ? changed(value, key === 'items' ? 'item' : '') : value
  })
}

const mapValues = (of: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]))

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The document with each `$ref` replaced by what it refers to, for readers of whole schemas. */
export function expanded(document: Json): unknown {
  return expand(document)

  function expand(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(expand)
    if (!isObject(value)) return value
    const ref = value['$ref']
    return typeof ref === 'string' ? expand(at(ref)) : mapValues(value, expand)
  }

  function at(ref: string): unknown {
    const found = ref
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document)
    if (found === undefined) throw new Error(`${ref} is not in the document`)
    return found
  }
}

/** Removes the bounds that zod gives every integer: those of numbers that JavaScript holds exactly. */
export function withoutSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
