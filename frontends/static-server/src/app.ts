import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { securityHeaders } from './security-headers.ts'

type App = { handle: RequestListener; setReady: (ready: boolean) => void }

type Options = {
  root: string
  /** Files that take the place of those in `root`. */
  pages?: string | null
  demo?: boolean
  underConstruction?: boolean
  releases?: string | null
}

/** Serves one front end's `dist`: its files, the redirects of the build, and its not-found pages. */
export function createApp(options: Options): App {
  const { root, pages = null, demo = false, underConstruction = false, releases = null } = options
  let ready = true
  let site = openSite(root, pages)

  const isNested = (path: string | undefined): path is string =>
    path !== undefined && site.nested.includes(path)

  const handle: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    const path = pathOf(request)
    if (path === '/livez') return answer(response, 200, 'ok')
    if (path === '/readyz') return answer(response, ready ? 200 : 503, ready ? 'ok' : 'stopping')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return answer(response, 405, 'method not allowed')
    }
    if (path === null) return answer(response, 400, 'bad request')
    if (site.isStale()) site = openSite(root, pages)
    const landing = underConstruction ? site.closed[path] : undefined
    if (landing !== undefined) {
      response.setHeader('Location', landing)
      response.setHeader('Cache-Control', 'no-store')
      return answer(response, 302, '')
    }
    if ((demo || releases) && path === '/config.json') return answerConfig(response)
    // one page for all addresses below it: `/classroom/<lesson>`
    const above = path.replace(/\/[\w-]{1,64}$/, '')
    const leads = site.redirects[above]
    const target = site.redirects[path] ?? (isNested(leads) ? leads + path.slice(above.length) : undefined)
    if (target !== undefined) {
      // a page's address keeps its query: /register?type=teacher
      response.setHeader('Location', target + (request.url ?? '').slice(path.length))
      return answer(response, 308, '')
    }
    if (isNested(above)) request.url = above
    site.serve(request, response, () => notFound(request, response, path))
  }

  function notFound(request: IncomingMessage, response: ServerResponse, path: string) {
    const wanted = [path.split('/')[1] || '-', ...acceptedLanguages(request), pagesWithout]
    const folder = wanted.map((one) => (one === pagesWithout ? '' : one)).find(hasNotFound)
    const file = folder === undefined ? undefined : join(pages ?? root, folder, '404.html')
    // the address alone does not say the language
    response.setHeader('Vary', 'Accept-Language')
    const isPage = !/\.\w+$/.test(path) && (request.headers.accept ?? '').includes('text/html')
    response.setHeader('Cache-Control', 'no-cache')
    if (file === undefined || !isPage) return answer(response, 404, 'not found')
    response.setHeader('Content-Type', 'text/html;charset=utf-8')
    answer(response, 404, readFileSync(file, 'utf8'))
  }

  // a name from outside becomes a path only if it is a language
  const hasNotFound = (folder: string) =>
    /^([a-z]{2})?$/.test(folder) && existsSync(join(root, folder, '404.html'))

  /** Added at run time: the build does not know the installation or later releases of dashboards. */
  function answerConfig(response: ServerResponse) {
    const built = JSON.parse(readFileSync(join(root, 'config.json'), 'utf8'))
    const remotes = built.remotes && { ...built.remotes, ...releasesIn(releases, Object.keys(built.remotes)) }
    const config = { ...built, ...(remotes && { remotes }), ...(demo && { demo }) }
    response.setHeader('Cache-Control', 'no-cache')
    response.setHeader('Content-Type', 'application/json')
    answer(response, 200, JSON.stringify(config))
  }

  return {
    handle,
    setReady(value) {
      ready = value
    },
  }
}

/** An unreadable file means no dashboard, never a release other than the named one. */
function releasesIn(folder: string | null, roles: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const role of roles) {
    const file = join(folder ?? '', `${role}.json`)
    if (!folder || !existsSync(file)) continue
    try {
      found[role] = JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      found[role] = null
    }
  }
  return found
}

type Site = {
  serve: ReturnType<typeof sirv>
  redirects: Readonly<Record<string, string>>
  /** Pages that are closed while the site is under construction, each with its landing page. */
  closed: Readonly<Record<string, string>>
  /** Pages that also answer addresses with one more segment. */
  nested: readonly string[]
  /** A new build has replaced the one in memory. */
  isStale: () => boolean
}

function openSite(root: string, pages: string | null): Site {
  const stamp = join(root, '.build/history.json')
  const changed = () => statSync(stamp, { throwIfNoEntry: false })?.mtimeMs
  const opened = changed()
  const serving = { etag: true, gzip: true, brotli: true, setHeaders: setCaching }
  const built = sirv(root, serving)
  const own = pages === null ? null : sirv(pages, serving)
  return {
    serve: own
      ? (request, response, next) => own(request, response, () => built(request, response, next))
      : built,
    redirects: readBuilt(join(root, '.build/redirects.json'), {}),
    closed: readBuilt(join(root, '.build/closed.json'), {}),
    nested: readBuilt(join(root, '.build/nested.json'), []),
    isStale: () => changed() !== opened,
  }
}

/** Files with a hash in their name never change; all others are revalidated on each request. */
function setCaching(response: ServerResponse, pathname: string) {
  const immutable = pathname.startsWith('/assets/')
  response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
}

function readBuilt<T>(file: string, none: T): T {
  // `as`: written by the build
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : none
}

/** The language whose pages stand at the top, without a folder. */
const pagesWithout = 'en'

/** Two-letter languages of the browser, the preferred one first. */
function acceptedLanguages({ headers }: IncomingMessage): string[] {
  return (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => /^\s*([a-z]{2})(?:-[a-z0-9-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(part))
    .flatMap((found) => (found?.[1] ? [{ tag: found[1].toLowerCase(), weight: Number(found[2] ?? 1) }] : []))
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/** Null for paths that no browser sends: dot segments, encoded slashes, invalid escapes, whole URLs. */
function pathOf({ url = '' }: IncomingMessage): string | null {
  const [path = ''] = url.split('?')
  if (!path.startsWith('/') || /%2f|%5c|\\|\0|%00/i.test(path)) return null
  try {
    return decodeURIComponent(path).split('/').includes('..') ? null : path
  } catch {
    return null
  }
}

function answer(response: ServerResponse, status: number, body: string) {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain;charset=utf-8')
  response.writeHead(status)
  response.end(body)
}
