import type { ReasonTemplates } from '@darsi/client/queue/reason-form.tsx'

/** Reasons that are sent often; the administrator chooses the owner's language and may edit the text. */
export const rejectReasons: ReasonTemplates = {
  incomplete: {
    name: { en: 'Incomplete', fr: 'Incomplet', ar: 'ملف غير مكتمل' },
    text: {
      en: 'Some information is missing from your registration: your subjects, your place or your experience. Please write to our support to complete it.',
      fr: 'Il manque des informations à votre inscription : vos matières, votre lieu ou votre expérience. Écrivez à notre support pour la compléter.',
      ar: 'تنقص تسجيلك بعض المعطيات: المواد أو المكان أو الخبرة. راسل فريق الدعم لإكمالها.',
    },
  },
  documents: {
    name: { en: 'Documents not readable', fr: 'Documents illisibles', ar: 'وثائق غير مقروءة' },
    text: {
      en: 'We could not read the documents that you sent. Please send clear photographs of them to our support.',
      fr: 'Nous n’avons pas pu lire les documents envoyés. Envoyez-en des photos nettes à notre support.',
      ar: 'تعذّرت قراءة الوثائق التي أرسلتها. أرسل صورا واضحة منها إلى فريق الدعم.',
    },
  },
  identity: {
    name: { en: 'Another name', fr: 'Autre nom', ar: 'اسم مختلف' },
    text: {
      en: 'The name on your documents is not the name of your account. Please write to our support.',
      fr: 'Le nom figurant sur vos documents n’est pas celui de votre compte. Écrivez à notre support.',
      ar: 'الاسم الموجود في وثائقك يختلف عن اسم حسابك. راسل فريق الدعم.',
    },
  },
  duplicate: {
    name: { en: 'Second account', fr: 'Second compte', ar: 'حساب ثانٍ' },
    text: {
      en: 'You already have an account with us. Please log in with that one.',
      fr: 'Vous avez déjà un compte chez nous. Connectez-vous avec celui-ci.',
      ar: 'لديك حساب آخر عندنا. سجّل الدخول به.',
    },
  },
  publicSchool: {
    name: { en: 'Public school', fr: 'École publique', ar: 'مدرسة عمومية' },
    text: {
      en: 'Decree 2015-1619 forbids teachers of public schools to give private lessons outside school premises. If this is not your case, please write to our support.',
      fr: 'Le décret 2015-1619 interdit aux enseignants des écoles publiques de donner des cours particuliers hors des établissements scolaires. Si ce n’est pas votre cas, écrivez à notre support.',
      ar: 'يمنع الأمر عدد 1619 لسنة 2015 مدرّسي المؤسسات التربوية العمومية من تقديم دروس خصوصية خارج فضاء هذه المؤسسات. إن لم تكن هذه حالتك فراسل فريق الدعم.',
    },
  },
}
