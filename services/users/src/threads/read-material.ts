import type { Sealer } from '@darsi/kit/events/seal.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { nameOf } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { Conversations } from './conversations.ts'
import { maySee } from './thread.ts'

export type MaterialReadParts = {
  materials: MaterialStore
  files: SealedFiles
  conversations: Conversations
  sealer: Sealer
}

/** @throws problem `not-found` for those who may not read what the file belongs to */
export async function readMaterial(parts: MaterialReadParts, userId: string, id: string) {
  const { materials, files, conversations, sealer } = parts
  const material = await materials.find(id)
  if (!material) throw problem('not-found')
  if (material.threadId !== null && material.namedBy.length === 0) throw problem('not-found')
  if (material.threadId === null) {
    if (material.by !== userId) throw problem('not-found')
  } else {
    const { part } = await conversations.find(material.threadId, userId)
    if (!maySee(material, { userId, part })) throw problem('not-found')
  }
  const bytes = await files.get(material.file)
  if (!bytes) throw problem('not-found')
  return { bytes, name: nameOf(sealer, material) }
}
