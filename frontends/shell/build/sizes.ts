import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultLanguage, placeOf } from '@darsi/contracts/reference/languages.ts'
import { roles } from '@darsi/contracts/reference/roles.ts'
import { type BuildRecord, recordFile } from '../../build/record.ts'
import type { Release } from '../../build/release-remote.ts'

/*
 * `npm run sizes -w @darsi/shell`, after a build: prints the size of each first visit in kB of gzip, and fails over a
 * budget. A dashboard counts with `app.html`, and a tab with the files that its dashboard has not loaded yet.
 */
// the goal: 190 kB for a dashboard and 40 kB for a tab; the registration carries the rules of all four roles
const budgets = { page: { js: 122, css: 20 }, dashboard: { js: 190, css: 35 }, tab: { js: 40, css: 15 } }
const dist = resolve(import.meta.dirname, '../dist')
const dashboards = resolve(import.meta.dirname, '../../dashboards')
type Row = { name: string; js: number; css: number; budget: { js: number; css: number } }

const publicPages = pages()
const rows = [...publicPages, ...remotes()]
for (const { name, js, css } of rows)
  process.stdout.write(`${name.padEnd(32)}${column(js)} js${column(css)} css\n`)
const over = rows.filter(({ js, css, budget }) => js > budget.js || css > budget.css)
for (const { name, budget } of over)
  process.stderr.write(`${name} is over ${budget.js} kB js or ${budget.css} kB css\n`)
process.exitCode = over.length > 0 ? 1 : 0

/** English pages; the other languages load the same files. `app.html` is the application behind the login. */
function pages(): Row[] {
  const files = globSync('{index,app,**/index}.html', { cwd: dist }).filter(
    (file) => placeOf(`/${file}`).language === defaultLanguage && !/^(dashboard|superadmin)\//.test(file),
  )
  return files.sort().map((file) => {
    const html = readFileSync(join(dist, file), 'utf8')
    const parts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, part = '']) => part,
    )
    return {
      name: file === 'app.html' ? file : `/${dirname(file)}`.replace('/.', '/'),
      ...sums(dist, parts),
      budget: budgets.page,
    }
  })
}

/** Each dashboard's first load, and what each of its tabs loads when it is opened. */
function remotes(): Row[] {
  const app = publicPages.find(({ name }) => name === 'app.html')
  if (!app) throw new Error('app.html is missing: build the shell first')
  return roles.flatMap((role) => {
    const root = join(dashboards, role, 'dist')
    const file = join(root, 'integrity.json')
    if (!existsSync(file)) return []
    // `as`: written by the dashboard's build
    const { entry, preload } = JSON.parse(readFileSync(file, 'utf8')) as Release
    const { lazy, texts } = JSON.parse(readFileSync(join(root, recordFile), 'utf8')) as BuildRecord
    const first = [entry, ...preload]
    const own = sums(root, first, texts)
    const tabs = Object.entries(lazy).filter(([name]) => name.startsWith('./tabs/'))
    // without this check, a renamed folder would leave no tab to measure
    if (tabs.length === 0) throw new Error(`${role} has no lazy tabs in ${recordFile}`)
    return [
      {
        name: `${role} first load`,
        js: app.js + own.js,
        css: app.css + own.css,
        budget: budgets.dashboard,
      },
      ...tabs.map(([name, files]) => ({
        name: `${role} ${name.slice('./tabs/'.length)}`,
        ...sums(
          root,
          files.filter((each) => !first.includes(each)),
          texts,
        ),
        budget: budgets.tab,
      })),
    ]
  })
}

/** The texts of a script count with it, in the language whose file is largest. */
function sums(root: string, files: string[], texts: BuildRecord['texts'] = {}) {
  const total = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + compressed(root, file), 0)
  const words = files
    .flatMap((file) => (texts[file] ? [Object.values(texts[file])] : []))
    .reduce((sum, each) => sum + Math.max(...each.map((file) => compressed(root, file))), 0)
  return { js: total('.js') + words, css: total('.css') }
}

function compressed(root: string, file: string) {
  return gzipSync(readFileSync(join(root, file)), { level: 9 }).length / 1000
}

function column(value: number) {
  return value.toFixed(1).padStart(8)
}
