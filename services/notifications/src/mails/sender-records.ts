import type { promises as dns } from 'node:dns'

export type Finding = { isGood: boolean; text: string }
export type Resolver = Pick<dns.Resolver, 'resolveTxt' | 'resolveMx'>

/** Names under which relays publish their DKIM keys; there is no list of a domain's own. */
const commonSelectors = [
  ...['default', 'dkim', 'mail', 'smtp', 'key1', 's1', 's2', 'k1', 'k2', 'k3'],
  ...[
    'selector1',
    'selector2',
    'google',
    'brevo1',
    'brevo2',
    'mailjet',
    'mxvault',
    'zmail',
    'fm1',
    'ovhmo-selector-1',
  ],
]

/**
 * Whether the domain of the sender has the records by which mail servers tell its mails from forged ones (RFC 7208,
 * 6376, 7489), and a server that takes answers and bounces.
 * @param selector of the DKIM key, as the relay names it; without it the common ones are tried
 */
export async function checkSender(from: string, selector: string, resolver: Resolver): Promise<Finding[]> {
  try {
    return await checkRecords(from, selector, resolver)
  } catch (error) {
    if (!isResolverError(error)) throw error
    return [
      {
        isGood: false,
        text: `DNS: no answer (${error.message}). Call this again; look at /etc/resolv.conf.`,
      },
    ]
  }
}

async function checkRecords(from: string, selector: string, resolver: Resolver): Promise<Finding[]> {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const texts = async (name: string): Promise<string[]> => {
    const found = await orNone(resolver.resolveTxt(name))
    return found.map((parts) => parts.join(''))
  }
  const spf = (await texts(domain)).filter((text) => /^v=spf1\b/i.test(text))
  const dmarc = (await texts(`_dmarc.${domain}`)).filter((text) => /^v=DMARC1\b/i.test(text))
  const asked = selector ? [selector] : commonSelectors
  const keys = await Promise.all(
    asked.map(async (name) => ({ name, found: (await texts(`${name}._domainkey.${domain}`)).some(isKey) })),
  )
  const key = keys.find(({ found }) => found)
  const servers = await orNone(resolver.resolveMx(domain))
  return [
    finding(spf.length === 1 && !/[+?]all\b/i.test(spf[0] ?? ''), {
      good: `SPF: ${spf[0]}`,
      bad:
        spf.length > 1
          ? `SPF: ${domain} has ${spf.length} records, so none counts. Keep one.`
          : spf[0]
            ? `SPF: "${spf[0]}" lets everyone send. End it with -all or ~all.`
            : `SPF: ${domain} names no server. Add the TXT record that your relay gives, for example "v=spf1 include:… -all".`,
    }),
    finding(key !== undefined, {
      good: `DKIM: the key ${key?.name} is there`,
      bad: selector
        ? `DKIM: ${selector}._domainkey.${domain} has no key. Add the record that your relay gives.`
        : `DKIM: no key under a common name. Ask your relay for its selector and call this again with --selector.`,
    }),
    finding(dmarc.length === 1, {
      good: `DMARC: ${dmarc[0]}`,
      bad: `DMARC: add the TXT record _dmarc.${domain} "v=DMARC1; p=quarantine".`,
    }),
    finding(servers.length > 0, {
      good: `MX: ${servers.map(({ exchange }) => exchange).join(', ')} takes answers`,
      bad: `MX: nothing takes mail for ${domain}, so bounces are lost.`,
    }),
  ]
}

const isKey = (text: string) => /\bp=[A-Za-z0-9+/]/.test(text)
const finding = (isGood: boolean, { good, bad }: { good: string; bad: string }): Finding => ({
  isGood,
  text: isGood ? good : bad,
})

const isResolverError = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'syscall' in error && 'code' in error

/** A name without such records is an answer too; a resolver that does not answer is not. */
async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer
  } catch (error) {
    if (isResolverError(error) && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')) return []
    throw error
  }
}
