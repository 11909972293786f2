import type { Lesson } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { needsParent } from './bands.ts'
import { gives, handsIn } from './homework-steps.ts'
import { step } from './step.ts'
import { actor, as, dataOf, isDone, type Name, rows, type World } from './world.ts'

export type Booker = 'teacher' | 'minor' | 'guardian'
/** The account that acts; undefined without a guardian. */
export const nameOf = (world: World, who: Booker): Name | undefined =>
  who === 'guardian' ? [...world.guardians][0] : who
const isConnected = ({ connection }: Readonly<World>) => connection !== null
const hasLessons = ({ agreedHours }: Readonly<World>) => agreedHours.size > 0

// `as`: the declared answer
const lessonsIn = (reply: Parameters<typeof rows>[0]) => rows(reply) as Lesson[]
const planned = async (world: World, name: Name, status: 'upcoming' | 'proposed'): Promise<Lesson[]> =>
  lessonsIn(await as(world, name, `GET /sessions?status=${status}`))

/** The first free hour of the teacher from a day on, as this person sees it. */
export async function freeHour(
  world: World,
  name: Name,
  from = '',
): Promise<{ date: string; hour: number } | null> {
  const { id } = await actor(world, 'teacher')
  // next week: of this week only hours of today may be left
  const query = `week=1&connectionId=${world.connection?.id}`
  const reply = await as(world, name, `GET /availability/teachers/${id}?${query}`)
  // `as`: the declared answer
  const all = (dataOf(reply)['free'] ?? []) as { date: string; hour: number; shared: boolean }[]
  const free = all.filter(({ date }) => date >= from)
  const found = free.find(({ shared }) => shared) ?? free[0]
  return found ? { date: found.date, hour: found.hour } : null
}

/** A guardian decides for the minor; the minor decides alone when no parent has to be present; a teacher never does. */
function agree(world: World, who: Booker, { id, startsAt, place, meetingLink }: Lesson): void {
  const venues = world.agreedVenues.get(id) ?? new Set()
  world.agreedVenues.set(id, who === 'guardian' ? venues.add(place || meetingLink) : venues)
  const hours = world.agreedHours.get(id) ?? new Set()
  world.agreedHours.set(id, hours)
  if (
    who === 'guardian' ||
    (who === 'minor' && !needsParent(world.birthYear, new Date(startsAt).getFullYear()))
  )
    hours.add(startsAt)
}

const venues = {
  'behind a link': { type: 'online', meetingLink: 'https://meet.jit.si/lesson' },
  'in the classroom': { type: 'online' },
  'at a place': { type: 'faceToFace', place: 'a flat' },
} as const

export const books = (who: Booker, durationMinutes: number, venue: keyof typeof venues = 'behind a link') =>
  step(`the ${who} books ${durationMinutes} minutes ${venue}`, isConnected, async (world) => {
    const name = nameOf(world, who)
    const free = name && (await freeHour(world, name))
    if (!name || !free) return
    const place = { ...venues[venue], parentPresent: who === 'guardian' }
    const body = { connectionId: world.connection?.id, ...free, durationMinutes, ...place }
    const booked = await as(world, name, 'POST /sessions', body)
    if (!isDone(booked)) return
    world.reached.add('booked')
    for (const lesson of lessonsIn(booked)) agree(world, who, lesson)
  })

export const moves = (who: Booker) =>
  step(`the ${who} moves a lesson`, hasLessons, async (world) => {
    const name = nameOf(world, who)
    const free = name && (await freeHour(world, name))
    const [lesson] = name ? await planned(world, name, 'upcoming') : []
    if (!name || !free || !lesson) return
    const moved = await as(world, name, `POST /sessions/${lesson.id}/reschedule`, free)
    // `as`: the declared answer
    if (isDone(moved)) agree(world, who, dataOf(moved) as Lesson)
  })

export const changesLink = (who: Booker) =>
  step(`the ${who} changes a link or place`, hasLessons, async (world) => {
    const name = nameOf(world, who)
    const [lesson] = name ? await planned(world, name, 'upcoming') : []
    if (!name || !lesson) return
    const elsewhere =
      lesson.type === 'online'
        ? { meetingLink: `https://meet.jit.si/lesson-of-${who}` }
        : { place: `the flat of the ${who}` }
    const body = { version: lesson.version, ...elsewhere }
    const changed = await as(world, name, `POST /sessions/${lesson.id}/details`, body)
    if (!isDone(changed)) return
    // `as`: the declared answer
    const { place, meetingLink, status } = dataOf(changed) as Lesson
    if (status === 'proposed') world.reached.add('place asked again')
    if (who !== 'guardian') return
    world.agreedVenues.set(
      lesson.id,
      (world.agreedVenues.get(lesson.id) ?? new Set()).add(place || meetingLink),
    )
  })

export const answersProposals = (agreed: boolean) =>
  step(`a guardian ${agreed ? 'agrees to' : 'refuses'} every proposed lesson`, hasLessons, async (world) => {
    const name = nameOf(world, 'guardian')
    for (const { id } of name ? await planned(world, name, 'proposed') : []) {
      const body = { agreed, parentPresent: true }
      const answered = name && (await as(world, name, `POST /sessions/${id}/answer`, body))
      if (!answered || !isDone(answered)) continue
      world.reached.add('proposal answered')
      // `as`: the declared answer
      if (agreed) agree(world, 'guardian', dataOf(answered) as Lesson)
    }
  })

export const cancels = (who: Booker) =>
  step(`the ${who} cancels a lesson`, hasLessons, async (world) => {
    const name = nameOf(world, who)
    const [lesson] = name ? await planned(world, name, 'upcoming') : []
    if (name && lesson) await as(world, name, `POST /sessions/${lesson.id}/cancel`, { reason: 'a sequence' })
  })

/** Lessons and homework of a minor with a guardian and a teacher. */
export const lessonSteps = [
  ...[books('teacher', 60), books('teacher', 30), books('minor', 60), books('minor', 30)],
  ...[books('guardian', 60), books('guardian', 30)],
  ...[
    books('minor', 30, 'in the classroom'),
    books('minor', 30, 'at a place'),
    books('guardian', 30, 'at a place'),
  ],
  ...(['teacher', 'minor', 'guardian'] as const).flatMap((who) => [
    ...[moves(who), cancels(who), changesLink(who)],
  ]),
  // more often than the others: a lesson stays proposed for a few steps only
  ...[true, true, true, true, false, false].map(answersProposals),

  step('teacher and guardian answer at once', hasLessons, async (world) => {
    const name = nameOf(world, 'guardian')
    const [lesson] = name ? await planned(world, name, 'proposed') : []
    if (!name || !lesson) return
    const { id } = lesson
    const [answered] = await Promise.all([
      as(world, name, `POST /sessions/${id}/answer`, { agreed: true, parentPresent: true }),
      as(world, 'teacher', `POST /sessions/${id}/cancel`, { reason: 'a sequence' }),
    ])
    if (isDone(answered)) agree(world, 'guardian', lesson)
  }),

  gives,
  step('the minor hands homework in', isConnected, handsIn),
]
