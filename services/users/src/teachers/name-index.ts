import type { NameWord } from '@darsi/contracts/fold-name.ts'
import { keysOfName } from './name-keys.ts'
import { type PostingList, postingList } from './posting-list.ts'

/** Finds slots by words of a name: by how a word begins, or by how it sounds. */
export function nameIndex() {
  const bySound = new Map<string, PostingList>()
  // words by their first two letters: few enough to look at one after the other
  const byBeginning = new Map<string, Map<string, PostingList>>()
  let seen = new Uint32Array(1024)
  let round = 0

  const listsOf = (name: string): Set<PostingList> => {
    const lists = new Set<PostingList>()
    for (const { written, sound } of keysOfName(name)) {
      const word = joined(written)
      lists.add(listIn(mapIn(byBeginning, word.slice(0, 2)), word))
      if (sound) lists.add(listIn(bySound, sound))
    }
    return lists
  }

  const matching = ({ written, sound }: NameWord): Uint32Array[] => {
    const asked = joined(written)
    const lists: Uint32Array[] = []
    for (const [beginning, words] of byBeginning) {
      if (!beginning.startsWith(asked.slice(0, 2))) continue
      for (const [word, list] of words) if (word.startsWith(asked)) lists.push(list.view())
    }
    const sounding = sound ? bySound.get(sound) : undefined
    return sounding ? [...lists, sounding.view()] : lists
  }

  return {
    add: (slot: number, name: string): void => {
      for (const list of listsOf(name)) list.add(slot)
    },
    remove: (slot: number, name: string): void => {
      for (const list of listsOf(name)) list.remove(slot)
    },
    /** The slots that have every word, each once. @param capacity one more than the highest slot */
    find: (words: readonly NameWord[], capacity: number): Uint32Array => {
      if (seen.length < capacity) seen = new Uint32Array(Math.ceil(capacity * 1.5))
      if (round + words.length + 1 >= 2 ** 32) {
        seen.fill(0)
        round = 0
      }
      let found: number[] = []
      const first = round + 1
      for (const word of words) {
        round++
        found = []
        for (const list of matching(word)) {
          for (const slot of list) {
            const last = seen[slot] ?? 0
            if (last === round || (round > first && last !== round - 1)) continue
            seen[slot] = round
            found.push(slot)
          }
        }
      }
      // the next search must not take this one's last round for its own first
      round++
      return Uint32Array.from(found)
    },
  }
}

function joined(written: string): string {
  return written.replace(' ', '')
}

function listIn(map: Map<string, PostingList>, key: string): PostingList {
  const list = map.get(key) ?? postingList()
  map.set(key, list)
  return list
}

function mapIn(maps: Map<string, Map<string, PostingList>>, key: string): Map<string, PostingList> {
  const map = maps.get(key) ?? new Map<string, PostingList>()
  maps.set(key, map)
  return map
}
