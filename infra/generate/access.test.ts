import { readFileSync } from 'node:fs'
import { services } from '@darsi/contracts/reference/services.ts'
import { describe, expect, it } from '@jest/globals'
import { principals } from '../access/kafka-users.ts'
import { redisUsers } from '../access/redis-rules.ts'
import { schemas } from './configuration.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const production = read('docker-compose.production.yml')
const block = (part: string) =>
  new RegExp(`^ {2}${part}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(production)?.[1] ?? ''
const parts = Object.keys(schemas)

/** The files with a name and password that a process needs, derived from its schema. */
function wanted(part: string): string[] {
  const shape = schemas[part]?.shape ?? {}
  return [
    ...('MONGO_URL' in shape ? [`mongo_url_${part}`] : []),
    ...('KAFKA_PASSWORD' in shape ? [`kafka_password_${part}`] : []),
    ...('REDIS_URL' in shape ? [`redis_url_${part}`] : []),
  ]
}
const isAccess = (name: string) => /^(mongo_url|kafka_password|redis_url)_/.test(name)

describe('each process has a name and password of its own at the servers that it uses', () => {
  it('the servers have a user for each of these processes', () => {
    const using = (variable: string) => parts.filter((part) => variable in (schemas[part]?.shape ?? {}))
    expect(using('KAFKA_PASSWORD')).toEqual([...services])
    expect(using('MONGO_URL')).toEqual([...services])
    expect(principals).toEqual([...services, 'operator', 'broker'])
    expect([...using('REDIS_URL'), 'operator'].toSorted()).toEqual([...redisUsers].toSorted())
  })

  it.each(parts)('%s in production', (part) => {
    const text = block(part)
    const mounted = /secrets: \[(.*)\]/.exec(text)?.[1]?.split(', ') ?? []
    expect(mounted.filter(isAccess).toSorted()).toEqual(wanted(part).toSorted())
    for (const file of wanted(part)) {
      const variable = file.slice(0, -part.length - 1).toUpperCase()
      expect(text).toContain(`\n      ${variable}_FILE: /run/secrets/${file}\n`)
      expect(production).toContain(`\n  ${file}: { file: ./secrets/${file} }\n`)
    }
    if (wanted(part).includes(`kafka_password_${part}`))
      expect(text).toContain(`\n      KAFKA_USERNAME: ${part}\n`)
    // an address in .env, which may contain any name, is overridden
    expect(production).toMatch(/^x-settings:[\s\S]*?^ {2}REDIS_URL: ""$/m)
    expect(production).toMatch(/^x-secrets:[\s\S]*?^ {2}MONGO_URL: ""\n {2}KAFKA_PASSWORD: ""$/m)
  })

  it.each(parts)('%s in the chart', (part) => {
    const chart = read('infra/k8s/darsi/templates/services.yaml')
    const [, list = ''] = new RegExp(`^ {2}"${part}" \\(list (.*?)\\)`, 'm').exec(chart) ?? []
    const mounted = [...list.matchAll(/"(\w+)"/g)].flatMap(([, name]) => name ?? []).filter(isAccess)
    // the template mounts the Kafka password where the brokers need one
    const ofKafka = wanted(part).filter((name) => name.startsWith('kafka_'))
    expect(ofKafka.length === 0).toBe(part === 'gateway')
    expect([...mounted, ...ofKafka].toSorted()).toEqual(wanted(part).toSorted())
    expect(chart).toContain('(printf "kafka_password_%s" $name)')
    expect(read('infra/k8s/darsi/values.yaml')).toContain('\n  sasl: scram-sha-512\n')
  })

  it('administrators’ passwords are mounted only at the servers and the job that applies the rules', () => {
    const powerful = [
      'kafka_users',
      'kafka_password_broker',
      'mongo_keyfile',
      'mongo_url_operator',
      'mongo_users',
      'redis_users',
    ]
    for (const name of powerful)
      expect(production).toContain(`\n  ${name}: { file: ./secrets/servers/${name} }\n`)
    const holders = [...production.matchAll(/^ {2}([\w-]+):\n(?: {4}.*\n|\n)+/gm)].filter(([text]) =>
      powerful.some((name) => new RegExp(`secrets: \\[.*\\b${name}\\b`).test(text)),
    )
    expect(holders.map(([, name]) => name).toSorted()).toEqual(['access', 'kafka', 'mongo', 'redis'])
  })

  it('the production servers refuse connections without a user', () => {
    expect(block('kafka')).toContain('KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND: "false"')
    expect(block('kafka')).toContain('CONTROLLER://127.0.0.1:9093')
    expect(block('kafka')).toMatch(/SECURITY_PROTOCOL_MAP: CONTROLLER:PLAINTEXT,CLIENTS:SASL_PLAINTEXT\n/)
    expect(block('redis')).toContain('"--aclfile", "/run/secrets/redis_users"')
    expect(read('infra/docker/mongo.sh')).toContain('--keyFile')
    for (const service of services) expect(block(service)).toContain('depends_on: *depends')
  })
})
