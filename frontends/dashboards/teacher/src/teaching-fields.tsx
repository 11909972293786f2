import { isKeyOf, keysOf } from '@darsi/contracts/choices.ts'
import { languageNames, languages } from '@darsi/contracts/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/levels.ts'
import { subjectFrom, subjectLabel, type TeacherSubject, teacherSubjects } from '@darsi/contracts/subjects.ts'
import { ChipGroup } from '@darsi/ui/choice.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Select, Textarea, TextInput } from '@darsi/ui/input.tsx'
import { optionsOf, subjectOptions } from '@darsi/ui/options.ts'
import type { RoleFields } from '@darsi/ui/profile-panel.tsx'
import { texts } from './texts.ts'

const longestBio = 2000
const highestRate = 1000

/** spec §3 Teacher profile: subjects, levels, bio, hourlyRate, experience level, session types, languages. */
export function TeachingFields({ roleData, set, problem }: RoleFields) {
  const t = useTranslator(texts)
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
      {(subjects.includes('other-language') || subjects.includes('other-subjects')) && (
        <div className="ds-grid ds-profile-fields">
          {subjects.includes('other-language') && (
            <Field label={subjectLabel('other-language', language)} error={problem('otherLanguage')}>
              <TextInput
                dir="auto"
                maxLength={120}
                value={textOf(roleData['otherLanguage'])}
                onChange={(event) => set({ otherLanguage: event.target.value })}
              />
            </Field>
          )}
          {subjects.includes('other-subjects') && (
            <Field label={subjectLabel('other-subjects', language)} error={problem('otherSubjects')}>
              <TextInput
                dir="auto"
                maxLength={200}
                value={textOf(roleData['otherSubjects'])}
                onChange={(event) => set({ otherSubjects: event.target.value })}
              />
            </Field>
          )}
        </div>
      )}
      <ChipGroup
        legend={t('levels')}
        hint={t('levelsHint')}
        error={problem('levels')}
        options={optionsOf(educationLevels, language)}
        selected={keysOf(educationLevels).filter((level) => listOf(roleData['levels']).includes(level))}
        onChange={(levels) => set({ levels })}
      />
      <Field label={t('bio')} hint={t('bioHint')} error={problem('bio')} optional>
        <Textarea
          dir="auto"
          rows={6}
          maxLength={longestBio}
          value={textOf(roleData['bio'])}
          onChange={(event) => set({ bio: event.target.value })}
        />
      </Field>
      <div className="ds-grid ds-profile-fields">
        <Field label={t('hourlyRate')} error={problem('hourlyRate')} optional>
          <TextInput
            type="number"
            inputMode="decimal"
            unit={t('dinar')}
            min={0}
            max={highestRate}
            step="any"
            value={typeof roleData['hourlyRate'] === 'number' ? roleData['hourlyRate'] : ''}
            onChange={({ target }) => set({ hourlyRate: target.value === '' ? null : target.valueAsNumber })}
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
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        selected={languages.filter((each) => listOf(roleData['languages']).includes(each))}
        onChange={(chosen) => set({ languages: chosen })}
      />
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Registered as keys or as the words of the form. */
function subjectsOf(value: unknown): TeacherSubject[] {
  const known = listOf(value).map((each) => subjectFrom(textOf(each)))
  return teacherSubjects.filter((subject) => known.includes(subject))
}
