import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Translate, translator } from './catalogue.ts'

const LanguageContext = createContext<Language>('en')

/** Sets the language of its children. The owner of the page sets `<html lang dir>` with `applyLanguage`. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>
}

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

export function useDirection(): 'ltr' | 'rtl' {
  return direction(useLanguage())
}

export function useTranslator<Key extends string>(catalogue: Catalogue<Key>): Translate<Key> {
  const language = useLanguage()
  return useMemo(() => translator(catalogue, language), [catalogue, language])
}

export function applyLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = direction(language)
}

declare global {
  /** One per dashboard on the page: loads the texts of its loaded parts in a language (frontends/build/late-texts.ts). */
  var darsiTexts: ((language: Language) => Promise<unknown>)[] | undefined
}

/** Before the page changes its language: dashboards have the texts of the current one only. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all((globalThis.darsiTexts ?? []).map((load) => load(language)))
}

/** A part of the page in another language, for example a name in Arabic script. */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  return (
    <LanguageContext value={language}>
      <div lang={language} dir={direction(language)}>
        {children}
      </div>
    </LanguageContext>
  )
}

export type Tags = Readonly<Record<string, (children: ReactNode) => ReactNode>>

/**
 * Inserts elements into a translated sentence: `rich(t('terms'), { link: (text) => <a href="/terms">{text}</a> })`
 * for "… <link>terms</link> …".
 */
export function rich(text: string, tags: Tags): ReactNode {
  const parts: ReactNode[] = []
  let rest = text
  for (let key = 0; rest !== ''; key += 1) {
    const found = /<(\w+)>(.*?)<\/\1>/s.exec(rest)
    const [whole, name, inner] = found ?? []
    const render = name === undefined ? undefined : tags[name]
    if (found === null || whole === undefined || inner === undefined) return [...parts, rest]
    parts.push(rest.slice(0, found.index))
    parts.push(<Part key={key}>{render ? render(rich(inner, tags)) : inner}</Part>)
    rest = rest.slice(found.index + whole.length)
  }
  return parts
}

function Part({ children }: { children: ReactNode }) {
  return children
}
