import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { Notice } from './notice.tsx'

type SessionFailedProps = { message: string; retry: () => void; onSignOut: () => void }

export function SessionFailed({ message, retry, onSignOut }: SessionFailedProps) {
  const t = useTranslator(texts.frame)
  return (
    <Notice
      title={t('sessionFailed')}
      actions={
        <>
          <Button onClick={retry}>{t('retry')}</Button>
          <Button variant="secondary" onClick={onSignOut}>
            {t('logout')}
          </Button>
        </>
      }
    >
      <p role="alert">{message}</p>
    </Notice>
  )
}
