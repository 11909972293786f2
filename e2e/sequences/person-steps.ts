import { eventually } from '@darsi/kit/testing/testing.ts'
import { linkIn } from '../support/mail.ts'
import { agreementSteps, connect, familySteps, writes } from './family-steps.ts'
import { erased, reportsDanger } from './safety-steps.ts'
import { step } from './step.ts'
import {
  actor,
  as,
  birthYear,
  fittingMails,
  isDone,
  joined,
  type Name,
  newestMail,
  register,
  type World,
} from './world.ts'

const closed = /^The account of .* was closed$/
const returned = /has registered again/

/** The new account has no guardian, and no right of the earlier account holds for it. Blocks by others do. */
function startAgain(world: World): void {
  world.guardians.clear()
  world.invitations.clear()
  world.against.clear()
  world.blockedBy.delete('minor')
  world.codes = []
  world.connection = null
}

/** With the same address and telephone, as an adult: the invariant of ages must still hold. */
export const closesAndReturns = step(
  'the minor closes the account and registers again as an adult',
  (world) => world.everGuarded && world.guardians.size > 0,
  async (world) => {
    const minor = await actor(world, 'minor')
    const readers = [...world.guardians]
    const { connection } = world
    const guardians = await Promise.all(readers.map((name) => actor(world, name)))
    const counts = async (subject: RegExp) =>
      Promise.all(guardians.map(async ({ email }) => (await fittingMails(email, subject)).length))
    const [before, beforeReturn] = [await counts(closed), await counts(returned)]
    if (!isDone(await as(world, 'minor', 'DELETE /me', { password: minor.password }))) return
    minor.isGone = true
    await erased(world, minor)
    for (const [index, { email }] of guardians.entries()) await newestMail(email, closed, before[index] ?? 0)
    const threadId = connection?.threadId
    if (threadId) world.left = { threadId, readers, texts: connection.messages.map(({ text }) => text) }
    startAgain(world)
    world.reached.add('returned')
    const { email, fullName, phone } = minor
    const roleData = { educationLevel: 'university', birthYear: birthYear(20) }
    world.actors.set('minor', await register(world, 'minor', { email, fullName, phone, roleData }))
    world.returns.clear()
    for (const [index, { name, email: to }] of guardians.entries()) {
      const mail = await newestMail(to, returned, beforeReturn[index] ?? 0)
      const token = new URL(linkIn(mail, 'guardian')).searchParams.get('token')
      if (token) world.returns.set(name, token)
    }
  },
)

export const agreesAgain = step(
  'a guardian of the closed account agrees again',
  ({ returns }) => returns.size > 0,
  async (world) => {
    const [[name, token] = ['mother' as Name, '']] = world.returns
    world.returns.delete(name)
    const accepted = await as(world, name, 'POST /children/link', { token })
    if (isDone(accepted) && accepted.body['data'] !== null) joined(world, name)
  },
)

export const parts = step(
  'an administrator parts the teacher and the minor',
  ({ connection }) => connection?.isStopped === true,
  async (world) => {
    await actor(world, 'admin')
    const body = { status: 'ended', notes: 'Confirmed' }
    const end = () => as(world, 'admin', `PUT /admin/connections/${world.connection?.id}`, body)
    // the pause reaches the admin service by an event; a request that was never paused cannot be ended
    world.isApart = await eventually(async () => isDone(await end()), 6000).catch(() => world.isApart)
  },
)

/** A person with two accounts, and one who closes the account and returns. */
export const personSteps = [
  ...[closesAndReturns, closesAndReturns, agreesAgain, agreesAgain, agreesAgain],
  ...[connect, connect, writes('teacher'), writes('minor'), reportsDanger, parts],
  ...familySteps,
  ...agreementSteps,
]
