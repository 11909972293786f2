import { openThread, shareAmongParties } from './family-steps.ts'
import { step } from './step.ts'
import { actor, arrived, as, dataOf, isDone, uniqueText, type Word, type World } from './world.ts'

/** A text that was accepted. @param before what it replaces */
function said(world: World, by: Word['by'], text: string, before: Word | null = null): Word {
  const word = { text, by, isHidden: false }
  arrived(world, 'homework')
  world.connection?.words.push(word)
  shareAmongParties(world, word, 'a text of homework')
  if (before) before.isHidden = true
  return word
}

export async function givesHomework(world: World): Promise<void> {
  await actor(world, 'teacher')
  const threadId = await openThread(world)
  if (!threadId || !world.connection) return
  const text = uniqueText('read the page about')
  const dueAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const body = { title: 'Page 12', text, dueAt }
  const given = await as(world, 'teacher', `POST /threads/${threadId}/homework`, body)
  if (!isDone(given)) return
  const id = String(dataOf(given)['id'])
  world.connection.homework = { id, given: said(world, 'teacher', text), handIn: null, mark: null }
}

/** What is handed in cannot be withdrawn. */
export async function withdrawsHomework(world: World): Promise<void> {
  const homework = world.connection?.homework
  if (!homework || !isDone(await as(world, 'teacher', `DELETE /homework/${homework.id}`))) return
  homework.given.isHidden = true
  if (world.connection) world.connection.homework = null
}

export async function handsIn(world: World): Promise<void> {
  const homework = world.connection?.homework
  if (!homework) return
  const text = uniqueText('my answer is')
  if (!isDone(await as(world, 'minor', `POST /homework/${homework.id}/hand-in`, { text, files: [] }))) return
  homework.handIn = said(world, 'minor', text, homework.handIn)
}

async function marks(world: World): Promise<void> {
  const homework = world.connection?.homework
  if (!homework) return
  const comment = uniqueText('read again about')
  const body = { value: null, comment }
  if (!isDone(await as(world, 'teacher', `PUT /homework/${homework.id}/mark`, body))) return
  if (homework.mark) world.reached.add('homework marked')
  homework.mark = said(world, 'teacher', comment, homework.mark)
}

const isConnected = ({ connection }: Readonly<World>) => connection !== null
const hasHomework = ({ connection }: Readonly<World>) => (connection?.homework ?? null) !== null

export const marksTwice = step(
  'the minor hands in, and the teacher marks it twice',
  isConnected,
  async (world) => {
    if (!hasHomework(world)) await givesHomework(world)
    await handsIn(world)
    await marks(world)
    await marks(world)
  },
)
export const gives = step('the teacher gives homework', isConnected, givesHomework)
export const withdraws = step('the teacher withdraws homework', hasHomework, withdrawsHomework)

/** Each text is an entry of its own in the evidence: three marks are three. */
export const homeworkSteps = [
  gives,
  withdraws,
  step('the minor hands in homework', hasHomework, handsIn),
  marksTwice,
  step('the teacher marks homework', hasHomework, marks),
]
