import type { ConnectionFlag } from '@darsi/contracts/connections-api.ts'

/** Open requests of one person from which on somebody looks at them. */
const manyRequests = 5

/**
 * True for a text with a phone number, an e-mail address, a link or the name of another messenger: it leads out of
 * where guardians and administrators can see.
 */
export function hasContactDetails(text: string): boolean {
  const plain = withLatinDigits(text.normalize('NFKC')).toLowerCase()
  // school years and dates are no numbers to call; eight digits are a Tunisian number, however they are grouped
  const undated = plain.replace(/\b20\d\d\s?[-/]\s?20\d\d\b|\b\d{1,2}([-/.])\d{1,2}\1(?:20)?\d\d\b/g, ' ')
  const hasNumber = /(?:\d[\s.\-_/()]*){8,}/u.test(undated)
  const hasAddress = /[\p{L}\p{N}._%+-]+\s*(?:@|\(at\)|\[at\])\s*[\p{L}\p{N}-]+/u.test(plain)
  const hasLink = /https?:\/\/|www\.|\b[a-z0-9-]+\.(?:com|net|org|tn|fr|me|io|gg|app)\b/u.test(plain)
  const hasMessenger =
    /whats?\s?app|telegram|\bviber\b|messenger|instagram|\binsta\b|snapchat|facebook|tiktok|discord|واتس\s?[اآأ]ب|تلغرام|تيليجرام|فايبر|انستغرام|إنستغرام|فيسبوك|سناب/u.test(
      plain,
    )
  return hasNumber || hasAddress || hasLink || hasMessenger
}

/** Why an administrator looks at a request beside the learner's age. */
export function flagsOf({ message, pending }: { message: string; pending: number }): ConnectionFlag[] {
  return [
    ...(hasContactDetails(message) ? (['contact-details'] as const) : []),
    ...(pending >= manyRequests ? (['many-requests'] as const) : []),
  ]
}

const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
