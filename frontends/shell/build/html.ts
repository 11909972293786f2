import {
  direction,
  type Language,
  languages,
  scriptOf,
  territoryLocaleOf,
} from '@darsi/contracts/reference/languages.ts'
import { escapeHtml, jsonInScript } from '@darsi/contracts/texts/html.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { afterPaint } from '../src/early/scripts-after-paint.ts'
import { pageTextsId } from '../src/public/page-texts.ts'
import { type SiteSettings, siteSettingsId } from '../src/support.ts'

type Part = { href: string; integrity: string }
export type PageFiles = { early: Part[]; scripts: Part[]; styles: Part[]; fonts: string[] }

type PageInput = {
  language: Language
  /** Null on the not-found page, which has no fixed address. */
  path: string | null
  title: string
  description: string
  body: string
  indexed: boolean
  files: PageFiles
  texts: object
  urlOf: (language: Language) => string
  structured: readonly object[]
  article?: true
  settings: SiteSettings
}

export function pageHtml(page: PageInput): string {
  const { language, title, description, body, files, texts, settings } = page
  const name = productName[language]
  const fullTitle = title.includes(name) ? title : `${title} · ${name}`
  const head = [
    `<title>${escapeHtml(fullTitle)}</title>`,
    meta('name', 'description', description),
    ...(page.indexed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(page.path === null ? [] : addresses(page, fullTitle)),
    ...fonts(files, language),
    ...page.structured.map(dataBlock),
  ]
  return document(
    language,
    [...head, ...styles(files), ...early(files), ...scripts(files, `type="${afterPaint}"`)],
    `<div id="root" data-page="${page.path ?? 'not-found'}">${body}</div>${embedded(pageTextsId, texts)}${embedded(siteSettingsId, settings)}`,
  )
}

/** The application behind the login: its HTML shows that it loads, and the script sets the language. */
export function appHtml(files: PageFiles, loading: string, settings: SiteSettings): string {
  const head = [
    `<title>${productName.en}</title>`,
    meta('name', 'robots', 'noindex'),
    // before the styles: a script waits for those above it, and this one sends requests
    ...early(files),
    ...styles(files),
    // browsers request deferred scripts only after the styles, so that the line would be idle
    ...scripts(files, 'defer fetchpriority="high"'),
  ]
  return document('en', head, `<div id="root">${loading}</div>${embedded(siteSettingsId, settings)}`)
}

function document(language: Language, head: string[], body: string): string {
  const common = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#fdfbf7" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#171411" media="(prefers-color-scheme: dark)">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ]
  return `<!doctype html>
<html lang="${language}" dir="${direction(language)}">
<head>
${[...common, ...head].join('\n')}
</head>
<body>${body}</body>
</html>
`
}

function addresses({ language, description, article, urlOf, settings }: PageInput, title: string): string[] {
  return [
    link('canonical', urlOf(language)),
    ...languages.map((one) => link('alternate', urlOf(one), `hreflang="${one}"`)),
    link('alternate', urlOf('en'), 'hreflang="x-default"'),
    meta('property', 'og:type', article ? 'article' : 'website'),
    meta('property', 'og:site_name', productName[language]),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', urlOf(language)),
    meta('property', 'og:locale', territoryLocaleOf(language)),
    ...languages
      .filter((one) => one !== language)
      .map((one) => meta('property', 'og:locale:alternate', territoryLocaleOf(one))),
    meta('property', 'og:image', `${settings.publicUrl}/share-${language}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', productName[language]),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

// data blocks are never executed, so the content security policy does not apply to them
const dataBlock = (data: object) =>
  `<script type="application/ld+json">${jsonInScript(JSON.stringify(data))}</script>`

const embedded = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${jsonInScript(JSON.stringify(data))}</script>`

const styles = (files: PageFiles) =>
  files.styles.map(
    ({ href, integrity }) => `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin>`,
  )

const early = (files: PageFiles) =>
  files.early.map(
    ({ href, integrity }) => `<script src="${href}" integrity="${integrity}" crossorigin></script>`,
  )

const scripts = (files: PageFiles, when: string) =>
  files.scripts.map(
    ({ href, integrity }) => `<script ${when} src="${href}" integrity="${integrity}" crossorigin></script>`,
  )

/** The fonts of the first screen. */
function fonts({ fonts }: PageFiles, language: Language): string[] {
  const script = { arabic: '-arabic-arabic-', latin: 'sans-latin-' }[scriptOf(language)]
  return fonts
    .filter((href) => href.includes(`${script}400`) || href.includes(`${script}600`))
    .map((href) => link('preload', href, 'as="font" type="font/woff2" crossorigin'))
}

const meta = (kind: string, name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`

const link = (rel: string, href: string, more = '') =>
  `<link rel="${rel}" href="${escapeHtml(href)}"${more === '' ? '' : ` ${more}`}>`
