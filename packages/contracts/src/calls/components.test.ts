import { describe, expect, it } from '@jest/globals'
import { createComponents, expanded, type Json, withoutSafeBounds } from './components.ts'

const level = { type: 'string', enum: ['primary', 'college', 'secondary', 'university', 'other'] }
const object = (properties: Json) => ({ type: 'object', properties, additionalProperties: false })
const subject = object({ key: { type: 'string', maxLength: 64 }, level })
const list = { type: 'array', items: subject }

function documentOf(schemas: Readonly<Record<string, Json>>, fixed?: Readonly<Record<string, Json>>) {
  const components = createComponents(fixed)
  const calls = Object.entries(schemas).map(([name, schema]) => components.add('schemas', [name], schema))
  return { calls, components: components.finish() }
}

describe('the components of a document', () => {
  it('are the repeated schemas, named after their properties', () => {
    const { calls, components } = documentOf({
      GetSubjects: object({ subjects: list }),
      GetTeacher: object({ teaches: { anyOf: [subject, { type: 'null' }] }, subjects: list }),
    })
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(components.schemas).toEqual({
      Subjects: { type: 'array', items: ref('SubjectsItem') },
      SubjectsItem: subject,
    })
    expect(calls).toEqual([
      object({ subjects: ref('Subjects') }),
      object({ teaches: { anyOf: [ref('SubjectsItem'), { type: 'null' }] }, subjects: ref('Subjects') }),
    ])
  })

  it('have as much of the path in their names as makes them unique and readable', () => {
    const { components } = documentOf({
      GetA: object({ data: object({ level }) }),
      GetB: object({ data: object({ level }), total: level }),
      GetC: object({ data: object({ level: list }) }),
      GetD: object({ total: list }),
    })
    expect(Object.keys(components.schemas)).toEqual(['GetAData', 'Level', 'GetCLevel'])
  })

  it('keep given names, and leave a short or single part in its place', () => {
    const short = { type: 'string' }
    const { calls, components } = documentOf(
      { A: subject, B: subject, C: short, D: short, E: list },
      { Taught: subject },
    )
    expect(Object.keys(components.schemas)).toEqual(['Taught'])
    expect(calls[2]).toEqual(short)
    expect(calls[4]).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Taught' } })
  })

  it('hold repeated parameters and responses with their schemas', () => {
    const components = createComponents()
    const add = (name: string) =>
      components.add('parameters', ['queryLevel'], {
        name: 'level',
        in: 'query',
        schema: components.add('schemas', [name, 'level'], level),
      })
    const calls = [add('GetA'), add('GetB')]
    expect(components.finish().parameters).toEqual({
      queryLevel: { name: 'level', in: 'query', schema: { $ref: '#/components/schemas/Level' } },
    })
    expect(calls).toEqual(Array(2).fill({ $ref: '#/components/parameters/queryLevel' }))
  })

  it('lose nothing: expanded, the document is the one without names', () => {
    const schemas = {
      A: object({ data: list }),
      B: list,
      C: object({ properties: object({ level }), items: level }),
    }
    expect(expanded(documentOf(schemas))).toMatchObject({ calls: Object.values(schemas) })
    expect(() => expanded({ a: { $ref: '#/components/schemas/No' } })).toThrow('#/components/schemas/No')
  })

  it('do not repeat the bounds that every integer of JavaScript has', () => {
    const schema = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
    withoutSafeBounds(schema)
    expect(schema).toEqual({ minimum: 0 })
  })
})
