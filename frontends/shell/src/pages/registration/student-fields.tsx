import { educationLevels } from '@darsi/contracts/levels.ts'
import { isMinor, tunisianYear } from '@darsi/contracts/registration-rules.ts'
import { minBirthYear, minStudentAge } from '@darsi/contracts/role-data-rules.ts'
import { studentSubjects } from '@darsi/contracts/subjects.ts'
import { Banner } from '@darsi/ui/banner.tsx'
import { ChipGroup } from '@darsi/ui/choice.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Select, Textarea, TextInput } from '@darsi/ui/input.tsx'
import { optionsOf } from '../parts/options.ts'
import { AdultLearning } from './adult-learning.tsx'
import { gradeOptions, subjectOptions } from './choices.ts'
import { texts } from './texts.ts'
import type { Wizard } from './use-wizard.ts'
import { needsOtherSubject, numberTyped } from './values.ts'

export function StudentFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const data = wizard.values.student
  const change = (patch: Partial<typeof data>) => wizard.changeRole('student', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const today = new Date()
  const grades = gradeOptions(data.educationLevel, language)
  const minor = isMinor({
    birthYear: numberTyped(data.birthYear),
    educationLevel: data.educationLevel,
    today,
  })
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
            <Select
              options={grades}
              value={data.currentGrade}
              onChange={(currentGrade) => change({ currentGrade })}
            />
          </Field>
        )}
      </div>
      <Field label={t('birthYear')} hint={t('birthYearHint')} error={problem('birthYear')} optional>
        <TextInput
          className="wizard-short"
          type="number"
          inputMode="numeric"
          min={minBirthYear}
          max={tunisianYear(today) - minStudentAge}
          value={data.birthYear}
          onChange={(event) => change({ birthYear: event.target.value })}
        />
      </Field>
      {minor && (
        <div className="wizard-block">
          <Banner live="none" title={t('minorTitle')}>
            {t('minorNotice')}
          </Banner>
          <Field
            label={t('guardianEmail')}
            hint={t('guardianEmailHint')}
            error={problem('guardianEmail')}
            optional
          >
            <TextInput
              type="email"
              maxLength={254}
              value={data.guardianEmail}
              onChange={(event) => change({ guardianEmail: event.target.value })}
            />
          </Field>
        </div>
      )}
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
          <TextInput
            maxLength={200}
            value={data.otherSubject}
            onChange={(event) => change({ otherSubject: event.target.value })}
          />
        </Field>
      )}
      {data.subjects.includes('adult-learning') && <AdultLearning wizard={wizard} />}
      <Field
        label={t('additionalInfo')}
        hint={t('studentInfoHint')}
        error={problem('additionalInfo')}
        optional
      >
        <Textarea
          maxLength={2000}
          value={data.additionalInfo}
          onChange={(event) => change({ additionalInfo: event.target.value })}
        />
      </Field>
    </>
  )
}
