import { Banner } from '@darsi/ui/banner.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { Textarea } from '@darsi/ui/input.tsx'
import { texts } from './texts.ts'
import type { Wizard } from './use-wizard.ts'

export function AdminFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts)
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
