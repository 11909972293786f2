import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Prove } from '../api/reauthentication.ts'
import { clientTexts } from '../texts.ts'
import { AskPassword } from './ask-password.tsx'

type Props = { prove: Prove; answer: (proven: boolean) => void }

/** Shown before an action that a stolen session must not allow. */
export function PasswordDialog({ prove, answer }: Props) {
  const t = useTranslator(clientTexts.password)
  return (
    <AskPassword
      title={t('proveTitle')}
      confirm={t('start')}
      onPassword={async (password, code) => {
        await prove({ password, ...code })
        answer(true)
      }}
      onClose={() => answer(false)}
    >
      <p>{t('proveText')}</p>
    </AskPassword>
  )
}
