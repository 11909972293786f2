import { delegation, delegations } from '@darsi/contracts/reference/delegations.ts'
import { governorate, governorates } from '@darsi/contracts/reference/governorates.ts'
import { distanceKm, type PlaceRef } from '@darsi/contracts/reference/location.ts'

/** Every place as a small number: 0 is unknown, then the governorates, then the delegations. */
const places: readonly PlaceRef[] = [
  { governorateId: null, delegationId: null },
  ...governorates.map(({ id }) => ({ governorateId: id, delegationId: null })),
  ...delegations.map(({ id, governorateId }) => ({ governorateId, delegationId: id })),
]
const numbers = new Map(places.map((place, number) => [keyOf(place), number]))

export const governorateCount = governorates.length

/** The place's number; an unknown delegation becomes its governorate, an unknown governorate 0. */
export function placeOf(place: PlaceRef): number {
  const existing = {
    governorateId: governorate(place.governorateId)?.id ?? null,
    delegationId: delegation(place.governorateId, place.delegationId)?.id ?? null,
  }
  return numbers.get(keyOf(existing)) ?? 0
}

export function placeAt(number: number): { governorateId: number | null; delegationId: number | null } {
  const { governorateId = null, delegationId = null } = places[number] ?? {}
  return { governorateId, delegationId }
}

/** Governorate id of each place; 0 for an unknown one. */
export const governorateOf: Uint8Array = Uint8Array.from(places, ({ governorateId }) => governorateId ?? 0)

const distanceCache = new Map<number, Int16Array>()

/** Whole kilometres from one place to each; -1 when either is unknown. */
export function distancesFrom(number: number): Int16Array {
  const cached = distanceCache.get(number)
  if (cached) return cached
  const from = placeAt(number)
  const distances = Int16Array.from(places, (to) => distanceKm(from, to) ?? -1)
  distanceCache.set(number, distances)
  return distances
}

function keyOf({ governorateId, delegationId }: PlaceRef): string {
  return `${governorateId ?? 0}.${delegationId ?? 0}`
}
