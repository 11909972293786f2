import { useTranslator } from '../i18n.tsx'
import { securityTexts } from '../security-texts.ts'
import { AskPassword } from './ask-password.tsx'
import type { Prove } from './password-question.ts'

type Props = { prove: Prove; answer: (proven: boolean) => void }

/** Before something that a stolen session must not do. */
export function PasswordDialog({ prove, answer }: Props) {
  const t = useTranslator(securityTexts)
  return (
    <AskPassword
      title={t('proveTitle')}
      confirm={t('start')}
      onPassword={async (password) => {
        await prove(password)
        answer(true)
      }}
      onClose={() => answer(false)}
    >
      <p>{t('proveText')}</p>
    </AskPassword>
  )
}
