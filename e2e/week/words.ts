import type { Language } from '@darsi/contracts/reference/languages.ts'

type Words = Readonly<Record<Language, readonly string[]>>

/** What teachers, minors and parents write about school every day: numbers, dates, prices, marks and addresses of books. */
export const schoolTalk: Words = {
  en: [
    'Exercises 12, 13 and 14 on page 128, for Tuesday 24/11 please.',
    'The lesson is 25 dinars, 35 for an hour and a half.',
    'The square root of 2 is 1.414213562, and pi is 3.14159265.',
    'I did not tell you yet: the test is on 3 December at 10:30 in room 204.',
    'Chapter 4, sections 4.1 to 4.7; the answers are on pages 210-214.',
    'See you on Monday at 17:30 in the lesson.',
    'He can show the paper to his mother, then bring it back.',
  ],
  fr: [
    'Exercices 12, 13 et 14 page 128, à rendre mardi 24/11.',
    'La séance coûte 25 dinars, 35 DT pour une heure et demie.',
    'Racine de 2 = 1,414213562 et π = 3,14159265.',
    'Le devoir de synthèse n° 1 est le 03/12/2026 de 10h30 à 12h30, salle 204.',
    'Nous sommes au chapitre 4, de 4.1 à 4.7, corrigé pages 210 à 214.',
    'On se retrouve lundi à 17h30 pour la séance.',
    'Montre la copie à ta mère et rapporte-la signée.',
  ],
  ar: [
    'التمارين 12 و13 و14 صفحة 128 ليوم الثلاثاء 24/11.',
    'ثمن الحصّة 25 دينارا، و35 دينارا لساعة ونصف.',
    'الجذر التربيعي لـ2 هو 1.414213562 والعدد π هو 3.14159265.',
    'الفرض التأليفي يوم 03/12/2026 من الساعة 10:30 إلى 12:30، القاعة 204.',
    'نحن في المحور 4، والإصلاح من صفحة 210 إلى 214.',
    'نلتقي يوم الاثنين على الساعة 17:30 في الحصّة.',
    'ورّي الفرض لأمّك وارجع بيه ممضي.',
  ],
}

export const thanks: Words = {
  en: ['Thank you so much! She got 17.5 out of 20.', 'Thanks, see you next week.', '👍 20/20!'],
  fr: [
    'Merci beaucoup, il a eu 17,5/20 !',
    'Un grand merci, à la semaine prochaine.',
    'Bravo 👏 15,25 de moyenne',
  ],
  ar: ['شكرا جزيلا، تحصّل على 17.5 من 20', 'يعطيك الصحّة، للأسبوع القادم', 'بارك الله فيك 🌸 المعدّل 15.25'],
}

/** Between adults: no minor reads them, or a guardian wrote them. */
export const adultContacts: Words = {
  en: [
    'My number is 22 345 678, call me after six.',
    'We live at 12 rue de Marseille, 3000 Sfax, third floor.',
    'WhatsApp me at +216 98 765 432.',
  ],
  fr: [
    'Mon WhatsApp : 22 345 678',
    'Nous habitons 12 rue de Marseille, 3000 Sfax, 3e étage.',
    'Écrivez-moi à famille.bensalah@example.com',
  ],
  ar: ['رقمي 98765432', 'نسكن في 12 نهج مرسيليا، صفاقس 3000، الطابق الثالث.', 'واتساب 22345678'],
}

export const homework: Words = {
  en: [
    'Read pages 34 to 51; the workbook costs 12.500 dinars.',
    'Problems 1 to 8, marked out of 20, for 05/12/2026.',
  ],
  fr: [
    'Lire les pages 34 à 51 ; le cahier coûte 12,500 DT.',
    'Problèmes 1 à 8, noté sur 20, pour le 05/12/2026.',
  ],
  ar: [
    'المطالعة من صفحة 34 إلى 51، ثمن الكرّاس 12.500 دينارا.',
    'المسائل من 1 إلى 8، العدد من 20، ليوم 05/12/2026.',
  ],
}

export const reasons: Words = {
  en: ['She has a fever of 39.', 'We travel until 5 December.'],
  fr: ['Il a 39 de fièvre.', 'Nous sommes en voyage jusqu’au 5 décembre.'],
  ar: ['عندو سخانة 39.', 'نحن مسافرون إلى 5 ديسمبر.'],
}

/** How six makes of telephone, and what runs on them, name a photo taken at this time. */
export const photoNames: readonly ((at: Date) => string)[] = [
  // Samsung, Xiaomi, Google, Huawei or Oppo, Apple, Nokia or Infinix
  (at) => `${digits(at, 8)}_${clock(at)}.jpg`,
  (at) => `IMG_${digits(at, 8)}_${clock(at)}.jpg`,
  (at) => `PXL_${digits(at, 8)}_${clock(at)}${String(at.getUTCMilliseconds()).padStart(3, '0')}.jpg`,
  (at) => `IMG${digits(at, 8)}${clock(at)}.jpg`,
  (at) => `IMG_${String(at.getTime() % 10_000).padStart(4, '0')}.jpeg`,
  (at) => `P_${digits(at, 8)}_${clock(at)}.jpg`,
  (at) => `WhatsApp Image ${at.toISOString().slice(0, 10)} at ${clock(at).match(/../g)?.join('.')}.jpeg`,
  (at) => `Screenshot_${digits(at, 8)}-${clock(at)}_WhatsApp.jpg`,
  (at) =>
    `CamScanner ${at.toISOString().slice(0, 10).split('-').reverse().join('-')} ${clock(at).slice(0, 2)}.${clock(at).slice(2, 4)}.jpg`,
  (at) => `${at.getTime()}.jpg`,
]

const digits = (at: Date, count: number): string => at.toISOString().replaceAll(/\D/g, '').slice(0, count)
const clock = (at: Date): string => at.toISOString().slice(11, 19).replaceAll(':', '')
