import { type NameWord, nameKeys } from '@darsi/contracts/fold-name.ts'

const folded = new Map<string, readonly NameWord[]>()

/** Folding costs more than all else that is done with a teacher here, and most names are heard often. */
export function keysOfName(name: string): readonly NameWord[] {
  const before = folded.get(name)
  if (before) return before
  if (folded.size >= 50_000) folded.clear()
  const keys = nameKeys(name)
  folded.set(name, keys)
  return keys
}
