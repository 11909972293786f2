import { contactDetailsIn } from './contact-details.ts'

/**
 * A name by a camera, scanner, messenger or screenshot is no contact detail: 20251124_101530.jpg is an hour, and
 * "WhatsApp Image 2025-11-24 at 10.15.30.jpeg" invites nobody.
 */
export const nameHasContactDetails = (name: string): boolean => contactDetailsIn(chosenName(name)).length > 0

/** The part of a file's name that a person may have chosen: without the extension and what devices write. */
export function chosenName(name: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/\.[\p{L}\p{N}]{2,5}$/u, '')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  if (numbered.some((pattern) => pattern.test(stem))) return ''
  const rest = stem.replace(stamp, ' ')
  return rest === stem ? stem : rest.replace(maker, ' ').replace(screenshotOf, ' ').trim()
}

const [year, month, day] = ['20[0-3]\\d', '(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])']
const apart = '[-_. ]'
const date = [
  `${year}${apart}?${month}${apart}?${day}`,
  `${day}${apart}${month}${apart}${year}`,
  `${month}${apart}${day}${apart}${year}`,
].join('|')
const between = '(?:[-_. ,tT]|\\sat\\s|\\sà\\s|\\sفي\\s){0,3}'
const time = `[0-2]?\\d[-_.:꞉]?[0-5]\\d(?:[-_.:꞉]?[0-5]\\d(?:[-_.]?\\d{1,4})?)?`

/** A date with or without an hour, never part of a longer number. */
const stamp = new RegExp(`(?<!\\d)(?:${date})(?:${between}${time})?(?!\\d)`, 'gu')

/** Who wrote the stamp beside it. */
const maker =
  /^(?:(?:image|photo|vid[eé]o|document|صورة|فيديو|مستند)[ _-])?(?:whats ?app|واتساب|fb_img|facebook|messenger|instagram|telegram|signal|snapchat|viber_image|viber|imo)(?:[ _-](?:business|image|photo|video|document|audio|scan))?(?:[ _-](?:بتاريخ|du))?(?=[ _-]|$)|_(?=[0-9a-f]*[a-f])[0-9a-f]{8}$/giu

/** Screenshot_…_WhatsApp, Screenshot_…_com.instagram.android: of which app it was taken. */
const screenshotOf = /(?<=^screenshot[\s_-]{1,3})[\p{L}][\p{L}\p{N}. ]{0,60}$/iu

const numbered: readonly RegExp[] = [
  // milliseconds since 1970, as browsers, Facebook and many cameras write them
  /^(?:fb_img|img|image|photo|picture|received|inshot|viber_image)?[_-]?1[4-9]\d{11}(?:[_-]\d{1,3})?$/iu,
  /^received_\d{14,17}$/iu,
  // one digit more than a Tunisian number has, and two less than one with its prefix
  /^snapchat-\d{9,10}$/iu,
  /^photo_\d{18,20}_[a-z]$/iu,
  /^telegram-cloud-[a-z]+(?:-[a-z]+)*(?:-\d{1,20}){2,4}(?:-[a-z])?$/iu,
  /^\d{6,20}_\d{10,20}_\d{10,20}_[a-z]$/iu,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu,
  /^(?=[0-9a-f]*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/iu,
  /^notes_\d{6}_\d{6}$/iu,
  /^picsart_\d\d-\d\d-\d\d[.]\d\d[.]\d\d$/iu,
]
