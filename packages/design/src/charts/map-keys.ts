import { governorateShapes } from '@darsi/contracts/reference/places/governorate-shapes.ts'

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * The nearest governorate in the direction of an arrow key; a map is not mirrored in Arabic. Null at the edge or
 * for other keys.
 */
export function neighbour(id: number, key: string): number | null {
  if (key === 'Home') return governorateShapes[0]?.id ?? null
  if (key === 'End') return governorateShapes.at(-1)?.id ?? null
  const from = governorateShapes.find((shape) => shape.id === id)?.centre
  const direction = directions[key]
  if (from === undefined || direction === undefined) return null
  const [dx, dy] = direction
  const ahead = governorateShapes
    .filter((shape) => shape.id !== id)
    .map(({ id: other, centre }) => {
      const along = (centre.x - from.x) * dx + (centre.y - from.y) * dy
      const aside = Math.abs((centre.x - from.x) * dy) + Math.abs((centre.y - from.y) * dx)
      return { other, along, cost: along + 2 * aside }
    })
    .filter(({ along, cost }) => along > 1 && along * 3.5 > cost - along)
    .sort((a, b) => a.cost - b.cost)
  return ahead[0]?.other ?? null
}
