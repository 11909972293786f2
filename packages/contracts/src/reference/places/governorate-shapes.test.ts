import { describe, expect, it } from '@jest/globals'
import { delegationsOf } from './delegations.ts'
import {
  countryPath,
  governorateShapes,
  mapHeight,
  mapWidth,
  project,
  ringsOf,
  saltLakePath,
} from './governorate-shapes.ts'
import { governorates } from './governorates.ts'

type Point = { lat: number; lon: number }

describe('the map of the governorates', () => {
  it('has one shape for each', () => {
    expect(governorateShapes.map(({ id }) => id)).toEqual(governorates.map(({ id }) => id))
    for (const { path } of governorateShapes) expect(path).toMatch(/^(M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){3,}Z)+$/)
  })

  it.each(governorates)('the centre and the delegations of $name.en lie inside its shape', (place) => {
    for (const point of [place, ...delegationsOf(place.id)]) {
      expect({ point, inside: isInside(point, place.id) }).toEqual({ point, inside: true })
      const others = governorates.filter(({ id }) => id !== place.id && isInside(point, id))
      expect(others).toEqual([])
    }
  })

  it('neighbours share their borders: the parts have the area of the whole, without gap or overlap', () => {
    const parts = governorates.reduce((sum, { id }) => sum + area(id), 0)
    expect(parts).toBeCloseTo(area(0), 6)
  })

  it('the known proportions hold: Tataouine is the largest, Tunis the smallest', () => {
    const bySize = governorates.toSorted((a, b) => area(a.id) - area(b.id)).map(({ name }) => name.en)
    expect([bySize[0], bySize.at(-1), bySize.at(-2)]).toEqual(['Tunis', 'Tataouine', 'Kebili'])
  })

  it('Jerba and Kerkennah are islands', () => {
    expect([ringsOf(20).length, ringsOf(15).length, ringsOf(1).length]).toEqual([2, 3, 1])
  })

  it('fits its frame and stays small', () => {
    for (const { lat, lon } of ringsOf(0).flat()) {
      const { x, y } = project({ lat, lon })
      expect(x > 0 && x < mapWidth && y > 0 && y < mapHeight).toBe(true)
    }
    expect(
      [...governorateShapes.map(({ path }) => path), countryPath, saltLakePath].join('').length,
    ).toBeLessThan(12_000)
  })
})

function isInside({ lat, lon }: Point, governorateId: number): boolean {
  return (
    ringsOf(governorateId).filter((ring) => {
      const crossings = edges(ring).filter(
        ([a, b]) =>
          a.lat > lat !== b.lat > lat && lon < a.lon + ((lat - a.lat) / (b.lat - a.lat)) * (b.lon - a.lon),
      )
      return crossings.length % 2 === 1
    }).length > 0
  )
}

function area(governorateId: number): number {
  return ringsOf(governorateId).reduce(
    (sum, ring) =>
      sum + Math.abs(edges(ring).reduce((twice, [a, b]) => twice + a.lon * b.lat - b.lon * a.lat, 0) / 2),
    0,
  )
}

const edges = (ring: readonly Point[]): (readonly [Point, Point])[] =>
  ring.slice(1).map((point, at) => [ring[at] ?? point, point])
