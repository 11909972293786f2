import { Showcase } from '@darsi/design-system/showcase.tsx'
import { headOf } from '../../page-module.ts'
import { texts } from '../../texts.ts'

export const head = headOf(texts.designSystem)

/** The design system for Darsi's developers. */
export function Page() {
  return <Showcase />
}
