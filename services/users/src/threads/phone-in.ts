/** Digits of a Tunisian number; longer ones have a country's prefix. */
const phoneDigits = 8
const mostDigits = 15

/** One number of a text: as digits, or as words that say digits. */
type Piece = { digits: string; listed: boolean }

/** True for eight and more digits in a row, however they are grouped, spelled or mixed. @param plain by plainOf */
export function hasPhone(plain: string): boolean {
  return runsIn(withoutSchool(plain)).some(isPhone)
}

function isPhone(run: readonly Piece[]): boolean {
  const digits = run.map(({ digits }) => digits).join('')
  if (digits.length < phoneDigits || digits.length > mostDigits) return false
  return !isSequence(run) && !isList(run)
}

/** Counting and sequences: 1 2 3 4 5 6 7 8, 3 5 8 13 21 34. */
function isSequence(run: readonly Piece[]): boolean {
  if (run.length < 5) return false
  const numbers = run.map(({ digits }) => Number(digits))
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

/** Exercises 12, 14, 15 and 18: commas between numbers that do not fall into the groups of a phone number. */
function isList(run: readonly Piece[]): boolean {
  if (!run.slice(1).some(({ listed }) => listed)) return false
  const shape = run.map(({ digits }) => digits.length).join('')
  return !/^(?:1{8}|2222|233|332|323|44|35|53|26|62|3?2222|3233|3332)$/.test(shape)
}

const number = /\d+|\p{L}+/gu

/** Numbers that stand side by side, with nothing but separators between them. */
function runsIn(text: string): Piece[][] {
  const runs: Piece[][] = []
  let run: Piece[] = []
  let end = 0
  let listed = false
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
    listed = false
  }
  for (const match of text.matchAll(number)) {
    const [token] = match
    const digits = /^\d/.test(token) ? token : wordDigits.get(token)
    const between = text.slice(end, match.index)
    if (digits === undefined) {
      // "et" and "and" stand between the numbers of a list
      if (joining.has(token) && isJoint(between)) listed = true
      else close()
      end = match.index + token.length
      continue
    }
    if (!isJoint(between)) close()
    run.push({ digits, listed: listed || /[,;،؛]/.test(between) })
    listed = false
    end = match.index + token.length
  }
  close()
  return runs
}

/** Separators only, and no new line with words to come. */
const isJoint = (between: string): boolean => between.length <= 8 && /^[^\p{L}\p{N}=<>]*$/u.test(between)

const joining = new Set(['et', 'and', 'و', 'puis', 'then', 'ثم', 'oh'])

const spelled: Readonly<Record<string, string>> = {
  '0': 'zero zeros o صفر زيرو',
  '1': 'one un une واحد واحدة',
  '2': 'two deux اثنان اثنين اثنتان اثنتين زوز تنين',
  '3': 'three trois ثلاثة ثلاث تلاتة تلاثة',
  '4': 'four quatre اربعة اربع',
  '5': 'five cinq خمسة خمس',
  '6': 'six ستة ست',
  '7': 'seven sept سبعة سبع',
  '8': 'eight huit ثمانية ثماني ثمنية تمنية',
  '9': 'nine neuf تسعة تسع',
  '10': 'ten dix عشرة عشر',
  '11': 'eleven onze احداش',
  '12': 'twelve douze اثناش',
  '13': 'thirteen treize',
  '14': 'fourteen quatorze',
  '15': 'fifteen quinze',
  '16': 'sixteen seize',
  '20': 'twenty vingt vingts عشرون عشرين',
  '30': 'thirty trente ثلاثون ثلاثين',
  '40': 'forty quarante اربعون اربعين',
  '50': 'fifty cinquante خمسون خمسين',
  '60': 'sixty soixante ستون ستين',
  '70': 'seventy سبعون سبعين',
  '80': 'eighty ثمانون ثمانين',
  '90': 'ninety تسعون تسعين',
}
const wordDigits = new Map(
  Object.entries(spelled).flatMap(([digits, words]) =>
    words.split(' ').map((word) => [word, digits] as const),
  ),
)

/** What lessons are full of, put out of the way so that no number reaches across it. */
function withoutSchool(plain: string): string {
  return schoolNumbers.reduce((text, pattern) => text.replace(pattern, ' # x '), plain)
}

const unit = String.raw`(?:tnd|dt|dinars?|millimes?|euros?|€|\$|%|km|cm|mm|kg|g|ml|l|m|m2|h|min|minutes?|ans?|years?|eleves?|students?|habitants?|people|personnes?|points?|pts|mots?|words?|دينار|دنانير|كم|كلم|غ|سنة|سنوات|عام|نسمة|ساكن|تلميذ|تلاميذ|نقطة|نقاط|دقيقة|دقائق|بالمائة)`
const place = String.raw`(?:pages?|pp?\.?|ex\.?|exo?s?|exercises?|exercices?|questions?|q|n°|chapitres?|chapters?|ch\.?|lecons?|lessons?|series?|activites?|figures?|صفحة|الصفحة|صفحات|الصفحات|ص|تمرين|التمرين|تمارين|التمارين|سؤال|السؤال|درس|الدرس|فصل|الفصل|نشاط)`

const schoolNumbers: readonly RegExp[] = [
  // dates and school years
  /(?<!\d|\d[-/.])(?:0?[1-9]|[12]\d|3[01])\s?([-/.])\s?(?:0?[1-9]|1[0-2])\s?\1\s?(?:19|20)?\d\d(?!\d|\s?[-/.]?\s?\d)/gu,
  /(?<!\d)(?:19|20)\d\d\s?([-/.])\s?\d{1,2}\1\d{1,2}(?!\d)/gu,
  /(?<!\d)(?:19|20)\d\d\s?[-/]\s?(?:19|20)\d\d(?!\d)/gu,
  // hours, and from one to another
  /(?<!\d)\d{1,2}\s?[h:]\s?[0-5]\d(?:\s?(?:-|a|to|until|الي)\s?\d{1,2}\s?[h:]\s?[0-5]\d)?(?!\d)/gu,
  /(?<!\d)\d{1,2}\s?h(?:eures?)?(?:\s?(?:-|a)\s?\d{1,2}\s?h(?:eures?)?)?(?![\p{L}\d])/gu,
  // marks out of twenty, ten or a hundred
  /(?<!\d)\d{1,3}(?:[.,]\d{1,2})?\s?\/\s?(?:10|20|30|40|100)(?!\d)/gu,
  // amounts with what they are amounts of; grouped by thousands or not
  new RegExp(String.raw`(?<!\d)\d{1,3}(?:[ .,]\d{3})*(?:[.,]\d+)?\s?${unit}(?![\p{L}])`, 'gu'),
  new RegExp(String.raw`(?<!\d)\d+\s?${unit}(?![\p{L}])`, 'gu'),
  // exercises 3, 5 and 12 on pages 40 to 44
  new RegExp(
    String.raw`(?<![\p{L}])${place}\s?[:#]?\s*\d{1,3}(?:\s?(?:,|،|;|-|et|and|a|to|و|الي)\s?\d{1,3}(?!\d))*(?!\d)`,
    'gu',
  ),
  // 3.14159265
  /(?<![\d.,])\d[.,]\d{3,}(?![\d.,])/gu,
  // calculations
  /\d+(?:\s?[+*×÷^-]\s?\d+)+\s?=\s?\d+/gu,
  /(?<!\d)\d{1,3}(?:\s?[×÷^]\s?\d{1,3})+(?!\d)/gu,
]
