import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { schemas } from './configuration.ts'

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
const variables = [...new Set(Object.values(schemas).flatMap((schema) => Object.keys(schema.shape)))]

// each service has a database of its own there already
const withoutNeed = ['MONGO_DB']

it('docker-compose.yml hands on every variable that docs/operations.md names', () => {
  const named = (variable: string) => new RegExp(`^ +${variable}: `, 'm').test(compose)
  expect(variables.filter((variable) => !named(variable))).toEqual(withoutNeed)
})

it('what opens sealed data never reaches the gateway', () => {
  const production = readFileSync(new URL('../../docker-compose.production.yml', import.meta.url), 'utf8')
  for (const text of [compose, production]) {
    const [, gateway = ''] = /^ {2}gateway:\n((?: {4}.*\n|\n)+)/m.exec(text) ?? []
    expect(gateway).toContain('environment:')
    expect(gateway).not.toMatch(/event_key|EVENT_KEY|\*secrets|\*environment/)
  }
})
