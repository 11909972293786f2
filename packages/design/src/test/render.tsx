import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { LanguageProvider } from '../i18n/i18n.tsx'

// a busy machine is no fault of the screen
configure({ asyncUtilTimeout: 5_000 })

/** For tests: shows `content` as a page in `language`, and answers with somebody who clicks and types. */
export function show(content: ReactNode, language: Language = 'en') {
  cleanup()
  document.documentElement.lang = language
  document.documentElement.dir = direction(language)
  const user = userEvent.setup()
  const wrap = (shown: ReactNode) => <LanguageProvider language={language}>{shown}</LanguageProvider>
  const { rerender, ...screen } = render(wrap(content))
  return { ...screen, user, update: (next: ReactNode) => rerender(wrap(next)) }
}
