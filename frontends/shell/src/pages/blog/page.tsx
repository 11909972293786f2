import { LinkButton } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { ArticleCards } from './article-cards.tsx'
import { slugs } from './article-list.ts'

export const head = headOf(texts.blog)

export function Page() {
  const t = useTranslator(texts.blog)
  const href = useHref()
  return (
    <>
      <Hero title={t('title')} lead={t('lead')} />
      <div className="ds-page">
        <ArticleCards slugs={slugs} level={2} />
      </div>
      <CallToAction
        title={t('callTitle')}
        text={t('callText')}
        actions={<LinkButton href={href('/contact', '?subject=academic')}>{t('write')}</LinkButton>}
      />
    </>
  )
}
