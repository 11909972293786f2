import { print } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import { type Bars, createBars } from '../support/bars.ts'
import { openBoardTab, stroke, untilEqual } from './support/board-tab.ts'
import { type World, withClassroom } from './support/world.ts'

// the supervisor does not restart a process that died five times within a minute
const kills = Math.min(Number(process.env['KILLS'] ?? 6), 6)
const lessons = 5

/**
 * Classroom is killed at random moments and Redis too, while five lessons are drawn on: none ends, nothing is lost, and
 * a lesson whose time comes while classroom is away ends once it is back.
 */
export async function run(): Promise<void> {
  await withClassroom(async (world) => {
    const bars = createBars()
    const rooms = await Promise.all(Array.from({ length: lessons }, () => liveRoom(world)))
    const stopDrawing = drawOn(world, rooms)
    for (let count = 0; count < kills; count++) {
      await pause(2000 + Math.random() * 6000)
      const name = count % 3 === 2 ? 'redis' : 'classroom'
      print(`  kill ${name}`)
      const server = world.site.processes.get(name)
      await server?.kill('SIGKILL')
      await pause(500)
      await server?.ready()
    }
    await stopDrawing()
    await judgeBoards(world, rooms, bars)
    await judgeTimer(world, rooms[0]?.sessionId ?? '', bars)
    bars.judge()
  })
}

type LiveRoom = Awaited<ReturnType<typeof liveRoom>>

async function liveRoom(world: World) {
  const { teacher, student } = world
  const sessionId = await world.lesson()
  const tabs = [teacher, student].map((person) => openBoardTab(world, { sessionId, person }))
  await Promise.all(tabs.map((tab) => tab.synced(20_000)))
  await until('both were present', 20_000, async () =>
    (await world.room(teacher, sessionId)).people.every(({ present }) => present),
  )
  await world.call(teacher, `POST /classroom/${sessionId}/admit`)
  return { sessionId, tabs, ids: new Set<string>() }
}

/** Two strokes in each room five times a second. @returns how to stop it */
function drawOn({ teacher, student }: World, rooms: readonly LiveRoom[]): () => Promise<void> {
  let isOver = false
  const drawing = (async () => {
    for (let round = 0; !isOver; round++) {
      for (const { tabs, ids } of rooms)
        for (const [side, tab] of tabs.entries()) {
          const id = `${round}-${side}`
          tab.objects().set(id, stroke(side === 0 ? teacher.userId : student.userId))
          ids.add(id)
        }
      await pause(200)
    }
  })()
  return () => {
    isOver = true
    return drawing
  }
}

async function judgeBoards(world: World, rooms: readonly LiveRoom[], bars: Bars): Promise<void> {
  const began = performance.now()
  for (const { tabs, ids } of rooms)
    await untilEqual(
      tabs,
      60_000,
      (found) => found.size === ids.size && [...ids].every((id) => found.has(id)),
    )
  bars.atMost('all boards equal after the last kill', (performance.now() - began) / 1000, 5, 's')
  const tabs = rooms.flatMap((room) => room.tabs)
  await until('all was sent', 20_000, async () => tabs.every((tab) => tab.isSaved()))
  const states = await Promise.all(rooms.map(({ sessionId }) => world.room(world.teacher, sessionId)))
  const ended = states.filter(({ state }) => state !== 'live').length
  bars.atMost('lessons that ended', ended, 0, `of ${lessons}`)
  for (const tab of tabs) tab.close()

  // the reload must come from the database, not from the memory of a process
  await pause(4000)
  await world.site.restart('classroom')
  let lost = 0
  for (const { sessionId, ids } of rooms) {
    const late = openBoardTab(world, { sessionId, person: world.teacher })
    await late.synced(20_000)
    lost += [...ids].filter((id) => !late.objects().has(id)).length
    late.close()
  }
  const all = rooms.reduce((sum, { ids }) => sum + ids.size, 0)
  bars.atMost('strokes that the database lacks', lost, 0, `of ${all}`)
}

/** The end of a lesson is a stored time. */
async function judgeTimer({ site, database, room, teacher }: World, sessionId: string, bars: Bars) {
  const endsAt = new Date(Date.now() + 3000)
  await site.process('classroom').stop()
  const rooms = database.collection<{ _id: string }>('rooms')
  await rooms.updateOne({ _id: sessionId }, { $set: { endsAt, dueAt: endsAt } })
  await pause(4000)
  site.process('classroom').start()
  await site.process('classroom').ready()
  const ms = await until('the lesson ended', 30_000, async () => {
    const { state, endCause } = await room(teacher, sessionId)
    return state === 'ended' && endCause === 'time'
  })
  bars.atMost('a lesson whose time came meanwhile ended', ms / 1000, 5, 's after the start')
}
