import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'
import { texts } from './texts.ts'

export const head = articleHead('online-safety')

export function Page() {
  const t = useTranslator(texts)
  return <Article slug="online-safety" body={t('body')} />
}
