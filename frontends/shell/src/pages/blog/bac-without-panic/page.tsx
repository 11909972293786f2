import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../../texts.ts'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'

export const head = articleHead('bac-without-panic')

export function Page() {
  const t = useTranslator(texts.bacWithoutPanic)
  return <Article slug="bac-without-panic" body={t('body')} />
}
