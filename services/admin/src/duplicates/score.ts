import { canonicalEmail } from '@darsi/contracts/rules/registration/canonical-email.ts'
import { nameWords } from '@darsi/contracts/rules/texts/fold-name.ts'
import { distance } from 'fastest-levenshtein'

/** The facts of an account that are compared. Absent facts are null or empty. */
export type Person = {
  fullName: string
  email: string
  /** `+216` and 8 digits. */
  phone: string
  birthYear: number | null
  governorateId: number | null
  delegationId: number | null
  role: string
}

type MatchType = 'email' | 'phone' | 'name'
type Evidence = {
  kind: 'name' | 'email' | 'phone' | 'birth-year' | 'place' | 'role'
  /** Log-odds that it adds; negative points make a duplicate less likely. */
  points: number
}
export type Comparison = {
  isDuplicate: boolean
  /** Probability in whole percent that both are one person. */
  similarity: number
  matchType: MatchType
  evidence: Evidence[]
}

/** The log-odds that two accounts with a common key belong to one person, before any comparison. */
const prior = -5

/** Adds up the points; 50 % and more is a duplicate. docs/duplicates.md lists the points. */
export function compare(a: Person, b: Person): Comparison {
  const evidence: Evidence[] = [
    { kind: 'name', points: namePoints(nameSimilarity(a.fullName, b.fullName)) },
    { kind: 'email', points: emailPoints(a.email, b.email) },
    { kind: 'phone', points: phonePoints(a.phone, b.phone) },
    { kind: 'birth-year', points: birthPoints(a.birthYear, b.birthYear) },
    { kind: 'place', points: placePoints(a, b) },
    { kind: 'role', points: a.role === b.role ? 0 : -0.5 },
  ]
  const logOdds = evidence.reduce((sum, { points }) => sum + points, prior)
  return {
    isDuplicate: logOdds >= 0,
    similarity: Math.round(100 / (1 + Math.exp(-logOdds))),
    matchType: matchTypeOf(evidence),
    evidence: evidence.filter(({ points }) => points !== 0),
  }
}

function matchTypeOf(evidence: readonly Evidence[]): MatchType {
  const points = (kind: Evidence['kind']) => evidence.find((one) => one.kind === kind)?.points ?? 0
  if (points('email') >= 4) return 'email'
  return points('phone') >= 3 ? 'phone' : 'name'
}

/** 1 for the same name in other spellings. The least similar pair of words counts double: siblings differ in one word. */
export function nameSimilarity(a: string, b: string): number {
  const [few, many] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length)
  if (!few || !many || few.length === 0) return 0
  const left = [...many]
  const best = few.map((word) => {
    const scores = left.map((other) => wordSimilarity(word, other))
    const top = Math.max(...scores)
    left.splice(scores.indexOf(top), 1)
    return top
  })
  const least = Math.min(...best)
  const mean = (best.reduce((sum, score) => sum + score, 0) + least) / (best.length + 1)
  // one name is a part of the other: "Mohamed Salah Ayari" and "Mohamed Ayari"
  const extra = many.length - few.length
  return few.length === 1 && extra > 0 ? Math.min(mean, 0.7) : mean * (1 - 0.05 * extra)
}

type Word = { written: string; sound: string; feminine: boolean; arabic: boolean }

function wordsOf(name: string): Word[] {
  return nameWords(name).map(({ written, sound }) => {
    const arabic = /\p{Script=Arabic}/u.test(written)
    // foldText writes ة as ه and drops the hamza of اء
    const feminine = (arabic ? /[ها]$/ : /ah?$/).test(written)
    return { written, sound, feminine, arabic }
  })
}

function wordSimilarity(a: Word, b: Word): number {
  const spelled = a.arabic === b.arabic ? likeness(a.written.replace(' ', ''), b.written.replace(' ', '')) : 0
  // Amine and Amina, Karim and Karima sound alike without their vowels and are two people
  const otherGender = a.arabic === b.arabic && a.feminine !== b.feminine
  const heard = a.sound !== '' && a.sound === b.sound ? 1 : 0.9 * likeness(a.sound, b.sound)
  const closest = Math.max(spelled, heard)
  return otherGender ? Math.min(closest, 0.5) : closest
}

function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  return longest === 0 ? 0 : 1 - distance(a, b) / longest
}

function namePoints(similarity: number): number {
  if (similarity >= 0.93) return 3.5
  if (similarity >= 0.8) return 2
  if (similarity >= 0.7) return -1.5
  return similarity >= 0.5 ? -4.5 : -6
}

function emailPoints(a: string, b: string): number {
  if (!a || !b) return 0
  if (canonicalEmail(a) === canonicalEmail(b)) return 7
  const [one = '', other = ''] = [a, b].map((email) => email.split('@')[0]?.replace(/[^a-z0-9]/gi, '') ?? '')
  const isTelling = Math.min(one.length, other.length) >= 6
  return isTelling && likeness(one.toLowerCase(), other.toLowerCase()) >= 0.85 ? 2.5 : 0
}

function phonePoints(a: string, b: string): number {
  if (!a || !b) return 0
  const wrong = distance(a, b)
  if (wrong === 0) return 4
  return wrong === 1 ? 1.5 : -1
}

function birthPoints(a: number | null, b: number | null): number {
  if (a === null || b === null) return 0
  const years = Math.abs(a - b)
  if (years === 0) return 1.5
  return years === 1 ? -0.5 : -3
}

function placePoints(a: Person, b: Person): number {
  if (a.governorateId === null || b.governorateId === null) return 0
  if (a.governorateId !== b.governorateId) return -0.7
  return a.delegationId !== null && a.delegationId === b.delegationId ? 1 : 0.3
}

/**
 * Accounts without a common key are never compared. Keys: the telephone, the mailbox, each pair of words of the name by
 * sound, and each word by sound with the birth year, for a first name in another spelling.
 */
export function keysOf(person: Person): string[] {
  const sounds = nameWords(person.fullName)
    .map(({ sound, written }) => sound || written)
    .sort()
  const pairs = sounds.flatMap((one, index) => sounds.slice(index + 1).map((other) => `n:${one} ${other}`))
  const byYear = person.birthYear === null ? [] : sounds.map((sound) => `y:${person.birthYear} ${sound}`)
  return [
    ...(person.phone ? [`p:${person.phone}`] : []),
    ...(person.email ? [`e:${canonicalEmail(person.email)}`] : []),
    ...pairs,
    ...byYear,
  ]
}
