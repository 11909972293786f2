import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import { dropWish } from '@darsi/client/session/wish.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import type { PreferredTime } from '@darsi/contracts/reference/hours.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import type { TeacherCard } from '../filters.ts'

type Child = Pick<Api['GET /children']['answer']['data'][number], 'id' | 'firstName'>
type TeacherSubject = TeacherCard['subjects'][number]
type Draft = { subject: TeacherSubject | ''; childId: string; year: string; times: readonly PreferredTime[] }

export type RequestProps = {
  api: ApiClient
  teacher: Pick<TeacherCard, 'id' | 'name' | 'subjects' | 'full'>
  /** The subject of the search. */
  subject: string
  /** A parent's children; null for a student, who sends the request for themselves. */
  learners: readonly Child[] | null
  /** The child of the search. */
  learnerId: string
  /** When lessons would suit, from the search of a visitor. */
  times?: readonly PreferredTime[]
  onClose: () => void
}

/** The state of a request to a teacher, and sending it. */
export function useRequest({
  api,
  teacher,
  subject,
  learners,
  learnerId,
  times = [],
  onClose,
}: RequestProps) {
  const t = useTranslator(texts.teachers)
  const toast = useToast()
  const [typed, setDraft] = useState<Draft>({
    subject: teacher.subjects.find((each) => each === subject) ?? onlyOf(teacher.subjects) ?? '',
    childId: '',
    year: '',
    times,
  })
  const draft = { ...typed, childId: typed.childId || childIn(learners, learnerId) }
  const [message, setMessage] = useDraft(`request/${teacher.id}`, '')
  const [tried, setTried] = useState(false)
  const [isFull, setFull] = useState(teacher.full)
  const [asksYear, setAsksYear] = useState(false)
  const needs = useCall(api, 'GET /me/request-needs', { enabled: learners === null }).data?.data
  const needsYear = asksYear || needs?.birthYear === true
  const isMissing = {
    subject: draft.subject === '',
    child: learners !== null && draft.childId === '',
    year: needsYear && draft.year.trim() === '',
  }

  const { run, busy, failure } = useAction({
    onFailure: ({ code }) => {
      if (code === 'TEACHER_FULL') setFull(true)
      if (code === 'GUARDIAN_CONSENT_REQUIRED') {
        // the server keeps the request for the guardian
        dropWish()
        invalidate(api, 'connection')
      }
      if (code !== 'BIRTH_YEAR_REQUIRED') return false
      // the dialog asks for the year itself, so this is not shown as a failure
      setAsksYear(true)
      setTried(false)
      return true
    },
  })
  const send = async () => {
    setTried(true)
    const wished = draft.subject
    if (wished === '' || isMissing.child || isMissing.year) return
    await run(async () => {
      if (needsYear) await saveBirthYear(api, Number(draft.year))
      const child = learners === null ? {} : { childId: draft.childId }
      const words = { message: message.trim(), preferredTimes: [...draft.times] }
      const body = { teacherId: teacher.id, subject: wished, ...words, ...child }
      if (isFull) await api.call('POST /me/waiting-requests', { body })
      else await api.call('POST /connections', { body })
      dropWish()
      invalidate(api, 'connection')
      toast(t(isFull ? 'joinedList' : 'requestSent', { name: teacher.name }))
      onClose()
    })
  }
  return {
    draft,
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    message,
    setMessage,
    tried,
    busy,
    error: failure,
    needsYear,
    isFull,
    /** Guardians alone read contact details in a minor's own request. */
    contactRule: needs?.minor === true ? ('held' as const) : ('delivered' as const),
    /** Requirements that are known before anything is typed. */
    needsGuardian: needs?.guardian === true,
    missing: {
      subject: tried && isMissing.subject ? t('chooseSubject') : undefined,
      child: tried && isMissing.child ? t('chooseChild') : undefined,
      year: tried && isMissing.year ? t('birthYearMissing') : undefined,
    },
    send,
  }
}

/** Read at each rendering: the children may be loaded after the dialog was opened. */
const childIn = (learners: readonly Child[] | null, id: string): string =>
  learners?.find((each) => each.id === id)?.id ?? ''

const onlyOf = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)

/** Saves it in the profile, so that no later request asks for it again. */
async function saveBirthYear(api: ApiClient, birthYear: number): Promise<void> {
  const { version } = (await api.call('GET /me/profile')).data
  await api.call('PATCH /me/profile', { body: { version, roleData: { birthYear } } })
}
