import { useTranslator } from '../i18n/i18n.tsx'
import { uiTexts } from '../i18n/texts.ts'
import { Button } from './button.tsx'

type Props = {
  /** The id of the form that is sent. */
  form: string
  /** Null where there is nothing to send. */
  confirm: string | null
  /** The words of the safe button; "Cancel" by default. */
  leave?: string | undefined
  danger?: boolean
  busy: boolean
  onClose: () => void
}

/** What ends a dialog with a form: the way out, and what sends it. */
export function FormButtons({ form, confirm, leave, danger = false, busy, onClose }: Props) {
  const t = useTranslator(uiTexts)
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
