import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { LanguageProvider } from '../i18n/i18n.tsx'

// the tests also run on busy machines
configure({ asyncUtilTimeout: 5_000 })

/** For tests: renders `content` as a page in `language`, and returns a simulated user. */
export function show(content: ReactNode, language: Language = 'en') {
  cleanup()
  document.documentElement.lang = language
  document.documentElement.dir = direction(language)
  const user = userEvent.setup()
  const wrap = (shown: ReactNode) => <LanguageProvider language={language}>{shown}</LanguageProvider>
  const { rerender, ...screen } = render(wrap(content))
  return { ...screen, user, update: (next: ReactNode) => rerender(wrap(next)) }
}
