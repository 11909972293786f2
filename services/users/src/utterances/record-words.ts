import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Utterance } from './utterance.ts'
import type { UtteranceStore } from './utterance-store.ts'

export type RecordParts = { utterances: UtteranceStore; profiles: Pick<ProfileStore, 'find'> }

/** Stores texts once. A late event must not bring back the words of an erased account. */
export async function recordWords(
  { utterances, profiles }: RecordParts,
  said: readonly (Utterance | null)[],
): Promise<void> {
  for (const utterance of said) {
    if (!utterance) continue
    await utterances.add(utterance)
    // after the write: an erasure at the same moment has removed what it found
    if (!utterance.lasting && !(await profiles.find(utterance.by))) await utterances.erase(utterance.by)
  }
}
