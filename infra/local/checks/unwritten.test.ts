import { globSync, readFileSync } from 'node:fs'
import { tables } from '@darsi/contracts/calls/tables.ts'
import { describe, expect, it } from '@jest/globals'
import { root } from '../process/paths.ts'
import { unwritten } from './unwritten.ts'

const textOf = (service: string) =>
  globSync(`services/${service}/test/*.ts`, { cwd: root })
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('\n')

describe.each(Object.entries(tables))('the integration tests of %s', (service, table) => {
  const text = textOf(service)

  it('have each test in which such a call may write nothing', () => {
    const rows = unwritten.filter(({ call }) => Object.hasOwn(table, call))
    expect(rows.filter(({ test }) => test !== undefined && !text.includes(test))).toEqual([])
  })
})

it('each call that may write nothing is declared', () => {
  const declared = new Set(Object.values(tables).flatMap((table) => Object.keys(table)))
  expect(unwritten.filter(({ call }) => !declared.has(call))).toEqual([])
})
