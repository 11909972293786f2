import { relative } from 'node:path'

/** Replaces a page's `locales/xx.json` by the texts that prerendering wrote into the page's HTML. */
export default function pageTextsLoader(this: { resourcePath: string }): string {
  const id = relative(process.cwd(), this.resourcePath).replace(/[\\/]\w+\.json$/, '')
  return `import { pageTexts } from ${JSON.stringify(`${import.meta.dirname}/../shell/src/public/page-texts.ts`)}
export default pageTexts(${JSON.stringify(id)})`
}
