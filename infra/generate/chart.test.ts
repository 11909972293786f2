import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
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
    expect(read(`${chart}/templates/network-policies.yaml`)).toContain(
      '"ports" .Values.servers.redisPorts }}',
    )
  })

  it('starts as many processes of notifications as the live streams of a country need, with memory for each', () => {
    const [, , country] =
      /^\| processes of notifications for live streams \|.*\| (\d+) \| (\d+) \| \d+ \|$/m.exec(
        read('docs/reference.md'),
      ) ?? []
    const [, min, limit] =
      /^ {2}notifications:\n(?: +#.*\n)*.*\bmin: (\d+)[^\n]*\n.*limits: \{ memory: (\d+)Mi/m.exec(values) ??
      []
    expect(Number(min)).toBeGreaterThanOrEqual(Number(country))
    // with one process fewer: 169 MB, and 22 kB for each of 25,000 streams
    const needed = 169e6 + (25_000 / (Number(country) - 1)) * 22e3
    expect(Number(limit) * 2 ** 20).toBeGreaterThan(needed)
    const [, grown] = /type: memory\n.*\n.* value: (\d+)Mi/.exec(read(`${chart}/templates/keda.yaml`)) ?? []
    expect(Number(grown)).toBeLessThan(Number(limit))
  })

  it('lets users and classroom out to the bucket of uploaded files, at the port of its address', () => {
    const policies = read(`${chart}/templates/network-policies.yaml`).split(/^---$/m)
    const policy = policies.find((text) => text.includes('name: files-to-bucket')) ?? ''
    expect(policy).toContain('values: [users, classroom]')
    expect(policy).toContain('urlParse .Values.files.bucket')
    expect(policy).toContain('"namespace" .Values.files.namespace "cidrs" .Values.files.cidrs')
    expect(read('docs/reference.md')).toMatch(/^ +files: \{ bucket: "https:.*", cidrs: \[/m)
  })

  it('is rendered by k8s:check with another value for each condition of a template', () => {
    const files = ['every-value', 'other-branches'].map((name) => read(`infra/k8s/${name}.yaml`))
    const checks = read('infra/local/checks/manifests.ts')
    for (const name of ['every-value', 'other-branches']) expect(checks).toContain(`infra/k8s/${name}.yaml`)
    const conditions = globSync(`${chart}/templates/*`, { cwd: root }).flatMap((file) => [
      ...read(file).matchAll(/\{\{-? *(?:if|with) [^}]*\}\}/g),
    ])
    const keys = conditions.flatMap(([text]) => [...text.matchAll(/\.Values(?:\.\w+)*\.(\w+)/g)])
    const unset = keys.filter(([, key]) => !new RegExp(`\\b${key}[:=]`).test([...files, checks].join('\n')))
    expect(keys.length).toBeGreaterThan(10)
    expect(unset.map(([path]) => path)).toEqual([])
  })

  it('may grow to the processes of classroom that the online lessons of a country need', () => {
    const [, country] =
      /^\| classroom \|.*\| ([\d.]+) \| ([\d.]+) \| [\d.]+ \|$/m.exec(read('docs/reference.md'))?.slice(1) ??
      []
    const [, max] = /^ {2}classroom:\n.*\bmax: (\d+)/m.exec(values) ?? []
    expect(Number(max)).toBeGreaterThanOrEqual(Number(country))
  })

  it('starts LiveKit again after its secret or its start script has changed', () => {
    const template = read(`${chart}/templates/livekit.yaml`)
    expect(template).toMatch(/^ {8}checksum\/secret: .*"livekit_secret"/m)
    expect(template).toMatch(/^ {8}checksum\/config: .*"files\/livekit.sh"/m)
  })
})

const ingress = readFileSync(new URL('../k8s/darsi/templates/ingress.yaml', import.meta.url), 'utf8')

it('the ingress of the chart accepts the largest file that people may upload', () => {
  const [, size = '', unit = ''] = /proxy-body-size: (\d+)([km])$/m.exec(ingress) ?? []
  expect(Number(size) * 1024 * (unit === 'm' ? 1024 : 1)).toBeGreaterThanOrEqual(fileLimit)
})
