import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** What a service stores about one person under one heading: streamed rows or one value. */
export type Section = () => AsyncIterable<unknown> | Promise<unknown>

/** Writes the sections as one JSON object, row by row, so that a long history needs no memory. */
export async function writeExport(
  response: Response,
  sections: Readonly<Record<string, Section>>,
): Promise<void> {
  response.type('json')
  await stream(response, Readable.from(jsonOf(sections)))
}

/**
 * A client that disconnected is not an error. Any other error destroys the connection, so that an incomplete answer is
 * not taken for a complete one.
 */
export async function stream(response: Response, source: Readable): Promise<void> {
  try {
    await pipeline(source, response)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error
  }
}

async function* jsonOf(sections: Readonly<Record<string, Section>>): AsyncGenerator<string> {
  let before = '{'
  for (const [name, section] of Object.entries(sections)) {
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    const value = section()
    if (Symbol.asyncIterator in value) yield* listOf(value)
    else yield JSON.stringify((await value) ?? null)
  }
  yield before === '{' ? '{}' : '}'
}

async function* listOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

type Found = { find(filter: object, options: object): AsyncIterable<object> }

/**
 * The listed fields of the matching documents, with `_id` as `id`. Fields are listed explicitly, so that new internal
 * fields (hashes, events, texts of others) are not exported by accident.
 */
export function rowsOf(collection: Found, filter: object, fields: readonly string[]): Section {
  return async function* () {
    const projection = Object.fromEntries(fields.map((field) => [field, 1]))
    for await (const row of collection.find(filter, { projection, batchSize: 500 })) {
      const { _id, ...rest } = row as { _id?: unknown }
      yield { id: _id, ...rest }
    }
  }
}
