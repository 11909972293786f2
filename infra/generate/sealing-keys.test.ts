import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { sealingKeyNames, sealingKeys } from '../local/keys/sealing-keys.ts'
import { schemas } from './configuration.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const parts = Object.keys(schemas)
const readersOf = (name: (typeof sealingKeyNames)[number]): readonly string[] => sealingKeys[name]

describe('each process is given the sealing keys that it reads, and no other', () => {
  it.each(sealingKeyNames)('%s', (name) => {
    const readers = parts.filter((part) => name in (schemas[part]?.shape ?? {}))
    expect([...readersOf(name)].toSorted()).toEqual(readers.toSorted())
  })

  it.each(parts)('%s in docker compose, in production and in the chart', (part) => {
    const wanted = sealingKeyNames.filter((name) => readersOf(name).includes(part)).toSorted()
    const block = (file: string) =>
      new RegExp(`^ {2}${part}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(read(file))?.[1]
    const named = (text = '') => sealingKeyNames.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    // `environment` and `secrets` bring EVENT_KEY
    const shared = part === 'gateway' ? [] : ['EVENT_KEY']
    expect([...shared, ...named(block('docker-compose.yml'))].toSorted()).toEqual(wanted)
    const production = block('docker-compose.production.yml')
    expect([...shared, ...named(production)].toSorted()).toEqual(wanted)
    const files = /secrets: \[(.*)\]/.exec(production ?? '')?.[1]?.toUpperCase()
    expect(named(files).toSorted()).toEqual(wanted)
    const chart = new RegExp(`^ {2}"${part}" \\(list (.*?)\\)`, 'm').exec(
      read('infra/k8s/darsi/templates/services.yaml'),
    )
    expect(named(chart?.[1]?.toUpperCase()).toSorted()).toEqual(wanted)
  })

  it('every key has its file in production and its line in .env.example', () => {
    for (const name of sealingKeyNames) {
      const file = name.toLowerCase()
      expect(read('docker-compose.production.yml')).toContain(`  ${file}: { file: ./secrets/${file} }\n`)
      expect(read('.env.example')).toContain(`\n${name}=\n`)
    }
  })
})
