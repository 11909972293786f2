import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'
import { texts } from './texts.ts'

export const head = articleHead('bac-without-panic')

export function Page() {
  const t = useTranslator(texts)
  return <Article slug="bac-without-panic" body={t('body')} />
}
