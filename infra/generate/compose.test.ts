import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { schemas } from './configuration.ts'

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
const variables = [...new Set(Object.values(schemas).flatMap((schema) => Object.keys(schema.shape)))]

// each service has a database of its own there already
const withoutNeed = ['MONGO_DB']

it('docker-compose.yml hands on every variable that docs/reference.md names', () => {
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

it('production Redis refuses writes long before its container is full, so that the kernel does not kill it', () => {
  const production = readFileSync(new URL('../../docker-compose.production.yml', import.meta.url), 'utf8')
  const [, redis = ''] = /^ {2}redis:\n((?: {4}.*\n|\n)+)/m.exec(production) ?? []
  const [, most] = /"--maxmemory", "(\d+)mb"/.exec(redis) ?? []
  const [, limit] = /memory: (\d+)M /.exec(redis) ?? []
  // rewriting the append-only file copies the pages that change meanwhile
  expect(Number(most)).toBeLessThanOrEqual(Number(limit) / 2)
})

it('front ends reach the gateway alone, and the servers are on networks that lead nowhere else', () => {
  const networksOf = (part: string) => {
    const [, block = ''] = new RegExp(`^ {2}${part}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose) ?? []
    const own = /^ {4}networks: \[(.*)\]$/m.exec(block)?.[1]
    const shared = /<<: \*([\w-]+)/.exec(block)?.[1]
    const [, anchor = ''] = new RegExp(`^x-${shared}: &${shared}\\n((?: {2}.*\\n)+)`, 'm').exec(compose) ?? []
    return (own ?? /^ {2}networks: \[(.*)\]$/m.exec(anchor)?.[1] ?? '').split(', ')
  }
  const pages = ['shell', 'student', 'teacher', 'parent', 'admin', 'super-admin']
  for (const page of pages)
    expect(networksOf(page === 'shell' ? page : `dashboard-${page}`)).toEqual(['pages'])
  expect(networksOf('gateway')).toEqual(['pages', 'inside', 'cache'])
  expect([networksOf('kafka'), networksOf('mongo'), networksOf('redis')]).toEqual([
    ['data'],
    ['data'],
    ['cache'],
  ])
  expect(networksOf('availability')).toEqual(['inside', 'data'])
  expect(networksOf('users')).toEqual(['inside', 'data', 'cache'])
  for (const server of ['data', 'cache']) expect(compose).toContain(`\n  ${server}: { internal: true }\n`)
})

it('the TLS overlay has what the site needs: its address, a certificate that is kept, a stream without a buffer, and no error while the gateway is replaced', () => {
  const overlay = readFileSync(new URL('../../docker-compose.tls.yml', import.meta.url), 'utf8')
  const caddyfile = readFileSync(new URL('../docker/Caddyfile', import.meta.url), 'utf8')
  expect(overlay).toContain('ports: ["80:80", "443:443", "443:443/udp"]')
  expect(overlay).toContain('"./infra/docker/Caddyfile:/etc/caddy/Caddyfile:ro", "caddy:/data"')
  const given = [...overlay.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
  const read = [...caddyfile.matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name]) => name)
  expect(given.toSorted()).toEqual(read.toSorted())
  expect(caddyfile).toContain('flush_interval -1')
  expect(caddyfile).toContain('lb_try_duration 20s')
  // one proxy before the gateway, whose address of the client is believed
  const production = readFileSync(new URL('../../docker-compose.production.yml', import.meta.url), 'utf8')
  expect(production).toMatch(/TRUST_PROXY_HOPS: .*:-1\}/)
})

it('no image name leads to the Docker Hub', () => {
  const production = readFileSync(new URL('../../docker-compose.production.yml', import.meta.url), 'utf8')
  const ours = [...`${compose}${production}`.matchAll(/^ {4}image: (\S*darsi\S*)$/gm)].map(([, name]) => name)
  expect(ours.length).toBeGreaterThan(12)
  for (const name of ours)
    expect(name).toMatch(/^\$\{DARSI_REGISTRY:-localhost\/darsi\}\/[\w-]+:\$\{DARSI_TAG:-latest\}$/)
})
