import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../../texts.ts'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'

export const head = articleHead('weak-connection')

export function Page() {
  const t = useTranslator(texts.weakConnection)
  return <Article slug="weak-connection" body={t('body')} />
}
