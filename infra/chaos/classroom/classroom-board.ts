import { print } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import { type Bars, createBars } from '../support/bars.ts'
import { createBadLine, goodLine } from './support/bad-line.ts'
import { type BoardTab, openBoardTab, stroke, untilEqual } from './support/board-tab.ts'
import { type Person, type World, withClassroom } from './support/world.ts'

const outageMs = Number(process.env['SECONDS'] ?? 60) * 1000

/** The board without network for a minute, with a killed server, and full: no stroke may be lost. */
export async function run(): Promise<void> {
  await withClassroom(async (world) => {
    const bars = createBars()
    await outage(world, bars)
    await killed(world, bars)
    await full(world, bars)
    bars.judge()
  })
}

/** A running lesson: the teacher next to the server, the student behind a slow connection. */
async function lessonOver(world: World, pages: readonly string[] = ['1']) {
  const { site, teacher, student } = world
  const sessionId = await world.lesson()
  const line = createBadLine()
  const port = await line.tcp(Number(new URL(site.url).port))
  const near = openBoardTab(world, { sessionId, person: teacher, pages })
  const far = openBoardTab(world, { sessionId, person: student, port, pages })
  await Promise.all([near.synced(20_000), far.synced(20_000)])
  await until('both were present', 20_000, async () =>
    (await world.room(teacher, sessionId)).people.every(({ present }) => present),
  )
  await world.call(teacher, `POST /classroom/${sessionId}/admit`)
  const close = () => {
    near.close()
    far.close()
    line.close()
  }
  return { sessionId, line, port, near, far, close }
}

/** @returns the ids of the drawn objects */
function draw(tab: BoardTab, { userId }: Person, name: string, count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => `${name}${index}`)
  for (const id of ids) tab.objects().set(id, stroke(userId))
  return ids
}

async function outage(world: World, bars: Bars): Promise<void> {
  const { line, near, far, close } = await lessonOver(world)
  const { teacher, student } = world
  const sizes: number[] = []
  far.document().on('update', (update: Uint8Array, origin: unknown) => origin ?? sizes.push(update.length))
  const before = draw(near, teacher, 'before', 20)
  await untilEqual([near, far], 10_000, (ids) => ids.size === 20)
  await pause(1000)
  const sent = line.bytes().up
  const drawn = draw(far, student, 'line', 50)
  await untilEqual([near, far], 10_000, (ids) => ids.size === 70)
  bars.atMost('a stroke of 60 points', Math.max(...sizes), 250, 'bytes')
  bars.note('the same on the line, with its frame', (line.bytes().up - sent) / 50, 'bytes')

  print(`the student's line is gone for ${outageMs / 1000} s, both draw 50 strokes and erase`)
  line.set({ down: true })
  const ended = performance.now() + outageMs
  const mine = draw(near, teacher, 'near', 50)
  const theirs = draw(far, student, 'far', 50)
  for (const id of before.slice(0, 10)) far.objects().delete(id)
  for (const id of drawn.slice(0, 10)) near.objects().delete(id)
  await pause(Math.max(0, ended - performance.now()))
  line.set({ down: false })
  const kept = [...before.slice(10), ...drawn.slice(10), ...mine, ...theirs]
  const isWhole = (ids: ReadonlySet<string>) => ids.size === kept.length && kept.every((id) => ids.has(id))
  bars.atMost('equal again after the outage', (await untilEqual([near, far], 60_000, isWhole)) / 1000, 3, 's')
  bars.atMost('lost strokes', kept.filter((id) => !near.objects().has(id)).length, 0, 'of 150')
  close()
}

async function killed(world: World, bars: Bars): Promise<void> {
  const { sessionId, near, far, close } = await lessonOver(world)
  const { site, teacher, student } = world
  const classroom = site.process('classroom')
  print('classroom is killed while both draw')
  const ids: string[] = []
  let isOver = false
  const drawing = (async () => {
    for (let round = 0; !isOver; round++) {
      ids.push(...draw(near, teacher, `k${round}-`, 1), ...draw(far, student, `l${round}-`, 1))
      await pause(50)
    }
  })()
  await pause(1500)
  classroom.kill('SIGKILL')
  const dead = performance.now()
  await pause(1000)
  isOver = true
  await drawing
  // it is started again by the supervisor; the time of that start is in the figure
  await classroom.ready()
  const up = performance.now()
  await untilEqual([near, far], 60_000, (found) => ids.every((id) => found.has(id)))
  bars.note('from the kill until equal', (performance.now() - dead) / 1000, 's')
  bars.atMost('equal after the server was back', (performance.now() - up) / 1000, 5, 's')
  bars.atMost('lost strokes', ids.filter((id) => !far.objects().has(id)).length, 0, `of ${ids.length}`)
  await until('all was stored', 10_000, async () => near.isSaved() && far.isSaved())
  close()
  // the reload must come from the database, not from the memory of a process
  await pause(4000)
  await site.restart('classroom')
  const late = openBoardTab(world, { sessionId, person: teacher })
  await late.synced(20_000)
  bars.atMost(
    'lost in the database',
    ids.filter((id) => !late.objects().has(id)).length,
    0,
    `of ${ids.length}`,
  )
  late.close()
}

/** 10,000 strokes on 20 pages of 500. */
async function full(world: World, bars: Bars): Promise<void> {
  const { teacher, student } = world
  const pages = Array.from({ length: 20 }, (_, index) => String(index + 1))
  const first = await lessonOver(world)
  const { sessionId } = first
  await world.database
    .collection<{ _id: string }>('rooms')
    .updateOne({ _id: sessionId }, { $set: { pages }, $inc: { rev: 1 } })
  const writer = openBoardTab(world, { sessionId, person: teacher, pages })
  first.near.close()
  await writer.synced(30_000)
  for (const page of pages) {
    writer.document(page).transact(() => {
      for (let index = 0; index < 500; index++) writer.objects(page).set(`s${index}`, stroke(teacher.userId))
    })
    await until('a page was sent', 20_000, async () => writer.isSaved())
  }
  await pause(4000)
  const stored = await world.database.collection<{ sealed: string }>('pages').find({ sessionId }).toArray()
  // sealed twice in base64: three quarters of three quarters are the update itself
  const largest = Math.max(...stored.map(({ sealed }) => (sealed.length * 9) / 16))
  bars.atMost('a page of 500 strokes', largest / 1000, 150, 'kB')
  const open = async (what: string, shown: readonly string[], barS: number, line = goodLine) => {
    const slow = createBadLine(line)
    const port = await slow.tcp(Number(new URL(world.site.url).port))
    const began = performance.now()
    const tab = openBoardTab(world, { sessionId, person: student, port, pages: shown })
    await tab.synced(60_000)
    bars.atMost(what, (performance.now() - began) / 1000, barS, 's')
    tab.close()
    slow.close()
  }
  first.far.close()
  await open('a full page opens', ['3'], 1)
  await open('a full page opens at 200 kbit/s', ['4'], 10, { ...goodLine, kbps: 200, delayMs: 75 })
  await open('all 10,000 strokes, joining late', pages, 2)
  writer.close()
  first.close()
}
