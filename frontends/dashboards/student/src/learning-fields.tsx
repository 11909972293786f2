import { isKeyOf } from '@darsi/contracts/reference/choices.ts'
import { hasSection, sectionOfGrade, sectionsOf } from '@darsi/contracts/reference/curriculum.ts'
import {
  adultLearningTypes,
  educationLevels,
  englishLevels,
  isEnglishFocus,
} from '@darsi/contracts/reference/levels.ts'
import { type StudentSubject, studentSubjects, subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { ChipGroup } from '@darsi/design/forms/choice.tsx'
import { gradeOptions, optionsOf } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { RoleFields } from '@darsi/features/account/public.ts'
import { ContactHint } from '@darsi/features/contact-hint/public.ts'
import { schoolSubjectOptions } from '@darsi/features/learner-fields/public.ts'
import { texts } from '@darsi/features/texts.ts'

/** What a student learns, with the questions of the registration (spec §3). It determines the matching teachers. */
export function LearningFields({ saved, roleData, set, problem }: RoleFields) {
  const t = useTranslator(texts.student)
  const language = useLanguage()
  const level = textOf(roleData['educationLevel'])
  const grades = gradeOptions(level, language)
  const grade = textOf(roleData['currentGrade'])
  const section = sectionOfGrade(textOf(roleData['section']), grade)
  const chosen = subjectsOf(roleData['subjects'])
  // a saved year can be corrected only by a guardian or by support
  const isBorn = typeof saved['birthYear'] === 'number'
  return (
    <>
      <div className="ds-grid ds-profile-fields">
        <Field label={t('educationLevel')} error={problem('educationLevel')} optional>
          <Select
            options={optionsOf(educationLevels, language)}
            value={isKeyOf(educationLevels, level) ? level : ''}
            onChange={(educationLevel) => set({ educationLevel, currentGrade: '' })}
          />
        </Field>
        {grades.length > 0 && (
          <Field label={t('grade')} error={problem('currentGrade')} optional>
            <Select
              options={grades}
              value={grades.find(({ value }) => value === grade)?.value ?? ''}
              onChange={(currentGrade) => set({ currentGrade })}
            />
          </Field>
        )}
        {hasSection(grade) && (
          <Field label={t('section')} error={problem('section')} optional>
            <Select
              options={optionsOf(sectionsOf(grade), language)}
              value={section}
              onChange={(chosenSection) => set({ section: chosenSection })}
            />
          </Field>
        )}
        <Field
          label={t('birthYear')}
          hint={t(isBorn ? 'birthYearFixed' : 'birthYearHint')}
          error={problem('birthYear')}
          optional={!isBorn}
        >
          <NumberInput
            readOnly={isBorn}
            value={typeof roleData['birthYear'] === 'number' ? roleData['birthYear'] : ''}
            onChange={(year) => set({ birthYear: year === '' ? null : Number(year) })}
          />
        </Field>
      </div>
      <ChipGroup
        legend={t('subjects')}
        error={problem('subjects')}
        options={schoolSubjectOptions(studentSubjects, { level, grade, section }, language)}
        selected={chosen}
        onChange={(subjects) => set({ subjects })}
      />
      {needsText(chosen) && (
        <TextField name="otherSubject" label={t('otherSubject')} max={200} {...{ roleData, set, problem }} />
      )}
      {chosen.includes('adult-learning') && <AdultFields {...{ roleData, set, problem }} />}
      <Field
        label={t('additionalInfo')}
        hint={t('additionalInfoHint')}
        error={problem('additionalInfo')}
        optional
      >
        <Textarea
          dir="auto"
          maxLength={2000}
          value={textOf(roleData['additionalInfo'])}
          onChange={(additionalInfo) => set({ additionalInfo })}
        />
      </Field>
      <ContactHint rule="refused" text={textOf(roleData['additionalInfo'])} />
    </>
  )
}

function AdultFields({ roleData, set, problem }: Typed) {
  const t = useTranslator(texts.student)
  const language = useLanguage()
  const kind = textOf(roleData['adultLearningType'])
  const english = textOf(roleData['englishLevel'])
  return (
    <div className="ds-grid ds-profile-fields">
      <Field label={t('adultLearningType')} error={problem('adultLearningType')} optional>
        <Select
          options={optionsOf(adultLearningTypes, language)}
          value={isKeyOf(adultLearningTypes, kind) ? kind : ''}
          onChange={(adultLearningType) => set({ adultLearningType })}
        />
      </Field>
      {kind === 'professional' && (
        <TextField name="professionalCareer" label={t('career')} max={120} {...{ roleData, set, problem }} />
      )}
      {isEnglishFocus(kind) && (
        <Field label={t('englishLevel')} error={problem('englishLevel')} optional>
          <Select
            options={optionsOf(englishLevels, language)}
            value={isKeyOf(englishLevels, english) ? english : ''}
            onChange={(englishLevel) => set({ englishLevel })}
          />
        </Field>
      )}
    </div>
  )
}

type Typed = Omit<RoleFields, 'saved'>
type TextFieldProps = Typed & { name: string; label: string; max: number }

function TextField({ name, label, max, roleData, set, problem }: TextFieldProps) {
  return (
    <Field label={label} error={problem(name)} optional>
      <TextInput
        dir="auto"
        maxLength={max}
        value={textOf(roleData[name])}
        onChange={(text) => set({ [name]: text })}
      />
    </Field>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const needsText = (chosen: readonly StudentSubject[]) =>
  chosen.some((each) => each === 'other' || each === 'other-subjects' || each === 'other-language')

/** Stored as keys or as labels: the API accepts both. */
function subjectsOf(value: unknown): StudentSubject[] {
  const known = (Array.isArray(value) ? value : []).map((each: unknown) => subjectFrom(textOf(each)))
  return studentSubjects.filter((subject) => known.includes(subject))
}
