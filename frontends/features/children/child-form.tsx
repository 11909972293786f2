import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useId, useMemo } from 'react'
import { ContactHint } from '../contact-hint/public.ts'
import { texts } from '../texts.ts'
import type { Child } from './child.ts'
import { type ChildDraft, useChildDraft } from './child-draft.ts'
import { SchoolFields } from './school-fields.tsx'

type Props = { api: ApiClient; child: Child | null; onClose: () => void }

/** Adds or changes a child. After a refusal or a conflict with another tab, the typed text stays. */
export function ChildForm({ api, child, onClose }: Props) {
  const t = useTranslator(texts.children)
  const formId = useId()
  const { draft, set, missing, busy, error, save, saveOver, attempts } = useChildDraft(api, child, onClose)
  const wrong = useMemo(() => ({ attempts, error }), [attempts, error])
  const problem = (field: keyof ChildDraft) => error?.about(field) ?? missing[field]
  return (
    <Dialog
      open
      title={child === null ? t('addTitle') : t('editTitle', { name: child.firstName })}
      onClose={onClose}
      locked={busy}
      actions={<FormButtons form={formId} confirm={t('save')} busy={busy} onClose={onClose} />}
    >
      {error !== null && (
        <Banner
          tone="danger"
          actions={
            error.code === 'STALE_VERSION' && (
              <Button size="sm" variant="secondary" loading={busy} onClick={() => void saveOver()}>
                {t('keepMine')}
              </Button>
            )
          }
        >
          {error.message}
        </Banner>
      )}
      <Form wrong={wrong} id={formId} onSubmit={save}>
        <SchoolFields draft={draft} set={set} problem={problem} />
        {/* a learner with an account writes this text in the own profile */}
        {child?.accountId == null && (
          <>
            <Field
              label={t('additionalInfo')}
              hint={t('additionalInfoHint')}
              error={problem('additionalInfo')}
              optional
            >
              <Textarea
                dir="auto"
                rows={3}
                maxLength={2000}
                value={draft.additionalInfo}
                onChange={(additionalInfo) => set({ additionalInfo })}
              />
            </Field>
            <ContactHint rule="refused" text={draft.additionalInfo} />
          </>
        )}
      </Form>
    </Dialog>
  )
}
