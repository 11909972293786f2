import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { generate } from 'lean-qr'
import { useMemo } from 'react'
import { texts } from '../../texts.ts'
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

const margin = 4

/** The dark squares as one path, with the quiet zone that QR readers need. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const side = size + 2 * margin
  return (
    <svg
      className="ds-qr ds-secret"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawn(text: string) {
  const code = generate(text)
  const steps = Array.from({ length: code.size }, (_, index) => index)
  const path = steps.flatMap((y) =>
    steps.filter((x) => code.get(x, y)).map((x) => `M${x + margin} ${y + margin}h1v1h-1z`),
  )
  return { size: code.size, path: path.join('') }
}
