import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../../texts.ts'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'

export const head = articleHead('maths-changes-language')

export function Page() {
  const t = useTranslator(texts.mathsChangesLanguage)
  return <Article slug="maths-changes-language" body={t('body')} />
}
