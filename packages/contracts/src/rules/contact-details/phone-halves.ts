import { type Piece, runsIn } from './number-words.ts'
import { hasPhone, phoneDigits } from './phone-in.ts'
import { plainOf } from './plain-text.ts'
import { withoutSchool } from './school-numbers.ts'

const mostHalves = 5

/**
 * Digits in several groups among other words, which may be half of a telephone number: "Very good. 29 87". One group
 * among words is a result or a year, a pair with a hyphen hours of a day, one with a slash a day of a month; a text that
 * is one number may be the rest.
 */
export function halvesIn(text: string): string[] {
  const plain = withoutSchool(plainOf(text).slice(0, longest)).replace(range, ' x ').replace(date, ' x ')
  if (/^\d{3,6}$/u.test(plain.trim())) return [plain.trim()]
  return runsIn(plain)
    .filter((run) => run.length > 1 && !run.slice(1).some(({ listed }) => listed) && !isCounting(run))
    .map((run) => run.map(({ digits }) => digits).join(' '))
    .filter((half) => half.replaceAll(' ', '').length < phoneDigits)
    .slice(-mostHalves)
}

/** Whether two halves are a telephone number, in whichever order they were sent. */
export const isPhoneOf = (a: string, b: string): boolean =>
  [`${a} ${b}`, `${b} ${a}`].some((both) => both.replaceAll(' ', '').length === phoneDigits && hasPhone(both))

/** Five, six, seven, eight. */
const isCounting = (run: readonly Piece[]): boolean =>
  run.slice(1).every(({ value }, index) => value - (run[index]?.value ?? 0) === 1)

const longest = 4000
const range = /(?<![\d-])\d{1,2}\s?-\s?\d{1,2}(?!\d|\s?-)/gu
const date = /(?<![\d/])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?![\d/])/gu
