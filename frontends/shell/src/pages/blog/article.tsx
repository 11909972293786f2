import { productName } from '@darsi/contracts/texts/product.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { Prose } from '../parts/sections/prose.tsx'
import { ArticleCards } from './article-cards.tsx'
import { articles, type Slug, slugs } from './article-list.ts'
import './article.css'

export function Article({ slug, body }: { slug: Slug; body: string }) {
  const t = useTranslator(texts.heads)
  const language = useLanguage()
  const href = useHref()
  const { readers } = articles[slug]
  return (
    <>
      <article className="ds-page article">
        <header className="article-head">
          <p>
            <a href={href('/blog')}>{t('all')}</a>
          </p>
          <h1 className="article-title">{t(`${slug}Title`)}</h1>
          <p className="article-lead">{t(`${slug}Text`)}</p>
          <p className="article-line">
            <Badge tone="accent">{t(readers)}</Badge>
            <span>{t('by', { product: productName[language] })}</span>
            <span>{t('minutes', { count: minutesOf(body) })}</span>
          </p>
        </header>
        <Prose text={body} />
      </article>
      <aside className="ds-page article-more" aria-labelledby="more-to-read">
        <h2 id="more-to-read" className="article-more-title">
          {t('more')}
        </h2>
        <ArticleCards slugs={nextOf(slug)} level={3} />
      </aside>
    </>
  )
}

/** The next two articles; after the last comes the first. */
function nextOf(slug: Slug): Slug[] {
  const at = slugs.indexOf(slug)
  return [...slugs, ...slugs].slice(at + 1, at + 3)
}

const wordsPerMinute = 180

const minutesOf = (text: string) => Math.max(1, Math.round(text.split(/\s+/).length / wordsPerMinute))
