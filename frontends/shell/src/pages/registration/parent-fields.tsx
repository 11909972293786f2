import { childLevels, educationalPrograms, schoolTypes } from '@darsi/contracts/reference/levels.ts'
import { parentSubjects } from '@darsi/contracts/reference/subjects.ts'
import { maxChildAge, minChildAge } from '@darsi/contracts/rules/registration/role-data-rules.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { ChipGroup, RadioGroup } from '@darsi/design/forms/choice.tsx'
import { gradeOptions, optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { invitation } from '../../links/kept-token.ts'
import { texts } from '../../texts.ts'
import type { Wizard } from './use-wizard.ts'

/** The child can be added later, so its fields are required only if one is filled in. */
export function ParentFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  // the invitation names the child already: asking here would create a second record
  if (invitation.kept() !== null) return <p className="wizard-lead">{t('childInvited')}</p>
  return <AskedChild wizard={wizard} />
}

function AskedChild({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const data = wizard.values.parent
  const change = (patch: Partial<typeof data>) => wizard.changeRole('parent', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const fields: Fields = { data, change, problem }
  const grades = gradeOptions(data.childEducationLevel, language)
  const bind = binder(data, change)
  return (
    <>
      <p className="wizard-lead">{t('childLater')}</p>
      <ChildFields {...fields} />
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
            <Select options={grades} {...bind('childGrade')} />
          </Field>
        )}
      </div>
      <SchoolKindFields {...fields} />
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
        <Textarea maxLength={2000} {...bind('additionalInfo')} />
      </Field>
    </>
  )
}

type Fields = {
  data: Wizard['values']['parent']
  change: (patch: Partial<Wizard['values']['parent']>) => void
  problem: (name: keyof Wizard['values']['parent']) => string | undefined
}

function ChildFields({ data, change, problem }: Fields) {
  const t = useTranslator(texts.registration)
  const bind = binder(data, change)
  return (
    <div className="wizard-pair">
      <Field label={t('childName')} hint={t('childNameHint')} error={problem('childName')}>
        <TextInput maxLength={120} {...bind('childName')} />
      </Field>
      <Field
        label={t('childAge')}
        hint={t('childAgeHint', { min: minChildAge, max: maxChildAge })}
        error={problem('childAge')}
      >
        <NumberInput className="wizard-short" {...bind('childAge')} />
      </Field>
    </div>
  )
}

function SchoolKindFields({ data, change, problem }: Fields) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const bind = binder(data, change)
  return (
    <>
      <div className="wizard-pair">
        <RadioGroup
          legend={t('schoolType')}
          variant="segments"
          options={optionsOf(schoolTypes, language)}
          {...bind('schoolType')}
          error={problem('schoolType')}
        />
        <RadioGroup
          legend={t('educationalProgram')}
          variant="segments"
          options={optionsOf(educationalPrograms, language)}
          {...bind('educationalProgram')}
          error={problem('educationalProgram')}
        />
      </div>
      {data.educationalProgram === 'other' && (
        <Field label={t('otherEducationalProgram')} error={problem('otherEducationalProgram')}>
          <TextInput maxLength={120} {...bind('otherEducationalProgram')} />
        </Field>
      )}
    </>
  )
}
