import { placeCount } from './places.ts'
import { type PostingList, postingList } from './posting-list.ts'

/** Slots of one place with the same points for answers and reviews: their best possible score is known. */
export type Bucket = {
  readonly place: number
  readonly merit: number
  readonly list: PostingList
  /** Whoever is in it has not been new since this day. */
  newUntil: number
}

/** 10 for answers and 10 for reviews. */
const meritCount = 21

/**
 * Slots by place, merit, and whether they were new when they came: the best of a million are in few buckets, and
 * the others need not be looked at. Who stays new or not decides the day of the search, never the bucket.
 */
export function buckets() {
  const all: (Bucket | undefined)[] = new Array(placeCount * meritCount * 2)
  const numberOf = (place: number, merit: number, young: boolean) =>
    (place * meritCount + merit) * 2 + (young ? 1 : 0)

  return {
    add: (slot: number, { place, merit, newUntil }: Omit<Bucket, 'list'>, today: number): number => {
      const number = numberOf(place, merit, newUntil > today)
      const bucket = all[number] ?? { place, merit, list: postingList(), newUntil: 0 }
      all[number] = bucket
      bucket.newUntil = Math.max(bucket.newUntil, newUntil)
      bucket.list.add(slot)
      return number
    },
    /** @param number what `add` answered */
    remove: (slot: number, number: number): void => all[number]?.list.remove(slot),
    /**
     * Best first.
     * @param bound the most that somebody of this place and merit can score, 0 to 100; null when nobody there fits
     */
    inOrder: function* (
      bound: (place: number) => number | null,
    ): Generator<{ bound: number; bucket: Bucket }> {
      const byBound: Bucket[][] = Array.from({ length: 101 }, () => [])
      for (let place = 0; place < placeCount; place++) {
        const most = bound(place)
        if (most === null) continue
        for (let number = numberOf(place, 0, false); number < numberOf(place + 1, 0, false); number++) {
          const bucket = all[number]
          if (bucket) byBound[most + bucket.merit]?.push(bucket)
        }
      }
      for (let most = byBound.length - 1; most >= 0; most--)
        for (const bucket of byBound[most] ?? []) yield { bound: most, bucket }
    },
  }
}
