import { borders, saltLakes } from './governorate-borders.ts'
import { governorates } from './governorates.ts'

type MapPoint = { readonly x: number; readonly y: number }

type GovernorateShape = {
  /** the governorate's id */
  readonly id: number
  /** SVG path data in the coordinates of `mapViewBox` */
  readonly path: string
  /** where its label or mark is drawn */
  readonly centre: MapPoint
}

const west = 7.4
const north = 37.45
const unitsPerDegree = 100
// degrees of longitude shrink with the cosine of the latitude, here of the country's middle
const squeeze = Math.cos((34 * Math.PI) / 180)

export const mapWidth = 355
export const mapHeight = 730
export const mapViewBox = `0 0 ${mapWidth} ${mapHeight}`

/** Projects a place onto the map. */
export const project = ({ lat, lon }: { readonly lat: number; readonly lon: number }): MapPoint => ({
  x: round((lon - west) * squeeze * unitsPerDegree),
  y: round((north - lat) * unitsPerDegree),
})

/** The closed outlines of a governorate in degrees, first and last point equal; 0 gives the whole country. */
export const ringsOf = (governorateId: number): readonly (readonly Degrees[])[] =>
  closeRings(lines.filter(({ sides }) => sides.includes(governorateId)).map(({ points }) => points))

type Degrees = { readonly lat: number; readonly lon: number }

const parse = (line: string): readonly Degrees[] =>
  line.split(' ').map((pair) => {
    const [lon = 0, lat = 0] = pair.split(',').map(Number)
    return { lat, lon }
  })

const lines = borders.map(([a, b, line]) => ({ sides: [a, b], points: parse(line) }))

const same = (a: Degrees | undefined, b: Degrees | undefined): boolean =>
  a?.lat === b?.lat && a?.lon === b?.lon

function closeRings(open: readonly (readonly Degrees[])[]): readonly (readonly Degrees[])[] {
  const rings: Degrees[][] = []
  const left = [...open]
  for (let ring = left.pop()?.slice(); ring; ring = left.pop()?.slice()) {
    while (!same(ring[0], ring.at(-1))) {
      const end = ring.at(-1)
      const at = left.findIndex((line) => same(line[0], end) || same(line.at(-1), end))
      const [next] = left.splice(at, 1)
      if (at < 0 || !next) throw new Error(`A border ends in the open at ${JSON.stringify(end)}`)
      ring.push(...(same(next[0], end) ? next : next.toReversed()).slice(1))
    }
    rings.push(ring)
  }
  return rings
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

const pathOf = (rings: readonly (readonly Degrees[])[]): string =>
  rings
    .map(
      (ring) =>
        `M${ring
          .slice(0, -1)
          .map((point) => `${project(point).x} ${project(point).y}`)
          .join('L')}Z`,
    )
    .join('')

export const governorateShapes: readonly GovernorateShape[] = governorates.map((place) => ({
  id: place.id,
  path: pathOf(ringsOf(place.id)),
  centre: project(place),
}))

/** The country's outline, stroked around all shapes. */
export const countryPath: string = pathOf(ringsOf(0))

export const saltLakePath: string = pathOf(saltLakes.map(parse))
