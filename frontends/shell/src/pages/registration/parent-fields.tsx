import { childLevels, educationalPrograms, schoolTypes } from '@darsi/contracts/levels.ts'
import { maxChildAge, minChildAge } from '@darsi/contracts/role-data-rules.ts'
import { parentSubjects } from '@darsi/contracts/subjects.ts'
import { ChipGroup, RadioGroup } from '@darsi/ui/choice.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Select, Textarea, TextInput } from '@darsi/ui/input.tsx'
import { optionsOf } from '../parts/options.ts'
import { gradeOptions, subjectOptions } from './choices.ts'
import { texts } from './texts.ts'
import type { Wizard } from './use-wizard.ts'

/** The child may also be added later, so nothing is asked that is not begun. */
export function ParentFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const data = wizard.values.parent
  const change = (patch: Partial<typeof data>) => wizard.changeRole('parent', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const grades = gradeOptions(data.childEducationLevel, language)
  return (
    <>
      <p className="wizard-lead">{t('childLater')}</p>
      <div className="wizard-pair">
        <Field label={t('childName')} hint={t('childNameHint')} error={problem('childName')}>
          <TextInput
            maxLength={120}
            value={data.childName}
            onChange={(event) => change({ childName: event.target.value })}
          />
        </Field>
        <Field
          label={t('childAge')}
          hint={t('childAgeHint', { min: minChildAge, max: maxChildAge })}
          error={problem('childAge')}
        >
          <TextInput
            className="wizard-short"
            type="number"
            inputMode="numeric"
            min={minChildAge}
            max={maxChildAge}
            value={data.childAge}
            onChange={(event) => change({ childAge: event.target.value })}
          />
        </Field>
      </div>
      <div className="wizard-pair">
        <Field label={t('childEducationLevel')} error={problem('childEducationLevel')}>
          <Select
            options={optionsOf(childLevels, language)}
            value={data.childEducationLevel}
            onChange={(childEducationLevel) => change({ childEducationLevel, childGrade: '' })}
          />
        </Field>
        {grades.length > 0 && (
          <Field label={t('childGrade')} error={problem('childGrade')}>
            <Select
              options={grades}
              value={data.childGrade}
              onChange={(childGrade) => change({ childGrade })}
            />
          </Field>
        )}
      </div>
      <div className="wizard-pair">
        <RadioGroup
          legend={t('schoolType')}
          variant="segments"
          options={optionsOf(schoolTypes, language)}
          value={data.schoolType}
          error={problem('schoolType')}
          onChange={(schoolType) => change({ schoolType })}
        />
        <RadioGroup
          legend={t('educationalProgram')}
          variant="segments"
          options={optionsOf(educationalPrograms, language)}
          value={data.educationalProgram}
          error={problem('educationalProgram')}
          onChange={(educationalProgram) => change({ educationalProgram })}
        />
      </div>
      {data.educationalProgram === 'other' && (
        <Field label={t('otherEducationalProgram')} error={problem('otherEducationalProgram')}>
          <TextInput
            maxLength={120}
            value={data.otherEducationalProgram}
            onChange={(event) => change({ otherEducationalProgram: event.target.value })}
          />
        </Field>
      )}
      <ChipGroup
        legend={t('tutoringSubjects')}
        options={subjectOptions(parentSubjects, language)}
        selected={data.tutoringSubjects}
        error={problem('tutoringSubjects')}
        onChange={(tutoringSubjects) => change({ tutoringSubjects })}
      />
      <Field
        label={t('additionalInfo')}
        hint={
          data.tutoringSubjects.some((subject) => subject.startsWith('other'))
            ? t('parentOtherHint')
            : t('parentInfoHint')
        }
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
