import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'
import { texts } from './texts.ts'

export const head = articleHead('five-questions')

export function Page() {
  const t = useTranslator(texts)
  return <Article slug="five-questions" body={t('body')} />
}
