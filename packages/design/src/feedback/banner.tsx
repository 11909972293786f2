import type { ReactNode } from 'react'
import { IconButton } from '../forms/button.tsx'
import {
  AlertCircleIcon,
  AlertIcon,
  CheckCircleIcon,
  CloseIcon,
  type IconComponent,
  InfoIcon,
} from '../graphics/icons.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './banner.css'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

type Props = {
  tone?: BannerTone
  title?: ReactNode
  children?: ReactNode
  /** Buttons or links below the text. */
  actions?: ReactNode
  /** Shows a close button. */
  onDismiss?: () => void
  /**
   * `alert` interrupts a screen reader (an error just happened), `status` waits; `none` is for static banners.
   * By default danger is an alert and the rest is a status.
   */
  live?: 'alert' | 'status' | 'none'
}

const icons: Record<BannerTone, IconComponent> = {
  info: InfoIcon,
  success: CheckCircleIcon,
  warning: AlertIcon,
  danger: AlertCircleIcon,
}

export function Banner({ tone = 'info', title, children, actions, onDismiss, live }: Props) {
  const t = useTranslator(designTexts.ui)
  const Glyph = icons[tone]
  const role = live ?? (tone === 'danger' ? 'alert' : 'status')
  return (
    <div className={`ds-banner ds-banner-${tone}`} role={role === 'none' ? undefined : role}>
      <Glyph className="ds-banner-icon" />
      <div className="ds-banner-texts">
        {title !== undefined && <p className="ds-banner-title">{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {actions !== undefined && <div className="ds-banner-actions">{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton
          className="ds-banner-close"
          icon={CloseIcon}
          label={t('dismiss')}
          size="sm"
          onClick={onDismiss}
        />
      )}
    </div>
  )
}
