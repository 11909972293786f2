import type { ReasonTemplates } from '@darsi/client/queue/reason-form.tsx'

/** Reasons of refused documents; the teacher reads them. */
export const refuseReasons: ReasonTemplates = {
  unreadable: {
    name: { en: 'Not readable', fr: 'Illisible', ar: 'غير مقروءة' },
    text: {
      en: 'We could not read the document. Please upload a sharp photograph or a scan of the whole page.',
      fr: 'Nous n’avons pas pu lire le document. Envoyez une photo nette ou un scan de la page entière.',
      ar: 'تعذّرت قراءة الوثيقة. أرسل صورة واضحة أو نسخة ممسوحة ضوئيًا للصفحة كاملة.',
    },
  },
  incomplete: {
    name: { en: 'Page missing', fr: 'Page manquante', ar: 'صفحة ناقصة' },
    text: {
      en: 'A page or a side of the document is missing. Please upload the whole document in one file.',
      fr: 'Il manque une page ou une face du document. Envoyez le document entier dans un seul fichier.',
      ar: 'تنقص صفحة أو أحد وجهي الوثيقة. أرسل الوثيقة كاملة في ملف واحد.',
    },
  },
  other: {
    name: { en: 'Another document', fr: 'Autre document', ar: 'وثيقة أخرى' },
    text: {
      en: 'This is another document than the one we asked for. Please upload the right one.',
      fr: 'Ce document n’est pas celui que nous avons demandé. Envoyez le bon document.',
      ar: 'هذه ليست الوثيقة المطلوبة. أرسل الوثيقة الصحيحة.',
    },
  },
  name: {
    name: { en: 'Another name', fr: 'Autre nom', ar: 'اسم مختلف' },
    text: {
      en: 'The name on the document is not the name of your account. Please write to our support.',
      fr: 'Le nom figurant sur le document n’est pas celui de votre compte. Écrivez à notre support.',
      ar: 'الاسم الموجود في الوثيقة يختلف عن اسم حسابك. راسل فريق الدعم.',
    },
  },
  outdated: {
    name: { en: 'No longer valid', fr: 'Plus valable', ar: 'لم تعد صالحة' },
    text: {
      en: 'The document is no longer valid. Please upload a newer one.',
      fr: 'Le document n’est plus valable. Envoyez-en un plus récent.',
      ar: 'لم تعد الوثيقة صالحة. أرسل وثيقة أحدث.',
    },
  },
}
