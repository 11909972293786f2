import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { rich, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { legalLinks } from './legal-links.tsx'
import { ParentFields } from './parent-fields.tsx'
import { StudentFields } from './student-fields.tsx'
import { TeacherFields } from './teacher-fields.tsx'
import type { Wizard } from './use-wizard.ts'

/** Role Details: the questions depend on the role of the first step. */
export function StepRole({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const href = useHref()
  const { userType } = wizard.values
  return (
    <>
      {userType === 'teacher' && <TeacherFields wizard={wizard} />}
      {userType === 'student' && <StudentFields wizard={wizard} />}
      {userType === 'parent' && <ParentFields wizard={wizard} />}
      {userType === 'admin' && <AdminFields wizard={wizard} />}
      {userType !== 'teacher' && <p className="wizard-agree">{rich(t('agree'), legalLinks(href))}</p>}
    </>
  )
}

function AdminFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  return (
    <>
      <Banner live="none" title={t('adminApprovalTitle')}>
        {t('adminApproval')}
      </Banner>
      <Field
        label={t('adminReason')}
        hint={t('adminReasonHint')}
        error={wizard.problemAt('roleSpecificData.adminReason')}
      >
        <Textarea
          maxLength={2000}
          value={wizard.values.admin.adminReason}
          onChange={(adminReason) => wizard.changeRole('admin', { adminReason })}
        />
      </Field>
    </>
  )
}
