import fc from 'fast-check'
import { bandOf } from './bands.ts'
import { step } from './step.ts'
import { actor, as, birthYear, childOf, dataOf, isDone, joined, must, rows, type World } from './world.ts'

const isGuarded = ({ guardians }: World) => guardians.size > 0

const says = (age: number) =>
  step(`a guardian says that the minor is ${age}`, isGuarded, async (world) => {
    const [name = 'mother'] = world.guardians
    const child = await childOf(world, name)
    if (!child) return
    const year = birthYear(age)
    const body = { version: child['version'], birthYear: year }
    const edited = await as(world, name, `PATCH /children/${child['id']}`, body)
    // a change to an age with less protection waits for other people, longer than any sequence takes
    if (isDone(edited) && bandOf(year) <= bandOf(world.birthYear)) world.birthYear = year
  })
const saysSomeAge = fc.oneof(...[9, 13, 17, 20].map(says))

/** No edit makes the minor older, even with every agreement: the 72 hours are longer than any sequence takes. */
export const ageSteps = [
  saysSomeAge,
  saysSomeAge,

  step(
    'the minor makes itself an adult',
    ({ actors }) => actors.has('minor'),
    async (world) => {
      const profile = dataOf(await must(world, 'minor', 'GET /me/profile'))
      // `as`: the declared answer
      const roleData = profile['roleData'] as Record<string, unknown>
      const body = { version: profile['version'], roleData: { ...roleData, birthYear: 1990 } }
      await as(world, 'minor', 'PATCH /me/profile', body)
    },
  ),

  step('an administrator agrees to what waits', isGuarded, async (world) => {
    const { id: minorId } = await actor(world, 'minor')
    await actor(world, 'admin')
    const waiting = rows(await as(world, 'admin', 'GET /admin/care-changes?limit=200'))
    for (const { id, accountId, guardianId, askedAt } of waiting) {
      if (accountId !== minorId) continue
      const body = { status: 'approved', note: 'a sequence', askedAt }
      if (!isDone(await as(world, 'admin', `PUT /admin/care-changes/${id}`, body))) continue
      const guest = [...world.actors.values()].find((one) => one.id === guardianId)
      if (guest) joined(world, guest.name)
    }
  }),
]
