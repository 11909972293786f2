import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { expanded } from './components.ts'
import { openApiDocument } from './openapi.ts'
import { outerTables } from './tables.ts'

// through JSON, which removes undefined fields
const document = JSON.parse(JSON.stringify(openApiDocument(outerTables)))
const { paths } = JSON.parse(JSON.stringify(expanded(document)))

describe('the OpenAPI document', () => {
  it('in docs/ is the one that the contracts generate (node infra/generate/openapi.ts)', () => {
    const committed = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
    expect(JSON.parse(committed)).toEqual(document)
    expect(committed.length).toBeLessThan(400_000)
  })

  it('lists every call that may be made once, and no part of another', () => {
    const declared = Object.values(outerTables).flatMap((table) => Object.keys(table))
    const listed = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
      ([path, operations]) =>
        Object.keys(operations).map(
          (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        ),
    )
    expect(listed.sort()).toEqual(declared.sort())
    expect(listed).toContain('POST /superadmin/backups')
    expect(listed).not.toContain('POST /superadmin/backups/auth')
  })

  it('gives every call its own operationId', () => {
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((operations) =>
      Object.values(operations).map((operation) => operation.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('asks for a token everywhere but on public calls', () => {
    expect(document.paths['/auth/login'].post.security).toBeUndefined()
    expect(document.paths['/me/profile'].get.security).toEqual([{ accessToken: [] }])
  })

  it('no call takes money: nothing is named payment, card, fee or commission', () => {
    const names = [...JSON.stringify(paths).matchAll(/"([a-z]\w*)":/gi)].map(([, name = '']) => name)
    expect(
      names.filter((name) => /payment|checkout|invoice|iban|cardNumber|fee$|commission/i.test(name)),
    ).toEqual([])
    expect(names).toContain('hourlyRate')
  })

  it('declares the answers that are no problem documents: a missing public page, refusals of tus', () => {
    expect(paths['/materials/uploads/{id}'].patch.responses['4XX']).toBeDefined()
    const { responses } = paths['/teacher-pages/{slug}'].get
    expect(Object.keys(responses[404].content)).toEqual(['text/html'])
    expect(Object.keys(responses[503].content)).toEqual(['application/problem+json'])
  })

  it('names the path and query parameters', () => {
    expect(paths['/admin/users/{id}'].get.parameters[0]).toMatchObject({ name: 'id', in: 'path' })
    expect(paths['/availability/teacher'].get.parameters).toEqual([
      expect.objectContaining({ name: 'week', in: 'query', required: false }),
    ])
  })
})
