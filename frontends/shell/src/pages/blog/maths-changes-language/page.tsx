import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'
import { texts } from './texts.ts'

export const head = articleHead('maths-changes-language')

export function Page() {
  const t = useTranslator(texts)
  return <Article slug="maths-changes-language" body={t('body')} />
}
