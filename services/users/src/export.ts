import { usersApi } from '@darsi/contracts/users-api.ts'
import { rowsOf, type Section, writeExport } from '@darsi/kit/data-export.ts'
import { type Route, route } from '@darsi/kit/route.ts'
import { connectionAnswer } from './connections/view.ts'
import type { Parts } from './parts.ts'
import { preferencesOf, profileOf } from './profile.ts'
import { partOf } from './threads/thread.ts'

const childFields = [
  'firstName',
  'birthYear',
  'educationLevel',
  'grade',
  'schoolType',
  'educationalProgram',
  'subjects',
  'additionalInfo',
  'accountId',
  'createdAt',
]
const consentFields = ['kind', 'of', 'childId', 'purpose', 'teacherId', 'textVersion', 'authorisation', 'at']
const atOnce = 200

/** What users holds of a person: others appear in it as far as the person sees them in the application. */
export function ownExportRoute(parts: Parts): Route {
  return route(usersApi, 'GET /me/export/profile', async ({ identity, response }) => {
    await writeExport(response, sectionsOf(parts, identity.userId))
    return undefined
  })
}

function sectionsOf(parts: Parts, userId: string): Record<string, Section> {
  const { profiles, children, links, consents, upgrades, store, connections, threads, favorites } = parts
  return {
    profile: async () => {
      const profile = await profiles.find(userId)
      return profile && { ...profileOf(profile), preferences: preferencesOf(profile) }
    },
    children: rowsOf(
      children.model.collection,
      { $or: [{ guardianIds: userId }, { accountId: userId }] },
      childFields,
    ),
    guardianLinks: rowsOf(links.model.collection, { $or: [{ by: userId }, { usedBy: userId }] }, [
      'childId',
      'studentId',
      'expiresAt',
      'createdAt',
    ]),
    consents: rowsOf(consents.model.collection, { by: userId }, consentFields),
    upgradeRequest: rowsOf(upgrades.model.collection, { _id: userId }, ['status', 'at']),
    connections: async function* () {
      const mine = { $or: [{ teacherId: userId }, { learnerSide: userId }] }
      for await (const { _id } of store.model
        .find(mine as never, { _id: 1 })
        .lean()
        .cursor()) {
        const found = await store.find(String(_id))
        if (found) yield connectionAnswer(found, await connections.partiesOf(found), userId)
      }
    },
    conversations: async function* () {
      for await (const thread of threads.store.model.find({ memberIds: userId }).lean().cursor()) {
        const reader = { userId, part: partOf(thread, userId) }
        const id = thread.connectionId
        // in pieces, each of which stands in memory alone
        for (let before: number | undefined; ; ) {
          const page = await threads.store.messages.page(id, reader, { before }, atOnce)
          for (const message of page) {
            const { number, by, at } = message
            yield { conversation: id, number, mine: by === userId, at, text: threads.textOf(message) }
          }
          before = page.at(-1)?.number
          if (page.length < atOnce) break
        }
      }
    },
    reports: rowsOf(threads.reports.model.collection, { by: userId }, ['threadId', 'at']),
    favourites: () => favorites.of(userId),
  }
}
