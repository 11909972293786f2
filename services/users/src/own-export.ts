import { usersApi } from '@darsi/contracts/calls/users/users-api.ts'
import { rowsOf, type Section, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import { connectionAnswer } from './connections/connection-answer.ts'
import { partiesOf } from './connections/connection-parties.ts'
import { homeworkAnswers } from './homework/homework-answer.ts'
import { materialAnswer } from './materials/material-commands.ts'
import type { Parts } from './parts.ts'
import { preferencesOf, profileOf } from './profiles/profile.ts'
import { textOf } from './threads/message-store.ts'
import { partOf } from './threads/thread.ts'
import { filesOf } from './threads/thread-answer.ts'

const childFields = [
  'firstName',
  'birthYear',
  'educationLevel',
  'grade',
  'section',
  'schoolType',
  'educationalProgram',
  'subjects',
  'additionalInfo',
  'accountId',
  'createdAt',
]
const waitingFields = [
  'teacherId',
  'childId',
  'subject',
  'message',
  'preferredTimes',
  'waitsFor',
  'since',
  'offeredAt',
]
const linkFields = ['childId', 'studentId', 'email', 'expiresAt', 'createdAt']
const consentFields = ['kind', 'of', 'childId', 'purpose', 'teacherId', 'textVersion', 'authorisation', 'at']
const messagesPerRead = 200

/** The person's data in this service; other people appear as the person sees them in the application. */
export function ownExportRoute(parts: Parts): Route {
  return route(usersApi, 'GET /me/export/profile', async ({ identity, response }) => {
    await writeExport(response, sectionsOf(parts, identity.userId))
    return undefined
  })
}

function sectionsOf(parts: Parts, userId: string): Record<string, Section> {
  const { profiles, children, links, consents, upgrades, favorites, waiting } = parts
  const ownChildren = { $or: [{ guardianIds: userId }, { accountId: userId }] }
  const ownLinks = { $or: [{ by: userId }, { usedBy: userId }] }
  return {
    profile: async () => {
      const profile = await profiles.find(userId)
      return profile && { ...profileOf(profile), preferences: preferencesOf(profile) }
    },
    children: rowsOf(children.collection, ownChildren, childFields),
    guardianLinks: rowsOf(links.collection, ownLinks, linkFields),
    consents: rowsOf(consents.collection, { by: userId }, consentFields),
    upgradeRequest: rowsOf(upgrades.collection, { _id: userId, status: { $ne: null } }, ['status', 'at']),
    connections: () => connectionsOf(parts, userId),
    conversations: () => conversationsOf(parts, userId),
    files: () => filesSentBy(parts, userId),
    homework: () => homeworkOf(parts, userId),
    words: () => wordsOf(parts, userId),
    waitingRequests: rowsOf(waiting.collection, { requesterId: userId }, waitingFields),
    proofs: () => exportedProofs(parts, userId),
    photo: async () => {
      const found = (await profiles.find(userId))?.photo
      const photo = found && (await parts.photos.find(found))
      const bytes = photo && (await parts.files.get(photo.file))
      return photo && bytes ? { at: photo.at, type: photo.file.type, base64: bytes.toString('base64') } : null
    },
    publicPage: async () => {
      const enabled = await parts.publicPages.isEnabled(userId)
      return { enabled, slug: (await profiles.find(userId))?.slug ?? '' }
    },
    publicPageAddresses: rowsOf(parts.publicPages.slugs, { teacherId: userId }, ['at']),
    favourites: () => favorites.of(userId),
  }
}

async function exportedProofs({ proofs }: Parts, userId: string) {
  const found = await proofs.of(userId)
  return found.map(({ id, kind, state, type, size, hash, uploadedAt, decision }) => {
    const reason = decision?.reason ?? ''
    return { id, kind, state, type, size, hash, uploadedAt, decidedAt: decision?.at ?? null, reason }
  })
}

async function* connectionsOf(parts: Parts, userId: string) {
  for await (const { _id } of parts.connections.idsOfParty(userId)) {
    const found = await parts.connections.find(_id)
    if (found) yield connectionAnswer(found, await partiesOf(parts, found), userId)
  }
}

/** A few messages at a time, so that a long conversation does not fill the memory. */
async function* conversationsOf(parts: Parts, userId: string) {
  const { messages, materials, sealer } = parts
  for await (const thread of exportedThreads(parts, userId)) {
    const reader = { userId, part: partOf(thread, userId) }
    const id = thread.connectionId
    for (let before: number | undefined; ; ) {
      const page = await messages.page(id, reader, { before }, messagesPerRead)
      const found = await materials.findAll(page.flatMap((message) => message.files))
      for (const message of page) {
        const { number, by, at, files: ids } = message
        const files = filesOf(sealer, ids, found)
        const text = textOf(sealer, message)
        yield { conversation: id, number, mine: by === userId, at, text, ...(files.length > 0 && { files }) }
      }
      before = page.at(-1)?.number
      if (page.length < messagesPerRead) break
    }
  }
}

/** Every text that the person wrote in a connection, also one that another replaced. */
async function* wordsOf({ utterances }: Parts, userId: string) {
  for await (const utterance of utterances.ofAuthor(userId)) {
    const { connectionId: conversation, field, at } = utterance
    yield { conversation, field, at, text: utterances.textOf(utterance) }
  }
}

/** What the person sent, one file at a time; those of others are named beside their messages. */
async function* filesSentBy({ materials, files, sealer }: Parts, userId: string) {
  for await (const material of materials.ofSender(userId)) {
    const bytes = await files.get(material.file)
    const { threadId: conversation, at } = material
    yield { ...materialAnswer(sealer, material), conversation, at, base64: bytes?.toString('base64') ?? null }
  }
}

/** What was given, handed in and marked in the person's connections. */
async function* homeworkOf(parts: Parts, userId: string) {
  for await (const thread of exportedThreads(parts, userId))
    for await (const homework of parts.homework.ofThreads([thread.connectionId])) {
      const [answer] = await homeworkAnswers(parts, [homework], { threads: [thread], userId })
      const { may: _, ...shown } = answer ?? { may: [] }
      yield shown
    }
}

/**
 * Not those of a minor who closed the account: the guardians may read them for 90 days, and a copy would outlive that.
 * The guardians' own words are exported from the utterances.
 */
async function* exportedThreads({ threads }: Parts, userId: string) {
  for await (const thread of threads.eachOfMember(userId)) if (!thread.kept) yield thread
}
