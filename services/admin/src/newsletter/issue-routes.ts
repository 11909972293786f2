import { randomUUID } from 'node:crypto'
import { newsletterApi } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { UserStore } from '../users/user-store.ts'
import { blocksOf } from './markdown.ts'
import { type Issue, listedIssue, start, stop } from './newsletter-issue.ts'
import type { IssueStore } from './newsletter-issue-store.ts'
import type { NewsletterStore } from './newsletter-store.ts'

export type IssueDeps = {
  issues: IssueStore
  subscriptions: NewsletterStore
  users: Pick<UserStore, 'collection'>
}

/** What super-admins do with newsletters. */
export function issueRoutes({ issues, subscriptions, users }: IssueDeps): Route[] {
  const single = (issue: Issue | null) => {
    if (!issue) throw problem('not-found')
    return success(listedIssue(issue))
  }
  return [
    route(newsletterApi, 'GET /superadmin/newsletters', async ({ query }) => {
      const [{ rows, ...page }, counts] = await Promise.all([issues.page(query), subscriptions.counts()])
      return { success: true as const, data: rows.map(listedIssue), ...page, subscribers: counts }
    }),
    route(newsletterApi, 'POST /superadmin/newsletters', async ({ body, at }) =>
      single(await issues.create(randomUUID(), body.texts, at)),
    ),
    route(newsletterApi, 'PUT /superadmin/newsletters/:id', async ({ params, body, at }) =>
      single(await issues.change(params.id, { ...body, at })),
    ),
    route(newsletterApi, 'DELETE /superadmin/newsletters/:id', async ({ params }) => {
      await issues.remove(params.id)
      return succeeded()
    }),
    route(newsletterApi, 'POST /superadmin/newsletters/preview', async ({ body }) =>
      success({ blocks: blocksOf(body.body) }),
    ),
    route(
      newsletterApi,
      'POST /superadmin/newsletters/:id/test',
      async ({ params, body, identity, language, at }) => {
        const row = await users.collection.findOne({ _id: identity.userId })
        if (!row?.email) throw problem('unavailable', { retryAfter: 5 })
        const to = { by: identity.userId, email: row.email, language: body.language, at }
        await issues.test(params.id, to)
        return succeeded(messageText('newsletter-test-sent', language, { email: row.email }))
      },
    ),
    route(newsletterApi, 'POST /superadmin/newsletters/:id/send', async ({ params, body, identity, at }) => {
      const counts = await subscriptions.counts()
      const recipients = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const now = { by: identity.userId, at, revision: body.revision, recipients }
      return single(await issues.update(params.id, (issue) => start(issue, now)))
    }),
    route(newsletterApi, 'POST /superadmin/newsletters/:id/stop', async ({ params, identity, at }) => {
      const now = { by: identity.userId, at }
      return single(await issues.update(params.id, (issue) => stop(issue, now)))
    }),
  ]
}
