import type { AlertReason, AlertSeverity } from '@darsi/contracts/calls/admin/safety-api.ts'
import { call } from '../support/api.ts'
import { letLessonBegin } from '../support/database.ts'
import { must, type Person } from '../support/people.ts'
import { books, type Choose, cancels, message } from './acts.ts'
import type { Household } from './families.ts'

/** What a person would have reported, and everything that follows from it. */
export type Danger = {
  what: string
  /** Whose household: of a pupil with an account, or of a little child without one. */
  of: 'pupil' | 'little'
  reason: AlertReason
  severity: AlertSeverity
  pauses: boolean
  /** @returns how many messages were held back */
  act: (home: Household, choose: Choose) => Promise<number>
}

const pupilOf = ({ pupil }: Household): Person => {
  if (!pupil) throw new Error('this danger needs a pupil with an account')
  return pupil
}

async function isHeld(home: Household, by: Person, text: string): Promise<number> {
  const sent = await message(home.connectionId, by, text)
  return sent['held'] === true ? 1 : 0
}

const reports = ({ token }: Person, body: object) => must('POST /safety/reports', { token, body })

/** The last two come from two services after everything else of the week: their alerts show that earlier events have arrived. */
export const dangers: readonly Danger[] = [
  {
    what: 'a teacher asks a minor for secrecy',
    ...{ of: 'pupil', reason: 'secrecy', severity: 'high', pauses: true },
    act: (home) => isHeld(home, home.teacher, 'Ne le dis pas à ta mère.'),
  },
  {
    what: 'a pupil reports a danger',
    ...{ of: 'pupil', reason: 'danger', severity: 'high', pauses: false },
    act: async (home) => {
      await reports(pupilOf(home), {
        reason: 'danger',
        text: `أنا خائف ولا أستطيع الكلام ${home.connectionId}`,
      })
      return 0
    },
  },
  {
    what: 'a teacher cancels three times in 14 days',
    ...{ of: 'pupil', reason: 'session-cancelled', severity: 'low', pauses: false },
    act: async (home, choose) => {
      for (const reason of ['Malade', 'Empêché', 'Voyage'])
        await cancels(await books(home, choose), home.teacher, reason)
      return 0
    },
  },
  {
    what: 'a guardian reports a danger',
    ...{ of: 'little', reason: 'danger', severity: 'high', pauses: true },
    act: async (home) => {
      const text = `Il lui fait peur ${home.connectionId}`
      await reports(home.guardian, { reason: 'danger', text, childId: home.childId })
      return 0
    },
  },
  {
    what: 'a teacher asks a minor to meet',
    ...{ of: 'pupil', reason: 'contact-details', severity: 'high', pauses: true },
    act: (home) => isHeld(home, home.teacher, 'Viens chez moi samedi, ajoute-moi sur snap: prof.sami'),
  },
  {
    what: 'a pupil reports a message of the teacher',
    ...{ of: 'pupil', reason: 'reported', severity: 'high', pauses: true },
    act: async (home) => {
      const { id } = await message(
        home.connectionId,
        home.teacher,
        'You look pretty today, send me a picture',
      )
      const body = { reason: `This is strange ${home.connectionId}`, about: { kind: 'message', id } }
      await must(`POST /threads/${home.connectionId}/report`, { token: pupilOf(home).token, body })
      return 0
    },
  },
  {
    what: 'a pupil gives contact details a second time',
    ...{ of: 'pupil', reason: 'contact-details', severity: 'medium', pauses: false },
    act: async (home) =>
      (await isHeld(home, pupilOf(home), 'my insta is nour.2011')) +
      (await isHeld(home, pupilOf(home), 'or call me 98 765 432')),
  },
  {
    what: 'a guardian reports the conversation',
    ...{ of: 'pupil', reason: 'reported', severity: 'high', pauses: true },
    act: async (home) => {
      const body = { reason: `Il écrit la nuit ${home.connectionId}` }
      await must(`POST /threads/${home.connectionId}/report`, { token: home.guardian.token, body })
      return 0
    },
  },
  {
    what: 'a guardian reports behaviour',
    ...{ of: 'pupil', reason: 'behaviour', severity: 'medium', pauses: false },
    act: async (home) => {
      const text = `يصيح في الدرس ${home.connectionId}`
      await reports(home.guardian, { reason: 'behaviour', text, childId: home.childId })
      return 0
    },
  },
  {
    what: 'a teacher does not come',
    ...{ of: 'pupil', reason: 'session-missed', severity: 'medium', pauses: false },
    act: async (home, choose) => {
      const id = await books(home, choose)
      await letLessonBegin(id)
      await must(`POST /sessions/${id}/no-show`, { token: home.guardian.token, body: { reason: 'Absent' } })
      return 0
    },
  },
  {
    what: 'somebody books far too long a lesson with a little child',
    ...{ of: 'little', reason: 'over-long-booking', severity: 'medium', pauses: false },
    act: async (home, choose) => {
      const { status } = await call('POST /sessions', {
        token: home.teacher.token,
        body: await tooLong(home, choose),
      })
      if (status < 300) throw new Error('a lesson of two hours was booked with a child of nine')
      return 0
    },
  },
  {
    what: 'a teacher gives a minor the own number a second time',
    ...{ of: 'pupil', reason: 'contact-details', severity: 'high', pauses: true },
    act: async (home) =>
      (await isHeld(home, home.teacher, 'رقمي 98 765 432')) +
      (await isHeld(home, home.teacher, 'اتصل بي على 98765432 الليلة')),
  },
]

const tooLong = async (home: Household, choose: Choose) => {
  const date = new Date(Date.now() + choose([8, 9]) * 86_400_000).toISOString().slice(0, 10)
  return { connectionId: home.connectionId, date, hour: 15, durationMinutes: 120, type: 'online' }
}
