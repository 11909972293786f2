import { rich, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { AdminFields } from './admin-fields.tsx'
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
