import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import type { Wizard } from './use-wizard.ts'

export function AdminFields({ wizard }: { wizard: Wizard }) {
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
          onChange={(event) => wizard.changeRole('admin', { adminReason: event.target.value })}
        />
      </Field>
    </>
  )
}
