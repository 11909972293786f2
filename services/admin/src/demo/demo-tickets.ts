import type { Language } from '@darsi/contracts/reference/languages.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { ContactSubject, ContactUserType } from '@darsi/contracts/rules/texts/contact.ts'
import { answer, close, receive } from '../tickets/ticket.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { UserStore } from '../users/user-store.ts'
import { demoId } from './demo-id.ts'

export type DemoTicketParts = { users: Pick<UserStore, 'byIds'>; tickets: TicketStore }

type DemoTicket = {
  hoursAgo: number
  /** Hours until it is due. */
  due: number
  name: string
  email: string
  userType: ContactUserType
  subject: ContactSubject
  language: Language
  message: string
  answer?: string
  isClosed?: boolean
}

const by = 'demo-admin'

/** Invented messages of the contact form: new, overdue, answered and closed. */
const tickets: readonly DemoTicket[] = [
  {
    ...{
      hoursAgo: 3.2,
      due: 2,
      name: 'Mongi Essai',
      email: 'mongi',
      userType: 'parent',
      subject: 'technical',
    },
    language: 'fr',
    message: 'Je ne reçois pas le lien pour confirmer mon adresse. J’ai regardé dans les indésirables.',
  },
  {
    ...{ hoursAgo: 0.6, due: 1, name: 'سهام تجربة', email: 'sihem', userType: 'parent', subject: 'urgent' },
    language: 'ar',
    message: 'حصّة ابنتي بعد ساعتين ولا أستطيع الدخول إلى القسم من الهاتف. ماذا أفعل؟',
  },
  {
    ...{ hoursAgo: 0.3, due: 2, name: 'Anouar Essai', email: 'anouar', userType: 'teacher' },
    ...{ subject: 'teacher-application', language: 'fr' },
    message: 'Mon diplôme est en arabe, faut-il une traduction assermentée pour la vérification ?',
  },
  {
    ...{
      hoursAgo: 27,
      due: 2,
      name: 'Lobna Essai',
      email: 'lobna',
      userType: 'student',
      subject: 'academic',
    },
    language: 'fr',
    message: 'Peut-on avoir deux enseignants pour la même matière ?',
    answer: 'Bonjour Lobna, oui : envoyez une demande à chacun. Chaque enseignant garde son propre suivi.',
  },
  {
    ...{ hoursAgo: 44, due: 2, name: 'حاتم تجربة', email: 'hatem', userType: 'teacher', subject: 'general' },
    language: 'ar',
    message: 'كيف أغيّر أوقاتي خلال شهر رمضان؟',
    answer: 'أهلا سي حاتم، من صفحة الأوقات اختر الأسبوع المطلوب وعدّل الساعات، والأسابيع الأخرى لا تتغيّر.',
  },
  {
    ...{ hoursAgo: 70, due: 2, name: 'Claire Essai', email: 'claire', userType: 'administrator' },
    ...{ subject: 'partnership', language: 'fr' },
    message: 'Notre association à La Marsa aimerait proposer Darsi à trente familles. À qui parler ?',
    answer: 'Bonjour, avec plaisir. Notre équipe vous appelle cette semaine au numéro que vous avez laissé.',
  },
  {
    ...{ hoursAgo: 240, due: 2, name: 'Nejib Essai', email: 'nejib', userType: 'parent', subject: 'billing' },
    language: 'fr',
    message: 'Est-ce que Darsi prend une commission sur les séances ?',
    answer:
      'Bonjour, non : Darsi est gratuit. Vous convenez du prix avec l’enseignant et le payez directement.',
    isClosed: true,
  },
  {
    ...{
      hoursAgo: 410,
      due: 2,
      name: 'Rania Essai',
      email: 'rania',
      userType: 'student',
      subject: 'feedback',
    },
    language: 'en',
    message: 'The lesson reminders by mail are great. Could they come two hours before instead of one?',
    answer: 'Thank you, Rania. We have noted your wish; today there is one a day and one an hour before.',
    isClosed: true,
  },
  {
    ...{
      hoursAgo: 700,
      due: 2,
      name: 'كمال تجربة',
      email: 'kamel',
      userType: 'parent',
      subject: 'technical',
    },
    language: 'ar',
    message: 'نسيت كلمة السر ولم يعد عندي نفس البريد.',
    answer: 'أهلا سي كمال، أرسلنا لك الخطوات لاسترجاع الحساب مع إثبات الهويّة.',
    isClosed: true,
  },
  {
    ...{ hoursAgo: 1100, due: 1, name: 'Amel Essai', email: 'amel', userType: 'teacher', subject: 'urgent' },
    language: 'fr',
    message: 'Je suis malade ce soir, comment prévenir mes trois élèves d’un coup ?',
    answer:
      'Bonjour Amel, annulez les séances depuis « Mes séances » : chacun est prévenu aussitôt. Bon rétablissement.',
    isClosed: true,
  },
]

/** @returns when they were made, or null until the administrator who answers has arrived by its event */
export async function seedDemoTickets(
  { users, tickets: store }: DemoTicketParts,
  now: Date,
): Promise<Date | null> {
  // the last one tells that all are there
  const lastId = demoId(`ticket ${tickets.length - 1}`)
  const last = await store.collection.findOne({ _id: lastId }, { projection: { createdAt: 1 } })
  if (last) return new Date(last.createdAt.getTime() + (tickets.at(-1)?.hoursAgo ?? 0) * hourMs)
  if ((await users.byIds([by])).length === 0) return null
  for (const [index, ticket] of tickets.entries()) {
    const _id = demoId(`ticket ${index}`)
    const { hoursAgo, due, email, answer: text, isClosed, ...written } = ticket
    const after = (hours: number) => new Date(now.getTime() - (hoursAgo - hours) * hourMs)
    const received = {
      ...{ ...written, _id, email: `${email}@demo.darsi.example`, phone: '', userId: null },
      ...{ createdAt: after(0), dueAt: after(due) },
    }
    await store.insert(receive(received))
    if (text) await store.update(_id, (found) => answer(found, { text, by, at: after(1.3), seenAnswers: 0 }))
    if (isClosed) await store.update(_id, (found) => close(found, { by, at: after(26) }))
  }
  return now
}
