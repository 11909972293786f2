import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { QrCode } from './qr-code.tsx'
import './security.css'

type Setup = { secret: string; uri: string }

/** The secret for an authenticator app: as a QR code, as text, and as a link for an app on the same device. */
export function FactorSetup({ secret, uri }: Setup) {
  const t = useTranslator(texts.security)
  return (
    <>
      <p>{t('enrolScan')}</p>
      <QrCode text={uri} label={t('qrLabel')} />
      <SetupKey secret={secret} uri={uri} />
    </>
  )
}

/** For users who cannot scan: they type the key, or open the link on the phone. */
function SetupKey({ secret, uri }: Setup) {
  const t = useTranslator(texts.security)
  return (
    <dl className="ds-security-key ds-secret">
      <dt>{t('secretKey')}</dt>
      <dd>
        <code dir="ltr">{secret.match(/.{1,4}/g)?.join(' ') ?? secret}</code>
      </dd>
      <dt>{t('setupLink')}</dt>
      <dd>
        <a href={uri}>{t('openApp')}</a>
        <code dir="ltr">{uri}</code>
      </dd>
    </dl>
  )
}
