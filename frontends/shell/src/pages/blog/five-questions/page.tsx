import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../../texts.ts'
import { Article } from '../article.tsx'
import { articleHead } from '../article-list.ts'

export const head = articleHead('five-questions')

export function Page() {
  const t = useTranslator(texts.fiveQuestions)
  return <Article slug="five-questions" body={t('body')} />
}
