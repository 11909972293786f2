import type { Localised } from '../reference/languages.ts'

/**
 * Numbers to call when a child is in danger (Child Protection Code, art. 31; the ministry's announcement of August
 * 2025).
 */
export const emergencyNumbers = { police: '197', officeHours: '192', otherHours: '1809' } as const

/** Names of the alert reasons in mails and on screens. */
export const alertReasonNames = {
  reported: { en: 'Conversation reported', fr: 'Conversation signalée', ar: 'تبليغ عن محادثة' },
  'contact-details': {
    en: 'Contact details in a message',
    fr: 'Coordonnées dans un message',
    ar: 'معطيات اتصال في رسالة',
  },
  'session-cancelled': { en: 'Lesson cancelled', fr: 'Séance annulée', ar: 'حصة ملغاة' },
  'session-missed': { en: 'Lesson missed', fr: 'Séance manquée', ar: 'حصة لم تُعقد' },
  'over-long-booking': {
    en: 'Lesson longer than the age allows',
    fr: 'Séance plus longue que l’âge ne le permet',
    ar: 'حصة أطول ممّا تسمح به السنّ',
  },
  returned: {
    en: 'An account that was closed under an alert or a suspension registers again',
    fr: 'Un compte fermé pendant une alerte ou une suspension s’inscrit à nouveau',
    ar: 'حساب أُغلق أثناء تنبيه أو إيقاف يُسجَّل من جديد',
  },
  behaviour: { en: 'Behaviour that worries', fr: 'Comportement inquiétant', ar: 'سلوك يثير القلق' },
  danger: { en: 'A child in danger', fr: 'Un enfant en danger', ar: 'طفل في خطر' },
  other: { en: 'Something else', fr: 'Autre chose', ar: 'أمر آخر' },
} as const satisfies Record<string, Localised>

export const alertSeverityNames = {
  low: { en: 'Low', fr: 'Faible', ar: 'ضعيفة' },
  medium: { en: 'Medium', fr: 'Moyenne', ar: 'متوسطة' },
  high: { en: 'High', fr: 'Élevée', ar: 'عالية' },
} as const satisfies Record<string, Localised>

/** The step that a report was waiting for when its deadline passed. */
const alertStages = ['answer', 'investigation'] as const
export const alertStageNames = {
  answer: { en: 'no answer within 2 hours', fr: 'pas de réponse en 2 heures', ar: 'لا جواب خلال ساعتين' },
  investigation: {
    en: 'still open after 24 hours',
    fr: 'toujours ouvert après 24 heures',
    ar: 'ما زال مفتوحًا بعد 24 ساعة',
  },
} as const satisfies Record<(typeof alertStages)[number], Localised>
