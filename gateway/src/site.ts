import { defaultLanguage, type Language, languages, placeOf } from '@darsi/contracts/reference/languages.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { languageOf } from '@darsi/kit/http/route.ts'
import { type IdentitySigner, identityHeader } from '@darsi/kit/identity/identity.ts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { headersToStaticServer } from './forwarded-headers.ts'
import { sendPage, sitePaused } from './page.ts'
import { proxyTo } from './proxy.ts'
import { readOnly } from './refuse.ts'
import { noContentPolicy } from './security-headers.ts'
import { filesFrom, type StoredFiles } from './stored-files.ts'

type ToService = {
  sign: IdentitySigner
  /** Counts the request of a client address. @throws problem `rate-limited` */
  limit: (request: Request) => Promise<void>
}
type Target = { service: Service; url: string; label: string; toError: (cause: unknown) => Error }

/** Forwards a request for a page or a file to a service, under another path and without the caller's identity. */
function toService({ sign, limit }: ToService, { service, url, label, toError }: Target) {
  const forward = proxyTo(url, toError)
  return async (request: Request, response: Response, path: string, next: NextFunction): Promise<void> => {
    readOnly(request)
    response.locals['route'] = label
    await limit(request)
    request.url = path
    request.headers = { ...headersToStaticServer(request), [identityHeader]: await sign(service, null) }
    forward(request, response, next)
  }
}

const unavailable = (cause: unknown) => problem('unavailable', { retryAfter: 2, cause })

/** auth's public keys, for other verifiers of access tokens. */
export function publicKeys(url: string, parts: ToService): RequestHandler {
  const forward = toService(parts, { service: 'auth', url, label: 'jwks', toError: unavailable })
  return (request, response, next) => {
    if (request.path !== '/') throw problem('not-found')
    return forward(request, response, '/.well-known/jwks.json', next)
  }
}

const prefixes = languages.filter((language) => language !== defaultLanguage).join('|')
const teacherPage = new RegExp(`^/(?:(${prefixes})/)?teachers/([a-z0-9-]{1,80})(/photo)?$`)

/** `/teachers/<slug>`, in three languages, and the sitemap of these pages: users renders them. */
export function teacherPages(url: string, parts: ToService): RequestHandler {
  const forward = toService(parts, { service: 'users', url, label: 'teacher page', toError: upstreamDown })
  return (request, response, next) => {
    const [, language = defaultLanguage, slug, photo = ''] = teacherPage.exec(request.path) ?? []
    const isSitemap = request.path === '/teachers-sitemap.xml'
    if (!isSitemap && slug === undefined) return next()
    const inOwn = pageLanguage(request)
    const path = isSitemap ? '/teacher-pages' : `/teacher-pages/${slug}${photo || `?language=${language}`}`
    return forward(request, response, path, (error) => {
      if (!isUnanswered(error, response)) return next(error)
      response.setHeader('Retry-After', '5')
      sendPage(response, 503, sitePaused(inOwn))
    })
  }
}

/** `/rtc/validate`: LiveKit's client asks here why it got no socket. */
export function mediaCheck(url: string, parts: ToService): RequestHandler {
  const forward = toService(parts, { service: 'classroom', url, label: 'media check', toError: unavailable })
  return (request, response, next) => {
    if (!/^(?:\/v1)?\/validate$/.test(request.path)) throw problem('not-found')
    return forward(request, response, `/rtc${request.url}`, next)
  }
}

/** `/remotes/<role>/*`: the role's static server, which gets the path without this prefix. */
export function remotes(urls: Readonly<Record<string, string>>): RequestHandler {
  const forward = new Map(Object.entries(urls).map(([role, url]) => [role, proxyTo(url, upstreamDown)]))
  return (request, response, next) => {
    readOnly(request)
    const [, role = '', rest] = /^\/([a-z-]+)(\/.*)$/.exec(request.url) ?? []
    const remote = forward.get(role)
    if (!remote || rest === undefined) throw problem('not-found')
    response.locals['route'] = `remote ${role}`
    request.url = rest
    leavePolicyToThem(response)
    request.headers = headersToStaticServer(request)
    remote(request, response, (error) => {
      if (!isUnanswered(error, response)) {
        next(error)
        return
      }
      response.setHeader('Content-Security-Policy', noContentPolicy)
      response.setHeader('Retry-After', '5')
      response.status(503).type('text/plain').send('This part of the site is not available right now.\n')
    })
  }
}

/** All other paths belong to the shell. */
export function shell(url: string, stored: StoredFiles): RequestHandler {
  const forward = filesFrom(url, stored, upstreamDown)
  return (request, response, next) => {
    readOnly(request)
    response.locals['route'] = 'shell'
    leavePolicyToThem(response)
    request.headers = headersToStaticServer(request)
    forward(request, response, (error) => {
      if (!isUnanswered(error, response)) {
        next(error)
        return
      }
      response.setHeader('Retry-After', '5')
      sendPage(response, 503, sitePaused(pageLanguage(request)))
    })
  }
}

/** A policy on a script applies to the worker that it starts, so the static servers set it. */
function leavePolicyToThem(response: Response): void {
  response.removeHeader('Content-Security-Policy')
}

/** The address says the language of a page, or else the browser. */
function pageLanguage(request: Request): Language {
  const { language } = placeOf(request.path)
  return language === defaultLanguage ? languageOf(request) : language
}

class UpstreamDown extends Error {
  constructor(cause: unknown) {
    super('upstream not reachable', { cause })
    this.name = 'UpstreamDown'
  }
}

function upstreamDown(cause: unknown): UpstreamDown {
  return new UpstreamDown(cause)
}

/** The upstream sent nothing, so that the gateway can still answer. */
function isUnanswered(error: unknown, response: Response): boolean {
  return error instanceof UpstreamDown && !response.headersSent
}
