import { hasSection, sectionOfGrade, sectionsOf } from '@darsi/contracts/reference/curriculum.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { studentSubjects } from '@darsi/contracts/reference/subjects.ts'
import { isStatedMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { binder } from '@darsi/design/forms/bind.ts'
import { ChipGroup } from '@darsi/design/forms/choice.tsx'
import { gradeOptions, optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { AdultLearning } from './adult-learning.tsx'
import type { Wizard } from './use-wizard.ts'
import { needsOtherSubject, numberTyped } from './values.ts'

export function StudentFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const data = wizard.values.student
  const change = (patch: Partial<typeof data>) => wizard.changeRole('student', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const today = new Date()
  const minor = isStatedMinor({
    birthYear: numberTyped(data.birthYear),
    educationLevel: data.educationLevel,
    today,
  })
  const bind = binder(data, change)
  return (
    <>
      <LevelFields wizard={wizard} />
      <Field label={t('birthYear')} hint={t('birthYearHint')} error={problem('birthYear')} optional>
        <NumberInput className="wizard-short" {...bind('birthYear')} />
      </Field>
      {minor && <GuardianField {...bind('guardianEmail')} error={problem('guardianEmail')} />}
      <ChipGroup
        legend={t('subjects')}
        hint={t('subjectsHint')}
        options={subjectOptions(studentSubjects, language)}
        selected={data.subjects}
        error={problem('subjects')}
        onChange={(subjects) => change({ subjects })}
      />
      {needsOtherSubject(data.subjects) && (
        <Field label={t('otherSubject')} error={problem('otherSubject')}>
          <TextInput maxLength={200} {...bind('otherSubject')} />
        </Field>
      )}
      {data.subjects.includes('adult-learning') && <AdultLearning wizard={wizard} />}
      <Field
        label={t('additionalInfo')}
        hint={t('studentInfoHint')}
        error={problem('additionalInfo')}
        optional
      >
        <Textarea maxLength={2000} {...bind('additionalInfo')} />
      </Field>
    </>
  )
}

function LevelFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const data = wizard.values.student
  const change = (patch: Partial<typeof data>) => wizard.changeRole('student', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const grades = gradeOptions(data.educationLevel, language)
  const bind = binder(data, change)
  return (
    <>
      <div className="wizard-pair">
        <Field label={t('educationLevel')} error={problem('educationLevel')} optional>
          <Select
            options={optionsOf(educationLevels, language)}
            value={data.educationLevel}
            onChange={(educationLevel) => change({ educationLevel, currentGrade: '' })}
          />
        </Field>
        {grades.length > 0 && (
          <Field label={t('currentGrade')} error={problem('currentGrade')} optional>
            <Select options={grades} {...bind('currentGrade')} />
          </Field>
        )}
      </div>
      {hasSection(data.currentGrade) && (
        <Field label={t('section')} error={problem('section')} optional>
          <Select
            options={optionsOf(sectionsOf(data.currentGrade), language)}
            value={sectionOfGrade(data.section, data.currentGrade)}
            onChange={(section) => change({ section })}
          />
        </Field>
      )}
    </>
  )
}

type GuardianProps = { value: string; onChange: (email: string) => void; error: string | undefined }

function GuardianField({ value, onChange, error }: GuardianProps) {
  const t = useTranslator(texts.registration)
  return (
    <div className="wizard-block">
      <Banner live="none" title={t('minorTitle')}>
        {t('minorNotice')}
      </Banner>
      <Field label={t('guardianEmail')} hint={t('guardianEmailHint')} error={error} optional>
        <TextInput type="email" maxLength={254} value={value} onChange={onChange} />
      </Field>
    </div>
  )
}
