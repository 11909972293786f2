import { foldText } from '../fold-text.ts'
import { commaJoined } from '../i18n/lists.ts'
import type { Language, Localised } from '../languages.ts'
import { type Delegation, delegation, delegationsOf } from './delegations.ts'
import { type Governorate, governorate, governorates } from './governorates.ts'

type Point = { readonly lat: number; readonly lon: number }

/** A person's place, never more exact than a delegation. */
export type PlaceRef = { readonly governorateId: number | null; readonly delegationId?: number | null }

/** Whole kilometres between two places, null when either is unknown (product.md §4). */
export const distanceKm = (from: PlaceRef, to: PlaceRef): number | null => {
  const a = centreOf(from)
  const b = centreOf(to)
  return a && b ? Math.round(haversineKm(a, b)) : null
}

export const centreOf = ({ governorateId, delegationId }: PlaceRef): Point | null =>
  delegation(governorateId, delegationId) ?? governorate(governorateId)

export const haversineKm = (a: Point, b: Point): number => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const halfLat = Math.sin(radians(b.lat - a.lat) / 2)
  const halfLon = Math.sin(radians(b.lon - a.lon) / 2)
  const chord = halfLat ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * halfLon ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** "La Marsa, Tunis": the specification's free text "City, Governorate"; empty when unknown. */
export const placeLabel = ({ governorateId, delegationId }: PlaceRef, language: Language): string => {
  const inside = delegation(governorateId, delegationId)
  const around = governorate(governorateId)
  if (!around) return ''
  if (!inside || inside.name[language] === around.name[language]) return around.name[language]
  return commaJoined([inside.name[language], around.name[language]], language)
}

/** The governorate with this name in any of the three languages. */
export const governorateNamed = (name: string): Governorate | null => named(governorates, name)

export const delegationNamed = (governorateId: number | null | undefined, name: string): Delegation | null =>
  named(delegationsOf(governorateId), name)

const named = <P extends { readonly name: Localised }>(places: readonly P[], name: string): P | null => {
  const wanted = foldText(name)
  return places.find((place) => Object.values(place.name).some((each) => foldText(each) === wanted)) ?? null
}
