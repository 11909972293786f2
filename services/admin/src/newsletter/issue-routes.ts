import { newsletterApi } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { UserStore } from '../users/user-store.ts'
import { listedIssue, mailOf, mailsOf, newIssue } from './issue.ts'
import type { IssueStore } from './issue-store.ts'
import { blocksOf } from './markdown.ts'
import type { SubscriptionStore } from './subscription-store.ts'

export type IssueDeps = {
  issues: Pick<IssueStore, 'page' | 'send'>
  subscriptions: Pick<SubscriptionStore, 'counts'>
  users: Pick<UserStore, 'update'>
}

export function issueRoutes({ issues, subscriptions, users }: IssueDeps): Route[] {
  return [
    route(newsletterApi, 'GET /superadmin/newsletters', async ({ query }) => {
      const [{ rows, ...page }, counts] = await Promise.all([issues.page(query), subscriptions.counts()])
      return { success: true as const, data: rows.map(listedIssue), ...page, subscribers: counts }
    }),
    route(newsletterApi, 'POST /superadmin/newsletters', async ({ body, identity, at }) => {
      mailsOf(body.texts)
      const counts = await subscriptions.counts()
      const recipients = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const issue = newIssue(body.texts, recipients, at)
      await issues.send(issue, identity.userId)
      return success(listedIssue(issue))
    }),
    route(newsletterApi, 'POST /superadmin/newsletters/preview', async ({ body }) =>
      success({ blocks: blocksOf(body.body) }),
    ),
    route(newsletterApi, 'POST /superadmin/newsletters/test', async ({ body, identity, language, at }) => {
      const mail = mailOf(body.text)
      const { userId } = identity
      const tested = await users.update(userId, (row) => ({
        changed: row,
        event: {
          type: 'newsletter.test-requested',
          data: { by: userId, at: at.toISOString() },
          personal: { email: row.email, language: body.language, mail },
        },
      }))
      if (!tested) throw problem('unavailable', { retryAfter: 5 })
      return succeeded(messageText('newsletter-test-sent', language, { email: tested.email }))
    }),
  ]
}
