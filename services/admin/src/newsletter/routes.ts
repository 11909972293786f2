import { newsletterApi } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import type { Response } from 'express'
import { writeCsv } from '../csv.ts'
import type { Newsletter } from './newsletter.ts'
import type { SubscriptionStore } from './subscription-store.ts'

type NewsletterDeps = {
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

const header = ['Email', 'Language', 'Confirmed At', 'Unsubscribe']

/** The confirmed subscribers, each with the unsubscribe link that the newsletter must contain. */
async function writeSubscribersCsv(
  subscriptions: SubscriptionStore,
  response: Response,
  { at, language: fileLanguage, publicUrl }: { at: Date; language: Language; publicUrl: string },
): Promise<void> {
  const rows = async function* () {
    for await (const { email, language, confirmedAt, leaveToken } of subscriptions.confirmed()) {
      const leave = publicUrl + pathIn(language, `/newsletter/leave?token=${leaveToken}`)
      yield [email, language, confirmedAt ?? null, leave]
    }
  }
  const fileName = exportFileName('newsletter', at)
  await writeCsv(response, { fileName, language: fileLanguage, header }, rows())
}
