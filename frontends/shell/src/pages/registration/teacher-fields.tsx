import { employmentStatuses } from '@darsi/contracts/reference/levels.ts'
import { teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { binder } from '@darsi/design/forms/bind.ts'
import { Checkbox, ChipGroup } from '@darsi/design/forms/choice.tsx'
import { optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { rich, useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { legalLinks } from './legal-links.tsx'
import type { Wizard } from './use-wizard.ts'

export function TeacherFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const href = useHref()
  const data = wizard.values.teacher
  const change = (patch: Partial<typeof data>) => wizard.changeRole('teacher', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const bind = binder(data, change)
  return (
    <>
      <ChipGroup
        legend={t('teachingInterests')}
        hint={t('teachingInterestsHint')}
        options={subjectOptions(teacherSubjects, language)}
        selected={data.teachingSubjects}
        error={problem('teachingSubjects')}
        onChange={(teachingSubjects) => change({ teachingSubjects })}
      />
      {data.teachingSubjects.includes('other-language') && (
        <Field label={t('otherLanguage')} hint={t('otherLanguageHint')} error={problem('otherLanguage')}>
          <TextInput maxLength={120} {...bind('otherLanguage')} />
        </Field>
      )}
      {data.teachingSubjects.includes('other-subjects') && (
        <Field label={t('otherSubjects')} hint={t('otherSubjectsHint')} error={problem('otherSubjects')}>
          <TextInput maxLength={200} {...bind('otherSubjects')} />
        </Field>
      )}
      <Field
        label={t('employmentStatus')}
        hint={t('employmentStatusHint')}
        error={problem('employmentStatus')}
        optional
      >
        <Select options={optionsOf(employmentStatuses, language)} {...bind('employmentStatus')} />
      </Field>
      {data.employmentStatus !== '' && (
        <p className="wizard-declaration">{t('declaration', { date: formatDate(Date.now(), language) })}</p>
      )}
      {data.employmentStatus === 'public-school' && (
        <Banner tone="warning" title={t('publicTeacherTitle')}>
          {t('publicTeacherNotice')}
        </Banner>
      )}
      <div>
        <Checkbox
          label={rich(t('acceptTerms'), legalLinks(href))}
          checked={data.acceptTerms}
          error={problem('acceptTerms')}
          onChange={(event) => change({ acceptTerms: event.target.checked })}
          required
        />
        <Checkbox
          label={t('emailNotifications')}
          hint={t('emailNotificationsHint')}
          checked={data.emailNotifications}
          onChange={(event) => change({ emailNotifications: event.target.checked })}
        />
      </div>
    </>
  )
}
