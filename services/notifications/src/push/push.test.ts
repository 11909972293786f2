import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createEndpointCheck, knownPushHosts } from './push-hosts.ts'
import { pushKeysIn } from './push-keys.ts'
import { pushGroup } from './push-text.ts'
import { quietUntil } from './quiet-hours.ts'

describe('the endpoint of a device', () => {
  const mayCall = createEndpointCheck(`${knownPushHosts},http://127.0.0.1:9000`)
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'http://127.0.0.1:9000/abc',
  ])('%s is one of a known push service', (endpoint) => expect(mayCall(endpoint)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://push.apple.com.evil.example/abc',
    'https://evilnotify.windows.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'https://[::1]/abc',
    'http://127.0.0.1:9001/abc',
    'http://mongo:27017/',
    'file:///etc/passwd',
    'no address',
  ])('%s is refused', (endpoint) => expect(mayCall(endpoint)).toBe(false))
})

describe('quiet hours', () => {
  const at = (time: string) => new Date(`2026-11-22T${time}:00.000Z`)
  // Tunis is an hour ahead of UTC
  it.each([
    ['22:30', '06:00', { from: 21, to: 7 }],
    ['20:00', '06:00', { from: 21, to: 7 }],
    ['03:00', '06:00', { from: 21, to: 7 }],
    ['12:00', '13:00', { from: 12, to: 14 }],
  ])('at %s (UTC) a push waits until %s', (now, until, quiet) => {
    expect(quietUntil(at(now), quiet)?.toISOString().slice(11, 16)).toBe(until)
  })
  it.each([
    ['19:59', { from: 21, to: 7 }],
    ['06:00', { from: 21, to: 7 }],
    ['10:59', { from: 12, to: 14 }],
    ['23:00', { from: 7, to: 7 }],
    ['23:00', null],
  ])('at %s (UTC) it does not wait', (now, quiet) => expect(quietUntil(at(now), quiet)).toBeNull())
})

describe('a push message', () => {
  it('names the kind of notice, and nothing about safety', () => {
    expect(['lesson-booked', 'connection-requested', 'report-written', 'new-device'].map(pushGroup)).toEqual([
      'lesson',
      'request',
      'lesson',
      'account',
    ])
    expect(['safety-alert', 'safety-stopped', 'age-asked'].map(pushGroup)).toEqual([
      'other',
      'other',
      'other',
    ])
  })
})

describe('the keys of push messages', () => {
  it('are pairs of P-256, the first for new devices', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)]
    const pairs = pushKeysIn(`${first.toString('base64')},${second.toString('base64')}`)
    expect(pairs).toHaveLength(2)
    expect(Buffer.from(pairs[0].publicKey, 'base64url')).toHaveLength(65)
    expect(pairs[1]?.privateKey).toBe(second.toString('base64url'))
  })
})
