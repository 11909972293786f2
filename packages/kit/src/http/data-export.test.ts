import { describe, expect, it } from '@jest/globals'
import express from 'express'
import { serveHttp } from '../testing/testing.ts'
import { rowsOf, type Section, writeExport } from './data-export.ts'

async function asked(sections: Record<string, Section>): Promise<unknown> {
  const app = express()
  app.get('/', (_request, response) => writeExport(response, sections))
  app.use(((_error, _request, response, _next) => response.destroy()) as express.ErrorRequestHandler)
  const { url, close } = await serveHttp(app)
  try {
    return await (await fetch(url)).json()
  } finally {
    await close()
  }
}

async function* rows(count: number) {
  for (let n = 0; n < count; n++) yield { n, text: `"${n}"\n` }
}

describe('one service’s part of an export', () => {
  it('is one JSON object, however many rows a section has', async () => {
    const part = await asked({
      account: async () => ({ id: 'a' }),
      nothing: async () => null,
      none: () => rows(0),
      many: () => rows(5000),
    })
    expect(part).toMatchObject({ account: { id: 'a' }, nothing: null, none: [] })
    expect((part as { many: unknown[] }).many).toHaveLength(5000)
    expect(await asked({})).toEqual({})
  })

  it('that fails midway is cut off, never half a file that looks whole', async () => {
    const failing: Section = async function* () {
      yield { n: 1 }
      throw new Error('the database went away')
    }
    await expect(asked({ account: async () => ({}), failing })).rejects.toThrow()
  })

  it('has the named fields and no others', async () => {
    const collection = {
      find: async function* (_filter: object, { projection }: { projection?: object }) {
        yield { _id: 'x', ...projection }
      },
    }
    const found = []
    for await (const row of rowsOf(collection, {}, ['a', 'b'])() as AsyncIterable<object>) found.push(row)
    expect(found).toEqual([{ id: 'x', a: 1, b: 1 }])
  })
})
