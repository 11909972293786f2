import type { Localised } from '@darsi/contracts/reference/languages.ts'

export const reportTexts = {
  title: { en: 'Progress report', fr: 'Bilan de progrès', ar: 'تقرير التقدّم' },
  student: { en: 'Student', fr: 'Élève', ar: 'التلميذ' },
  teacher: { en: 'Teacher', fr: 'Enseignant', ar: 'المدرّس' },
  subject: { en: 'Subject', fr: 'Matière', ar: 'المادة' },
  date: { en: 'Date of the lesson', fr: 'Date de la séance', ar: 'تاريخ الحصة' },
  topics: { en: 'What we worked on', fr: 'Ce que nous avons travaillé', ar: 'ما عملنا عليه' },
  effort: { en: 'Effort', fr: 'Effort', ar: 'الجهد' },
  homework: { en: 'Homework', fr: 'Devoirs', ar: 'الواجب المنزلي' },
  note: { en: 'Note', fr: 'Remarque', ar: 'ملاحظة' },
  written: { en: 'Written on', fr: 'Rédigé le', ar: 'حُرّر في' },
} as const satisfies Record<string, Localised>

export const effortTexts: readonly Localised[] = [
  { en: 'Little', fr: 'Faible', ar: 'ضعيف' },
  { en: 'Some', fr: 'Passable', ar: 'مقبول' },
  { en: 'Good', fr: 'Bon', ar: 'جيد' },
  { en: 'Very good', fr: 'Très bon', ar: 'جيد جدًا' },
  { en: 'Outstanding', fr: 'Excellent', ar: 'ممتاز' },
]
