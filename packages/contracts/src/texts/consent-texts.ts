import type { Localised } from '../reference/languages.ts'

/** Changes with every change of a text below: the ledger stores which wording a guardian agreed to. */
export const consentTextVersion = '2026-11-26'

type Purpose = 'connect' | 'messages' | 'video'

/** The consent texts per purpose; each consent can be withdrawn separately (product.md §9). */
export const consentTexts: Readonly<Record<Purpose, Localised>> = {
  connect: {
    en: 'I agree that this teacher sees my child’s first name, level, grade and subjects and what I write for the teacher, and teaches my child.',
    fr: 'J’accepte que cet enseignant voie le prénom, le niveau, la classe et les matières de mon enfant et ce que j’écris pour l’enseignant, et qu’il lui donne des cours.',
    ar: 'أوافق على أن يطّلع هذا المدرّس على الاسم الأول لطفلي ومستواه وقسمه ومواده وما أكتبه للمدرّس، وأن يدرّسه.',
  },
  messages: {
    en: 'I agree that messages are exchanged with this teacher about my child. I read along in every conversation.',
    fr: 'J’accepte que des messages soient échangés avec cet enseignant au sujet de mon enfant. Je lis toutes les conversations.',
    ar: 'أوافق على تبادل الرسائل مع هذا المدرّس بشأن طفلي، مع اطّلاعي على كل المحادثات.',
  },
  video: {
    en: 'I agree to online lessons by video with this teacher. Nothing is recorded.',
    fr: 'J’accepte les séances en ligne par vidéo avec cet enseignant. Rien n’est enregistré.',
    ar: 'أوافق على الحصص عن بعد بالفيديو مع هذا المدرّس. لا يُسجَّل أي شيء.',
  },
}
