import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { deliveryStatus } from '../../../test/imap-server.ts'
import { readReturned } from './delivery-status.ts'
import { createReturnPath } from './return-path.ts'

const address = 'bounces+0123@example.tn'
const read = (text: string) => readReturned(Buffer.from(text.replaceAll('\n', '\r\n')))

describe('a delivery status', () => {
  it.each([
    ['an unknown user', { status: '5.1.1' }, 'permanent'],
    ['a closed mailbox', { status: '5.2.1' }, 'permanent'],
    ['a failure without a class', { status: '5.0.0' }, 'permanent'],
    ['a full mailbox', { status: '5.2.2' }, 'temporary'],
    ['a server that gave up', { status: '4.4.7' }, 'temporary'],
    ['a refused content', { status: '5.7.1' }, 'temporary'],
    ['a delay', { action: 'delayed', status: '4.4.1' }, null],
    ['a delivery', { action: 'delivered', status: '2.0.0' }, null],
  ])('of %s', async (_, fields, failure) => {
    expect(await read(deliveryStatus(address, fields))).toEqual({ recipients: [address], failure })
  })

  it('is no automatic answer, no text about one, and nothing that cannot be read', async () => {
    const status = deliveryStatus(address)
    const answer = `To: ${address}\nSubject: I am away\nAuto-Submitted: auto-replied\n\n${status}`
    expect(await read(answer)).toEqual({ recipients: [address], failure: null })
    expect(await read('')).toEqual({ recipients: [], failure: null })
  })
})

describe('the return address of a mail', () => {
  const keys = randomBytes(32).toString('base64')
  const path = createReturnPath('bounces@Example.tn', keys)
  const code = path.codeOf('welcome-1-1')

  it('names the mail, in whatever case a server writes it', () => {
    expect(path.codeIn(path.addressOf(code))).toBe(code)
    expect(path.codeIn(path.addressOf(code).toUpperCase())).toBe(code)
    expect(path.codeOf('welcome-1-2')).not.toBe(code)
    // RFC 5321: at most 64 bytes before the @
    expect(path.addressOf(code).split('@')[0]?.length).toBeLessThanOrEqual(64)
  })

  it('cannot be made without the key, and other addresses name none', () => {
    const other = createReturnPath('bounces@example.tn', randomBytes(32).toString('base64'))
    expect(other.codeOf('welcome-1-1')).not.toBe(code)
    for (const found of [
      `bounces+${code}@example.com`,
      `x+${code}@example.tn`,
      'bounces@example.tn',
      `bounces+${code}x@example.tn`,
    ])
      expect(path.codeIn(found)).toBeNull()
  })
})
