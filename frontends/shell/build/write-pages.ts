import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Texts } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { type Language, languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { sitemap } from '@darsi/contracts/texts/sitemap.ts'
import { appRoutes } from '../src/app-routes.ts'
import { entryOf } from '../src/public/build-entries.ts'
import { loadPage } from '../src/public/page-loader.ts'
import { renderLoading, renderPage } from '../src/public/prerender.tsx'
import { notFoundRoute, type PublicRoute, publicRoutes } from '../src/routes.ts'
import { environmentOf, provideSettings, settingsIn } from '../src/support.ts'
import { appHtml, type PageFiles, pageHtml } from './html.ts'
import { type BuiltTexts, builtTextsFile, pageSettingsFile } from './page-files.ts'
import { robots } from './site-files.ts'
import { structuredData } from './structured-data.ts'

/*
 * `write-pages <dist> <out>`: writes one HTML file per public page and language, `app.html` for the addresses behind the
 * login, and the files that name the site's address. The bundler makes one program of it, so that the same image serves
 * any site: the build calls it with the settings of a trial, and the static server with those of the operator.
 */
const [dist = '', out = ''] = process.argv.slice(2)
const settings = settingsIn(process.env)
const { publicUrl } = settings
provideSettings(settings)
// `as`: written by the build just before
const built = JSON.parse(await readFile(resolve(dist, builtTextsFile), 'utf8')) as BuiltTexts
const written: string[] = []
const hashes = new Map<string, Promise<string>>()

for (const language of languages) {
  for (const [path, route] of Object.entries(publicRoutes)) {
    await put(fileOf(pathIn(language, path), 'index.html'), await page(route, path, language))
  }
  await put(fileOf(pathIn(language, '/'), '404.html'), await page(notFoundRoute, '/404', language))
}
const app = appHtml(await files(['app'], 'early-app'), await renderLoading(), settings)
await put('app.html', app)
for (const path of Object.keys(appRoutes)) await put(fileOf(path, 'index.html'), app)

const indexed = Object.entries(publicRoutes).flatMap(([path, { index }]) => (index ? [path] : []))
await put('sitemap.xml', sitemap(publicUrl, indexed))
await put('robots.txt', robots(publicUrl))
// the build compresses as much as it can
if (out !== dist) await Promise.all(written.map(compress))
await put(pageSettingsFile, JSON.stringify({ env: environmentOf(settings), files: written }))

async function page(route: PublicRoute, path: string, language: Language): Promise<string> {
  const rendered = await renderPage(route, path, language)
  const urlIn = (to: string) => publicUrl + pathIn(language, to)
  const described = {
    ...rendered,
    language,
    path,
    above: await above(path, language),
    urlOf: urlIn,
    publicUrl,
  }
  return pageHtml({
    ...rendered,
    language,
    path: route === notFoundRoute ? null : path,
    indexed: route.index,
    files: await files([entryOf(route)]),
    texts: textsOf(route, language),
    urlOf: (to) => publicUrl + pathIn(to, path),
    structured: route.index ? structuredData(described) : [],
    settings,
  })
}

/** `/blog/<slug>` is below `/blog`. */
async function above(path: string, language: Language) {
  const parents = Object.entries(publicRoutes).filter(([one]) => path.startsWith(`${one}/`))
  return Promise.all(
    parents.map(async ([one, route]) => ({
      path: one,
      title: (await loadPage(route)).head(language).title,
    })),
  )
}

/** The page's texts in its language, by the ids of texts-loader.ts. */
function textsOf(route: PublicRoute, language: Language): Readonly<Record<string, Texts>> {
  const ids = built.groups[entryOf(route)]?.texts ?? []
  return Object.fromEntries(ids.map((id) => [id, built.texts[id]?.[language] ?? {}]))
}

async function files(groups: string[], first = 'early'): Promise<PageFiles> {
  const early = await parts([first])
  const all = await parts(groups)
  return {
    early,
    scripts: all.filter(({ href }) => href.endsWith('.js')),
    styles: all.filter(({ href }) => href.endsWith('.css')),
    fonts: built.fonts.map((name) => `/${name}`),
  }
}

async function parts(groups: string[]) {
  const names = [...new Set(groups.flatMap((group) => built.groups[group]?.files ?? []))]
  return Promise.all(names.map(async (name) => ({ href: `/${name}`, integrity: await sha384(name) })))
}

/** Each file is read once, though most pages load it. */
function sha384(name: string): Promise<string> {
  const known = hashes.get(name) ?? hashOf(name)
  hashes.set(name, known)
  return known
}

async function hashOf(name: string): Promise<string> {
  const content = await readFile(resolve(dist, name))
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

function fileOf(path: string, name: string): string {
  return `${path.slice(1)}/${name}`.replace(/^\//, '')
}

async function put(name: string, content: string) {
  const path = resolve(out, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  written.push(name)
}

async function compress(name: string) {
  const path = resolve(out, name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), { params }))
}
