import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import * as z from 'zod'
import { PlainError } from '../../../local/process/fail.ts'
import type { Site } from '../../../local/site/site.ts'
import { browserPath } from '../../../local/tools/tools.ts'
import { logInOnPage } from '../../../local/trials/log-in-page.ts'
import type { BadLine } from './bad-line.ts'
import { writeSpoken } from './spoken.ts'
import type { Person, World } from './world.ts'

/** A microphone that plays a file and a camera that counts, allowed without a question; media may go over loopback. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
]

export type LessonBrowser = Awaited<ReturnType<typeof openLessonBrowser>>

/** What a browser received since its page was opened. Concealed silence counts as received. */
type Heard = z.output<typeof heardSchema>

/** The real application in a browser, whose calls, sockets and media all go over the line. */
export async function openLessonBrowser(
  { site }: Pick<World, 'site'>,
  { email }: Person,
  line: BadLine,
  engines: readonly EnginePorts[] = [ownEngine(site)],
) {
  const executablePath = browserPath()
  if (!executablePath) throw new PlainError('There is no browser.')
  const { port } = new URL(site.url)
  const over = await line.tcp(Number(port))
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...flags,
      `--use-file-for-fake-audio-capture=${writeSpoken(dirname(site.logFolder))}`,
      `--host-resolver-rules=MAP localhost:${port} 127.0.0.1:${over}`,
    ],
  })
  const context = await browser.newContext({ baseURL: site.url, locale: 'en', serviceWorkers: 'block' })
  context.setDefaultTimeout(120_000)
  const ports = (await Promise.all(engines.map((engine) => portsOver(line, engine)))).flat()
  await context.addInitScript({ content: `globalThis.lessonPorts = ${JSON.stringify(ports)}` })
  await context.addInitScript({ path: join(import.meta.dirname, 'page-script.js') })
  const page = await context.newPage()
  await logInOnPage(page, email)
  return {
    page,
    heard: () => heardOn(page),
    /** Whether voice goes over `udp` or `tcp`, and to which port of an engine. */
    routes: async () =>
      routesSchema
        .parse(await page.evaluate('globalThis.lessonRoutes()'))
        .map((route) => ({ ...route, port: ports.find(([, over]) => over === route.port)?.[0] ?? 0 })),
    /** Opens the lobby; nothing is measured before the page is complete. */
    toLobby: async (sessionId: string) => {
      await page.goto(`/classroom/${sessionId}`)
      await page.getByRole('button', { name: 'Enter the classroom' }).waitFor()
    },
    enter: () => page.getByRole('button', { name: 'Enter the classroom' }).click(),
    close: () => browser.close(),
  }
}

type EnginePorts = z.output<typeof portsSchema>
const portsSchema = z.object({ udp_port: z.number(), tcp_port: z.number() })

function ownEngine(site: Site): EnginePorts {
  const file = join(dirname(site.logFolder), 'livekit', 'livekit.json')
  return z.object({ rtc: portsSchema }).parse(JSON.parse(readFileSync(file, 'utf8'))).rtc
}

/** Ports of an engine, and those that lead to them over the line. */
const portsOver = async (line: BadLine, { udp_port, tcp_port }: EnginePorts): Promise<[number, number][]> => [
  [udp_port, await line.udp(udp_port)],
  [tcp_port, await line.tcp(tcp_port)],
]

const routesSchema = z.array(z.object({ protocol: z.enum(['udp', 'tcp']), port: z.number() }))

const heardSchema = z.object({
  samples: z.number(),
  concealed: z.number(),
  bytes: z.number(),
  frames: z.number(),
  energy: z.number(),
})

const heardOn = async (page: Page): Promise<Heard> =>
  heardSchema.parse(await page.evaluate('globalThis.lessonHeard()'))
