/**
 * The entry of one public page, `page-entry.ts?<folder>`, without a table of the other pages. React, the frame and the
 * page start in a task each, so that a slow phone can respond to input in between.
 */
export default function pageEntryLoader(this: { resourceQuery: string }): string {
  const page = JSON.stringify(`../pages/${this.resourceQuery.slice(1)}/page.tsx`)
  return `import 'react-dom/client'
setTimeout(async () => {
  const { startPublic } = await import(/* webpackMode: "eager" */ './start-public.tsx')
  setTimeout(async () => {
    const { Page } = await import(/* webpackMode: "eager" */ ${page})
    startPublic(Page)
  })
})`
}
