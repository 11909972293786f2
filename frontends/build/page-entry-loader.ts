/**
 * The entry of one public page, `page-entry.ts?<folder>`: a page carries no table of all the others. React, the frame
 * and the page come into being in a task each, so that a slow phone answers its reader in between.
 */
export default function pageEntryLoader(this: { resourceQuery: string }): string {
  const page = JSON.stringify(`./pages/${this.resourceQuery.slice(1)}/page.tsx`)
  return `import 'react-dom/client'
setTimeout(async () => {
  const { startPublic } = await import(/* webpackMode: "eager" */ './start-public.tsx')
  setTimeout(async () => {
    const { Page } = await import(/* webpackMode: "eager" */ ${page})
    startPublic(Page)
  })
})`
}
