import { plainClick } from '@darsi/client/place/plain-click.ts'
import { useGuarded } from '@darsi/client/place/use-guarded.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Fragment, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import './sections.css'

export type Section = {
  /** In the address. */
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

const place = { section: anyText() }

/** The parts of the settings: all of them, or the one that the address names. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const t = useTranslator(texts.account)
  const [{ section }, { open, hrefOf }] = usePlace(place)
  const wanted = sections.find(({ id }) => id === section)
  const chosen = useGuarded(wanted?.id ?? '', (id) => open({ section: id }))
  const shown = sections.filter(({ id }) => chosen === '' || id === chosen)
  const choices = [{ id: '', title: t('allSections') }, ...sections]
  return (
    <>
      <nav aria-label={t('sections')}>
        <ul className="ds-sections">
          {choices.map(({ id, title }) => (
            <li key={id}>
              <a
                href={hrefOf({ section: id })}
                aria-current={id === chosen ? 'page' : undefined}
                onClick={plainClick(() => open({ section: id }))}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* the key discards unsaved input, because its loss was agreed to */}
      <Fragment key={chosen}>
        {shown.map(({ id, content }) => (
          <Fragment key={id}>{content}</Fragment>
        ))}
      </Fragment>
    </>
  )
}
