import { describe, expect, it } from '@jest/globals'
import { checkSender, type Resolver } from './sender-records.ts'

type Zone = { txt?: Record<string, string[]>; mx?: string[] }

function zone({ txt = {}, mx = [] }: Zone): Resolver {
  const missing = () =>
    Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND', syscall: 'queryTxt' }))
  return {
    resolveTxt: (name: string) => (txt[name] ? Promise.resolve(txt[name].map((text) => [text])) : missing()),
    resolveMx: async () =>
      mx.length > 0 ? mx.map((exchange) => ({ exchange, priority: 10 })) : await missing(),
  }
}

const complete = {
  txt: {
    'darsi.test': ['google-site-verification=x', 'v=spf1 include:relay.test -all'],
    'brevo1._domainkey.darsi.test': ['k=rsa;p=MIGfMA0'],
    '_dmarc.darsi.test': ['v=DMARC1; p=quarantine'],
  },
  mx: ['mx.darsi.test'],
}
const of = async (records: Zone, selector = '') =>
  (await checkSender('no-reply@darsi.test', selector, zone(records))).map(
    ({ isGood, text }) => `${isGood ? '+' : '-'} ${text.split(':')[0]}`,
  )

describe('the records of the sender', () => {
  it('are complete', async () => {
    expect(await of(complete)).toEqual(['+ SPF', '+ DKIM', '+ DMARC', '+ MX'])
  })

  it('are missing, each with the record to add', async () => {
    const found = await checkSender('no-reply@darsi.test', '', zone({}))
    expect(found.map(({ isGood }) => isGood)).toEqual([false, false, false, false])
    expect(found[2]?.text).toContain('_dmarc.darsi.test "v=DMARC1; p=quarantine"')
  })

  it.each([
    ['two, so none counts', ['v=spf1 -all', 'v=spf1 a -all']],
    ['open to everyone', ['v=spf1 +all']],
    ['undecided about everyone', ['v=spf1 a ?all']],
  ])('SPF is refused: %s', async (_why, records) => {
    expect((await of({ ...complete, txt: { ...complete.txt, 'darsi.test': records } }))[0]).toBe('- SPF')
  })

  it('a key under another name is found by its selector only, and a withdrawn key is none', async () => {
    const txt = { ...complete.txt, 'relay7._domainkey.darsi.test': ['v=DKIM1; p=MIGf'] }
    expect((await of({ txt }, 'relay7'))[1]).toBe('+ DKIM')
    expect((await of({ txt: { 'relay7._domainkey.darsi.test': ['v=DKIM1; p='] } }, 'relay7'))[1]).toBe(
      '- DKIM',
    )
  })

  it('a resolver that does not answer is no missing record', async () => {
    const away = () =>
      Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT', syscall: 'queryTxt' }))
    expect(await checkSender('a@darsi.test', '', { resolveTxt: away, resolveMx: away })).toEqual([
      { isGood: false, text: expect.stringContaining('DNS: no answer (queryTxt ETIMEOUT)') },
    ])
  })
})
