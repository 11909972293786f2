import { Logo } from '@darsi/design/graphics/logo.tsx'
import type { ReactNode } from 'react'
import { useHref } from '../site.tsx'
import './screens.css'

type NoticeProps = { title: string; children: ReactNode; actions: ReactNode }

/** A whole page with one message and links. */
export function Notice({ title, children, actions }: NoticeProps) {
  const href = useHref()
  return (
    <div className="screen">
      <header>
        <a className="screen-brand" href={href('/')}>
          <Logo />
        </a>
      </header>
      <main className="screen-card">
        <h1>{title}</h1>
        {children}
        <div className="ds-row">{actions}</div>
      </main>
    </div>
  )
}
