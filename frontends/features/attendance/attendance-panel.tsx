import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Attendance } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

/** Who was in the classroom of a lesson when, how each line was, and what follows from it. */
export function AttendancePanel({ api, sessionId }: { api: ApiClient; sessionId: string }) {
  const attendance = useCall(api, 'GET /classroom/:sessionId/attendance', { params: { sessionId } })
  return <LoadedPanel of={attendance}>{({ data }) => <AttendanceList attendance={data} />}</LoadedPanel>
}

function AttendanceList({ attendance: { people, proposal, liveSeconds } }: { attendance: Attendance }) {
  const t = useTranslator(texts.attendance)
  const worst = whoseLine(people)
  return (
    <>
      <p>{t('liveFor', { count: Math.round(liveSeconds / 60) })}</p>
      {proposal !== null && <p>{t(`proposal_${proposal}`)}</p>}
      <ul>
        {people.map((person) => (
          <AttendanceRow key={person.userId} person={person} />
        ))}
      </ul>
      {worst !== null && <p>{t('whoseLine', { name: worst.name })}</p>}
    </>
  )
}

function AttendanceRow({ person }: { person: Attendance['people'][number] }) {
  const t = useTranslator(texts.attendance)
  const language = useLanguage()
  const { name, part, seconds, intervals } = person
  const times = intervals.map(({ from, to }) => `${formatTime(from, language)}–${formatTime(to, language)}`)
  const trouble = badLineSeconds(person)
  return (
    <li>
      <strong dir="auto">{name}</strong> ({t(`part_${part}`)})&nbsp;·{' '}
      {t('minutesThere', { count: Math.round(seconds / 60) })}
      {times.length > 0 && <span className="ds-soft ds-small"> {listOf(times, language)}</span>}
      {trouble > 0 && (
        <span className="ds-small">&nbsp;· {t('lineTrouble', { count: Math.ceil(trouble / 60) })}</span>
      )}
    </li>
  )
}

type Person = Pick<Attendance['people'][number], 'line' | 'userId'>

/** Less than this is no trouble worth a sentence. */
const leastSeconds = 30

const badLineSeconds = ({ line: { poor, lost } }: Pick<Person, 'line'>): number => poor + lost

/** Whose line was clearly worse than everybody else's; null when nobody's was. */
export function whoseLine<P extends Person>(people: readonly P[]): P | null {
  const [worst, next] = [...people].sort((one, other) => badLineSeconds(other) - badLineSeconds(one))
  if (worst === undefined || badLineSeconds(worst) < leastSeconds) return null
  return next && badLineSeconds(next) * 2 > badLineSeconds(worst) ? null : worst
}
