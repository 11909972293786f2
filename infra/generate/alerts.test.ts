import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
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

  it('has a row in docs/operations.md that says what to look at and what to do', () => {
    const rows = read('docs/operations.md').split('\n')
    const described = new Set(
      rows
        .filter((row) => /^\| \w/.test(row) && row.split(' | ').length === 3)
        .flatMap((row) => row.slice(2).split(' | ')[0]?.split(', ') ?? []),
    )
    expect(alerts.filter((alert) => !described.has(alert))).toEqual([])
  })
})

it('the runbook has a section for each server that is down and each emergency', () => {
  const headings = named(read('docs/operations.md'), /^#### (.+)$/gm)
  expect(headings).toEqual([
    'Kafka is down',
    'MongoDB is down',
    'Redis is down',
    'Many dead letters',
    'The mail server refuses mail',
    'A key has leaked',
    'A disk is full',
  ])
})
