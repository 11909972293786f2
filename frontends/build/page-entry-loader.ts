/** The entry of one public page, `page-entry.ts?<folder>`: a page carries no table of all the others. */
export default function pageEntryLoader(this: { resourceQuery: string }): string {
  const folder = this.resourceQuery.slice(1)
  return `import { startPublic } from './start-public.tsx'
import { Page } from ${JSON.stringify(`./pages/${folder}/page.tsx`)}
startPublic(Page)`
}
