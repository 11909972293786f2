import { createHash } from 'node:crypto'
import { publicPagesApi } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { pathIn } from '@darsi/contracts/reference/languages.ts'
import { publicPagePath } from '@darsi/contracts/rules/public-page.ts'
import { sitemap } from '@darsi/contracts/texts/sitemap.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { languageOf, type Route, route, success } from '@darsi/kit/http/route.ts'
import { sharedReading } from '@darsi/kit/shared-reading.ts'
import type { Response } from 'express'
import { type SentPhotoParts, sendPublicPhoto } from '../photos/routes.ts'
import { requireProfile } from '../profiles/require-profile.ts'
import {
  changePublicPage,
  type PublicPageParts,
  publicPageOf,
  type ReadablePageParts,
  readablePage,
  readableSlugs,
} from './public-page-commands.ts'
import { type HtmlPage, missingPage, teacherPage } from './teacher-page.ts'

type ReadPageParts = PublicPageParts & { publicUrl: string }
type PagePhotoParts = ReadablePageParts & SentPhotoParts

export function ownPageRoutes(parts: PublicPageParts): readonly Route[] {
  const own = async (userId: string) => requireProfile(await parts.profiles.find(userId))
  return [
    route(publicPagesApi, 'GET /me/public-page', async ({ identity }) =>
      success(await publicPageOf(parts, await own(identity.userId))),
    ),
    route(publicPagesApi, 'PUT /me/public-page', async ({ identity, body }) => {
      const change = { enabled: body.enabled, slug: body.slug.trim() }
      await changePublicPage(parts, await own(identity.userId), change)
      return success(await publicPageOf(parts, await own(identity.userId)))
    }),
  ]
}

export function publicPageRoutes(parts: ReadPageParts): readonly Route[] {
  // reads all public pages: many calls at once cost one reading
  const readSitemap = sharedReading(async () =>
    sitemap(parts.publicUrl, (await readableSlugs(parts)).map(publicPagePath)),
  )
  return [
    route(publicPagesApi, 'GET /teacher-pages', async ({ response }) => {
      response.set('Cache-Control', 'no-cache').type('application/xml')
      response.send(await readSitemap())
      return undefined
    }),
    route(publicPagesApi, 'GET /teacher-pages/:slug', async ({ params, query, request, response }) => {
      const found = await readablePage(parts, params.slug)
      const { language } = query
      // an address without a language is English where there is a page, and the browser's where there is none
      const spoken = language === 'en' ? languageOf(request) : language
      response.vary('Accept-Language')
      if (!found) sendPage(response, 404, missingPage(spoken, params.slug))
      // an address that the teacher has replaced
      else if (found.slug !== params.slug)
        response.set('Cache-Control', 'no-cache').redirect(302, pathIn(language, publicPagePath(found.slug)))
      else sendPage(response, 200, teacherPage({ ...found, language, publicUrl: parts.publicUrl }))
      return undefined
    }),
  ]
}

export function pagePhotoRoute(parts: PagePhotoParts): Route {
  return route(publicPagesApi, 'GET /teacher-pages/:slug/photo', async ({ params, response }) => {
    const found = await readablePage(parts, params.slug)
    if (!found) throw problem('not-found')
    await sendPublicPhoto(parts, response, found.teacher.id)
    return undefined
  })
}

/** Browsers revalidate on each visit: a page that was switched off disappears at once, an unchanged one is answered 304. */
function sendPage(response: Response, status: 200 | 404, { html, policy }: HtmlPage): void {
  const ETag = `"${createHash('sha256').update(html).digest('base64url')}"`
  response.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
    ...(status === 200 && { ETag }),
  })
  response.status(status).type('html').send(html)
}
