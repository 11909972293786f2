import { describe, expect, it } from '@jest/globals'
import { nameHasContactDetails } from './file-name.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** Each day of 2026, at an hour that differs from day to day. */
const days = Array.from({ length: 365 }, (_, index) => {
  const at = new Date(Date.UTC(2026, 0, 1 + index, index % 24, (index * 7) % 60, (index * 13) % 60))
  const [y, m, d] = [String(at.getUTCFullYear()), two(at.getUTCMonth() + 1), two(at.getUTCDate())]
  const [h, min, s] = [two(at.getUTCHours()), two(at.getUTCMinutes()), two(at.getUTCSeconds())]
  return { y, m, d, h, min, s, at: at.getTime(), index }
})
type Day = (typeof days)[number]

const patterns: Record<string, (day: Day) => string> = {
  Samsung: ({ y, m, d, h, min, s }) => `${y}${m}${d}_${h}${min}${s}.jpg`,
  'Samsung, several': ({ y, m, d, h, min, s }) => `${y}${m}${d}_${h}${min}${s}(0).jpg`,
  'Samsung, screenshot': ({ y, m, d, h, min, s }) => `Screenshot_${y}${m}${d}_${h}${min}${s}_WhatsApp.jpg`,
  'Xiaomi, Huawei': ({ y, m, d, h, min, s }) => `IMG_${y}${m}${d}_${h}${min}${s}.jpg`,
  'Xiaomi, portrait': ({ y, m, d, h, min, s }) => `IMG_${y}${m}${d}_${h}${min}${s}_HDR.jpg`,
  'Xiaomi, screenshot': ({ y, m, d, h, min, s }) =>
    `Screenshot_${y}-${m}-${d}-${h}-${min}-${s}-123_com.instagram.android.jpg`,
  'Oppo, Realme': ({ y, m, d, h, min, s }) => `IMG${y}${m}${d}${h}${min}${s}.jpg`,
  Pixel: ({ y, m, d, h, min, s, index }) => `PXL_${y}${m}${d}_${h}${min}${s}${100 + index}.jpg`,
  'Pixel, portrait': ({ y, m, d, h, min, s }) => `PXL_${y}${m}${d}_${h}${min}${s}123.PORTRAIT.jpg`,
  Asus: ({ y, m, d, h, min, s }) => `P_${y}${m}${d}_${h}${min}${s}_vHDR_Auto.jpg`,
  Windows: ({ y, m, d, h, min, s }) => `WIN_${y}${m}${d}_${h}_${min}_${s}_Pro.jpg`,
  iPhone: ({ index }) => `IMG_${String(index * 27).padStart(4, '0')}.JPG`,
  'Mac, English': ({ y, m, d, h, min, s }) => `Screenshot ${y}-${m}-${d} at ${h}.${min}.${s}.png`,
  'Mac, French': ({ y, m, d, h, min, s }) => `Capture d’écran ${y}-${m}-${d} à ${h}.${min}.${s}.png`,
  'Mac, Arabic': ({ y, m, d, h, min, s }) => `لقطة شاشة ${y}-${m}-${d} في ${h}.${min}.${s}.png`,
  'WhatsApp, telephone': ({ y, m, d, index }) => `IMG-${y}${m}${d}-WA${String(index).padStart(4, '0')}.jpg`,
  'WhatsApp, document': ({ y, m, d, index }) => `DOC-${y}${m}${d}-WA${String(index).padStart(4, '0')}.pdf`,
  'WhatsApp, computer': ({ y, m, d, h, min, s }) => `WhatsApp Image ${y}-${m}-${d} at ${h}.${min}.${s}.jpeg`,
  'WhatsApp, computer, again': ({ y, m, d, h, min, s }) =>
    `WhatsApp Image ${y}-${m}-${d} at ${h}.${min}.${s} (2).jpeg`,
  'WhatsApp, computer, with a key': ({ y, m, d, h, min, s }) =>
    `WhatsApp Image ${y}-${m}-${d} at ${h}.${min}.${s}_1f2a3b4c.jpg`,
  'WhatsApp, French': ({ y, m, d, h, min, s }) => `Image WhatsApp ${y}-${m}-${d} à ${h}.${min}.${s}.jpg`,
  'WhatsApp, Arabic': ({ y, m, d, h, min, s }) => `صورة واتساب بتاريخ ${y}-${m}-${d} في ${h}.${min}.${s}.jpg`,
  Facebook: ({ at }) => `FB_IMG_${at}.jpg`,
  Messenger: ({ at, index }) => `received_${at}${100 + index}.jpeg`,
  Snapchat: ({ at }) => `Snapchat-${String(at).slice(3)}.jpg`,
  Signal: ({ y, m, d, h, min, s }) => `signal-${y}-${m}-${d}-${h}-${min}-${s}-123.jpg`,
  Telegram: ({ y, m, d, h, min, s }) => `photo_${y}-${m}-${d}_${h}-${min}-${s}.jpg`,
  Viber: ({ y, m, d, h, min, s }) => `viber_image_${y}-${m}-${d}_${h}-${min}-${s}-123.jpg`,
  'milliseconds since 1970': ({ at }) => `${at}.jpg`,
  'Windows, scan': ({ y, m, d }) => `Scan_${y}${m}${d}.pdf`,
  'Windows, scan with its hour': ({ y, m, d, h, min, s }) => `Scan_${y}${m}${d}_${h}${min}${s} (2).pdf`,
  'CamScanner, day first': ({ y, m, d, h, min }) => `CamScanner ${d}-${m}-${y} ${h}.${min}.pdf`,
  'CamScanner, month first': ({ y, m, d, h, min }) => `CamScanner ${m}-${d}-${y} ${h}.${min}_1.jpg`,
  'Office Lens': ({ y, m, d, h, min, s }) => `Office Lens ${y}${m}${d}-${h}${min}${s}.jpg`,
  'Adobe Scan': ({ y, d, h, min }) => `Adobe Scan ${d} nov. ${y} à ${h}.${min}.pdf`,
  'Samsung Notes': ({ y, m, d, h, min, s }) => `Notes_${y.slice(2)}${m}${d}_${h}${min}${s}.pdf`,
  'a subject with its day': ({ y, m, d }) => `Devoir de maths ${d}-${m}-${y}.pdf`,
  'a subject with its hour': ({ y, m, d, h, min }) => `تمارين ${y}-${m}-${d} ${h}.${min}.pdf`,
}

it.each(Object.entries(patterns))(
  'a file of %s has no contact details in its name, on no day of a year',
  (_, nameOf) => {
    expect(days.map(nameOf).filter(nameHasContactDetails)).toEqual([])
  },
)

describe('a name that somebody chose', () => {
  it.each([
    'appelle-moi 20 123 456.jpg',
    '20123456.jpg',
    'Snapchat-20123456.jpg',
    'snap karim_prof.jpg',
    'ajoute-moi sur insta.png',
    'WhatsApp.jpg',
    'WhatsApp Image 2026-11-24 at 10.15.30 20 123 456.jpg',
    '20261124_101530 98 765 432.jpg',
    'amal@example.tn.pdf',
    'واتساب ٩٨٧٦٥٤٣٢.jpg',
  ])('has contact details: %s', (name) => {
    expect(nameHasContactDetails(name)).toBe(true)
  })

  it.each(['Série 3.pdf', 'exercice 12 page 96.jpg', 'DM_2 (corrigé).pdf', 'فرض عدد 2.pdf', 'file.pdf', ''])(
    'has none: %s',
    (name) => {
      expect(nameHasContactDetails(name)).toBe(false)
    },
  )
})

it.each([
  '3F2504E0-4F89-11D3-9A0C-0305E82C3301.jpg',
  '474556789_1234567890123456_1234567890123456789_n.jpg',
  'photo_5123456789012345678_y.jpg',
  'telegram-cloud-photo-size-4-5123456789012345678-y.jpg',
  'd41d8cd98f00b204e9800998ecf8427e.jpg',
])('an id is no contact detail: %s', (name) => {
  expect(nameHasContactDetails(name)).toBe(false)
})
