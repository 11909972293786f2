import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import type { ComponentProps } from 'react'
import { Prose } from '../sections/prose.tsx'

/** Sections whose title and text are `<id>Title` and `<id>Body` of the page's texts. */
export function proseSections<const Rows extends readonly (readonly [string, IconComponent])[]>(
  rows: Rows,
  t: (key: `${Rows[number][0]}${'Title' | 'Body'}`) => string,
  tags: ComponentProps<typeof Prose>['tags'],
) {
  return rows.map(([id, icon]: Rows[number]) => ({
    id,
    icon,
    title: t(`${id}Title`),
    body: <Prose text={t(`${id}Body`)} {...(tags && { tags })} />,
  }))
}
