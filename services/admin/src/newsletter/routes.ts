import { newsletterApi } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { pathIn } from '@darsi/contracts/reference/languages.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import type { Newsletter } from './newsletter.ts'
import { writeSubscribersCsv } from './newsletter-csv.ts'
import type { SubscriptionStore } from './subscription-store.ts'

export type NewsletterDeps = {
  newsletter: Newsletter
  subscriptions: SubscriptionStore
  publicUrl: string
}

export function newsletterRoutes({ newsletter, subscriptions, publicUrl }: NewsletterDeps): Route[] {
  return [
    route(newsletterApi, 'POST /newsletter', async ({ body, language, clientIp }) => {
      await newsletter.ask({ ...body, language, clientIp })
      return succeeded(messageText('newsletter-requested', language))
    }),
    route(newsletterApi, 'POST /newsletter/confirm', async ({ body, language }) => {
      await newsletter.confirm(body.token)
      return succeeded(messageText('newsletter-confirmed', language))
    }),
    route(newsletterApi, 'POST /newsletter/leave', async ({ body, language }) => {
      await newsletter.leave(body.token)
      return succeeded(messageText('newsletter-left', language))
    }),
    route(newsletterApi, 'POST /newsletter/unsubscribe', async ({ query, language }) => {
      await newsletter.leave(query.token)
      return succeeded(messageText('newsletter-left', language))
    }),
    route(newsletterApi, 'GET /newsletter/unsubscribe', async ({ query, language, response }) => {
      const page = pathIn(language, `/newsletter/leave?token=${encodeURIComponent(query.token)}`)
      response.redirect(303, publicUrl + page)
      return undefined
    }),
    route(newsletterApi, 'GET /superadmin/exports/newsletter.csv', async ({ response, language, at }) => {
      await writeSubscribersCsv(subscriptions, response, { at, language, publicUrl })
      return undefined
    }),
  ]
}
