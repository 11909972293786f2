import { wireAttacks } from '@darsi/kit/testing/attacks.ts'
import { raw } from '@darsi/kit/testing/wire.ts'
import { describe, expect, it } from '@jest/globals'
import { gatewayOfFile } from './harness.ts'

const gateway = await gatewayOfFile({ timeouts: { headersMs: 700, requestMs: 1200, fileMs: 2400 } })

describe('the gateway refuses', () => {
  it.each(wireAttacks)('%s', async (_name, bytes, status) => {
    const before = gateway.seen.length
    const answer = await raw(gateway.port, bytes)
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/^content-type: application\/problem\+json/im)
    expect(answer.head).toMatch(/^x-content-type-options: nosniff/im)
    expect(answer.body).not.toMatch(/ {4}at |node_modules|\/src\//)
    // a body that never ends has a valid head: its upstream call is aborted, not prevented
    if (status !== 408) expect(gateway.seen.slice(before)).toEqual([])
  })

  it(`more than 40 kinds of abuse (${wireAttacks.length})`, () => {
    expect(wireAttacks.length).toBeGreaterThanOrEqual(40)
  })

  it('a body that arrives too slowly, in the language of its page', async () => {
    const head = ['POST /api/contact HTTP/1.1', 'Host: darsi.example', 'Accept-Language: fr-TN,fr;q=0.9']
    const answer = await raw(
      gateway.port,
      [...head, 'Content-Type: application/json', 'Content-Length: 100', '', '{'].join('\r\n'),
    )
    expect(answer.status).toBe(408)
    expect(Buffer.from(answer.body, 'latin1').toString()).toContain('La requête')
  })

  it('and still serves everyone else', async () => {
    const answer = await fetch(`${gateway.url}/api/statistics/basic`)
    expect(answer.status).toBe(200)
  })
})
