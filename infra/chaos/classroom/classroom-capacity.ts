import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { chromium, type Page } from 'playwright-core'
import { createCrew } from '../../local/process/crew.ts'
import { PlainError } from '../../local/process/fail.ts'
import { root } from '../../local/process/paths.ts'
import { answers } from '../../local/process/ports.ts'
import { somePorts } from '../../local/process/site-ports.ts'
import { configOf } from '../../local/site/media.ts'
import { installedEngine } from '../../local/site/media-engine.ts'
import { browserPath } from '../../local/tools/tools.ts'
import { cpuOfProcess, memoryOf } from '../../local/trials/processes.ts'
import { print, withTrialFolder } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'

const secret = 'a secret of forty characters for a trial.'
const counts = [1, 5, 10]
const windowMs = Math.min(Number(process.env['SECONDS'] ?? 20), 60) * 1000
/** Percent of a core that six people may use; ten rooms of two must stay below it too. */
const bar = 25

/**
 * CPU and memory of LiveKit with 1, 5 and 10 rooms of two people who speak all the time, and with one room of six,
 * with and without their pictures.
 */
export async function run(): Promise<void> {
  const command = installedEngine()
  const executablePath = browserPath()
  if (!command || !executablePath)
    throw new PlainError('There is no LiveKit or no browser here: npm start builds it.')
  await withTrialFolder('capacity', async (folder) => {
    const ports = await somePorts()
    const crew = createCrew({ say: print, gaveUp: () => {} })
    const { webhook: _, ...config } = configOf({ ports, secret })
    crew.launch({
      ...{ name: 'livekit', command, args: ['--config-body', JSON.stringify(config)], patienceMs: 5000 },
      ...{ logFile: join(folder, 'livekit.log'), noteFile: join(folder, 'livekit') },
      ready: () => answers(ports.media),
    })
    const page = servePage()
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const address = page.address()
    const browser = await chromium.launch({
      executablePath,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream'],
        ...['--use-fake-ui-for-media-stream', '--allow-loopback-in-peer-connection'],
      ],
    })
    try {
      await crew.ready()
      const tab = await browser.newPage()
      if (address === null || typeof address === 'string') throw new PlainError('The page has no port.')
      await tab.goto(`http://127.0.0.1:${address.port}/`)
      await measure(tab, { url: `127.0.0.1:${ports.media}`, pid: crew.children.get('livekit')?.pid() ?? 0 })
    } finally {
      await browser.close()
      page.close()
      await crew.stop()
    }
  })
}

/** LiveKit's own client and nothing else; a browser gives a microphone to loopback addresses only over HTTP. */
function servePage() {
  const client = readFileSync(join(root, 'node_modules/livekit-client/dist/livekit-client.umd.js'))
  const script = readFileSync(join(import.meta.dirname, 'support', 'capacity-page.js'))
  const files = new Map<string, [string, Buffer | string]>([
    ['/', ['text/html', '<!doctype html><script src="/client.js"></script><script src="/page.js"></script>']],
    ['/client.js', ['text/javascript', client]],
    ['/page.js', ['text/javascript', script]],
  ])
  return createServer((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? ['text/plain', '']
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body)
  })
}

type Engine = { url: string; pid: number }

async function measure(tab: Page, engine: Engine): Promise<void> {
  const bars = createBars()
  const join = joining(tab, engine)
  let open = 0
  for (const count of counts) {
    for (; open < count; open++) await join(`room-${open}`, ['teacher', 'student'])
    await arrives(tab, 'audio', count * 2)
    const share = await shareOf(engine)
    bars.atMost(`${count} rooms of two, the engine's part of a core`, share, bar, '%')
    bars.note(`${count} rooms of two, the engine's memory`, memoryOf(engine.pid), 'MB')
  }
  const six = ['teacher', ...[1, 2, 3, 4, 5].map((number) => `student-${number}`)]
  for (const withPictures of [false, true]) {
    await tab.evaluate('capacityLeave()')
    const title = withPictures ? 'a room of six with pictures' : 'a room of six'
    await join(title.replaceAll(' ', '-'), six, withPictures)
    await arrives(tab, 'audio', 30)
    if (withPictures) await arrives(tab, 'video', 30)
    bars.atMost(`${title}, the engine's part of a core`, await shareOf(engine), bar, '%')
    bars.note(`${title}, the engine's memory`, memoryOf(engine.pid), 'MB')
  }
  bars.judge()
}

function joining(tab: Page, { url }: Engine) {
  const rooms = new RoomServiceClient(`http://${url}`, 'darsi', secret)
  return async (name: string, people: readonly string[], withPicture = false) => {
    await rooms.createRoom({ name })
    for (const identity of people) {
      const token = new AccessToken('darsi', secret, { identity })
      token.addGrant({ roomJoin: true, room: name })
      const asked = [`ws://${url}`, await token.toJwt(), withPicture]
      await tab.evaluate(`capacityJoin(${JSON.stringify(asked)})`)
    }
  }
}

/** Waits until as many voices or pictures of others arrive, and then until the beginning is over. */
async function arrives(tab: Page, kind: 'audio' | 'video', wanted: number): Promise<void> {
  await until(`${wanted} × ${kind} arrived`, 30_000, async () => {
    const count = Number(await tab.evaluate(`capacityGets('${kind}')`))
    return count === wanted
  })
  await pause(5000)
}

/** Per cent of a core over the window. */
async function shareOf({ pid }: Engine): Promise<number> {
  const used = () => cpuOfProcess(pid) ?? Number.NaN
  const [before, began] = [used(), performance.now()]
  await pause(windowMs)
  return (100 * (used() - before)) / (performance.now() - began)
}
