import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { Button } from './button.tsx'

type Props = {
  /** The id of the submitted form. */
  form: string
  /** Null if there is nothing to submit. */
  confirm: string | null
  /** The label of the cancel button; "Cancel" by default. */
  leave?: string | undefined
  danger?: boolean
  busy: boolean
  onClose: () => void
}

/** The cancel and submit buttons of a dialog with a form. */
export function FormButtons({ form, confirm, leave, danger = false, busy, onClose }: Props) {
  const t = useTranslator(designTexts.ui)
  return (
    <>
      <Button variant="secondary" onClick={onClose} disabled={busy}>
        {leave ?? t('cancel')}
      </Button>
      {confirm !== null && (
        <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} loading={busy}>
          {confirm}
        </Button>
      )}
    </>
  )
}
