import type { Change } from '../rules/live-kinds.ts'
import type { ApiKey } from './api.ts'

/**
 * The reads that each change makes stale, for browsers: the declarations with `live` need zod, which pages do not load.
 * Written by `npm run generate`.
 */
export const liveReads: Readonly<Record<Change, readonly ApiKey[]>> = {
  notice: ['GET /me/photo', 'GET /me/public-page', 'GET /me/review-file', 'GET /notifications'],
  message: ['GET /threads', 'GET /threads/:id/messages'],
  thread: ['GET /homework', 'GET /threads', 'GET /threads/:id/messages'],
  connection: [
    'GET /admin/activity',
    'GET /admin/alerts',
    'GET /admin/analytics',
    'GET /admin/analytics/charts',
    'GET /admin/care-changes',
    'GET /admin/connections',
    'GET /admin/safety-records',
    'GET /admin/stats',
    'GET /admin/upgrades',
    'GET /connections',
    'GET /connections/:id',
    'GET /consents',
    'GET /groups',
    'GET /me/quota',
    'GET /me/waiting-requests',
  ],
  lesson: [
    'GET /admin/analytics',
    'GET /admin/analytics/charts',
    'GET /admin/stats',
    'GET /availability/week',
    'GET /groups',
    'GET /reports',
    'GET /sessions',
    'GET /sessions/:id',
    'GET /sessions/children',
    'GET /sessions/overview',
  ],
  alert: [
    'GET /admin/activity',
    'GET /admin/alerts',
    'GET /admin/safety-records',
    'GET /admin/stats',
    'GET /safety/alerts',
  ],
  user: [
    'GET /admin/activity',
    'GET /admin/analytics',
    'GET /admin/analytics/charts',
    'GET /admin/cards',
    'GET /admin/duplicates',
    'GET /admin/proofs',
    'GET /admin/stats',
    'GET /admin/teachers/:id/review-file',
    'GET /admin/users',
  ],
  ticket: ['GET /admin/activity', 'GET /admin/stats', 'GET /admin/tickets'],
  child: ['GET /children', 'GET /children/changes', 'GET /consents', 'GET /sessions/children'],
  favourite: ['GET /favorites'],
  hours: ['GET /availability/periods', 'GET /availability/teachers/:id', 'GET /availability/week'],
}
