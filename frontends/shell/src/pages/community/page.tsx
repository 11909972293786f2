import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  ClockIcon,
  EditIcon,
  HomeIcon,
  LightbulbIcon,
  StarIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Features, named } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { Prose } from '../parts/sections/prose.tsx'
import { NeighbourhoodScene } from '../parts/sections/scenes.tsx'
import { Section } from '../parts/sections/section.tsx'

export const head = headOf(texts.community)

const ways = [
  ['hour', ClockIcon],
  ['group', UsersIcon],
  ['rate', StarIcon],
  ['lend', HomeIcon],
  ['translate', EditIcon],
  ['idea', LightbulbIcon],
] as const

export function Page() {
  const t = useTranslator(texts.community)
  const href = useHref()
  const actions = (
    <>
      <LinkButton size="lg" href={href('/contact', '?subject=feedback')}>
        {t('write')}
      </LinkButton>
      <LinkButton size="lg" variant="secondary" href={href('/registration')}>
        {t('join')}
      </LinkButton>
    </>
  )
  return (
    <>
      <Hero title={t('heading')} lead={t('lead')} picture={<NeighbourhoodScene />} />
      <Section tone="sunken" title={t('partTitle')}>
        <Features look="cards" features={named(ways, t)} />
      </Section>
      <Section title={t('rulesTitle')}>
        <Prose text={t('rules')} tags={{ safety: (text) => <a href={href('/child-safety')}>{text}</a> }} />
      </Section>
      <CallToAction title={t('callTitle')} text={t('callText')} actions={actions} />
    </>
  )
}
