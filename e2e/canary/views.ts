import { mailsTo } from '../support/mail.ts'
import { must, one, type Person } from '../support/people.ts'
import { site } from '../support/site.ts'
import { reads } from './calls.ts'

/** Everything that a person can read: every call with every id, the mails, the calendar feed. */
export async function viewsOf(reader: Person, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const views = new Map<string, string>()
  const paths = reads
    .filter(({ path }) => !path.endsWith('/stream') && !path.startsWith('/calendar'))
    .flatMap(({ path }) => (path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/, id)) : [path]))
  for (const path of paths) views.set(path, await textOf(`${site.url}/api${path}`, reader.token))
  const { url } = one(await must('GET /me/calendar', { token: reader.token }))
  views.set('calendar feed', await textOf(String(url)))
  for (const mail of await mailsTo(reader.email))
    views.set(`mail ${mail.id} ${mail.subject}`, JSON.stringify(mail))
  return views
}

async function textOf(url: string, token?: string): Promise<string> {
  const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

/** Listens to the live stream from now on. @returns what arrived, and how to stop */
export function listen({ token }: Person) {
  const stop = new AbortController()
  let heard = ''
  const listening = (async () => {
    const answer = await fetch(`${site.url}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    for await (const chunk of answer.body ?? []) heard += Buffer.from(chunk).toString()
  })().catch(() => {})
  return {
    heard: () => heard,
    stop: async () => {
      stop.abort()
      await listening
    },
  }
}
