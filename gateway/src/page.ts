import { createHash } from 'node:crypto'
import { problemText } from '@darsi/contracts/problems/problem.ts'
import { texts } from '@darsi/contracts/reference/i18n/texts.ts'
import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import type { Response } from 'express'

export type Page = { html: string; policy: string }

/** A complete HTML page; the hash allows its one style sheet and nothing else. */
export function page(part: { title: string; language: Language; style: string; body: string }): Page {
  const hash = createHash('sha256').update(part.style).digest('base64')
  return {
    html: `<!doctype html><html lang="${part.language}" dir="${direction(part.language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${part.title}</title><style>${part.style}</style></head><body>${part.body}</body></html>`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

const style = `
:root{color-scheme:light dark}
body{font:1.05rem/1.6 system-ui,sans-serif;min-height:100vh;margin:0;display:grid;place-items:center;text-align:center}
main{padding:2rem;max-width:30rem}h1{font-size:1.6rem;margin:0 0 .5rem}a{color:inherit}`

/** Shown while the site itself cannot be reached; needs no other file. */
export function sitePaused(language: Language): Page {
  return page({
    title: productName[language],
    language,
    style,
    body: `<main><h1>${productName[language]}</h1><p>${problemText('unavailable', language)}</p>
<p><a href="">${texts.sitePaused[language].again}</a></p></main>`,
  })
}

export function sendPage(response: Response, status: number, { html, policy }: Page): void {
  response.setHeader('Content-Security-Policy', policy)
  response.status(status).type('html').send(html)
}
