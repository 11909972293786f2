import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { adultLearningTypes } from '@darsi/contracts/reference/levels.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { texts } from '../texts.ts'
import type { Connection } from './connection.ts'

type Details = NonNullable<Connection['student']['details']>

/** What a learner, or the parent, wrote for the teacher. */
export function LearnerDetails({ details }: { details: Details }) {
  const t = useTranslator(texts.connections)
  const language = useLanguage()
  const goal = choiceFrom(adultLearningTypes, details.adultLearningType)
  const subjects = [
    ...details.subjects.map((subject) => subjectName(subject, language)),
    details.otherSubject,
  ]
  const facts = [
    {
      term: t('subjects'),
      value: listOf(
        subjects.filter((subject) => subject !== ''),
        language,
      ),
    },
    {
      term: t('goal'),
      value: goal === null ? details.adultLearningType : adultLearningTypes[goal][language],
    },
    { term: t('career'), value: details.professionalCareer },
    { term: t('englishLevel'), value: details.englishLevel },
    { term: t('additionalInfo'), value: details.additionalInfo },
  ].filter(({ value }) => value !== '')
  if (facts.length === 0) return null
  return (
    <section className="ds-connection-details" aria-label={t('details')}>
      <DefinitionList
        items={facts.map(({ term, value }) => ({ id: term, term, value: <span dir="auto">{value}</span> }))}
      />
    </section>
  )
}
