import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  defaultLanguage,
  inEachLanguage,
  type Language,
  languages,
  pathIn,
} from '@darsi/contracts/reference/languages.ts'
import { type BuildRecord, recordFile } from '../../build/record.ts'
import { partId, textsOfPart } from '../../build/texts-loader.ts'
import { appRoutes, nestedRoutes } from '../src/app-routes.ts'
import { closedUnderConstruction, redirects } from '../src/routes.ts'
import { type BuiltTexts, builtTextsFile } from './page-files.ts'
import { webManifest } from './site-files.ts'

/* Runs after the bundler: what is the same for every site, and the pages with the settings of this build. */
const dist = resolve('dist')
// `as`: written by the bundler just before
const record = JSON.parse(await readFile(resolve(dist, recordFile), 'utf8')) as BuildRecord
const written = ['config.json']

const everyPart = Object.values(record.groups).flatMap(({ texts }) => texts)
const texts: BuiltTexts = {
  groups: Object.fromEntries(
    Object.entries(record.groups).map(([name, group]) => [
      name,
      { files: group.files, texts: group.texts.map((part) => partId(part.file, part.name)) },
    ]),
  ),
  texts: Object.fromEntries(
    everyPart.map(({ file, name }) => [
      partId(file, name),
      inEachLanguage((language) => textsOfPart(file, name, language)),
    ]),
  ),
  fonts: record.files.filter((name) => name.endsWith('.woff2')),
}
await put(builtTextsFile, texts)
await put('.build/redirects.json', Object.fromEntries(languages.flatMap(redirectsIn)))
await put('.build/nested.json', nestedRoutes)
await put('.build/closed.json', Object.fromEntries(languages.flatMap(landingOf)))
await writeFile(resolve(dist, 'manifest.webmanifest'), webManifest())
written.push('manifest.webmanifest')
for (const name of await readdir('static')) {
  await copyFile(resolve('static', name), resolve(dist, name))
  written.push(name)
}
await put('.build/static.json', { files: written })
const { status } = spawnSync(process.execPath, [resolve(dist, '.build/pages/write-pages.mjs'), dist, dist], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1

function landingOf(language: Language) {
  return closedUnderConstruction.map((path) => [
    pathIn(language, path),
    pathIn(language, '/under-construction'),
  ])
}

function redirectsIn(language: Language): [string, string][] {
  const pages = Object.entries(redirects)
  // mails link to `/fr/dashboard`, but the application has one address for all languages
  const inApp = language === defaultLanguage ? [] : Object.keys(appRoutes)
  return [
    ...pages.map(([from, to]): [string, string] => [pathIn(language, from), pathIn(language, to)]),
    ...inApp.map((path): [string, string] => [pathIn(language, path), path]),
  ]
}

async function put(name: string, content: object) {
  await writeFile(resolve(dist, name), JSON.stringify(content))
}
