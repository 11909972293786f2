import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useEffect, useState } from 'react'
import type { ShellConfig } from '../../remotes/config.ts'
import { texts } from '../../texts.ts'

type Props = {
  config: (signal: AbortSignal) => Promise<ShellConfig>
  onUse: (credentials: { email: string; password: string }) => void
}

/** spec §2: one sample account per role, if the server has a demo. */
export function DemoAccounts({ config, onUse }: Props) {
  const t = useTranslator(texts.login)
  const role = useTranslator(texts.frame)
  if (!useDemo(config)) return null
  return (
    <Card className="demo" variant="sunken" title={t('demoTitle')}>
      <p className="ds-soft ds-small">{t('demoLead')}</p>
      <ul className="demo-list">
        {demoAccounts.map((account) => (
          <li key={account.role} className="demo-account">
            <div className="demo-texts">
              <strong>{role(`role_${account.role}`)}</strong>
              <span className="ds-ltr demo-email">{account.email}</span>
            </div>
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('useAs', { role: role(`role_${account.role}`) })}
              onClick={() => onUse({ email: account.email, password: demoPassword })}
            >
              {t('use')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="ds-small">
        {t('demoPassword')} <code className="ds-ltr demo-password">{demoPassword}</code>
      </p>
    </Card>
  )
}

function useDemo(config: Props['config']): boolean {
  const [demo, setDemo] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    // without an answer there is no demo
    config(gone.signal).then(
      (answer) => setDemo(answer.demo),
      () => {},
    )
    return () => gone.abort()
  }, [config])
  return demo
}
