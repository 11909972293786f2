import type { Sealer } from '@darsi/kit/events/seal.ts'
import { originalNameOf } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { Utterance } from '../utterances/utterance.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'

type QuoteParts = {
  utterances: Pick<UtteranceStore, 'around' | 'textOf'>
  materials: Pick<MaterialStore, 'findAll'>
  sealer: Sealer
}
export type Quoted = { utterance: Utterance; text: string }

/** Texts as an administrator reads them in the evidence of an alert. */
export function createQuotes({ utterances, materials, sealer }: QuoteParts) {
  /** The text and, a line each, the names and hashes of its files. */
  const quotedText = async (utterance: Utterance): Promise<string> => {
    const files = [...(await materials.findAll(utterance.files)).values()]
    const lines = files.map((each) => `[${originalNameOf(sealer, each)}, SHA-256 ${each.file.hash}]`)
    return [utterances.textOf(utterance), ...lines].filter((line) => line !== '').join('\n')
  }
  /** All texts of a conversation around that time, oldest first. */
  return async (connectionId: string, at: Date): Promise<Quoted[]> => {
    const quoted: Quoted[] = []
    for (const utterance of await utterances.around(connectionId, at))
      quoted.push({ utterance, text: await quotedText(utterance) })
    return quoted
  }
}

export type Quotes = ReturnType<typeof createQuotes>
