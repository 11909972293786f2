import * as z from 'zod'
import { type ProblemSlug, problemStatus, problemText } from '../problems/problem.ts'
import { fileLimit, fileTypes, pieceLimit, pieceType } from '../rules/files.ts'
import { freeTextMark, freeTextsOf } from '../rules/texts/free-text.ts'
import { productName } from '../texts/product.ts'
import { createComponents, type Json, upper, withoutSafeBounds } from './components.ts'
import { cleaningProblems, done, type Endpoint, type EndpointTable, splitKey } from './endpoint.ts'

type Components = ReturnType<typeof createComponents>

// possible for every call, whatever it declares, as is 500, which the description of the document names once
const commonProblems: readonly ProblemSlug[] = ['body-invalid', 'rate-limited', 'unavailable']
const guardedProblems: readonly ProblemSlug[] = ['unauthenticated', 'forbidden']

const fileProblems = ['file-type-refused', 'file-too-large', ...cleaningProblems] as const

/**
 * The OpenAPI 3.1 document of all calls, generated from the tables that also type servers and clients.
 * @param tables one table per service; its name becomes the tag
 */
export function openApiDocument(tables: Readonly<Record<string, EndpointTable>>): Json {
  const components = createComponents({ Problem: problemSchema, Done: schemaOf(done, 'output') })
  const paths: Record<string, Json> = {}
  for (const [service, table] of Object.entries(tables)) {
    for (const [key, endpoint] of Object.entries(table)) {
      const { method, path } = splitKey(key)
      const template = path.replaceAll(/:(\w+)/g, '{$1}')
      paths[template] = {
        ...paths[template],
        [method.toLowerCase()]: operation(components, { service, method, path, endpoint }),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName.en} API`,
      version: '1.0.0',
      description:
        'Calls of the tutoring marketplace. Failures are problem documents (RFC 9457). Every call may answer 500 (`internal`).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: Object.keys(tables).map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      ...components.finish(),
    },
  }
}

type Call = { service: string; method: string; path: string; endpoint: Endpoint }

function operation(components: Components, { service, method, path, endpoint }: Call): Json {
  const place = path.replaceAll(/[/:.-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const operationId = `${method.toLowerCase()}${place}`
  const shared = { components, name: upper(operationId) }
  const parameters = [...pathParameters(path), ...queryParameters(endpoint.query)]
  const body = endpoint.body && schemaOf(endpoint.body, 'input')
  return {
    operationId,
    tags: [service],
    summary: endpoint.summary,
    description: accessText(endpoint),
    ...(endpoint.access !== 'public' && { security: [{ accessToken: [] }] }),
    ...(parameters.length > 0 && { parameters: parameters.map((each) => addParameter(shared, each)) }),
    ...(body && {
      requestBody: {
        required: requires(body),
        content: { 'application/json': { schema: components.add('schemas', [`${shared.name}Body`], body) } },
      },
    }),
    ...(endpoint.file && {
      requestBody: {
        required: true,
        content: Object.fromEntries(fileTypes.map((type) => [type, { schema: { maxLength: fileLimit } }])),
      },
    }),
    ...(endpoint.piece && {
      requestBody: { required: true, content: { [pieceType]: { schema: { maxLength: pieceLimit } } } },
    }),
    ...(endpoint.form && {
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
    }),
    responses: {
      [String(endpoint.status ?? 200)]: success(endpoint, shared),
      ...failures(endpoint, shared),
      ...(endpoint.piece && { '4XX': { description: 'Refused as in tus 1.0, in plain text' } }),
      ...(endpoint.content && endpoint.missingPage && { 404: written('No page', endpoint.content) }),
    },
  }
}

type Shared = { components: Components; name: string }

function success(endpoint: Endpoint, { components, name }: Shared): Json {
  if (endpoint.content) return written('Success', endpoint.content)
  if (!endpoint.answer) return { description: 'Success' }
  const schema = components.add('schemas', [`${name}Answer`], schemaOf(endpoint.answer, 'output'))
  return components.add('responses', [`${name}Success`], {
    description: 'Success',
    content: { 'application/json': { schema } },
  })
}

/** A JSON file is one object; any other kind is text. */
function written(description: string, media: string): Json {
  const type = media === 'application/json' ? 'object' : 'string'
  return { description, content: { [media]: { schema: { type } } } }
}

function failures(endpoint: Endpoint, { components, name }: Shared): Json {
  const slugs = new Set<ProblemSlug>([
    ...endpoint.problems,
    ...commonProblems,
    ...(endpoint.access === 'public' ? [] : guardedProblems),
    ...(endpoint.fresh ? (['reauthentication-required'] as const) : []),
    ...(isGated(endpoint) ? (['contact-details-refused'] as const) : []),
    ...(hasReader(endpoint) ? (['thread-blocked'] as const) : []),
    ...(endpoint.file ? fileProblems : []),
    ...(endpoint.body ? (['body-malformed', 'body-too-large', 'content-type-unsupported'] as const) : []),
  ])
  const byStatus = new Map<number, ProblemSlug[]>()
  for (const slug of slugs)
    byStatus.set(problemStatus[slug], [...(byStatus.get(problemStatus[slug]) ?? []), slug])
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      components.add('responses', [list.length > 4 ? `${name}${status}` : list.join('.')], {
        description: list.map((slug) => `\`${slug}\`: ${problemText(slug, 'en')}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      }),
    ]),
  )
}

/** A body with texts for the other side of a connection. */
function hasReader({ body }: Endpoint): boolean {
  return freeTextsOf(body).some(({ by }) => by === 'connection' || by === 'held')
}

/** A body with texts that other people read. */
function isGated({ body }: Endpoint): boolean {
  return freeTextsOf(body).some(({ by }) => by === 'everyone' || by === 'connection')
}

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Json }

function addParameter({ components, name }: Shared, parameter: Parameter): Json {
  const schema = components.add('schemas', [name, parameter.name], parameter.schema)
  return components.add('parameters', [`${parameter.in}${upper(parameter.name)}`], { ...parameter, schema })
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(
    ([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    }),
  )
}

function queryParameters(query: z.ZodType | undefined): Parameter[] {
  if (!query) return []
  const schema = schemaOf(query, 'input')
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = new Set((schema['required'] ?? []) as string[])
  return Object.entries(properties).map(
    ([name, property]): Parameter => ({
      name,
      in: 'query',
      required: required.has(name),
      schema: property,
    }),
  )
}

function requires(schema: Json): boolean {
  const required = schema['required']
  return Array.isArray(required) && required.length > 0
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // the mark belongs to input texts, not to answers
      if (io === 'output') delete jsonSchema[freeTextMark]
      withoutSafeBounds(jsonSchema)
    },
  })
  return rest
}

function accessText({ access, fresh }: Endpoint): string {
  if (access === 'public') return 'Open to everyone.'
  const who = access === 'signed-in' ? 'For every signed-in account' : `For: ${access.join(', ')}`
  return fresh ? `${who}, with a password proven in the last ten minutes.` : `${who}.`
}

const problemSchema = {
  type: 'object',
  description: 'A failure. `error` and `message` are the human text, `code` is for programs.',
  required: ['success', 'error', 'message', 'code', 'type', 'title', 'status', 'detail', 'instance'],
  properties: {
    success: { const: false },
    error: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string' },
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'The id of the request.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}
