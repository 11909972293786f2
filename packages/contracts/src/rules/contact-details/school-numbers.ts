/** Removes normal lesson content (dates, marks, pages, exercises) before the search for phone numbers. */
export function withoutSchool(plain: string): string {
  const text = schoolNumbers.reduce((rest, pattern) => rest.replace(pattern, ' # x '), plain)
  return text.replace(calculation, (whole) => (isRight(whole) ? ' # x ' : whole))
}

const unit = String.raw`(?:tnd|dt|dinars?|millimes?|millions?|euros?|€|\$|%|km|cm|mm|kg|g|ml|l|m|m2|m\/s|pa|h|min|minutes?|ans?|years?|eleves?|students?|habitants?|inhabitants?|people|personnes?|points?|pts|mots?|words?|votes?|دينار|دينارا|دنانير|كم|كلم|غ|م|صم|سنة|سنوات|عام|نسمة|ساكن|تلميذ|تلاميذ|نقطة|نقاط|دقيقة|دقائق|بالمائة)`
const place = String.raw`(?:pages?|pp?\.?|ex\.?|exo?s?|exercises?|exercices?|questions?|q|n°|chapitres?|chapters?|ch\.?|lecons?|lessons?|series?|activites?|figures?|unit[es]*s?|numbers|صفحة|الصفحة|صفحات|الصفحات|ص|تمرين|التمرين|تمارين|التمارين|سؤال|السؤال|درس|الدرس|فصل|الفصل|نشاط)`

const schoolNumbers: readonly RegExp[] = [
  // dates and school years
  /(?<!\d|\d[-/.])(?:0?[1-9]|[12]\d|3[01])\s?([-/.])\s?(?:0?[1-9]|1[0-2])\s?\1\s?(?:19|20)?\d\d(?!\d|\s?[-/.]?\s?\d)/gu,
  /(?<!\d)(?:19|20)\d\d\s?([-/.])\s?\d{1,2}\1\d{1,2}(?!\d)/gu,
  /(?<!\d)(?:19|20)\d\d\s?[-/]\s?(?:19|20)\d\d(?!\d)/gu,
  // addresses of a local network
  /(?<![\d.])(?:192\.168|172\.16|127\.0|10\.0|255\.255)(?:\.\d{1,3}){2}(?!\d|\.\d)/gu,
  // times and time ranges
  /(?<!\d)\d{1,2}\s?[h:]\s?[0-5]\d(?:\s?(?:-|a|to|until|الي)\s?\d{1,2}\s?[h:]\s?[0-5]\d)?(?!\d)/gu,
  /(?<!\d)\d{1,2}\s?h(?:eures?)?(?:\s?(?:-|a)\s?\d{1,2}\s?h(?:eures?)?)?(?![\p{L}\d])/gu,
  // marks out of twenty, ten or a hundred
  /(?<!\d)\d{1,3}(?:[.,]\d{1,2})?\s?\/\s?(?:10|20|30|40|100)(?!\d)/gu,
  // amounts with a unit, with or without thousands separators
  new RegExp(String.raw`(?<!\d)\d{1,3}(?:[ .,]\d{3}){0,4}(?:[.,]\d{1,9})?\s?${unit}(?![\p{L}])`, 'gu'),
  new RegExp(String.raw`(?<!\d)\d{1,9}\s?${unit}(?![\p{L}])`, 'gu'),
  // exercises 3, 5 and 12 on pages 40 to 44
  new RegExp(
    String.raw`(?<![\p{L}])${place}\s?[:#]?\s?\d{1,3}(?:\s?(?:,|،|;|-|et|and|w|a|to|و|الي)\s?\d{1,3}(?!\d)){0,12}(?!\d)`,
    'gu',
  ),
  // points of a figure: A(2;3)
  /(?<![\p{L}\d])\p{L}\s?\(\s?-?\s?\d{1,3}(?:[.,]\d{1,3})?\s?[;,،؛]\s?-?\s?\d{1,3}(?:[.,]\d{1,3})?\s?\)/gu,
  // 3.14159265
  /(?<![\d.,])\d[.,]\d{3,12}(?!\d|[.,]\d)/gu,
  /(?<!\d)\d{1,3}(?:\s?[×÷^]\s?\d{1,3}){1,8}(?!\d)/gu,
]

// 12345 x 6789 = 83810205
const calculation = /(?<!\d)(\d{1,9})\s?([+*x×÷/-])\s?(\d{1,9})\s?=\s?(\d{1,15})(?!\d)/gu

/** A calculation is removed only when its result is right, so that no phone number hides behind an equals sign. */
function isRight(whole: string): boolean {
  const [, a = '', operator = '', b = '', result = ''] =
    /^(\d+)\s?(\D)\s?(\d+)\s?=\s?(\d+)$/u.exec(whole) ?? []
  const [left, right] = [Number(a), Number(b)]
  const results: Readonly<Record<string, number>> = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    x: left * right,
    '×': left * right,
    '/': left / right,
    '÷': left / right,
  }
  return results[operator] === Number(result)
}
