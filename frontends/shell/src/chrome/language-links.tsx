import { languageNames, languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { rememberLanguage } from '../language.ts'
import { passMailedLink } from '../links/link-token.ts'
import { useSite } from '../site.tsx'
import { texts } from '../texts.ts'

/** Links, not a menu: each language has its own address. Inside a page they are no second landmark beside the header's. */
export function LanguageLinks({ isInPage = false }: { isInPage?: boolean }) {
  const t = useTranslator(texts.frame)
  const current = useLanguage()
  const { path } = useSite()
  const Frame = isInPage ? 'div' : 'nav'
  return (
    <Frame className="chrome-languages" aria-label={t('language')} role={isInPage ? 'group' : undefined}>
      {languages.map((language) => (
        <a
          key={language}
          href={pathIn(language, path)}
          lang={language}
          hrefLang={language}
          aria-current={language === current ? 'true' : undefined}
          onClick={(event) => {
            rememberLanguage(language)
            // keeps the fragment and the query of the current address
            event.currentTarget.href = pathIn(language, path) + location.search + location.hash
            passMailedLink()
          }}
        >
          {languageNames[language]}
        </a>
      ))}
    </Frame>
  )
}
