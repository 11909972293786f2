import { languages } from '@darsi/contracts/reference/languages.ts'
import { testEventKey } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { schema } from '../config.ts'
import { texts } from '../mails/texts.ts'
import { smsCodeText, smsGroup, smsText } from './sms-text.ts'
import { outcomeOf } from './sms-transport.ts'

describe('a text message', () => {
  // 70 characters fit into one message also in Arabic
  it.each(languages)('in %s is short, names nobody and has no link', (language) => {
    const groups = Object.keys(texts.en.sms).filter((group) => group !== 'code')
    const all = [
      smsCodeText('123456', language),
      // `as`: Object.keys loses the key type
      ...groups.map((group) => smsText(group as Parameters<typeof smsText>[0], language)),
    ]
    for (const text of all) {
      expect(text.length).toBeLessThanOrEqual(70)
      expect(text).not.toMatch(/https?:|www\.|\/|\{/)
    }
  })

  it('is made for what cannot wait, and for nothing else', () => {
    expect(['lesson-cancelled', 'guardian-consent', 'safety-alert'].map(smsGroup)).toEqual([
      'lesson',
      'consent',
      'safety',
    ])
    expect(['message-received', 'report-written', 'new-device'].map(smsGroup)).toEqual([null, null, null])
  })

  it.each([
    [200, 'sent'],
    [202, 'sent'],
    [400, 'refused'],
    [422, 'refused'],
    [401, 'later'],
    [429, 'later'],
    [500, 'later'],
    [502, 'unknown'],
    [504, 'unknown'],
  ])('answered with %i is %s', (status, kind) => expect(outcomeOf(status, null).kind).toBe(kind))
})

describe('the provider', () => {
  const { SMS_URL: url, SMS_SENDER: sender } = schema.shape
  it.each(['https://api.telnyx.com/v2/messages', 'http://127.0.0.1:9000/sms'])('may be %s', (address) =>
    expect(url.safeParse(address).success).toBe(true),
  )
  it.each(['http://api.telnyx.com/v2/messages', 'http://10.0.0.1/sms', 'ftp://x', 'no address'])(
    'may not be %s',
    (address) => expect(url.safeParse(address).success).toBe(false),
  )
  it.each(['Darsi', '+21671000000'])('takes the sender %s', (name) =>
    expect(sender.safeParse(name).success).toBe(true),
  )
  it('needs a token and a sender', () => {
    const settings = {
      ...{ PORT: '1', MONGO_URL: 'mongodb://x', KAFKA_BROKERS: 'x:1', REDIS_URL: 'redis://x' },
      ...{ EVENT_KEY: testEventKey, MAIL_KEY: testEventKey, PUSH_KEY: testEventKey, SMTP_URL: 'smtp://x' },
      ...{ EVENT_SIGNING_KEYS: '{}', EVENT_JWKS: '{}', IDENTITY_JWKS: '{}', PUBLIC_URL: 'https://darsi.tn' },
    }
    const url = 'https://sms.example/send'
    expect(schema.safeParse(settings).success).toBe(true)
    expect(schema.safeParse({ ...settings, SMS_URL: url }).success).toBe(false)
    expect(schema.safeParse({ ...settings, SMS_URL: url, SMS_TOKEN: 't', SMS_SENDER: 'Darsi' }).success).toBe(
      true,
    )
  })
})
