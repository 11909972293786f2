import { request } from 'node:http'
import { call, password, registration, someAddress } from '../support/api.ts'
import { site } from '../support/site.ts'

export type Reply = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  body: Readonly<Record<string, unknown>>
}
export type Sending = {
  token?: string | undefined
  /** The body as JSON. */
  body?: unknown
  /** The body as it is, where it should not be valid JSON. */
  text?: string
  /** The body as a file. */
  file?: { type: string; bytes: Uint8Array } | undefined
  headers?: Readonly<Record<string, string | string[]>>
  /** Another client address, if the machine's loopback network has more than one. */
  from?: string
}

/** Sends requests that fetch would refuse or normalize: any path, any header, from any loopback address. */
export function send(
  key: string,
  { token, body, text, file, headers = {}, from }: Sending = {},
): Promise<Reply> {
  const [method = 'GET', path = ''] = key.split(' ')
  const payload = file?.bytes ?? text ?? (body === undefined ? undefined : JSON.stringify(body))
  const { port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        timeout: 20_000,
        ...(from && process.platform === 'linux' && { localAddress: from }),
        headers: {
          ...(payload !== undefined && {
            'content-type': file?.type ?? 'application/json',
            'content-length': String(Buffer.byteLength(payload)),
          }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const all = Buffer.concat(chunks).toString()
          const { statusCode: status = 0, headers: own } = answer
          resolve({ status, headers: own, text: all, body: all.startsWith('{') ? JSON.parse(all) : {} })
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${key} was not answered`)))
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

export type Person = { email: string; token: string; id: string; cookie: string }

/** A teacher with a session. Teachers may sign in without opening a mailed link. */
export async function someone(): Promise<Person> {
  const email = someAddress('abuse')
  const registered = await call('POST /auth/register', { body: registration('teacher', email) })
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}`)
  return logIn(email, password)
}

export async function logIn(email: string, secret: string): Promise<Person> {
  const answer = await send('POST /api/auth/login', { body: { email, password: secret } })
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}`)
  // `as`: the sign-in's own answer
  const { token, user } = answer.body as { token: string; user: { id: string } }
  return { email, token, id: user.id, cookie: cookieOf(answer) }
}

/** The refresh cookie as the browser would send it. */
export function cookieOf({ headers }: Reply): string {
  return [headers['set-cookie'] ?? ''].flat()[0]?.split(';')[0] ?? ''
}
