import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import type { Lesson } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Connection } from '@darsi/contracts/calls/users/connections-api.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import type { Reply } from '../abuse/client.ts'
import { bandOf, maxMinutesOf, needsParent } from './bands.ts'
import {
  actor,
  as,
  call,
  childOf,
  dataOf,
  type Held,
  isDone,
  must,
  type Name,
  places,
  proofsOf,
  requested,
  rows,
  type World,
  waitingNames,
  waitingOf,
} from './world.ts'

/** How long an event may take between services before a forbidden result counts as a violation. */
const settleMs = 6000

/** Checks all invariants of the product from outside. @throws Error that names the rule */
export async function judge(world: World): Promise<void> {
  await deadCredentials(world)
  await readers(world)
  await guardianship(world)
  await age(world)
  await reachable(world)
  await lessons(world)
  await groupHours(world)
  await waitingList(world)
  await evidence(world)
  await tickets(world)
  await applicants(world)
  await keptConversation(world)
  await guardianReads(world)
}

/** No credential from before a proof of ownership works. Each is tried once after it must be void. */
async function deadCredentials(world: World): Promise<void> {
  const dead = world.held.filter((one) => one.proofs < proofsOf(world, one.of))
  world.held = world.held.filter((one) => !dead.includes(one))
  for (const one of dead) await expectDead(world, one)
}

async function expectDead(world: World, { kind, of, value, cookie }: Held): Promise<void> {
  const fault = `a ${kind} of ${of} from before the proof of ownership still works`
  if (kind === 'session') {
    await soon(fault, async () => !isDone(await call(world, 'GET /auth/profile', { token: value })))
    if (cookie && isDone(await call(world, 'POST /auth/refresh', { cookie }))) throw new Error(fault)
  }
  // using a link that works changes the state, so it is tried only once
  if (
    kind === 'address link' &&
    isDone(await call(world, 'POST /auth/verify-email', { body: { token: value } }))
  )
    throw new Error(fault)
  if (kind === 'reset link') {
    const body = { token: value, password: 'Willow-Rain-77-Gafsa-Moon' }
    if (isDone(await call(world, 'POST /auth/reset-password', { body }))) throw new Error(fault)
  }
  if (kind === 'feed') await soon(fault, async () => (await fetch(value)).status === 404)
}

const pages: Readonly<Record<string, readonly string[]>> = {
  student: ['/connections', '/threads', '/sessions', '/groups', '/homework', '/notifications', '/me/profile'],
  parent: [
    '/children',
    '/consents',
    '/connections',
    '/threads',
    '/sessions',
    '/groups',
    '/homework',
    '/safety/alerts',
    '/notifications',
  ],
  teacher: [
    '/connections',
    '/threads',
    '/sessions',
    '/groups',
    '/homework',
    '/notifications',
    '/me/profile',
    '/me/export',
  ],
}

/** Nobody reads what the policy forbids: no answer contains a text that its reader may not see. */
async function readers(world: World): Promise<void> {
  const present = [...world.actors.values()].filter(({ role, isGone }) => pages[role] && !isGone)
  await Promise.all(
    present.map(async ({ name, role }) => {
      const hidden = world.secrets.filter(({ mayRead }) => !mayRead(world).includes(name))
      if (hidden.length === 0) return
      await soonNothing(async () => {
        const found = await Promise.all((pages[role] ?? []).map((page) => leakOn(world, name, page, hidden)))
        const leak = found.find((one) => one !== null)
        return leak ? `${name} reads ${leak}` : null
      })
    }),
  )
}

async function leakOn(
  world: World,
  name: Name,
  page: string,
  hidden: World['secrets'],
): Promise<string | null> {
  const reply = await as(world, name, `GET ${page}`)
  const texts = [reply.text]
  if (page === '/threads')
    for (const { id } of rows(reply)) texts.push((await as(world, name, `GET /threads/${id}/messages`)).text)
  const leak = hidden.find(({ text }) => texts.some((answer) => answer.includes(text)))
  return leak ? `${leak.what} at GET ${page}` : null
}

/** Only people whom the first guardian, or a current one, admitted have the minor as a child. */
async function guardianship(world: World): Promise<void> {
  const others = (['mother', 'father', 'twin'] as const).filter(
    (name) => world.actors.has(name) && !world.guardians.has(name),
  )
  await Promise.all(
    others.map((name) =>
      soonNothing(async () => {
        const children = rows(await as(world, name, 'GET /children'))
        return children.length > 0 ? `the ${name} is a guardian without anybody's agreement` : null
      }),
    ),
  )
}

/** No edit makes the minor an adult or moves it to an age band with less protection. */
async function age(world: World): Promise<void> {
  if (!world.actors.has('minor')) return
  const [guardian] = world.guardians
  const isOlder = (year: unknown) => typeof year === 'number' && bandOf(year) > bandOf(world.birthYear)
  await soonNothing(async () => {
    const { roleData } = dataOf(await must(world, 'minor', 'GET /me/profile'))
    // `as`: the declared answer
    const { birthYear } = roleData as { birthYear?: number }
    const child = guardian && (await childOf(world, guardian))
    return [birthYear, child?.['birthYear']].some(isOlder) ? 'an edit alone made a minor older' : null
  })
}

/**
 * Without a guardian's valid consent, or through an ended connection, no minor can be reached; no minor becomes an
 * adult.
 */
async function reachable(world: World): Promise<void> {
  const { connection } = world
  if (!connection || world.actors.get('teacher')?.isGone) return
  const isAllowed = mayMeet(world)
  const fault = connection.isStopped ? 'the connection of a danger' : 'a minor without consent'
  await soonNothing(async () => {
    const row = rows(await as(world, 'teacher', 'GET /connections')).find(({ id }) => id === connection.id)
    // `as`: the declared answer
    const student = row?.['student'] as { minor: boolean } | undefined
    if (student?.minor === false) return 'a minor is treated as an adult'
    // `as`: the declared answer
    const lessons = row?.['lessons'] as { maxMinutes: number } | null | undefined
    if (lessons && lessons.maxMinutes > maxMinutesOf(world.birthYear))
      return 'a minor may have lessons of an older one'
    if (row?.['status'] === 'suspended' && !connection.isStopped)
      return 'a report by a stranger or about the family paused the connection'
    return row?.['status'] === 'approved' && !isAllowed ? `${fault} is open to the teacher` : null
  })
}

/** The minor's connection is open: a guardian consents, none is against it, and no danger was reported. */
const mayMeet = ({ connection, guardians, against }: World): boolean =>
  connection !== null &&
  !connection.isStopped &&
  against.size === 0 &&
  [...connection.consents].some((name) => guardians.has(name))

/** `as`: the declared answer */
const lessonsIn = (reply: Reply) => rows(reply) as Lesson[]

/** No lesson of the minor is planned that its age, its guardians or the hours of its people forbid. */
async function lessons(world: World): Promise<void> {
  if (world.agreedHours.size === 0) return
  const parties = (['teacher', 'minor'] as const).filter((name) => world.actors.get(name)?.isGone === false)
  await Promise.all(
    parties.map((name) =>
      soonNothing(async () => {
        const ahead = lessonsIn(await as(world, name, 'GET /sessions?status=upcoming'))
        // the seats of a group hour are one lesson for the teacher
        const hours = new Map(ahead.map(({ id, group, startsAt }) => [group?.id ?? id, startsAt]))
        if (new Set(hours.values()).size < hours.size) return `the ${name} has two lessons at once`
        const others = world.classmate?.connectionId
        return faultIn(
          world,
          ahead.filter(({ connectionId }) => connectionId !== others),
        )
      }),
    ),
  )
  const strangers = (['mother', 'father', 'twin'] as const).filter(
    (name) => world.actors.has(name) && !world.guardians.has(name),
  )
  await Promise.all(
    strangers.map((name) =>
      soonNothing(async () => {
        const ahead = lessonsIn(await as(world, name, 'GET /sessions?status=upcoming'))
        return ahead.length > 0 ? `the ${name}, who is no guardian, sees a lesson` : null
      }),
    ),
  )
}

function faultIn(world: World, ahead: readonly Lesson[]): string | null {
  for (const lesson of ahead) {
    const { id, status, onHold, startsAt, durationMinutes, parentPresent, meetingLink } = lesson
    if (onHold && meetingLink !== '') return 'a lesson on hold shows its link'
    if (onHold || status !== 'upcoming') continue
    const year = new Date(startsAt).getFullYear()
    if (!mayMeet(world)) return 'a lesson is planned without a valid connection'
    if (durationMinutes > maxMinutesOf(world.birthYear, year)) return 'a lesson is longer than the age allows'
    if (needsParent(world.birthYear, year) && !parentPresent) return 'a lesson of a child lacks a parent'
    if (!world.agreedHours.get(id)?.has(startsAt))
      return 'a lesson takes place at an hour that no guardian agreed to'
    const isOutside = lesson.type === 'faceToFace' || !meetingLink.includes('/classroom/')
    // a group hour has one place for all, which the guardian agreed to with the seat
    if (isOutside && lesson.group === null && !world.agreedVenues.get(id)?.has(lesson.place || meetingLink))
      return 'a lesson is held at a place or link that no guardian agreed to'
  }
  return null
}

/**
 * A group hour has no more seats than places, each one seen by whom it concerns, and none once it is cancelled or its
 * teacher is gone.
 */
async function groupHours(world: World): Promise<void> {
  if (world.groups.size === 0) return
  const people = (['teacher', 'minor', 'classmate', ...world.guardians] as const).filter(
    (name) => world.actors.get(name)?.isGone === false,
  )
  const isClosed = (id: string) =>
    world.actors.get('teacher')?.isGone === true || world.groups.get(id) === false
  await soonNothing(async () => {
    const seen = new Map<string, number>()
    const ahead = new Map<Name, Lesson[]>()
    for (const name of people) {
      // `as`: the declared answer
      const groups = rows(await as(world, name, 'GET /groups')) as GroupHour[]
      const all = lessonsIn(await as(world, name, 'GET /sessions?status=upcoming'))
      const seats = all.filter(({ group }) => group !== null)
      ahead.set(name, seats)
      for (const { id, taken, capacity, audience, learners, seats: own } of groups) {
        if (isClosed(id)) return `the ${name} sees a cancelled group hour`
        if (name === 'classmate' && audience === 'minors' && own.length > 0)
          return 'an adult has a seat among minors'
        if (world.guardians.has(name) && audience === 'adults' && own.length > 0)
          return 'a minor has a seat among adults'
        if (taken > capacity) return 'a group hour has more seats than places'
        if (taken !== (seen.get(id) ?? taken)) return `the ${name} reads another number of seats`
        seen.set(id, taken)
        if (name === 'teacher' && learners.length !== taken) return 'the teacher does not see every seat'
        if (name !== 'teacher' && own.length !== seats.filter(({ group }) => group?.id === id).length)
          return `the ${name} does not see the own seats`
      }
      if (seats.some(({ group }) => isClosed(group?.id ?? '')))
        return `the ${name} has a seat in a cancelled group hour`
    }
    const all = new Map(
      [...ahead].flatMap(([name, seats]) =>
        name === 'teacher' ? [] : seats.map((one) => [one.id, one.group?.id]),
      ),
    )
    for (const [id, taken] of seen)
      if (taken !== [...all.values()].filter((group) => group === id).length)
        return 'a seat belongs to nobody'
    const isParted = world.classmate?.isOpen === false
    return isParted && ahead.get('classmate')?.length ? 'a seat is left without a connection' : null
  })
}

/** `as`: the declared answer */
const connectionsIn = (reply: Reply) => rows(reply) as Connection[]

/**
 * A free teacher has no more learners than places, promises none of them twice and offers each free one to the first
 * in the list who can take it. What a draft becomes is a request of the minor.
 */
async function waitingList(world: World): Promise<void> {
  if (world.taught.length === 0 || world.actors.get('teacher')?.isGone) return
  const names = waitingNames.filter((name) => world.actors.get(name)?.isGone === false)
  await soonNothing(async () => {
    const lists = await Promise.all(names.map((name) => waitingOf(world, name)))
    const listed = lists.flat().filter(({ waitsFor }) => waitsFor === 'place')
    const all = connectionsIn(await as(world, 'teacher', 'GET /connections'))
    const sent = all.find(
      ({ id, status, student }) => student.minor && status === 'pending' && id !== world.connection?.id,
    )
    if (sent) {
      const entry = [...world.listed.values()].findLast(({ by }) => by === 'minor')
      if (entry) entry.isSent = true
      requested(world, sent.id, 'minor')
    }
    const taught = all.filter(({ status, needs }) => isOpen.has(status) && needs.teacher === 'agreed').length
    const used = all.filter(
      ({ id, status, needs }) =>
        world.offersUsed.has(id) && isOpen.has(status) && needs.teacher === 'waiting',
    ).length
    if (listed.some(({ offeredUntil }) => offeredUntil !== null)) world.reached.add('place offered')
    const held = used + listed.filter(({ offeredUntil }) => offeredUntil !== null).length
    if (taught > places) return 'a free teacher has more learners than places'
    if (held > 0 && taught + held > places) return 'a place is promised twice'
    const inLine = listed.flatMap(({ position }) => position ?? [])
    if (inLine.sort().some((position, index) => position !== index + 1))
      return 'the waiting list has no order'
    // the minor cannot take one without a guardian, nor beside some connections with the teacher
    const canMinor = world.guardians.size > 0 && all.every(({ student }) => !student.minor)
    const isAwaited = lists.some(
      (list, index) =>
        (canMinor || names[index] === 'learner' || names[index] === 'classmate') &&
        list.some(({ position }) => position !== null),
    )
    return isAwaited && taught + held < places ? 'a free place is offered to nobody' : null
  })
}

const isOpen: ReadonlySet<string> = new Set(['pending', 'approved', 'suspended'])

/** Evidence of an open alert stays complete: each text of every field, also a replaced one, and their authors. */
async function evidence(world: World): Promise<void> {
  for (const { texts, alertId, about } of world.evidence) {
    await soonNothing(async () => {
      const body = { reason: 'a sequence' }
      const opened = await as(world, 'super-admin', `POST /superadmin/evidence/${alertId}/view`, body)
      if (texts.some((text) => !opened.text.includes(text))) return 'a text is missing in an open alert'
      return about === null || opened.text.includes(about) ? null : 'the identity in an open alert is gone'
    })
  }
}

/** Nobody finds a teacher, or reads of one, beyond what was approved and switched on. */
async function applicants(world: World): Promise<void> {
  const { applicant } = world
  if (!applicant) return
  const { id, fullName } = await actor(world, 'applicant')
  const found = applicant.status === 'approved' && applicant.isVisible
  const answersAt = async (path: string) => isDone(await call(world, `GET ${path}`))
  const file = (proof: string) => as(world, 'admin', `GET /admin/teachers/${id}/proofs/${proof}/file`)
  await soonNothing(async () => {
    const card = await as(world, 'learner', `GET /teachers/${id}`)
    const search = await as(world, 'learner', `GET /teachers?name=${encodeURIComponent(fullName)}`)
    const pages = await Promise.all(
      [...applicant.slugs].map((slug) => call(world, `GET /teacher-pages/${slug}`)),
    )
    if (!found && (isDone(card) || rows(search).length > 0)) return 'a teacher can be found who may not be'
    if (!(found && applicant.hasPage) && pages.some(({ status }) => status !== 404))
      return 'a public page is open'
    const unseen = [...applicant.slugs].filter((slug) => !applicant.publicSlugs.has(slug))
    for (const slug of unseen)
      if (await answersAt(`/teacher-pages/${slug}`)) return 'a page has an address that nobody approved'
    const hidden = applicant.bios.filter((bio) => bio !== applicant.shown.bio)
    const texts = [card, search, ...pages].map(({ text }) => text).join(' ')
    if (hidden.some((bio) => texts.includes(bio))) return 'a bio is public that nobody approved'
    // `as`: the declared answer
    const checks = isDone(card) ? (dataOf(card)['checks'] as { kind: string }[]) : []
    if (checks.some(({ kind }) => kind !== 'address' && !applicant.accepted.has(kind)))
      return 'a badge is shown that nobody gave'
    const open = applicant.status === 'approved' ? applicant.shown.photo : null
    for (const photo of applicant.photos)
      if (photo !== open && (await answersAt(`/photos/${photo}`)))
        return 'a photo is open that nobody approved, or that was deleted'
    for (const proof of applicant.voidProofs)
      if (isDone(await file(proof))) return 'a withdrawn proof is kept'
    return null
  })
}

/** Only the guardians of that time read the conversations of a minor's closed account. */
async function keptConversation(world: World): Promise<void> {
  const { left } = world
  if (!left) return
  const read = (name: Name) => as(world, name, `GET /threads/${left.threadId}/messages`)
  await soonNothing(async () => {
    for (const name of left.readers) {
      const { text } = await read(name)
      if (left.texts.some((one) => !text.includes(one)))
        return `the ${name} lost a closed account's conversation`
    }
    for (const name of ['teacher', 'minor'] as const)
      if (isDone(await read(name))) return `the ${name} reads a conversation of a closed account`
    return null
  })
}

/** A guardian can read every text that the other side can read, in each field. */
async function guardianReads(world: World): Promise<void> {
  const { connection, isTeacherErased } = world
  const [name] = world.guardians
  if (!name || !connection || connection.words.length === 0 || isTeacherErased || !mayMeet(world)) return
  await soonNothing(async () => {
    const { status } = dataOf(await as(world, name, `GET /connections/${connection.id}`))
    if (status !== 'approved') return null
    const { text } = await as(world, name, `GET /homework?connectionId=${connection.id}`)
    const isMissing = connection.words.some((word) => !word.isHidden && !text.includes(word.text))
    return isMissing ? `the ${name} does not read a text of the homework` : null
  })
}

/** A message to support stays until its sender is proven to want its deletion. */
async function tickets(world: World): Promise<void> {
  const isAtRisk = world.actors.get('squatter')?.isGone === true && !world.squatted?.isOwned
  if (!isAtRisk) return
  await actor(world, 'admin')
  for (const { text, email } of world.tickets) {
    const query = `/admin/tickets?status=all&q=${encodeURIComponent(email)}`
    const found = await as(world, 'admin', `GET ${query}`)
    if (!found.text.includes(text)) throw new Error('a stranger erased a message to support')
  }
}

const soon = (fault: string, isTrue: () => Promise<boolean>) =>
  eventually(isTrue, settleMs).catch(() => {
    throw new Error(fault)
  })

/** @param look returns the violation, or null */
async function soonNothing(look: () => Promise<string | null>): Promise<void> {
  let fault: string | null = 'never looked'
  await eventually(async () => {
    fault = await look().catch((error: unknown) => String(error))
    return fault === null
  }, settleMs).catch((error: unknown) => {
    throw fault === null ? error : new Error(fault)
  })
}
