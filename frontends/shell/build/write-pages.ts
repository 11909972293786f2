import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Texts } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { defaultLanguage, type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { sitemap } from '@darsi/contracts/texts/sitemap.ts'
import { type BuildRecord, recordFile } from '../../build/record.ts'
import { partId, textsOfPart } from '../../build/texts-loader.ts'
import { entryOf } from '../src/public/build-entries.ts'
import type { PublicRoute } from '../src/routes.ts'
import { appHtml, type PageFiles, pageHtml } from './html.ts'
import { robots, webManifest } from './site-files.ts'
import { structuredData } from './structured-data.ts'

/*
 * Runs after the bundler: writes one HTML file per public page and language, `app.html` for the addresses behind the
 * login, and the files for search engines and browsers.
 * PUBLIC_URL is the public address: canonical links, sitemap and sharing pictures must contain it.
 */
const publicUrl = (process.env['PUBLIC_URL'] ?? 'http://localhost:8080').replace(/\/$/, '')
const dist = resolve('dist')
const bundle = resolve(dist, '.prerender')
// `as`: the bundler has just built it from src/public/prerender.tsx
const { renderLoading, renderPage, site } = (await import(
  pathToFileURL(resolve(bundle, 'prerender.mjs')).href
)) as typeof import('../src/public/prerender.tsx')
// `as`: written by the bundler just before
const record = JSON.parse(await readFile(resolve(dist, recordFile), 'utf8')) as BuildRecord
const written = ['config.json']

for (const language of languages) {
  for (const [path, route] of Object.entries(site.publicRoutes)) {
    await put(fileOf(site.pathIn(language, path), 'index.html'), await page(route, path, language))
  }
  await put(fileOf(site.pathIn(language, '/'), '404.html'), await page(site.notFoundRoute, '/404', language))
}
const app = appHtml(await files(['app'], 'early-app'), await renderLoading())
await put('app.html', app)
for (const path of Object.keys(site.appRoutes)) await put(fileOf(path, 'index.html'), app)

const indexed = Object.entries(site.publicRoutes).flatMap(([path, { index }]) => (index ? [path] : []))
await put('sitemap.xml', sitemap(publicUrl, indexed))
await put('robots.txt', robots(publicUrl))
await put('manifest.webmanifest', webManifest())
for (const name of await readdir('static')) {
  await copyFile(resolve('static', name), resolve(dist, name))
  written.push(name)
}
await put('.build/redirects.json', JSON.stringify(Object.fromEntries(languages.flatMap(redirectsIn))))
await put('.build/nested.json', JSON.stringify(site.nestedRoutes))
const landingOf = (language: Language) =>
  site.closedUnderConstruction.map((path) => [
    site.pathIn(language, path),
    site.pathIn(language, '/under-construction'),
  ])
await put('.build/closed.json', JSON.stringify(Object.fromEntries(languages.flatMap(landingOf))))
await put('.build/pages.json', JSON.stringify({ files: written }))
await rm(bundle, { recursive: true })

async function page(route: PublicRoute, path: string, language: Language): Promise<string> {
  const rendered = await renderPage(route, path, language)
  const texts = textsOf(route, language)
  const urlIn = (to: string) => publicUrl + site.pathIn(language, to)
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
    path: route === site.notFoundRoute ? null : path,
    indexed: route.index,
    files: await files([entryOf(route)]),
    texts: { id: site.pageTextsId, json: JSON.stringify(texts) },
    urlOf: (to) => publicUrl + site.pathIn(to, path),
    structured: route.index ? structuredData(described) : [],
    publicUrl,
  })
}

/** `/blog/<slug>` is below `/blog`. */
async function above(path: string, language: Language) {
  const parents = Object.entries(site.publicRoutes).filter(([one]) => path.startsWith(`${one}/`))
  return Promise.all(
    parents.map(async ([one, route]) => ({
      path: one,
      title: (await site.loadPage(route)).head(language).title,
    })),
  )
}

/** The page's texts in its language, by the ids of texts-loader.ts. */
function textsOf(route: PublicRoute, language: Language): Readonly<Record<string, Texts>> {
  const parts = record.groups[entryOf(route)]?.texts ?? []
  return Object.fromEntries(
    parts.map(({ file, name }) => [partId(file, name), textsOfPart(file, name, language)]),
  )
}

async function files(groups: string[], first = 'early'): Promise<PageFiles> {
  const early = await parts([first])
  const all = await parts(groups)
  return {
    early,
    scripts: all.filter(({ href }) => href.endsWith('.js')),
    styles: all.filter(({ href }) => href.endsWith('.css')),
    fonts: record.files.filter((name) => name.endsWith('.woff2')).map((name) => `/${name}`),
  }
}

async function parts(groups: string[]) {
  const names = [...new Set(groups.flatMap((group) => record.groups[group]?.files ?? []))]
  return Promise.all(names.map(async (name) => ({ href: `/${name}`, integrity: await sha384(name) })))
}

async function sha384(name: string): Promise<string> {
  const content = await readFile(resolve(dist, name))
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

function redirectsIn(language: Language): [string, string][] {
  const pages = Object.entries(site.redirects)
  // mails link to `/fr/dashboard`, but the application has one address for all languages
  const inApp = language === defaultLanguage ? [] : Object.keys(site.appRoutes)
  return [
    ...pages.map(([from, to]): [string, string] => [site.pathIn(language, from), site.pathIn(language, to)]),
    ...inApp.map((path): [string, string] => [site.pathIn(language, path), path]),
  ]
}

function fileOf(path: string, name: string): string {
  return `${path.slice(1)}/${name}`.replace(/^\//, '')
}

async function put(name: string, content: string) {
  const path = resolve(dist, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  written.push(name)
}
