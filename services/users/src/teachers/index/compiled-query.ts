import { distanceKm } from '@darsi/contracts/reference/places/location.ts'
import { nameWords } from '@darsi/contracts/rules/texts/fold-name.ts'
import { offeredBits, sectionKey, taughtBits } from '../feature-bits.ts'
import { distancePoints, fitsPlace, hoursPoints, isPlaceAsked, type TeacherQuery } from '../match.ts'
import { placeCodes, places } from '../place-codes.ts'
import { countBits, weekBits, weekBitsOf } from '../week.ts'
import type { TeacherIndex } from './teacher-index.ts'

/** Marks a teacher that does not match: a bit that no number of points sets. */
export const noFit = 128

export type CompiledQuery = ReturnType<typeof compileQuery>

/** The query as bits and tables that the columns are compared with. */
export function compileQuery(index: TeacherIndex, { filters, seeker, visitor }: TeacherQuery) {
  const { subject, level, section, language, sessionType, maxRate, day, hour, name, radius } = filters
  const words = name === undefined ? [] : nameWords(name)
  const own = weekBits(seeker.slots ?? [])
  return {
    ...compilePlaces({ filters, seeker }),
    // required bits
    askedTaught: taughtBits([subject, level]),
    askedOffered: offeredBits([language, sessionType, section && sectionKey(section), visitor && 'public']),
    maxRate: maxRate ?? null,
    askedHours: day === undefined && hour === undefined ? null : weekBitsOf({ day, hour }),
    matchingNames: words.length > 0 ? index.namesMatching(words) : null,
    online: sessionType === 'faceToFace' ? 0 : offeredBits(['online']),
    wishKm: radius ?? null,
    isPlaced: isPlaceAsked(filters),
    // these add points to a teacher's score; they do not filter
    subjects: taughtBits(subject ? [subject] : seeker.subjects),
    levels: taughtBits(level ? [level] : seeker.levels),
    own,
    // for 0 to 60 shared hours: a week has 60
    sharedPoints: Uint8Array.from({ length: 61 }, (_, shared) => hoursPoints(shared)),
    mostShared: hoursPoints(countBits(own.early) + countBits(own.late)),
  }
}

/** Points and distance of each place, for teachers who teach online and for the others. */
function compilePlaces({ filters, seeker }: Pick<TeacherQuery, 'filters' | 'seeker'>) {
  const onlinePoints = new Uint8Array(placeCodes)
  const placePoints = new Uint8Array(placeCodes)
  const ownKm = new Uint16Array(placeCodes)
  for (const { code, place } of places) {
    const km = distanceKm(seeker, place)
    const points = distancePoints(km)
    placePoints[code] = fitsPlace(place, filters, seeker) ? points : noFit
    onlinePoints[code] = filters.reach === 'or-online' ? points : (placePoints[code] ?? noFit)
    // a seeker without a place reaches every teacher; an unknown distance is out of reach
    ownKm[code] = seeker.governorateId === null ? 0 : (km ?? 65_535)
  }
  return { onlinePoints, placePoints, ownKm }
}
