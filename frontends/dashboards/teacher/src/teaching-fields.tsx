import { isKeyOf, keysOf } from '@darsi/contracts/reference/choices.ts'
import { bacSectionKeys, bacSections } from '@darsi/contracts/reference/curriculum.ts'
import { spokenLanguage } from '@darsi/contracts/reference/i18n/formats.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import {
  subjectFrom,
  subjectLabel,
  type TeacherSubject,
  teacherSubjects,
} from '@darsi/contracts/reference/subjects.ts'
import { ChipGroup } from '@darsi/design/forms/choice.tsx'
import { optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { RoleFields } from '@darsi/features/account/public.ts'
import { ContactHint } from '@darsi/features/contact-hint/public.ts'
import { texts } from '@darsi/features/texts.ts'

const longestBio = 2000

/** spec §3 Teacher profile: subjects, levels, bio, hourlyRate, experience level, session types, languages. */
export function TeachingFields(fields: RoleFields) {
  const { roleData, set, problem } = fields
  const t = useTranslator(texts.teacher)
  const language = useLanguage()
  const subjects = subjectsOf(roleData['teachingSubjects'])
  return (
    <>
      <ChipGroup
        legend={t('subjects')}
        hint={t('subjectsHint')}
        error={problem('teachingSubjects')}
        required
        options={subjectOptions(teacherSubjects, language)}
        selected={subjects}
        onChange={(teachingSubjects) => set({ teachingSubjects })}
      />
      <OtherSubjects {...fields} subjects={subjects} />
      <Levels {...fields} />
      <Field label={t('bio')} hint={t('bioHint')} error={problem('bio')} optional>
        <Textarea
          dir="auto"
          rows={6}
          maxLength={longestBio}
          value={textOf(roleData['bio'])}
          onChange={(bio) => set({ bio })}
        />
      </Field>
      <ContactHint rule="refused" text={textOf(roleData['bio'])} />
      <div className="ds-grid ds-profile-fields">
        <Field label={t('hourlyRate')} error={problem('hourlyRate')} optional>
          <NumberInput
            decimal
            unit={t('dinar')}
            value={typeof roleData['hourlyRate'] === 'number' ? roleData['hourlyRate'] : ''}
            onChange={(rate) => set({ hourlyRate: rate === '' ? null : Number(rate) })}
          />
        </Field>
        <Field label={t('experienceLevel')} error={problem('experienceLevel')} optional>
          <Select
            value={isKeyOf(experienceLevels, roleData['experienceLevel']) ? roleData['experienceLevel'] : ''}
            onChange={(experienceLevel) => set({ experienceLevel })}
            options={optionsOf(experienceLevels, language)}
          />
        </Field>
      </div>
      <ChipGroup
        legend={t('sessionTypes')}
        error={problem('sessionTypes')}
        options={optionsOf(sessionTypes, language)}
        selected={listOf(roleData['sessionTypes']).filter((value) => isKeyOf(sessionTypes, value))}
        onChange={(chosen) => set({ sessionTypes: chosen })}
      />
      <ChipGroup
        legend={t('languages')}
        hint={t('languagesHint')}
        error={problem('languages')}
        options={languages.map((value) => ({ value, label: spokenLanguage(value, language) }))}
        selected={languages.filter((each) => listOf(roleData['languages']).includes(each))}
        onChange={(chosen) => set({ languages: chosen })}
      />
    </>
  )
}

function Levels({ roleData, set, problem }: RoleFields) {
  const t = useTranslator(texts.teacher)
  const language = useLanguage()
  return (
    <>
      <ChipGroup
        legend={t('levels')}
        hint={t('levelsHint')}
        error={problem('levels')}
        options={optionsOf(educationLevels, language)}
        selected={keysOf(educationLevels).filter((level) => listOf(roleData['levels']).includes(level))}
        onChange={(levels) => set({ levels })}
      />
      {listOf(roleData['levels']).includes('secondary') && (
        <ChipGroup
          legend={t('sections')}
          hint={t('sectionsHint')}
          error={problem('sections')}
          options={optionsOf(bacSections, language)}
          selected={bacSectionKeys.filter((each) => listOf(roleData['sections']).includes(each))}
          onChange={(sections) => set({ sections })}
        />
      )}
    </>
  )
}

type OtherProps = RoleFields & { subjects: readonly TeacherSubject[] }

/** The labels of subjects that are not in the list. */
function OtherSubjects({ roleData, set, problem, subjects }: OtherProps) {
  const language = useLanguage()
  if (!subjects.includes('other-language') && !subjects.includes('other-subjects')) return null
  return (
    <div className="ds-grid ds-profile-fields">
      {subjects.includes('other-language') && (
        <Field label={subjectLabel('other-language', language)} error={problem('otherLanguage')}>
          <TextInput
            dir="auto"
            maxLength={120}
            value={textOf(roleData['otherLanguage'])}
            onChange={(otherLanguage) => set({ otherLanguage })}
          />
        </Field>
      )}
      {subjects.includes('other-subjects') && (
        <Field label={subjectLabel('other-subjects', language)} error={problem('otherSubjects')}>
          <TextInput
            dir="auto"
            maxLength={200}
            value={textOf(roleData['otherSubjects'])}
            onChange={(otherSubjects) => set({ otherSubjects })}
          />
        </Field>
      )}
    </div>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Stored as keys or as labels: the API accepts both. */
function subjectsOf(value: unknown): TeacherSubject[] {
  const known = listOf(value).map((each) => subjectFrom(textOf(each)))
  return teacherSubjects.filter((subject) => known.includes(subject))
}
