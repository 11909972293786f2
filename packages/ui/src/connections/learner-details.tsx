import { choiceFrom } from '@darsi/contracts/choices.ts'
import { adultLearningTypes } from '@darsi/contracts/levels.ts'
import { DefinitionList } from '../definition-list.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import type { Connection } from './connection.ts'
import { connectionsTexts } from './connections-texts.ts'

type Details = NonNullable<Connection['student']['details']>

/** What a learner, or the parent, wrote for the teacher. */
export function LearnerDetails({ details }: { details: Details }) {
  const t = useTranslator(connectionsTexts)
  const language = useLanguage()
  const goal = choiceFrom(adultLearningTypes, details.adultLearningType)
  const subjects = [
    ...details.subjects.map((subject) => subjectWords(subject, language)),
    details.otherSubject,
  ]
  const facts = [
    { term: t('subjects'), value: subjects.filter((subject) => subject !== '').join(t('listSeparator')) },
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
