import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { PasswordInput } from '@darsi/design/forms/input.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'

const least = 16
type Errors = { passphrase?: string; again?: string }

/** All services' data in one encrypted file. The passphrase is typed twice, because nobody can recover it. */
export function BackupCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.superAdmin)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { run, busy } = useAction({
    onFailure: ({ message }) => {
      setErrors({ passphrase: message })
      return true
    },
  })

  const submit = async () => {
    if (passphrase.length < least) return setErrors({ passphrase: t('backupShort') })
    if (passphrase !== again) return setErrors({ again: t('backupDifferent') })
    setErrors({})
    await run(async () => {
      const response = await api.response('POST /superadmin/backups', { body: { passphrase } })
      saveFile(await response.blob(), exportFileName('backup', new Date(), 'darsi'))
      setPassphrase('')
      setAgain('')
    }, t('backupDone'))
  }

  return (
    <Card level={3} title={t('backupTitle')}>
      <Form wrong={errors} onSubmit={submit}>
        <p>{t('backupText')}</p>
        <div className="ds-grid">
          <Field label={t('backupPassphrase')} hint={t('backupHint')} error={errors.passphrase} required>
            <PasswordInput autoComplete="off" value={passphrase} onChange={setPassphrase} />
          </Field>
          <Field label={t('backupAgain')} error={errors.again} required>
            <PasswordInput autoComplete="off" value={again} onChange={setAgain} />
          </Field>
        </div>
        <div className="ds-row">
          <Button type="submit" icon={DownloadIcon} loading={busy}>
            {t('backupStart')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
