import type { ReasonTemplates } from '@darsi/client/queue/reason-form.tsx'

/** Notes of resolved alerts; the guardians of the child may read them. */
export const resolveReasons: ReasonTemplates = {
  nothing: {
    name: { en: 'No danger found', fr: 'Aucun danger constaté', ar: 'لم يثبت أيّ خطر' },
    text: {
      en: 'We looked into it and found no danger. Nothing else is needed.',
      fr: 'Nous avons vérifié et n’avons constaté aucun danger. Rien d’autre n’est nécessaire.',
      ar: 'تثبّتنا من الأمر ولم نجد أيّ خطر. لا حاجة إلى إجراء آخر.',
    },
  },
  warned: {
    name: { en: 'Rules explained', fr: 'Règles rappelées', ar: 'تذكير بالقواعد' },
    text: {
      en: 'We explained the rules to the person concerned and watch the conversation.',
      fr: 'Nous avons rappelé les règles à la personne concernée et suivons la conversation.',
      ar: 'ذكّرنا الشخص المعنيّ بالقواعد ونتابع المحادثة.',
    },
  },
  ended: {
    name: { en: 'Connection ended', fr: 'Mise en relation terminée', ar: 'إنهاء الارتباط' },
    text: {
      en: 'We ended the connection. The lessons ahead are cancelled.',
      fr: 'Nous avons mis fin à la mise en relation. Les séances à venir sont annulées.',
      ar: 'أنهينا الارتباط. أُلغيت الحصص القادمة.',
    },
  },
  authorities: {
    name: {
      en: 'Child-protection delegate',
      fr: 'Délégué à la protection de l’enfance',
      ar: 'مندوب حماية الطفولة',
    },
    text: {
      en: 'We suspended the account and informed the child-protection delegate.',
      fr: 'Nous avons suspendu le compte et informé le délégué à la protection de l’enfance.',
      ar: 'أوقفنا الحساب وأعلمنا مندوب حماية الطفولة.',
    },
  },
}
