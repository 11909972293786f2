import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { fillIn } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type EducationLevel, educationLevels } from '@darsi/contracts/reference/levels.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { decideHoursBefore, type GroupAudience } from '@darsi/contracts/rules/groups.ts'
import { momentIn } from '../mails/moment.ts'
import { texts } from '../mails/texts.ts'
import { both, type Notification } from './notification.ts'

/** To the teacher: learners are missing, or the group hour fell away without them. The later one replaces the first. */
export function ofGroup(
  { data, personal: { teacher } }: DarsiEvent<'group.short' | 'group.cancelled'>,
  kind: 'group-short' | 'group-too-small',
): Notification[] {
  if (!teacher) return []
  const { language } = teacher
  const decided = new Date(Date.parse(data.startsAt) - decideHoursBefore * hourMs)
  const params = {
    subject: subjectName(data.subject, language),
    when: momentIn(language, data.startsAt, 'full'),
    until: momentIn(language, decided.toISOString(), 'full'),
    learners: 'taken' in data ? String(data.taken) : '',
  }
  const about = `group.${data.groupId}`
  const place = { group: data.groupId }
  return [{ userId: data.teacherId, to: teacher, ...both(kind), isOptional: true, params, place, about }]
}

/** Who else may be in the room of a group hour. */
export function companyOf(
  { group }: { group?: { audience: GroupAudience; level: EducationLevel; capacity: number } | undefined },
  language: Language,
): string {
  if (!group) return ''
  const level = educationLevels[group.level][language]
  return fillIn(
    texts[language].lesson[group.audience],
    { level, count: String(group.capacity - 1) },
    language,
  )
}

/** The subject of a lesson; of a seat in a group hour with its price. */
export function subjectOf(
  { subject, group }: { subject: string; group?: { price: number } | undefined },
  language: Language,
): string {
  const name = subjectName(subject, language)
  if (!group) return name
  return `${name} ${fillIn(texts[language].lesson.groupHour, { price: String(group.price) }, language)}`
}
