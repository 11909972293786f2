import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Texts } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { languageFiles, readLanguages } from '@darsi/contracts/reference/i18n/read-texts.ts'
import { inEachLanguage, type Language, languages } from '@darsi/contracts/reference/languages.ts'

/*
 * A `texts.ts` beside a folder `locales` has all texts of an app. For a build it becomes one module for each part of
 * them (`texts.ts?part=homework`), so that each script has only the parts that its modules use.
 */
export const textsModule =
  /[\\/](contracts[\\/]src[\\/]reference|design[\\/]src)[\\/]i18n[\\/]texts\.ts$|[\\/](client[\\/]src|features|shell[\\/]src|design-system[\\/]src)[\\/]texts\.ts$/
const root = resolve(import.meta.dirname, '../..')
const part = /^(.*[\\/]texts\.ts)\?part=(\w+)$/

/** Where a part's texts are: in the script; in the HTML of a public page; in a file that a dashboard loads. */
export type Place = 'script' | 'page' | 'file'
type Build = 'dashboard' | 'shell' | 'together'

export const placeIn: Readonly<Record<Build, (file: string, name: string) => Place>> = {
  // names of subjects and levels are searched in every language, and reasons are sent in the reader's
  dashboard: (file, name) =>
    /[\\/]contracts[\\/]/.test(file) || name.endsWith('Reasons') ? 'script' : 'file',
  // the frame of the shell surrounds every page and the application
  shell: (file, name) =>
    /[\\/](shell|design-system)[\\/]src[\\/]/.test(file) && name !== 'frame' ? 'page' : 'script',
  together: () => 'script',
}

type Context = {
  resourcePath: string
  resourceQuery: string
  getOptions: () => { build: Build }
  addDependency: (file: string) => void
}

export default function textsLoader(this: Context, source: string): string {
  const file = this.resourcePath
  const folder = dirname(file)
  for (const each of languageFiles(folder)) this.addDependency(each)
  if (this.resourceQuery === '') {
    const name = /export const (\w+) = readTexts/.exec(source)?.[1]
    if (name === undefined) throw new Error(`${file} exports no texts`)
    return `export * as ${name} from ${JSON.stringify(`${file}?parts`)}`
  }
  const name = part.exec(file + this.resourceQuery)?.[2]
  if (name === undefined)
    return Object.keys(readLanguages(englishOf(folder), folder).en)
      .map((each) => `export { default as ${each} } from ${JSON.stringify(`${file}?part=${each}`)}`)
      .join('\n')
  return moduleOf(file, name, placeIn[this.getOptions().build](file, name))
}

function moduleOf(file: string, name: string, place: Place): string {
  const id = JSON.stringify(partId(file, name))
  if (place === 'file') {
    const fields = languages.map((language) => `${language}: __webpack_require__.texts("${language}", ${id})`)
    return `export default { ${fields.join(', ')} }`
  }
  if (place === 'page') {
    const from = JSON.stringify(resolve(import.meta.dirname, '../shell/src/public/page-texts.ts'))
    const fields = languages.map((language) => `${language}: texts`)
    return `import { pageTexts } from ${from}
const texts = pageTexts(${id})
export default { ${fields.join(', ')} }`
  }
  const json = JSON.stringify(inEachLanguage((language) => textsOfPart(file, name, language)))
  // without the mark a minifier keeps texts that nothing uses
  return `export default /* @__PURE__ */ JSON.parse(${JSON.stringify(json)})`
}

/** The file and the part that a module of the build stands for. */
export function partOf(resource: string): { file: string; name: string } | null {
  const [, file, name] = part.exec(resource) ?? []
  return file === undefined || name === undefined || !textsModule.test(file) ? null : { file, name }
}

/** One part has the same id in all languages. */
export const partId = (file: string, name: string): string =>
  createHash('sha256')
    .update(`${relative(root, dirname(file)).replaceAll('\\', '/')}:${name}`)
    .digest('base64url')
    .slice(0, 6)

export function textsOfPart(file: string, name: string, language: Language): Texts {
  const folder = dirname(file)
  return readLanguages(englishOf(folder), folder)[language][name] ?? {}
}

// `as`: a catalogue, which the tests check
const englishOf = (folder: string) =>
  JSON.parse(readFileSync(resolve(folder, 'locales/en.json'), 'utf8')) as Record<string, Texts>
