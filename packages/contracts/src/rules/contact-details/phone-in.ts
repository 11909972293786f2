import { type Piece, runsIn } from './number-words.ts'
import { withoutSchool } from './school-numbers.ts'

/** Digits of a Tunisian number; longer numbers have a country prefix. */
export const phoneDigits = 8
const mostDigits = 15

/** True for a sequence of eight or more digits, however they are grouped, spelled or mixed. @param plain by plainOf */
export function hasPhone(plain: string): boolean {
  const isAsked = cue.test(plain)
  return hasParted(plain) || runsIn(withoutSchool(plain)).some((run) => isPhone(run, isAsked))
}

/** Words that mark nearby digits as a phone number, whatever they look like. */
const cue =
  /(?<!\p{L})(?:call|phone|mobile|appelle[rz]?|portable|tel|telephone|whatsapp|kalemni|kallemni|3ayetli|هاتف\p{L}*|كلمني|عيطلي|اتصل بي|نومروي|رقمي)(?!\p{L})/u

/** 20a123b456, 2x0x1x2x3x4x5x6: digits separated by letters within one word. */
function hasParted(plain: string): boolean {
  return plain.split(/[^\p{L}\p{N}]+/u).some((token) => {
    if (!/^\d+(?:\p{L}{1,2}\d+)+$/u.test(token)) return false
    const digits = token.replace(/\D/gu, '')
    return digits.length >= phoneDigits && digits.length <= mostDigits && /^(?:[2-579]|0)/.test(digits)
  })
}

function isPhone(run: readonly Piece[], isAsked: boolean): boolean {
  const digits = run.map((piece) => piece.digits).join('')
  if (digits.length > mostDigits) return hasPhoneWithin(run)
  if (/^(?:00)?216[2-579]\d{7}$/.test(digits)) return true
  const apart = run.map((piece) => piece.apart).join('')
  const isLong =
    digits.length >= phoneDigits || (digits.length === phoneDigits - 1 && apart.length >= phoneDigits)
  if (!isLong || isBinary(digits)) return false
  // Tunisian numbers start with these digits only
  if (digits.length === phoneDigits && !/^[2-579]/.test(digits)) return false
  return !isSequence(run, digits) && !isList(run) && !isYears(run) && (isAsked || !isDate(run))
}

/** A run with more digits than a phone number may still contain one. */
function hasPhoneWithin(run: readonly Piece[]): boolean {
  return run.some(({ digits }, index) => {
    if (/^[2-579]\d{7}$/.test(digits)) return true
    const three = run.slice(index, index + 3)
    return (
      /^(?:[2-579]\d \d{3} \d{3}|[2-579]\d\d \d{3} \d\d)$/.test(
        three.map((piece) => piece.digits).join(' '),
      ) && !three.slice(1).some(({ listed }) => listed)
    )
  })
}

const isBinary = (digits: string): boolean => /^[01]+$/.test(digits)

/** Counting and sequences: 1 2 3 4 5 6 7 8, 3 5 8 13 21 34. A countdown may be a number: 9 8 7 6 5 4 3 2. */
function isSequence(run: readonly Piece[], digits: string): boolean {
  // 06 12 34 56 78 is a number, 6 12 34 56 78 a sequence
  if (run.length < 5 || run.some((piece) => /^0\d/.test(piece.digits))) return false
  const steps = run.slice(1).map(({ value }, index) => value - (run[index]?.value ?? 0))
  // 1 1 2 3 5 8
  const [first = 0, ...others] = steps
  if (first >= 0 && others.every((step) => step > 0)) return true
  return steps.every((step) => step < 0) && digits.length !== phoneDigits
}

/** Exercises 12, 14, 15 and 18: commas between numbers that do not fall into the groups of a phone number. */
function isList(run: readonly Piece[]): boolean {
  if (!run.slice(1).some(({ listed }) => listed)) return false
  const single = run.map(({ digits }) => digits.length).join('')
  const groups: number[] = []
  for (const { digits, listed } of run) {
    const last = groups.length - 1
    if (listed || last < 0) groups.push(digits.length)
    else groups[last] = (groups[last] ?? 0) + digits.length
  }
  return !isPhoneShape.test(single) && !isPhoneShape.test(groups.join(''))
}

const isPhoneShape = /^(?:1{8}|2222|233|332|323|44|35|53|26|62|8|3?2222|3233|3332|38|311|11)$/

/** Between 2024 and 2026. */
const isYears = (run: readonly Piece[]): boolean => run.every(({ digits }) => /^(?:1\d|20)\d\d$/.test(digits))

/** 20 24 2025: a date with a typing error. */
const isDate = (run: readonly Piece[]): boolean =>
  /^\d{1,2} \d{1,2} (?:19|20)\d\d$/.test(run.map(({ digits }) => digits).join(' '))
