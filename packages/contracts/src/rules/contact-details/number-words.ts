import { plainOf } from './plain-text.ts'

/** One number of a text, written with digits or with words. */
export type Piece = {
  digits: string
  /** Each word read as a separate number: vingt-deux is 22, or 20 and 2. */
  apart: string
  /** A comma, "and" or "then" precedes it. */
  listed: boolean
  value: number
  word: boolean
}

/** Sequences of numbers with only separators between them. */
export function runsIn(text: string): Piece[][] {
  const runs: Piece[][] = []
  let run: Piece[] = []
  let end = 0
  let and = false
  let times = 1
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
    and = false
    times = 1
  }
  const put = (token: string, index: number) => {
    const between = text.slice(end, index)
    end = index + token.length
    if (!isJoint(between)) close()
    const listed = and || /[,;،؛]/.test(between)
    if (repeats.has(token)) {
      times = repeats.get(token) ?? 1
      return
    }
    const spelled = wordOf(token)
    if (!spelled && !/^\d/.test(token)) {
      if (joining.has(token)) and = true
      else close()
      return
    }
    const last = run.at(-1)
    const isNext = spelled && last?.word && !/[,;،؛./|]/.test(between) && times === 1
    const sum = isNext ? composed(last.value, token === teen ? teenValue : spelled.value) : null
    if (last && spelled && sum !== null) {
      const digits = String(sum)
      run[run.length - 1] = { ...last, digits, apart: last.apart + spelled.value, value: sum }
    } else {
      const digits = (spelled ? String(spelled.value) : token).repeat(times)
      run.push({
        digits,
        apart: digits,
        listed,
        value: Number(digits),
        word: Boolean(spelled),
      })
    }
    and = false
    times = 1
  }
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const [token] = match
    // we7ed and 3echrin are words; 20a is a number and a letter
    if (wordOf(token)) put(token, match.index)
    else for (const part of token.matchAll(/\d+|[^\d]+/gu)) put(part[0], match.index + part.index)
  }
  close()
  return runs
}

// eleven to nineteen in Arabic: one ten, two ten
const teen = 'عشر'
const teenValue = -10

/** 20 and 2 are 22, 4 and 20 are 80, 2 and 100 are 200; null when the second number starts a new one. */
function composed(a: number, b: number): number | null {
  const rest = a % 100
  if (b === teenValue) return rest > 0 && rest < 10 ? a + 10 : null
  if (b === 100 && a > 1000 && rest > 0 && rest < 10) return a - rest + rest * 100
  if (b === 1000 || b === 100) return a > 0 && a < 10 ? a * b : b === 1000 && a < 1000 && a > 0 ? a * b : null
  if (a >= 1000 && a % 1000 === 0 && b < 1000 && b > 0) return a + b
  if (a >= 100 && rest === 0 && b < 100 && b > 0) return a + b
  const isTens = rest >= 20 && rest % 10 === 0
  if (isTens && b > 0 && b < 10) return a + b
  if ((rest === 60 || rest === 80) && b >= 10 && b < 20) return a + b
  if (rest === 10 && b >= 7 && b < 10) return a + b
  if (rest === 4 && b === 20) return a + 76
  // Arabic order: three and twenty
  if (rest > 0 && rest < 10 && b >= 20 && b < 100 && b % 10 === 0) return a + b
  return null
}

/** Also accepts the Arabic "and" written as part of the word. */
function wordOf(token: string): { value: number } | null {
  const value = words.get(token) ?? (/^و.{2}/u.test(token) ? words.get(token.slice(1)) : undefined)
  return value === undefined ? null : { value }
}

/** True when the text between two numbers is a separator. */
const isJoint = (between: string): boolean => between.length <= 8 && /^[^\p{L}\p{N}=<>]*$/u.test(between)

const plainWords = (text: string): string[] => plainOf(text).split(' ')

const joining = new Set(
  plainWords('et and و w wa puis then ثم oh ensuite apres after بعدها وبعدها بعد baad ba3d ou or او'),
)

const repeats = new Map([
  ['double', 2],
  ['triple', 3],
])

const units: Readonly<Record<number, string>> = {
  0: 'zero zeros sfer sfir sifr صفر زيرو',
  1: 'one un une we7ed wa7ed wehed wahed واحد واحدة احد',
  2: 'two deux zouz zoz thnin ethnin thnine اثنان اثنين اثنتان اثنتين زوز تنين اثنا',
  3: 'three trois tletha thletha tlatha tlata tleta ثلاثة ثلاث تلاتة تلاثة ثلاثا',
  4: 'four quatre arb3a arba3a arbaa اربعة اربع',
  5: 'five cinq khamsa 5amsa khomsa خمسة خمس',
  6: 'six setta sitta stta ستة ست',
  7: 'seven sept seb3a sab3a sebaa سبعة سبع',
  8: 'eight huit thmenya thmanya tmenya tmanya ثمانية ثماني ثمنية تمنية ثمان',
  9: 'nine neuf tes3a tis3a tesaa تسعة تسع',
}
const larger: Readonly<Record<number, string>> = {
  10: 'ten dix 3achra 3ashra عشرة عشر',
  11: 'eleven onze 7dach احداش',
  12: 'twelve douze thnach اثناش',
  13: 'thirteen treize tlatach ثلاثطاش',
  14: 'fourteen quatorze arb3tach اربعطاش',
  15: 'fifteen quinze khmastach خمسطاش',
  16: 'sixteen seize settach ستطاش',
  17: 'seventeen sba3tach سبعطاش',
  18: 'eighteen thmantach ثمنطاش',
  19: 'nineteen tsa3tach تسعطاش',
  20: 'twenty vingt vingts 3echrin 3ochrin 3ichrin 3achrin عشرون عشرين',
  30: 'thirty trente tlethin thlethin tlathin tlatin ثلاثون ثلاثين تلاثين',
  40: 'forty quarante arb3in arba3in اربعون اربعين',
  50: 'fifty cinquante khamsin 5amsin خمسون خمسين',
  60: 'sixty soixante settin sittin ستون ستين',
  70: 'seventy seb3in sab3in سبعون سبعين',
  80: 'eighty thmenin thmanin tmenin ثمانون ثمانين',
  90: 'ninety tes3in tis3in تسعون تسعين',
  100: 'hundred cent cents miya mya mia miyet مئة مائة مية ميا مئه مائه',
  200: 'mitin miten مئتان مئتين مائتان مائتين ميتين',
  1000: 'thousand mille alf ألف',
}
const hundreds = Object.entries({
  3: 'ثلاث تلات',
  4: 'أربع',
  5: 'خمس',
  6: 'ست',
  7: 'سبع',
  8: 'ثمان ثماني',
  9: 'تسع',
})
const words = new Map<string, number>([
  ...[...Object.entries(units), ...Object.entries(larger)].flatMap(([value, text]) =>
    plainWords(text).map((word) => [word, Number(value)] as const),
  ),
  ...hundreds.flatMap(([value, stems]) =>
    plainWords(stems).flatMap((stem) =>
      plainWords('مئة مائة ميا مية').map((hundred) => [stem + hundred, Number(value) * 100] as const),
    ),
  ),
])
