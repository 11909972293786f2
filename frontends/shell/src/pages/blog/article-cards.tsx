import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { articles, type Slug } from './article-list.ts'
import './article-cards.css'

type Props = { slugs: readonly Slug[]; level: 2 | 3 }

/** Each card is one link with the size of the card. */
export function ArticleCards({ slugs, level }: Props) {
  const t = useTranslator(texts.heads)
  const href = useHref()
  const Heading = `h${level}` as const
  return (
    <ul className="article-cards">
      {slugs.map((slug) => {
        const { readers, icon: Glyph } = articles[slug]
        return (
          <li key={slug} className="article-card">
            <span className="article-card-sign" aria-hidden="true">
              <Glyph />
            </span>
            <p className="article-card-readers">{t(readers)}</p>
            <Heading className="article-card-title">
              <a href={href(`/blog/${slug}`)}>{t(`${slug}Title`)}</a>
            </Heading>
            <p className="article-card-text">{t(`${slug}Text`)}</p>
          </li>
        )
      })}
    </ul>
  )
}
