import { LinkButton } from '@darsi/design/forms/button.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { Hero } from '../parts/sections/hero.tsx'

export const head = headOf(texts.notFound)

const doors = [
  ['students', '/for-students'],
  ['teachers', '/teacher-opportunities'],
  ['how', '/how-it-works'],
  ['login', '/login'],
  ['contact', '/contact'],
] as const

export function Page() {
  const t = useTranslator(texts.notFound)
  const href = useHref()
  return (
    <Hero
      title={t('title')}
      lead={t('lead')}
      picture={<EmptyScene />}
      actions={
        <>
          <LinkButton href={href('/')}>{t('home')}</LinkButton>
          {doors.map(([door, path]) => (
            <LinkButton key={door} variant="secondary" href={href(path)}>
              {t(door)}
            </LinkButton>
          ))}
        </>
      }
    />
  )
}
