import type { Language } from './languages.ts'

type Names = Readonly<Record<Language, string>>

/** Tunisia's public holidays with a fixed date, by month and day. Those of the lunar calendar are announced each year. */
export const fixedHolidays: readonly { readonly day: string; readonly names: Names }[] = [
  { day: '01-01', names: { en: 'New Year’s Day', fr: 'Jour de l’an', ar: 'رأس السنة الميلادية' } },
  { day: '03-20', names: { en: 'Independence Day', fr: 'Fête de l’indépendance', ar: 'عيد الاستقلال' } },
  { day: '04-09', names: { en: 'Martyrs’ Day', fr: 'Journée des martyrs', ar: 'عيد الشهداء' } },
  { day: '05-01', names: { en: 'Labour Day', fr: 'Fête du travail', ar: 'عيد الشغل' } },
  { day: '07-25', names: { en: 'Republic Day', fr: 'Fête de la République', ar: 'عيد الجمهورية' } },
  { day: '08-13', names: { en: 'Women’s Day', fr: 'Fête de la femme', ar: 'عيد المرأة' } },
  { day: '10-15', names: { en: 'Evacuation Day', fr: 'Fête de l’évacuation', ar: 'عيد الجلاء' } },
  { day: '12-17', names: { en: 'Revolution Day', fr: 'Fête de la Révolution', ar: 'عيد الثورة' } },
]
