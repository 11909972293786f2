import { Showcase } from '@darsi/design-system/showcase.tsx'
import { headOf } from '../../page.ts'
import { texts } from './texts.ts'

export const head = headOf(texts)

/** For the people who build Darsi. */
export function Page() {
  return <Showcase />
}
