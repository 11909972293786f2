import { textsId, textsLanguage } from './late-texts.ts'

/** Replaces a dashboard's `locales/xx.json` by an object that the chunk's file of that language fills in. */
export default function lateTextsLoader(this: { resourcePath: string }): string {
  const { resourcePath } = this
  return `export default __webpack_require__.texts(${JSON.stringify(textsLanguage(resourcePath))}, ${JSON.stringify(textsId(resourcePath))})`
}
