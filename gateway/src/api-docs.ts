import { type Endpoint, type EndpointTable, splitKey } from '@darsi/contracts/calls/endpoint.ts'
import { problemStatus, problemText } from '@darsi/contracts/problems/problem.ts'
import { escapeHtml } from '@darsi/contracts/texts/html.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { page } from './page.ts'

const style = `
:root{color-scheme:light dark;--line:#d9d2c7;--soft:#6b6259;--accent:#0f6b5c}
@media(prefers-color-scheme:dark){:root{--line:#3d3833;--soft:#b3aaa0;--accent:#6fcdb9}}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0 0 .25rem}h2{margin:2.5rem 0 .5rem;text-transform:capitalize}
article{border-top:1px solid var(--line);padding:.75rem 0}
h3{font:600 1rem ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
h3 b{color:var(--accent);display:inline-block;min-width:4.5rem}
p{margin:.25rem 0}.soft{color:var(--soft);font-size:.9rem}code{font:.9em ui-monospace,monospace}
nav a{margin-inline-end:1rem}a{color:var(--accent)}`

/** The API reference page: no script, no external resources. */
export function apiReference(tables: Readonly<Record<string, EndpointTable>>) {
  const services = Object.entries(tables).filter(([, table]) => Object.keys(table).length > 0)
  const body = `<h1>${productName.en} API</h1>
<p class="soft">All calls live under <code>/api</code> and speak JSON. Send <code>Authorization: Bearer …</code> with the token of <code>POST /auth/login</code>.
Failures are problem documents. Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${services.map(([name]) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${services.map(([name, table]) => `<section id="${name}"><h2>${name}</h2>${entries(table)}</section>`).join('\n')}`
  return page({ title: `${productName.en} API`, language: 'en', style, body })
}

function entries(table: EndpointTable): string {
  return Object.entries(table)
    .map(([key, endpoint]) => {
      const { method, path } = splitKey(key)
      const failures = endpoint.problems
        .map(
          (slug) =>
            `<code title="${escapeHtml(problemText(slug, 'en'))}">${problemStatus[slug]} ${slug}</code>`,
        )
        .join(', ')
      return `<article><h3><b>${method}</b>${escapeHtml(path)}</h3><p>${escapeHtml(endpoint.summary)}</p>
<p class="soft">${accessText(endpoint)}${failures && ` · may answer ${failures}`}</p></article>`
    })
    .join('\n')
}

function accessText({ access, fresh }: Endpoint): string {
  if (access === 'public') return 'open to everyone'
  const who = access === 'signed-in' ? 'signed in' : access.join(', ')
  return fresh ? `${who}, password proven in the last ten minutes` : who
}
