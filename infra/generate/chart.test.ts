import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const chart = 'infra/k8s/darsi'

describe('the chart', () => {
  const values = read(`${chart}/values.yaml`)
  const block = (key: string) => new RegExp(`^${key}:(.*)\n((?:(?: +.*)?\n)*)`, 'm').exec(values)

  it.each(globSync('templates/*', { cwd: join(root, chart) }))('%s names only values that exist', (file) => {
    const paths = [...read(`${chart}/${file}`).matchAll(/\.Values\.(\w+)(?:\.(\w+))?/g)]
    const missing = paths.filter(([, key = '', inner]) => {
      const found = block(key)
      if (!found) return true
      return (
        inner !== undefined && !new RegExp(`(?:^ {2}|[{,] )${inner}:`, 'm').test(`${found[1]}\n${found[2]}`)
      )
    })
    expect(missing.map(([path]) => path)).toEqual([])
  })

  it('renders every brace: each block is opened and closed', () => {
    for (const file of globSync(`${chart}/templates/*`, { cwd: root })) {
      const actions = [...read(file).matchAll(/\{\{-?\s*(\/\*)?\s*(\w+)?/g)].map(([, comment, word]) =>
        comment ? '' : word,
      )
      const opened = actions.filter((word) => ['if', 'range', 'with', 'define', 'block'].includes(word ?? ''))
      expect([file, actions.filter((word) => word === 'end').length]).toEqual([file, opened.length])
    }
  })

  it.each(['darsi/values.yaml', 'every-value.yaml'])(
    '%s lets every service out to each port of Redis',
    (file) => {
      const servers = /^servers:.*\n(?: .*\n)*/m.exec(read(`infra/k8s/${file}`))?.[0] ?? ''
      const listed = (key: string) =>
        new RegExp(`\\b${key}: \\[(.*?)\\]`).exec(servers)?.[1]?.split(', ') ?? []
      expect(listed('redisPorts')).not.toEqual([])
      expect(listed('ports')).toEqual(expect.arrayContaining(listed('redisPorts')))
    },
  )

  it('lets the gateway out to several ports of Redis: Sentinels name a master at another one', () => {
    expect(read(`${chart}/templates/network-policies.yaml`)).toContain('"ports" .Values.servers.redisPorts }}')
  })

  it('starts LiveKit again after its secret or its start script has changed', () => {
    const template = read(`${chart}/templates/livekit.yaml`)
    expect(template).toMatch(/^ {8}checksum\/secret: .*"livekit_secret"/m)
    expect(template).toMatch(/^ {8}checksum\/config: .*"files\/livekit.sh"/m)
  })
})
