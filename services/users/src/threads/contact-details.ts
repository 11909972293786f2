import { hasPhone } from './phone-in.ts'
import { plainOf } from './plain-text.ts'

export const contactKinds = ['phone', 'email', 'link', 'handle'] as const
export type ContactKind = (typeof contactKinds)[number]

/**
 * What in a text leads out of where guardians and administrators can see, in the three languages of the product.
 * It errs to the side of holding a message back, but not for what lessons are about: dates, hours, grades, pages,
 * exercises, prices, sequences.
 */
export function contactDetailsIn(text: string): ContactKind[] {
  const plain = plainOf(text)
  const found: Readonly<Record<ContactKind, boolean>> = {
    phone: hasPhone(plain),
    email: hasEmail(plain),
    link: hasLink(plain),
    handle: hasHandle(plain),
  }
  return contactKinds.filter((kind) => found[kind])
}

const at = String.raw`(?:@|\s*[(\[{]\s*(?:at|arobase|@)\s*[)\]}]\s*|\s+(?:at|arobase|a commercial|آت|ات)\s+)`
const dot = String.raw`(?:\.|\s*[(\[{]\s*(?:dot|point|\.)\s*[)\]}]\s*|\s+(?:dot|point|نقطة)\s+|\s+)`
const ending = '(?:com|net|org|tn|fr|info|edu|dz|ma|de|uk|io)'
const address = new RegExp(
  String.raw`[\p{L}\p{N}._%+-]+${at}[\p{L}\p{N}-]+${dot}${ending}(?![\p{L}\p{N}])`,
  'u',
)
const plainAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]{2,}/u
// nobody names these in a lesson but to be written to
const provider =
  /(?<![\p{L}])(?:g\s?mail|hotmail|yahoo|outlook|proton\s?mail|icloud|جيميل|هوتميل|ياهو)(?![\p{L}])/u

function hasEmail(plain: string): boolean {
  return address.test(plain) || plainAddress.test(plain) || provider.test(plain)
}

function hasLink(plain: string): boolean {
  return (
    /\b(?:https?|hxxps?|ftp)\s?:\s?\/\/|\bwww\s?\./u.test(plain) ||
    // `me` is a word that may follow a full stop; as an address it has a path
    /(?<![\p{L}\p{N}@])(?:[a-z0-9-]+\.)+(?:(?:com|net|org|tn|fr|io|gg|ly|info|link)(?![\p{L}\p{N}])|me\/)/u.test(
      plain,
    ) ||
    /(?<![\p{L}\p{N}])[a-z0-9-]{3,}\s*(?:\(dot\)|\[dot\]|\(point\)|\[point\]|\sdot\s)\s*(?:com|net|org|tn|fr)(?![\p{L}])/u.test(
      plain,
    )
  )
}

const messengers =
  /^(?:whats?app?|wh?a?ts+app?|wtsp|watsap|wattsapp|telegram|viber|messenger|instagram|insta|snapchat|snap|facebook|fb|tik\s?tok|discord|skype|imo|واتساب|واتسب|الواتساب|الواتس|واتس|تلغرام|تيليجرام|تلجرام|فايبر|مسنجر|ماسنجر|انستغرام|انستا|انستجرام|فيسبوك|الفيسبوك|فايسبوك|سناب|سنابشات|تيكتوك|ديسكورد)$/u
/** Words that make of a service's name an invitation: an essay about a social network has none of them near. */
const inviting =
  /^(?:me|my|moi|mon|ma|i|im|je|j|add|ajoute|ajoutez|ajouter|your|ton|ta|tes|votre|vos|write|ecris|ecrivez|contact|contacte|contactez|call|appelle|appelez|talk|parle|parlons|find|trouve|trouvez|dm|mp|pv|message|messages|msg|number|numero|account|compte|pseudo|username|please|svp|stp|have|join|rejoins|use|send|envoie|envoyez|et|on|sur|via|par|there|كلمني|كلمنى|راسلني|ضيفني|اضفني|حسابي|حسابك|رقمي|رقمك|تواصل|نتواصل|نحكيو|نحكي|ابعثلي|ابعث|اكتبلي|عندك|عندي|على|عبر|لي)$/u
/** Of these alone an essay is full too. */
const weak = /^(?:on|sur|via|par|et|على|عبر|i|je|j|use|me|have)$/u

function hasHandle(plain: string): boolean {
  if (/(?<![\p{L}\p{N}.])@[a-z0-9_.]{3,}/u.test(plain)) return true
  const words = plain
    .replace(/whats\s+app?/gu, 'whatsapp')
    .replace(/واتس\s+اب/gu, 'واتساب')
    .split(/[^\p{L}\p{N}_@]+/u)
    .filter(Boolean)
  return words.some((word, index) => messengers.test(word) && isInvited(words, index))
}

function isInvited(words: readonly string[], index: number): boolean {
  const near = [...words.slice(Math.max(0, index - 4), index), ...words.slice(index + 1, index + 3)]
  // "WhatsApp?" says it all
  if (near.length === 0) return true
  const signs = near.filter((word) => inviting.test(word))
  return signs.some((word) => !weak.test(word)) || isShort(words)
}

/** A message of few words that names a messenger is about the messenger. */
const isShort = (words: readonly string[]): boolean => words.length <= 4
