import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import type { BrowserContext, Route } from '@playwright/test'
import { must, tokenOfDemo } from './people.ts'
import { site } from './site.ts'

/*
 * Pictures of dashboards need the same data on any day. The answers of the API were recorded once from the demo
 * (`npm run pictures -- --answers`), with the time of the recording, and are answered again with the browser's clock at
 * that time. `--update` records the calls that are missing.
 */
const folder = fileURLToPath(new URL('../pictures/answers', import.meta.url))

type Answer = { status: number; json?: unknown; type?: string; base64?: string }
type Recording = { at: string; answers: Record<string, Answer> }

/** @param mode `anew` forgets what was recorded, `missing` adds to it, `kept` only answers */
export function recordedAnswers(role: Role, mode: 'kept' | 'missing' | 'anew') {
  const file = join(folder, `${role}.json`)
  const recording = mode === 'anew' ? null : stored(file)
  let at = recording?.at ?? ''
  const answers = recording?.answers ?? {}
  const unknown = new Set<string>()
  let isChanged = false

  const answerTo = async (route: Route, token: string): Promise<Answer> => {
    const key = keyOf(route.request().url())
    const known = answers[key]
    if (known !== undefined) return known
    if (mode === 'kept') {
      unknown.add(key)
      return { status: 404, json: { success: false, message: 'not recorded' } }
    }
    const fetched = await fetchAs(route, token)
    answers[key] = fetched
    isChanged = true
    return fetched
  }
  return {
    /** The time of the recording. */
    at: () => {
      at ||= new Date().toISOString()
      return at
    },
    /** Calls without an answer. */
    unknown,
    /** Signs the context in and answers all its calls; `change` may replace texts. */
    serve: async (context: BrowserContext, change: (text: string, name: string) => string = same) => {
      const token = mode === 'kept' ? '' : await tokenOfDemo(role)
      await context.addInitScript(sessionOf(role))
      await context.route('**/api/**', async (route) => {
        const request = route.request()
        // an open stream without news
        if (request.url().endsWith('/notifications/stream')) return
        // the only data that a screen shows of them: the preview of an empty newsletter
        if (request.method() !== 'GET')
          return route.fulfill({ json: { success: true, data: { blocks: [] } } })
        const { json, ...answer } = await answerTo(route, token)
        await fulfil(route, { ...answer, json: changed(json, change) })
      })
    },
    save: () => {
      if (!isChanged) return
      mkdirSync(dirname(file), { recursive: true })
      const sorted = Object.entries(answers).sort(([a], [b]) => a.localeCompare(b))
      const lines = sorted.map(([key, answer]) => `${JSON.stringify(key)}: ${JSON.stringify(answer)}`)
      writeFileSync(file, `{"at": ${JSON.stringify(at)}, "answers": {\n${lines.join(',\n')}\n}}\n`)
    },
  }
}

/** The demo is complete when its figures stand still. */
export async function demoIsComplete(): Promise<void> {
  const token = await tokenOfDemo('super-admin')
  let before = ''
  await eventually(async () => {
    const now = JSON.stringify(await must('GET /admin/analytics', { token }))
    const isSteady = now === before
    before = now
    if (!isSteady) await new Promise((resolve) => setTimeout(resolve, 8_000))
    return isSteady
  }, 180_000)
}

function stored(file: string): Recording | null {
  // `as`: written by `save`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recording) : null
}

async function fetchAs(route: Route, token: string): Promise<Answer> {
  const response = await route.fetch({
    headers: { ...route.request().headers(), authorization: `Bearer ${token}` },
  })
  const status = response.status()
  const type = response.headers()['content-type'] ?? ''
  // the address of this run's site
  const json = (text: string) => JSON.parse(text.replaceAll(site.url, 'https://darsi.example'))
  return type.includes('json')
    ? { status, json: json(await response.text()) }
    : { status, type, base64: (await response.body()).toString('base64') }
}

const same = (text: string): string => text

/** With every text replaced; `name` is the name of its field. */
function changed(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((each) => changed(each, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, change, key)]))
}

const fulfil = (route: Route, { status, json, type = '', base64 }: Answer) =>
  base64 === undefined
    ? route.fulfill({ status, json })
    : route.fulfill({ status, body: Buffer.from(base64, 'base64'), contentType: type })

function keyOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.sort()
  return pathname.replace(/^\/api/, '') + (searchParams.size === 0 ? '' : `?${searchParams}`)
}

/** A session that no server knows, in this browser's storage. */
function sessionOf(role: Role): string {
  const claims = Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')
  const user = JSON.stringify({ id: `demo-${role}`, role, fullName: '' })
  return `
    localStorage.setItem('authToken', ${JSON.stringify(`e30.${claims}.e30`)})
    localStorage.setItem('userData', ${JSON.stringify(user)})`
}
