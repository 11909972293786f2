import { problemStatus } from '@darsi/contracts/problems/problem.ts'
import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createMetrics } from '../observability/metrics.ts'
import { noteRefusal, refusalKind, refusalsOf, unmatched } from './refusals.ts'

const on = { route: 'GET /sessions/:id', isSignedIn: true }
const of = (slug: keyof typeof problemStatus) => ({ slug, status: problemStatus[slug] })

describe('a refused call', () => {
  it.each([
    ['login-failed', 'password'],
    ['password-wrong', 'password'],
    ['mfa-code-wrong', 'code'],
    ['rate-limited', 'limited'],
    ['forbidden', 'forbidden'],
    ['not-found', 'not-found'],
    ['session-ended', 'token'],
  ] as const)('%s is a security event of the kind %s', (slug, kind) => {
    expect(refusalKind(of(slug), on)).toBe(kind)
  })

  it.each(['email-change-link-unknown', 'guardian-link-invalid', 'take-over-invalid'] as const)(
    '%s is a wrong code, whoever tries it',
    (slug) => {
      expect(refusalKind(of(slug), on)).toBe('code')
      expect(refusalKind(of(slug), { ...on, isSignedIn: false })).toBe('code')
    },
  )

  it('is none when it says nothing about an attack', () => {
    expect(refusalKind(of('body-invalid'), on)).toBeNull()
    expect(refusalKind(of('unavailable'), on)).toBeNull()
    expect(refusalKind(of('not-found'), { ...on, isSignedIn: false })).toBeNull()
    expect(refusalKind(of('not-found'), { route: unmatched, isSignedIn: true })).toBeNull()
  })

  it('is counted by kind and route, and logged in one line without personal data', async () => {
    const { refusals, registry } = createMetrics('things')
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const refused = {
      kind: 'password',
      route: 'POST /auth/login',
      slug: 'login-failed',
      correlationId: 'r1',
    } as const
    noteRefusal({ refusals, log }, refused)
    expect(await registry.metrics()).toMatch(
      /security_refusals_total\{kind="password",route="POST \/auth\/login",service="things"\} 1/,
    )
    noteRefusal({ refusals, log: { info: () => {} } }, { ...refused, kind: 'limited' })
    expect(await refusalsOf(refusals)).toBe(2)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      security: 'refused',
      kind: 'password',
      problem: 'login-failed',
    })
  })
})
