import { addDays, instantOf, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { fileName } from '@darsi/contracts/rules/files.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { type HomeworkParts, handIn, markHomework, setHomework } from './homework-commands.ts'

const teacher = 'demo-teacher'
const student = 'demo-student'

/**
 * Homework of the demo student in each state, with a generated sheet. Made once: a conversation that has homework is
 * left as it is. @returns false until the conversation has arrived by its event
 */
export async function seedDemoHomework(parts: HomeworkParts): Promise<boolean> {
  const thread = (await parts.conversations.ofMember(student)).find(({ teacherId }) => teacherId === teacher)
  if (!thread) return false
  const id = thread.connectionId
  const { total } = await parts.homework.page({ threadIds: [id], limit: 1 })
  if (total > 0) return true
  const day = (ahead: number) => instantOf(addDays(tunisDay(parts.now()), ahead), 18).toISOString()
  const give = (title: string, text: string, dueAt: string, files: string[] = []) =>
    setHomework(parts, id, teacher, { title, text, dueAt, files })
  await give('Limites : exercices 4 à 7', 'Rédigez toutes les étapes.', day(3), [await sheet(parts)])
  const done = await give('Dérivées : fiche 1', 'Exercices 1 et 2.', day(1))
  await handIn(parts, done._id, student, { text: 'Voici mes réponses : 2x + 3 et cos x.', files: [] })
  const marked = await give('Suites : révision', 'Exercice 9, page 41.', day(2))
  await handIn(parts, marked._id, student, { text: 'La suite converge vers 2.', files: [] })
  await markHomework(parts, marked._id, teacher, { value: 16.5, comment: 'Bien. Justifiez la limite.' })
  return true
}

async function sheet({ materials, sealer, now }: HomeworkParts): Promise<string> {
  const bytes = Buffer.from(await sampleDocument(['Demo', 'Limites : exercices 4 à 7']))
  const type = 'application/pdf'
  const name = sealer.seal(fileName('limites', type))
  const { _id } = await materials.keep({ _id: 'demo-sheet', by: teacher, name, at: now() }, { bytes, type })
  return _id
}
