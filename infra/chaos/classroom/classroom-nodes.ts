import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Crew, createCrew } from '../../local/process/crew.ts'
import { PlainError } from '../../local/process/fail.ts'
import { lifetime } from '../../local/process/main.ts'
import { answers, freePorts } from '../../local/process/ports.ts'
import { type Ports, somePorts } from '../../local/process/site-ports.ts'
import { redis } from '../../local/servers/servers.ts'
import { configOf } from '../../local/site/media.ts'
import { installedEngine } from '../../local/site/media-engine.ts'
import { print, withTrialFolder } from '../../local/trials/trial.ts'
import { pause } from '../../local/trials/waiting.ts'
import { type Bars, createBars } from '../support/bars.ts'
import { createBadLine, goodLine } from './support/bad-line.ts'
import { type LessonBrowser, openLessonBrowser } from './support/lesson-browser.ts'
import { engineIsReady, hearing, startLesson } from './support/live-lesson.ts'
import { type World, withClassroom } from './support/world.ts'

const names = ['node-a', 'node-b'] as const

/** Two LiveKit servers on one Redis: the node of a lesson is killed, and later Redis is restarted. */
export async function run(): Promise<void> {
  const command = installedEngine()
  if (!command) throw new PlainError('There is no LiveKit here: npm start builds it.')
  const [base, ...nodePorts] = await Promise.all([somePorts(), somePorts(), somePorts()])
  const balancer = balance(nodePorts.map(({ media }) => media))
  const [port = 0] = await freePorts(1)
  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve))
  // the site starts no engine of its own
  process.env['LIVEKIT_URL'] = `http://127.0.0.1:${port}`
  try {
    await withTrialFolder('nodes', (folder) =>
      withClassroom(async (world) => {
        const crew = createCrew({ say: print, gaveUp: () => {} })
        try {
          crew.launch(await redis({ dataDir: folder, ports: base, say: print, stop: lifetime }))
          await crew.ready()
          launchNodes({ crew, folder, command, nodePorts, redisPort: base.redis, world })
          await crew.ready()
          await engineIsReady(world)
          await judge({ world, crew, nodePorts })
        } finally {
          await crew.stop(1000)
        }
      }, 'whole site'),
    )
  } finally {
    balancer.close()
  }
}

type Nodes = { crew: Crew; nodePorts: readonly Ports[]; world: World }
type Launching = Nodes & { folder: string; command: string; redisPort: number }

function launchNodes({ crew, folder, command, nodePorts, redisPort, world }: Launching): void {
  const classroom = Number(new URL(world.site.serviceUrl('classroom')).port)
  const secret = world.site.secrets.LIVEKIT_SECRET.split(',')[0] ?? ''
  for (const [index, ports] of nodePorts.entries()) {
    const name = names[index] ?? ''
    const config = configOf({ ports: { ...ports, classroom }, secret })
    crew.launch({
      ...{ name, command, patienceMs: 5000, ready: () => answers(ports.media) },
      args: ['--config-body', JSON.stringify({ ...config, redis: { address: `127.0.0.1:${redisPort}` } })],
      ...{ logFile: join(folder, `${name}.log`), noteFile: join(folder, name) },
    })
  }
}

async function judge({ world, crew, nodePorts }: Nodes): Promise<void> {
  const bars = createBars()
  const engines = nodePorts.map(({ mediaUdp, mediaTcp }) => ({ udp_port: mediaUdp, tcp_port: mediaTcp }))
  const lines = [createBadLine(goodLine), createBadLine(goodLine)] as const
  const teacher = await openLessonBrowser(world, world.teacher, lines[0], engines)
  const student = await openLessonBrowser(world, world.student, lines[1], engines)
  const lesson = { world, teacher, student }
  try {
    const sessionId = await startLesson(lesson)
    await Promise.all([hearing(student), hearing(teacher)])
    await killNode({ world, crew, nodePorts }, lesson, bars)
    await restartRedis({ crew, sessionId, lesson }, bars)
  } finally {
    await Promise.all([teacher.close(), student.close()])
    for (const line of lines) line.close()
  }
  bars.judge()
}

type Lesson = { world: World; teacher: LessonBrowser; student: LessonBrowser }

async function killNode({ crew, nodePorts }: Nodes, { teacher, student }: Lesson, bars: Bars): Promise<void> {
  const [route] = await student.routes()
  const at = nodePorts.findIndex(({ mediaUdp, mediaTcp }) => [mediaUdp, mediaTcp].includes(route?.port ?? 0))
  const node = crew.children.get(names[at] ?? '')
  if (!node) throw new PlainError('The node of the lesson was not found.')
  print(`  kill ${node.name}, where the lesson is`)
  await node.kill('SIGKILL')
  // for good: the supervisor would start it again
  await node.stop(0)
  const [studentHears, teacherHears] = [hearing(student), hearing(teacher)]
  bars.atMost('the student hears again from the other node', (await studentHears) / 1000, 15, 's')
  bars.atMost('the teacher hears again from the other node', (await teacherHears) / 1000, 15, 's')
  const [now] = await student.routes()
  const other = nodePorts[1 - at]
  const isOther = now?.port === other?.mediaUdp || now?.port === other?.mediaTcp
  bars.atLeast('the voice comes from the other node', isOther ? 1 : 0, 1, '')
  node.start()
  await node.ready()
}

type Restarting = { crew: Crew; sessionId: string; lesson: Lesson }

async function restartRedis({ crew, sessionId, lesson }: Restarting, bars: Bars): Promise<void> {
  const { world, teacher, student } = lesson
  const server = crew.children.get('redis')
  print('  restart the Redis of the nodes')
  await server?.kill('SIGKILL')
  // until then `ready` would ask the ended process
  await pause(500)
  await server?.ready()
  await pause(20_000)
  const { state } = await world.room(world.teacher, sessionId)
  bars.atMost('lessons that ended', state === 'live' ? 0 : 1, 0, '')
  const waits = await Promise.all([hearing(student), hearing(teacher)])
  bars.atMost('both still hear each other', Math.max(...waits) / 1000, 5, 's')
  const next = await startLesson(lesson)
  const heard = await Promise.all([hearing(student), hearing(teacher)])
  bars.note(`the next lesson (${next.slice(0, 4)}) is heard`, Math.max(...heard) / 1000, 's')
}

/** What a Service of Kubernetes does: each connection goes to a node that answers. */
function balance(ports: readonly number[]): Server {
  let turn = 0
  return createServer((client) => {
    client.on('error', () => {})
    const first = turn++
    void (async () => {
      for (const index of ports.keys()) {
        const node = await opened(ports[(first + index) % ports.length] ?? 0)
        if (!node) continue
        client.pipe(node).pipe(client)
        client.on('close', () => node.destroy())
        node.on('close', () => client.destroy())
        return
      }
      client.destroy()
    })()
  })
}

const opened = (port: number) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => resolve(null))
  })
