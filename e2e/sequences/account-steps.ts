import { randomUUID } from 'node:crypto'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { TOTP } from 'otpauth'
import { cookieOf, type Reply } from '../abuse/client.ts'
import { registration, someAddress } from '../support/api.ts'
import { always, step } from './step.ts'
import {
  actor,
  as,
  call,
  dataOf,
  hold,
  isDone,
  mailedToken,
  must,
  prove,
  signedIn,
  signIn,
  signInLater,
  uniqueText,
  type World,
} from './world.ts'

const newPassword = () => `Cedar-Boat-${randomUUID().slice(0, 13)}`
/** The owner can sign in. With a factor, each sign-in and each change uses up a recovery code. */
const isThere = (world: World) => {
  const owner = world.actors.get('learner')
  return owner !== undefined && (!owner.hasFactor || owner.recoveryCodes.length > 3)
}
const sessionOfThief = (world: World) =>
  world.held.findLast(
    ({ kind, of, proofs }) =>
      kind === 'session' && of === 'learner' && proofs === (world.proofs.get(of) ?? 0),
  )

const hasThief = (world: World) => world.isPasswordKnown && sessionOfThief(world) !== undefined

async function thiefAsksForAddress(world: World): Promise<void> {
  const { password } = await actor(world, 'learner')
  const email = someAddress('thief')
  const token = sessionOfThief(world)?.value ?? ''
  await holdAddressLink(world, 'learner', email, () =>
    call(world, 'PUT /auth/email', { token, body: { email, password } }),
  )
}

/** Keeps the link mailed to a new address, if the call is accepted. */
async function holdAddressLink(
  world: World,
  of: 'learner' | 'squatter',
  email: string,
  ask: () => Promise<Reply>,
): Promise<void> {
  const value = await mailedToken({ email, subject: /Confirm your new email/, path: 'verify-email' }, ask)
  if (value !== null) hold(world, { kind: 'address link', of, value })
}

/** The steps of an account's owner and of a thief who knows the password, in any order. */
export const accountSteps = [
  step('the thief learns the password and signs in', always, async (world) => {
    const { email, password } = await actor(world, 'learner')
    const answer = await call(world, 'POST /auth/login', { body: { email, password } })
    world.isPasswordKnown = true
    if (answer.status !== 200) return
    hold(world, { kind: 'session', of: 'learner', value: signedIn(answer).token, cookie: cookieOf(answer) })
  }),

  ...[1, 2].map(() => step('the thief asks for another address', hasThief, thiefAsksForAddress)),

  step('the owner signs in', isThere, async (world) => signIn(world, await actor(world, 'learner'))),

  step('the owner adds a second factor', isThere, async (world) => {
    const owner = await actor(world, 'learner')
    await signIn(world, owner)
    const enrolled = await as(world, 'learner', 'POST /auth/factors', { type: 'totp', name: 'phone' })
    if (!isDone(enrolled)) return
    const { id, secret } = dataOf(enrolled)
    const code = new TOTP({ secret: String(secret) }).generate()
    const confirmed = await as(world, 'learner', `POST /auth/factors/${id}/verify`, { code })
    if (!isDone(confirmed)) return
    // `as`: the declared answer
    const { recoveryCodes } = dataOf(confirmed) as { recoveryCodes: string[] }
    // codes of an earlier factor are void
    owner.recoveryCodes = recoveryCodes
    owner.hasFactor = true
    // the session that adds a factor may continue under a token of its own
    await signIn(world, owner)
    prove(world, 'learner')
  }),

  step('the owner resets the password', isThere, async (world) => {
    const owner = await actor(world, 'learner')
    const mailed = { email: owner.email, subject: /Reset your password/, path: 'reset-password' }
    const token = await mailedToken(mailed, () =>
      call(world, 'POST /auth/forgot-password', { body: { email: owner.email } }),
    )
    const password = newPassword()
    const answer = await call(world, 'POST /auth/reset-password', { body: { token, password } })
    if (!isDone(answer)) throw new Error(`the owner’s reset answered ${answer.status} ${answer.text}`)
    prove(world, 'learner')
    hold(world, { kind: 'reset link', of: 'learner', value: token ?? '' })
    prove(world, 'learner')
    owner.password = password
    world.isPasswordKnown = false
    await signIn(world, owner)
  }),

  step('the owner changes the password', isThere, async (world) => {
    const owner = await actor(world, 'learner')
    await signIn(world, owner)
    const next = newPassword()
    const code = owner.recoveryCodes.pop()
    const body = { currentPassword: owner.password, newPassword: next, ...(code && { code }) }
    if (!isDone(await as(world, 'learner', 'PUT /auth/password', body))) return
    owner.password = next
    world.isPasswordKnown = false
    prove(world, 'learner')
    await signIn(world, owner)
  }),

  step('the owner ends all other sessions', isThere, async (world) => {
    await signIn(world, await actor(world, 'learner'))
    await must(world, 'learner', 'DELETE /auth/sessions')
    prove(world, 'learner')
  }),

  step('an administrator suspends the account and opens it again', isThere, async (world) => {
    const owner = await actor(world, 'learner')
    const decide = (status: string, seen: string) =>
      must(world, 'admin', `PUT /admin/users/${owner.id}/status`, { status, seen, notes: 'a sequence' })
    // the admin service learns about the account by an event
    await eventually(() => decide('suspended', 'approved'))
    // a decision reaches auth by an event
    const { email, password } = owner
    await eventually(
      async () => (await call(world, 'POST /auth/login', { body: { email, password } })).status === 403,
    )
    await decide('approved', 'suspended')
    prove(world, 'learner')
    await signInLater(world, owner)
  }),
]

const isSquatted = (world: World) =>
  world.squatted !== null && !world.squatted.isOwned && world.actors.get('squatter')?.isGone === false
const squatter = async (world: World) => {
  const found = world.actors.get('squatter')
  if (!found) throw new Error('nobody squats')
  return found
}

async function squatterAddsFactor(world: World): Promise<void> {
  await squatter(world)
  const enrolled = await as(world, 'squatter', 'POST /auth/factors', { type: 'totp', name: 'phone' })
  if (!isDone(enrolled)) return
  const { id, secret } = dataOf(enrolled)
  const code = new TOTP({ secret: String(secret) }).generate()
  await as(world, 'squatter', `POST /auth/factors/${id}/verify`, { code })
}

/** A stranger registers with another person's address; the owner of the address writes to support and takes it back. */
export const addressSteps = [
  step(
    'somebody registers the address of another',
    ({ squatted }) => squatted === null,
    async (world) => {
      const email = world.tickets[0]?.email ?? someAddress('victim')
      const form = registration('teacher', email)
      const password = newPassword()
      await call(world, 'POST /auth/register', { body: { ...form, password, fullName: 'Slim Ben Squat' } })
      const answer = await call(world, 'POST /auth/login', { body: { email, password } })
      world.squatted = { email, isOwned: false }
      world.actors.set('squatter', {
        name: 'squatter',
        role: 'teacher',
        email,
        password,
        fullName: 'Slim Ben Squat',
        phone: form.phone,
        recoveryCodes: [],
        hasFactor: false,
        isGone: false,
        ...signedIn(answer),
      })
      hold(world, {
        kind: 'session',
        of: 'squatter',
        value: signedIn(answer).token,
        cookie: cookieOf(answer),
      })
    },
  ),

  ...[1, 2, 3].map(() => step('the squatter adds a second factor', isSquatted, squatterAddsFactor)),

  step('the squatter asks for an own address', isSquatted, async (world) => {
    const { password } = await squatter(world)
    const email = someAddress('squatter')
    await holdAddressLink(world, 'squatter', email, () =>
      as(world, 'squatter', 'PUT /auth/email', { email, password }),
    )
  }),

  step('the squatter writes about itself', isSquatted, async (world) => {
    const profile = await as(world, 'squatter', 'GET /me/profile')
    if (!isDone(profile)) return
    const text = uniqueText('lessons by a squatter')
    const body = { version: dataOf(profile)['version'], roleData: { bio: text } }
    if (!isDone(await as(world, 'squatter', 'PATCH /me/profile', body))) return
    world.secrets.push({
      text,
      what: 'what a squatter wrote',
      mayRead: ({ squatted }) =>
        squatted?.isOwned ? ['admin', 'super-admin'] : ['squatter', 'admin', 'super-admin'],
    })
  }),

  step('the squatter takes the calendar feed', isSquatted, async (world) => {
    const feed = await as(world, 'squatter', 'GET /me/calendar')
    if (isDone(feed)) hold(world, { kind: 'feed', of: 'squatter', value: String(dataOf(feed)['url']) })
  }),

  step('the owner of the address writes to support', always, async (world) => {
    const email = world.squatted?.email ?? world.tickets[0]?.email ?? someAddress('victim')
    const text = uniqueText('please help me with')
    const message = { name: 'Rim', email, userType: 'parent', subject: 'general', message: text }
    if (!isDone(await call(world, 'POST /contact', { body: message }))) return
    world.tickets.push({ text, email })
    world.secrets.push({
      text,
      what: 'a message to support',
      mayRead: ({ squatted }) =>
        squatted?.isOwned ? ['squatter', 'admin', 'super-admin'] : ['admin', 'super-admin'],
    })
  }),

  step('the squatter closes the account', isSquatted, async (world) => {
    const who = await squatter(world)
    if (isDone(await as(world, 'squatter', 'DELETE /me', { password: who.password }))) who.isGone = true
  }),

  step('the owner of the address resets its password', isSquatted, async (world) => {
    const who = await squatter(world)
    const mailed = { email: who.email, subject: /Reset your password/, path: 'reset-password' }
    const token = await mailedToken(mailed, () =>
      call(world, 'POST /auth/forgot-password', { body: { email: who.email } }),
    )
    const password = newPassword()
    const answer = await call(world, 'POST /auth/reset-password', { body: { token, password } })
    if (!isDone(answer)) throw new Error(`the reset answered ${answer.status} ${answer.text}`)
    if (world.squatted) world.squatted.isOwned = true
    prove(world, 'squatter')
    // no recovery code: a remaining factor of the squatter would ask for one, and this throws
    Object.assign(who, { password, recoveryCodes: [] })
    await signIn(world, who)
  }),
]
