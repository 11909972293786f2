/**
 * The rank of a teacher as one number, higher is better: the score, then a daily order among equal scores, so that
 * nobody is always last because of an id.
 */
export function rankKey(score: number, idHash: number, today: number): number {
  return score * 2 ** 32 + turn(idHash, today)
}

function scoreOf(key: number): number {
  return Math.floor(key / 2 ** 32)
}

export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

function turn(idHash: number, today: number): number {
  let mixed = idHash ^ Math.imul(today, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A position in the order; equal keys are ordered by id. */
export type Standing = { readonly key: number; readonly id: string }

/** Negative when `a` comes first. */
export function compareStanding(a: Standing, b: Standing): number {
  if (a.key !== b.key) return b.key - a.key
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const fairShare = 5

/**
 * Merges two ordered lists: every fifth place goes to the next new teacher while there is one; at the other places the
 * better of both comes first, so a new teacher can also be there by score.
 * @param before number of places on earlier pages
 */
export function takeTurns<T extends Standing>(
  established: readonly T[],
  fresh: readonly T[],
  { before, limit }: { before: number; limit: number },
): T[] {
  const taken: T[] = []
  let e = 0
  let n = 0
  while (taken.length < limit) {
    const old = established[e]
    const young = fresh[n]
    const isTheirTurn = (before + taken.length + 1) % fairShare === 0
    if (young && (!old || isTheirTurn || compareStanding(young, old) < 0)) {
      taken.push(young)
      n++
    } else if (old) {
      taken.push(old)
      e++
    } else break
  }
  return taken
}

/** Keeps the best `limit` of one lane after a position. */
export function keepBest(limit: number, after: Standing | null) {
  const kept: Standing[] = []
  let floor = 0
  return {
    kept,
    /** Lower scores cannot be kept any more. */
    floor: (): number => floor,
    offer: (id: string, key: number): void => {
      const found = { id, key }
      if (after && compareStanding(found, after) <= 0) return
      const at = kept.findLastIndex((one) => compareStanding(one, found) < 0) + 1
      if (at >= limit) return
      kept.splice(at, 0, found)
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) floor = scoreOf(kept.at(-1)?.key ?? 0)
    },
  }
}
