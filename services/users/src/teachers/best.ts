import { compareStanding, type Standing } from './order.ts'

export type Found = Standing & { readonly slot: number }

/** Keeps the best `limit` of what it is offered, whatever their number; a heap with the worst kept one on top. */
export function bestOf(limit: number) {
  const heap: Found[] = []
  const worseFirst = (a: number, b: number) => {
    const [x, y] = [heap[a], heap[b]]
    return x && y ? compareStanding(y, x) : 0
  }
  const swap = (a: number, b: number) => {
    const [x, y] = [heap[a], heap[b]]
    if (x && y) {
      heap[a] = y
      heap[b] = x
    }
  }
  const up = (from: number) => {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1
      if (worseFirst(at, above) >= 0) return
      swap(at, above)
      at = above
    }
  }
  const down = () => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      if (left >= heap.length) return
      const worse = left + 1 < heap.length && worseFirst(left + 1, left) < 0 ? left + 1 : left
      if (worseFirst(worse, at) >= 0) return
      swap(worse, at)
      at = worse
    }
  }
  return {
    /** Nothing below this key can still be kept. */
    floor: (): number => (heap.length < limit ? Number.NEGATIVE_INFINITY : (heap[0]?.key ?? 0)),
    offer: (found: Found): void => {
      const worst = heap[0]
      if (heap.length < limit) {
        heap.push(found)
        up(heap.length - 1)
      } else if (worst && compareStanding(found, worst) < 0) {
        heap[0] = found
        down()
      }
    },
    sorted: (): Found[] => [...heap].sort(compareStanding),
  }
}
