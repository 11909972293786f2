import { type Delegation, delegation, delegations, delegationsOf } from './delegations.ts'
import { foldText } from './fold-text.ts'
import { type Governorate, governorate, governorates } from './governorates.ts'
import type { Language, Localised } from './languages.ts'

export type Point = { readonly lat: number; readonly lon: number }

/** Where somebody is, as exactly as we ever say it: a delegation, or only a governorate. */
export type PlaceRef = { readonly governorateId: number | null; readonly delegationId?: number | null }

export type Place = {
  readonly governorate: Governorate
  readonly delegation: Delegation | null
  /** "La Marsa, Tunis" in the asked language */
  readonly label: string
}

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

/** "La Marsa, Tunis": the specification's free text "City, Governorate"; empty when nothing is known. */
export const placeLabel = ({ governorateId, delegationId }: PlaceRef, language: Language): string => {
  const inside = delegation(governorateId, delegationId)
  const around = governorate(governorateId)
  if (!around) return ''
  if (!inside || inside.name[language] === around.name[language]) return around.name[language]
  return `${inside.name[language]}${language === 'ar' ? '،' : ','} ${around.name[language]}`
}

/**
 * Governorates and delegations whose name in any script starts with the query, then those with a word that
 * does, then those that contain it.
 */
export const findPlaces = (query: string, language: Language, limit = 10): readonly Place[] => {
  const wanted = foldText(query)
  if (wanted === '') return []
  return searchable()
    .map((entry) => ({ entry, rank: Math.min(...entry.names.map((name) => rankOf(name, wanted))) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ entry }) => ({
      governorate: entry.governorate,
      delegation: entry.delegation,
      label: placeLabel(
        { governorateId: entry.governorate.id, delegationId: entry.delegation?.id ?? null },
        language,
      ),
    }))
}

/** The governorate called so in any of the three languages. */
export const governorateNamed = (name: string): Governorate | null => named(governorates, name)

export const delegationNamed = (governorateId: number | null | undefined, name: string): Delegation | null =>
  named(delegationsOf(governorateId), name)

const noMatch = 4

const rankOf = (name: string, wanted: string): number => {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(` ${wanted}`)) return 2
  return name.includes(wanted) ? 3 : noMatch
}

type Entry = { governorate: Governorate; delegation: Delegation | null; names: readonly string[] }
let entries: readonly Entry[] | undefined

// folded once, at the first search and not at load: most pages never search
const searchable = (): readonly Entry[] => {
  entries ??= [
    ...governorates.map((found) => ({
      governorate: found,
      delegation: null,
      names: foldedNames(found.name),
    })),
    ...delegations.flatMap((found) => {
      const around = governorate(found.governorateId)
      return around ? [{ governorate: around, delegation: found, names: foldedNames(found.name) }] : []
    }),
  ]
  return entries
}

const foldedNames = (name: Localised): readonly string[] => [
  ...new Set(
    Object.values(name).flatMap((each) => {
      const folded = foldText(each)
      return [folded, withoutArticle(folded)]
    }),
  ),
]

// people type "Bardo" for "Le Bardo", "كاف" for "الكاف"
const withoutArticle = (folded: string): string => folded.replace(/^(?:le |la |el |ال)/, '')

const named = <P extends { readonly name: Localised }>(places: readonly P[], name: string): P | null => {
  const wanted = foldText(name)
  return places.find((place) => Object.values(place.name).some((each) => foldText(each) === wanted)) ?? null
}
