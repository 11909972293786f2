import { type ContactKind, contactKinds } from './found.ts'
import { hasHandle } from './handle-in.ts'
import { hasPhone } from './phone-in.ts'
import { joined, plainOf } from './plain-text.ts'

/**
 * Finds contact details that would move a conversation out of the sight of guardians and administrators, in the three
 * languages of the product and in Derja. When in doubt it holds a text back, except for normal lesson content: dates,
 * hours, grades, pages, exercises, prices, sequences. `labelled-texts.test.ts` measures both error rates.
 */
export function contactDetailsIn(text: string): ContactKind[] {
  const windows = windowsOf(plainOf(text))
  return contactKinds.filter((kind) => windows.some(detectors[kind]))
}

const detectors: Readonly<Record<ContactKind, (plain: string) => boolean>> = {
  phone: hasPhone,
  email: (plain) => hasEmail(plain) || hasEmail(joined(plain)),
  link: (plain) => hasLink(plain),
  handle: hasHandle,
}

const width = 1000
const overlap = 200

/**
 * Splits a text into overlapping windows, so that the time grows linearly with its length. The overlap is longer than
 * any contact detail.
 */
function windowsOf(plain: string): string[] {
  if (plain.length <= width) return [plain]
  const count = Math.ceil((plain.length - overlap) / (width - overlap))
  return Array.from({ length: count }, (_, index) => {
    const start = index * (width - overlap)
    return plain.slice(start, start + width)
  })
}

const at = String.raw`(?:@|\s?[(\[{]\s?(?:at|arobase|@)\s?[)\]}]\s?|\s(?:at|arobase|a commercial|آت|ات)\s)`
const dot = String.raw`(?:\.|\s?[(\[{]\s?(?:dot|point|\.)\s?[)\]}]\s?|\s(?:dot|point|نقطة)\s|\s)`
const ending = '(?:com|net|org|tn|fr|info|edu|dz|ma|de|uk|io)'
const address = new RegExp(
  String.raw`[\p{L}\p{N}]${at}[\p{L}\p{N}-]{1,63}${dot}${ending}(?![\p{L}\p{N}])`,
  'u',
)
const plainAddress = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]{2,}/u
// in a lesson these words have no other use than an invitation to write there
const provider =
  /(?<![\p{L}])(?:g\s?mail|hotmail|yahoo|proton\s?mail|icloud|جيميل|الجيميل|هوتميل|ياهو|(?:at|sur|on|@)\s?outlook)(?![\p{L}])/u

function hasEmail(plain: string): boolean {
  return address.test(plain) || plainAddress.test(plain) || provider.test(plain)
}

const links: readonly RegExp[] = [
  /\b(?:https?|hxxps?|ftp)\s?:\s?\/\/|\bwww\s?\./u,
  // `me` can be a word after a full stop; as an address it has a path
  /(?<![\p{L}\p{N}@])[a-z0-9-]{1,63}\.(?:[a-z0-9-]{1,63}\.){0,6}(?:(?:com|net|org|tn|fr|io|gg|ly|info|link|app|chat)(?![\p{L}\p{N}])|me\/)/u,
  /(?<![\p{L}\p{N}])[a-z0-9-]{3,63}\s?(?:\(dot\)|\[dot\]|\(point\)|\[point\]|\sdot\s|\spoint\s)\s?(?:com|net|org|tn|fr)(?![\p{L}])/u,
]

const hasLink = (plain: string): boolean => links.some((pattern) => pattern.test(plain))
