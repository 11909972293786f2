import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultLanguage, placeOf } from '@darsi/contracts/reference/languages.ts'
import { PlainError } from '../local/process/fail.ts'
import { lifetime, say } from '../local/process/main.ts'
import { nodeBinary, root } from '../local/process/paths.ts'
import { debuggedBrowser } from '../local/tools/debugged-browser.ts'
import { runProgram } from '../local/tools/programs.ts'
import { browser, ensureTools } from '../local/tools/tools.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'

const rounds = 3
const goals = { score: 95, lcp: 1.8, cls: 0.02 }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Opened = { profile: string; port: number }
type Row = { path: string; scores: number[]; lcp: number; cls: number; js: number; faults: string[] }

/**
 * Lighthouse's mobile profile (slow 4G, a slow phone) on the given pages, or all. A page that misses a goal is measured
 * again, and the median of three rounds counts.
 */
export async function run(): Promise<void> {
  await ensureTools([browser], { say, stop: lifetime })
  let missed: Row[] = []
  // as visitors see it, without the box of demo accounts
  await withTrialSite({ DEMO: 'false' }, async (site) => {
    const asked = process.argv.slice(3)
    missed = await measurePages(site.url, asked.length > 0 ? asked : publicPages())
  })
  if (missed.length > 0) throw new PlainError(`Below the goal: ${missed.map(({ path }) => path).join(', ')}`)
}

/** @returns the pages that miss a goal */
async function measurePages(url: string, paths: readonly string[]) {
  const profile = mkdtempSync(join(tmpdir(), 'darsi-lighthouse-'))
  const opened = await debuggedBrowser(profile)
  const missed: Row[] = []
  try {
    print(`${'page'.padEnd(32)}perf  a11y  best   seo   LCP s    CLS  JS kB`)
    for (const path of paths) {
      const row = await medianOf(url, path, { profile, port: opened.port })
      print(lineOf(row))
      for (const fault of row.faults) print(`    ${fault}`)
      if (isMissed(row)) missed.push(row)
    }
  } finally {
    await opened.close()
    rmSync(profile, { recursive: true, force: true })
  }
  return missed
}

/** Visitors reach this page only by the link in a mail. */
const mailed: Readonly<Record<string, string>> = { '/reset-password': '?token=never-issued' }

const dist = join(root, 'frontends/shell/dist')

/** English pages; the other languages use the same files. Pages behind the login have no content in their HTML. */
function publicPages(): string[] {
  const files = globSync('**/index.html', { cwd: dist }).filter(
    (file) => placeOf(`/${file}`).language === defaultLanguage,
  )
  const paths = files.map((file) => `/${file.replace(/\/?index\.html$/, '')}`)
  // the service worker serves /offline from its cache, never over the network
  return paths.filter((path) => path !== '/offline' && htmlOf(path).includes('data-page=')).sort()
}

const htmlOf = (path: string) => readFileSync(join(dist, path, 'index.html'), 'utf8')
const isHidden = (path: string) => htmlOf(path).includes('content="noindex"')

async function medianOf(url: string, path: string, opened: Opened): Promise<Row> {
  const first = await visit(url, path, opened)
  if (!isMissed(first)) return first
  const found = [first]
  for (let round = 1; round < rounds; round++) found.push(await visit(url, path, opened))
  found.sort((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0) || b.lcp - a.lcp)
  const median = found[Math.floor(rounds / 2)]
  if (!median) throw new Error('no round')
  return median
}

type Report = {
  audits: Record<
    string,
    { score: number | null; numericValue?: number; displayValue?: string; details?: Details }
  >
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}
type Details = { items?: { resourceType?: string; transferSize?: number }[] }

async function visit(url: string, path: string, { profile, port }: Opened): Promise<Row> {
  const { audits, categories: judged } = await reportOf(url + path + (mailed[path] ?? ''), profile, [
    `--port=${port}`,
    // pages that are kept out of search engines on purpose are not scored for it
    ...(isHidden(path) ? ['--skip-audits=is-crawlable'] : []),
  ])
  const numberOf = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const requests = audits['network-requests']?.details?.items ?? []
  const js = requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize / 1000, 0)
  const faults = categories
    .slice(1)
    .flatMap((name) =>
      (judged[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${name}: ${id} ${audits[id]?.displayValue ?? ''}`),
    )
  return {
    path,
    scores: categories.map((name) => Math.round((judged[name]?.score ?? 0) * 100)),
    lcp: numberOf('largest-contentful-paint') / 1000,
    cls: numberOf('cumulative-layout-shift'),
    js,
    faults,
  }
}

/** In a process of its own: its types would slow down every type check. */
async function reportOf(address: string, folder: string, more: readonly string[]): Promise<Report> {
  const program = join(root, 'node_modules/lighthouse/cli/index.js')
  const file = join(folder, 'report.json')
  const only = `--only-categories=${categories.join(',')}`
  const visitOnce = () =>
    runProgram({
      command: nodeBinary,
      args: [
        program,
        address,
        '--output=json',
        `--output-path=${file}`,
        '--quiet',
        '--no-enable-error-reporting',
        only,
        ...more,
      ],
      stop: lifetime,
    })
  let { code, output } = await visitOnce()
  // Chromium sometimes loses the start of its trace
  if (code !== 0) ({ code, output } = await visitOnce())
  if (code !== 0) throw new PlainError(`Lighthouse failed on ${address}:\n${output.slice(-2000)}`)
  // `as`: Lighthouse's own format
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

const isMissed = ({ scores, lcp, cls }: Row) =>
  scores.some((score) => score < goals.score) || lcp > goals.lcp || cls > goals.cls

function lineOf({ path, scores, lcp, cls, js }: Row): string {
  const columns = scores.map((score) => String(score).padStart(4)).join('  ')
  return `${path.padEnd(32)}${columns}  ${lcp.toFixed(2).padStart(6)}  ${cls.toFixed(3)}  ${js.toFixed(0).padStart(5)}`
}
