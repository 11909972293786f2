import { Badge } from '@darsi/ui/badge.tsx'
import { LinkButton } from '@darsi/ui/button.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { BookIcon, FileIcon, GraduationIcon, VideoIcon } from '@darsi/ui/icons.tsx'
import { headOf } from '../../page.ts'
import { useHref } from '../../site.tsx'
import { CallToAction } from '../parts/call-to-action.tsx'
import { Hero } from '../parts/hero.tsx'
import { JumpLinks } from '../parts/jump-links.tsx'
import { Prose } from '../parts/prose.tsx'
import { texts } from './texts.ts'
import './blog.css'

export const head = headOf(texts)

const articles = [
  { id: 'choose', readers: 'forParents', icon: FileIcon },
  { id: 'bac', readers: 'forStudents', icon: GraduationIcon },
  { id: 'online', readers: 'forStudents', icon: VideoIcon },
  { id: 'first', readers: 'forTeachers', icon: BookIcon },
] as const

export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  return (
    <>
      <Hero title={t('title')} lead={t('lead')}>
        <JumpLinks
          label={t('contents')}
          links={articles.map(({ id, icon }) => ({ to: id, icon, words: t(`${id}Title`) }))}
        />
      </Hero>
      <div className="ds-page blog">
        {articles.map(({ id, readers }) => (
          <article key={id} id={id} className="blog-article">
            <p className="ds-row">
              <Badge tone="accent">{t(readers)}</Badge>
              <span className="ds-soft ds-small">{t('minutes', { count: minutesOf(t(id)) })}</span>
            </p>
            <h2>{t(`${id}Title`)}</h2>
            <Prose text={t(id)} />
          </article>
        ))}
      </div>
      <CallToAction
        title={t('callTitle')}
        text={t('callText')}
        actions={<LinkButton href={href('/contact', '?subject=academic')}>{t('write')}</LinkButton>}
      />
    </>
  )
}

const wordsPerMinute = 180

const minutesOf = (text: string) => Math.max(1, Math.round(text.split(/\s+/).length / wordsPerMinute))
