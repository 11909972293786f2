import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { PersonName, type ShowPerson } from '@darsi/design/layout/person-name.tsx'
import { texts } from '../texts.ts'
import type { Alert } from './alert.ts'

type Props = { alert: Alert; onPerson: ShowPerson | undefined }

/** For administrators: who reported whom, and the learner of the lesson. */
export function Concerned({ alert: { about, by, concerned, minor }, onPerson }: Props) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const person = (who: { name: string; id: string | null }) => (
    <PersonName name={who.name} id={who.id} onShow={onPerson} />
  )
  const { learner = null, teacher = null, subject = null, lessonAt = null } = concerned ?? {}
  const what = subject === null ? '' : subjectName(subject, language)
  const items = [
    about?.name && { id: 'about', term: t('aboutWhom'), value: person(about) },
    learner && {
      id: 'learner',
      term: t(minor ? 'child' : 'learner'),
      value: person({ name: learner.name, id: learner.accountId }),
    },
    teacher && { id: 'teacher', term: t('teacher'), value: person(teacher) },
    lessonAt && {
      id: 'lesson',
      term: t('lesson'),
      value: inOneLine([what, formatDateTime(lessonAt, language)]),
    },
    !lessonAt && what !== '' && { id: 'subject', term: t('subject'), value: what },
    by?.name && { id: 'by', term: t('reportedBy'), value: person(by) },
  ].filter((item) => item !== null && typeof item === 'object')
  return items.length === 0 ? null : <DefinitionList items={items} />
}
