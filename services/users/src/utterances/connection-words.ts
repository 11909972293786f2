import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { utteranceOf } from './utterance.ts'
import { type RecordParts, recordWords } from './utterance-store.ts'

type Parts = RecordParts & { sealer: Sealer }
type ConnectionEvent = Pick<DarsiEvent<'connection.requested'>, 'data'> & {
  personal?: { message: string; note: string } | undefined
}

/** The text of a request, which its event carries. */
export async function recordRequest(parts: Parts, { data, personal }: ConnectionEvent): Promise<void> {
  const { connectionId: about, requesterId: by, requestedAt } = data
  if (!personal?.message) return
  const sealed = parts.sealer.seal({ text: personal.message })
  const held = isHeldBack(data)
  const said = { field: 'request' as const, by, about, at: new Date(requestedAt), sealed, held }
  await recordWords(parts, [utteranceOf(data, said)])
}

/** The note of the party that accepted, refused, cancelled or ended. */
export async function recordNote(parts: Parts, { data, personal }: ConnectionEvent): Promise<void> {
  const { connectionId: about, by, at } = data
  if (!by || !personal?.note) return
  const sealed = parts.sealer.seal({ text: personal.note })
  await recordWords(parts, [utteranceOf(data, { field: 'note', by, about, at: new Date(at), sealed })])
}
