import { isKeyOf } from '@darsi/contracts/reference/choices.ts'
import { hasSection, sectionOfGrade, sectionsOf } from '@darsi/contracts/reference/curriculum.ts'
import {
  childLevels,
  educationalPrograms,
  gradeFrom,
  isChildLevel,
  schoolTypes,
} from '@darsi/contracts/reference/levels.ts'
import { parentSubjects, subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { ChipGroup } from '@darsi/design/forms/choice.tsx'
import { gradeOptions, optionsOf } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { schoolSubjectOptions } from '../learner-fields/public.ts'
import { texts } from '../texts.ts'
import type { ChildDraft } from './child-draft.ts'

type Props = {
  draft: ChildDraft
  set: (part: Partial<ChildDraft>) => void
  problem: (field: keyof ChildDraft) => string | undefined
}

/** Name, year of birth, school and subjects. */
export function SchoolFields({ draft, set, problem }: Props) {
  const t = useTranslator(texts.children)
  const language = useLanguage()
  const level = isChildLevel(draft.educationLevel) ? draft.educationLevel : ''
  const bind = binder(draft, set)
  return (
    <>
      <div className="ds-grid">
        <Field label={t('firstName')} hint={t('firstNameHint')} error={problem('firstName')} required>
          <TextInput dir="auto" maxLength={60} autoComplete="off" {...bind('firstName')} />
        </Field>
        <Field label={t('birthYear')} error={problem('birthYear')} required>
          <NumberInput {...bind('birthYear')} />
        </Field>
        <Field label={t('level')} error={problem('educationLevel')} required>
          <Select
            options={optionsOf(childLevels, language)}
            value={level}
            onChange={(educationLevel) => set({ educationLevel, grade: '' })}
          />
        </Field>
        {level !== '' && (
          <Field label={t('grade')} error={problem('grade')} optional>
            <Select
              options={gradeOptions(level, language)}
              value={gradeFrom(level, draft.grade) ?? ''}
              onChange={(grade) => set({ grade })}
            />
          </Field>
        )}
        {hasSection(draft.grade) && (
          <Field label={t('section')} error={problem('section')} optional>
            <Select
              options={optionsOf(sectionsOf(draft.grade), language)}
              value={sectionOfGrade(draft.section, draft.grade)}
              onChange={(section) => set({ section })}
            />
          </Field>
        )}
        <Field label={t('schoolType')} error={problem('schoolType')} optional>
          <Select
            options={optionsOf(schoolTypes, language)}
            value={isKeyOf(schoolTypes, draft.schoolType) ? draft.schoolType : ''}
            onChange={(schoolType) => set({ schoolType })}
          />
        </Field>
        <Field label={t('program')} error={problem('educationalProgram')} optional>
          <Select
            options={optionsOf(educationalPrograms, language)}
            value={isKeyOf(educationalPrograms, draft.educationalProgram) ? draft.educationalProgram : ''}
            onChange={(educationalProgram) => set({ educationalProgram })}
          />
        </Field>
      </div>
      <ChipGroup
        legend={t('subjects')}
        error={problem('subjects')}
        options={schoolSubjectOptions(parentSubjects, { ...draft, level }, language)}
        selected={parentSubjects.filter((subject) => draft.subjects.map(subjectFrom).includes(subject))}
        onChange={(subjects) => set({ subjects })}
      />
    </>
  )
}
