import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { useSite } from '../site.tsx'
import { texts } from '../texts.ts'
import { SiteFooter } from './site-footer.tsx'
import { BareHeader, SiteHeader } from './site-header.tsx'
import './chrome.css'

/** The frame of every public page (spec §2, shared chrome). */
export function Chrome({ children }: { children: ReactNode }) {
  const t = useTranslator(texts.frame)
  const { path } = useSite()
  return (
    <div className="chrome">
      <a className="ds-skip" href="#content">
        {t('skip')}
      </a>
      {path === '/under-construction' ? <BareHeader /> : <SiteHeader />}
      <main id="content" className="chrome-main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
