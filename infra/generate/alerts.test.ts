import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outerTables } from '@darsi/contracts/calls/tables.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { describe, expect, it } from '@jest/globals'

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const read = (file: string) => readFileSync(path(file), 'utf8')
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const rules = read('infra/observability/alerts.yml')
const alerts = named(rules, /^ +- alert: (\w+)$/gm)

describe('each alert', () => {
  it('is a rule of its own', () => {
    expect(alerts.length).toBeGreaterThan(35)
    expect(new Set(alerts).size).toBe(alerts.length)
  })

  it('fires in a promtool test', () => {
    const tests = ['alerts', 'alerts-slow']
      .map((name) => read(`infra/observability/${name}.test.yml`))
      .join('\n')
    const fired = new Set(named(tests, /alertname: (\w+)\n +exp_alerts:\n/g))
    expect(alerts.filter((alert) => !fired.has(alert))).toEqual([])
  })

  it('links to its own section of docs/emergencies.md', () => {
    const links = named(rules, /^ +runbook_url: "(.*)"$/gm)
    expect(links).toEqual(alerts.map((alert) => `docs/emergencies.md#${alert.toLowerCase()}`))
    const headings = named(read('docs/emergencies.md'), /^### (\w+)$/gm)
    expect(headings.toSorted()).toEqual(alerts.toSorted())
  })
})

describe('each expression of the rules', () => {
  // promtool invents the series of its tests, so it cannot notice a metric that no process has
  it('reads metrics that a process registers, or a program that docs/reference.md names', async () => {
    const known = await registered()
    const missing = metricsIn(expressions).filter(
      (metric) => !known.has(metric) && !ofExporters.has(metric) && !recorded.has(metric),
    )
    expect(missing).toEqual([])
  })

  it('names buckets that exist, also as Prometheus 3 writes them: 1 as 1.0', () => {
    const text = readFileSync(metricsFile, 'utf8')
    const buckets = named(text, /buckets: \[(.*)\]/g).flatMap((list) => list.split(', '))
    const names = new Set(named(expressions.join('\n'), /\ble=~?"(.*?)"/g))
    expect(names.size).toBe(3)
    for (const name of names) {
      const values = name.split('|')
      expect(buckets).toContain(values[0])
      expect(values.some((value) => value.includes('.'))).toBe(true)
    }
  })

  it('names routes of the gateway', () => {
    const routes = Object.values(outerTables).flatMap((table) => Object.keys(table))
    for (const route of named(expressions.join('\n'), /\broute="(.*?)"/g)) expect(routes).toContain(route)
  })
})

const metricsFile = new URL('../../packages/kit/src/observability/metrics.ts', import.meta.url)
const expressions = [...rules.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
  ([, block, line]) => block ?? line ?? '',
)
const recorded = new Set(named(rules, /^ +- record: (\S+)$/gm))

/** Prometheus, the node exporter, the blackbox exporter, the exporter of MongoDB, the backup job and LiveKit. */
const ofExporters = new Set([
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
  'probe_success',
  'darsi_backup_timestamp_seconds',
  'mongodb_rs_members_health',
  'mongodb_rs_members_optimeDate',
  'livekit_participant_total',
  'livekit_node_packet_total',
])

/** Metrics of Node and of every process, and those that our sources name. */
async function registered(): Promise<Set<string>> {
  const common = await createMetrics('test').registry.getMetricsAsJSON()
  const folder = new URL('../../', import.meta.url)
  const sources = globSync('{packages/kit,services/*,gateway}/src/**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .filter((text) => /readGauge|new (?:Gauge|Counter|Histogram)\b/.test(text))
  const ours = sources.flatMap((text) => named(text, /(?:name: |\[)'([a-z]\w+)'/g))
  return new Set([...common.map(({ name }) => name), ...ours])
}

/** What is left of PromQL without strings, ranges, groupings, functions and operators. */
function metricsIn(texts: readonly string[]): string[] {
  const bare = texts
    .join('\n')
    .replaceAll(/\{.*?\}|\[.*?\]|\b(?:by|on) \(.*?\)/g, ' ')
    .replaceAll(/\b(?:and|or|unless|bool|offset)\b/g, ' ')
  const names = named(bare, /(?<![\w:.])([a-z][\w:]*)(?![\w:]|\s*\()/g)
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count)$/, '')))]
}

/** The configuration that Alertmanager starts with. */
function alertmanagerConfig(more: Record<string, string> = {}): string {
  const file = join(tmpdir(), `alertmanager-${process.pid}.yml`)
  const addresses = {
    ALERT_SMTP: 'mail:25',
    ALERT_MAIL_FROM: 'a@darsi.example',
    ALERT_MAIL_TO: 'b@darsi.example',
  }
  const program = { ALERT_CONFIG: file, ALERT_PROGRAM: 'true', PATH: process.env['PATH'] }
  const env = { ...addresses, ...program, ...more }
  execFileSync('sh', [path('infra/observability/alertmanager.sh')], { env, stdio: 'pipe' })
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  return text
}

it('the alert that always fires is sent at each flush of its group, every five minutes', () => {
  const [, group, repeat] =
    /receiver: watchdog\n.*\n +group_interval: (\d+)m\n +repeat_interval: (\d+)m\n/.exec(
      alertmanagerConfig(),
    ) ?? []
  expect(Number(group)).toBe(5)
  expect(Number(repeat)).toBeLessThan(5)
})

it('on a public site Alertmanager does not start while its alerts would reach nobody', () => {
  const site = { PUBLIC_URL: 'https://darsi.example' }
  const watchdog = { ALERT_WATCHDOG_URL: 'https://watch.example' }
  expect(() => alertmanagerConfig(site)).toThrow('ALERT_WATCHDOG_URL')
  expect(() => alertmanagerConfig({ ...site, ...watchdog, ALERT_SMTP: 'maildev:1025' })).toThrow('ALERT_SMTP')
  expect(alertmanagerConfig({ ...site, ...watchdog })).toContain('watch.example')
})

it('keys can be rotated in Kubernetes: the Secret is updated, the pods restart, and the counts are read', () => {
  const [, section = ''] = /^## Keys\n([\s\S]*)/m.exec(read('docs/reference.md')) ?? []
  expect(section).toMatch(
    /create secret generic darsi --from-file=secrets --dry-run=client -o yaml \| kubectl apply -f -\n/,
  )
  expect(section).toMatch(/helm upgrade .*\n[\s\S]*kubectl exec [\s\S]*sealed_by_old_keys/)
})

it('Prometheus starts with links to the operator’s copy of the runbook, and calls a public site from outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  const start = (site: string) => {
    const program = { PROMETHEUS_FOLDER: folder, PROMETHEUS_PROGRAM: 'true', PATH: process.env['PATH'] }
    const settings = {
      PROMETHEUS_RULES: path('infra/observability/alerts.yml'),
      RUNBOOKS: 'https://git.example/book',
    }
    const env = { ...program, ...settings, PUBLIC_URL: site }
    execFileSync('sh', [path('infra/observability/prometheus.sh')], { env, stdio: 'pipe' })
    return JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))
  }
  expect(start('http://localhost:8080')).toEqual([])
  expect(start('https://darsi.example')).toEqual([{ targets: ['https://darsi.example'] }])
  const links = named(readFileSync(join(folder, 'alerts.yml'), 'utf8'), /runbook_url: "(.*)#/g)
  expect(new Set(links)).toEqual(new Set(['https://git.example/book']))
  rmSync(folder, { recursive: true })
})

it('the overlay itself has what alerts on disk, certificate and backup read', () => {
  const overlay = readFileSync(path('docker-compose.observability.yml'), 'utf8')
  const scraped = readFileSync(path('infra/observability/prometheus.yml'), 'utf8')
  const exporters = {
    'node-exporter:9100': /targets: \["([^"]+)"\]/g,
    'blackbox:9115': /replacement: "([^"]+)"/g,
  }
  for (const [address, pattern] of Object.entries(exporters)) {
    expect(named(scraped, pattern)).toContain(address)
    expect(overlay).toMatch(new RegExp(`^ {2}${address.split(':')[0]}:\\n(?: {4}.*\\n)* {4}image: `, 'm'))
  }
  // ./darsi backup writes the time of each copy there
  expect(overlay).toContain('--collector.textfile.directory=/metrics')
  expect(overlay).toMatch(/backups\}\/metrics:\/metrics:ro/)
})

it('the runbook has a section for each server that is down and each emergency', () => {
  const [, section = ''] = /^## Emergencies\n([\s\S]*?)^## /m.exec(read('docs/emergencies.md')) ?? []
  const headings = named(section, /^### (.+)$/gm)
  expect(headings).toEqual([
    'The site does not open',
    'Data is lost or wrong',
    'Kafka is down',
    'MongoDB is down',
    'Redis is down',
    'Many dead letters',
    'The mail server refuses mail',
    'A lost second factor',
    'A key has leaked',
    'A disk is full',
  ])
})

it('the runbook of a leaked key names the keys of voice, push messages and the bucket', () => {
  const [, section = ''] = /^### Leaked keys\n([\s\S]*?)^## /m.exec(read('docs/reference.md')) ?? []
  const rows = named(section, /^- \*\*(.*?)\*\*/gm).join()
  for (const key of ['LIVEKIT_SECRET', 'PUSH_KEY', 's3_secret_key']) expect(rows).toContain(key)
})
