import type { ReasonTemplates } from '@darsi/client/queue/reason-form.tsx'

/** Notes of declined requests; both sides read them. */
export const declineReasons: ReasonTemplates = {
  contact: {
    name: { en: 'Contact details', fr: 'Coordonnées', ar: 'معطيات اتصال' },
    text: {
      en: 'The request contains contact details. Please send a new one without telephone number, address or links.',
      fr: 'La demande contient des coordonnées. Veuillez en envoyer une nouvelle sans numéro de téléphone, adresse ni lien.',
      ar: 'يتضمّن الطلب معطيات اتصال. يرجى إرسال طلب جديد دون رقم هاتف أو عنوان أو رابط.',
    },
  },
  subject: {
    name: { en: 'Not about lessons', fr: 'Sans rapport avec des séances', ar: 'لا يخصّ الحصص' },
    text: {
      en: 'The request is not about lessons in this subject. Please say what you want to learn.',
      fr: 'La demande ne concerne pas des séances dans cette matière. Veuillez préciser ce que vous voulez apprendre.',
      ar: 'لا يخصّ الطلب حصصًا في هذه المادة. يرجى توضيح ما تريد تعلّمه.',
    },
  },
  many: {
    name: { en: 'Too many requests', fr: 'Trop de demandes', ar: 'عدد كبير من الطلبات' },
    text: {
      en: 'You sent many requests in a short time. Please wait for the answers and choose one teacher for each subject.',
      fr: 'Vous avez envoyé beaucoup de demandes en peu de temps. Veuillez attendre les réponses et choisir un enseignant par matière.',
      ar: 'أرسلت طلبات كثيرة في وقت قصير. يرجى انتظار الأجوبة واختيار مدرّس واحد لكل مادة.',
    },
  },
  safety: {
    name: { en: 'Safety', fr: 'Sécurité', ar: 'السلامة' },
    text: {
      en: 'We cannot approve this connection for reasons of safety. Please write to our support if you have questions.',
      fr: 'Nous ne pouvons pas approuver cette mise en relation pour des raisons de sécurité. Écrivez à notre support pour toute question.',
      ar: 'لا يمكننا قبول هذا الارتباط لأسباب تتعلّق بالسلامة. راسل فريق الدعم إن كانت لديك أسئلة.',
    },
  },
}
