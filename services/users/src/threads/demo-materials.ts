import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { samplePicture } from '@darsi/kit/storage/sample-picture.ts'
import { type SendingParts, sendMessage } from './thread-commands.ts'

const teacher = 'demo-teacher'
const student = 'demo-student'
const files = [
  { _id: 'demo-parabola', name: 'parabole.png', type: 'image/png', made: samplePicture },
  {
    _id: 'demo-summary',
    name: 'résumé-limites.pdf',
    type: 'application/pdf',
    made: async () => Buffer.from(await sampleDocument(['Demo', 'Limites : le résumé'])),
  },
] as const

/**
 * A message with a picture and a PDF, which the lessons of the demo student show too. Made once.
 * @returns false until the conversation has arrived by its event
 */
export async function seedDemoMaterials(parts: SendingParts): Promise<boolean> {
  const { materials, sealer, now } = parts
  const thread = (await parts.threads.ofMember(student)).find(({ teacherId }) => teacherId === teacher)
  if (!thread) return false
  const ids = files.map(({ _id }) => _id)
  const found = await materials.findAll(ids)
  if ([...found.values()].some(({ threadId }) => threadId !== null)) return true
  for (const { _id, name, type, made } of files) {
    if (found.has(_id)) continue
    const unsent = { _id, by: teacher, name: sealer.seal(name), at: now() }
    await materials.keep(unsent, { bytes: await made(), type })
  }
  const text = 'Voici la parabole de la dernière séance et le résumé des limites.'
  await sendMessage(parts, thread.connectionId, teacher, {
    text,
    files: ids,
    idempotencyKey: 'demo-materials',
  })
  return true
}
