import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { OnlineAmong } from '@darsi/kit/identity/presence.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'
import { type Changed, reactingOutbox } from './changes.ts'
import { type ChildStore, createChildStore } from './children/child-store.ts'
import { createOwnershipTransferStore } from './children/ownership-transfer-store.ts'
import { createConnectionStore } from './connections/connection-store.ts'
import { createHandledAlertStore } from './connections/pauses/handled-alert-store.ts'
import { createUpgradeStore } from './connections/upgrade-store.ts'
import { contestedBy, createConsentStore } from './consents/consent-store.ts'
import { createCareChangeStore } from './guardians/care-change-store.ts'
import { createGuardianHistoryStore } from './guardians/guardian-history-store.ts'
import { createGuardianLinkStore } from './guardians/guardian-link-store.ts'
import { createHomeworkStore } from './homework/homework-store.ts'
import { recordHomework } from './homework/record-homework.ts'
import { createMaterialStore } from './materials/material-store.ts'
import { createPhotoStore } from './photos/photo-store.ts'
import { createProfileStore } from './profiles/profile-store.ts'
import { createProofStore } from './proofs/proof-store.ts'
import { createPublicPageStore } from './public-pages/public-page-store.ts'
import { createWaitingStore } from './requests/waiting-store.ts'
import { createAlternatives } from './teachers/alternatives.ts'
import { createFavoriteStore } from './teachers/favorite-store.ts'
import { createFreshIndex } from './teachers/index/fresh-index.ts'
import { createSeekerCache } from './teachers/seeker-cache.ts'
import { createTeacherQueries } from './teachers/teacher-queries.ts'
import { createTeacherStore } from './teachers/teacher-store.ts'
import { createWeekStore } from './teachers/week-store.ts'
import { createCopyEvidence } from './threads/alert-evidence.ts'
import { createConversations } from './threads/conversations.ts'
import { createKeepFiles } from './threads/keep-files.ts'
import { createMessageStore, type MessageStore } from './threads/message-store.ts'
import { createPublishReport } from './threads/publish-report.ts'
import { createQuotes } from './threads/quotes.ts'
import { createReportStore } from './threads/report-store.ts'
import { createReportedFilesStore } from './threads/reported-files-store.ts'
import { createThreadStore } from './threads/thread-store.ts'
import { createUploadStore } from './uploads/upload-store.ts'
import { createClosingStore } from './utterances/closing-store.ts'
import { createLastWords } from './utterances/last-words.ts'
import { createUtteranceStore, type UtteranceStore } from './utterances/utterance-store.ts'
import { createViewStore } from './view-store.ts'
import { createAccountLimits } from './write-limits.ts'

export type StoreOptions = {
  outbox: Outbox
  sealer: Sealer
  /** Uploaded files, sealed with a key of their own. */
  files: SealedFiles
  approvalRequires: readonly ApprovalNeed[]
  publicUrl: string
  onlineAmong: OnlineAmong
  now?: () => Date
  changed: Changed
}

/** The stores of one database, with the clock and the keys. */
export function createStores(
  database: Connection,
  {
    outbox: publishing,
    changed,
    sealer,
    files,
    approvalRequires,
    publicUrl,
    onlineAmong,
    now = () => new Date(),
  }: StoreOptions,
) {
  const outbox = reactingOutbox(publishing, changed)
  const placesChanged = (teacherId: string) => changed({ type: 'places.changed', data: { teacherId } })
  const messages = createMessageStore(database)
  const children = createChildStore(database, (childId) =>
    changed({ type: 'child.changed', data: { childId } }),
  )
  const utterances = createUtteranceStore(database, sealer)
  const told = { messages, children, utterances, sealer }
  const published = createPublished(database, { outbox, placesChanged, ...told })
  const closings = createClosingStore(database, sealer)
  const materials = createMaterialStore(database, files, {
    isQuoted: utterances.namesFile,
    isReported: published.reportedFiles.hasFile,
  })
  const uploads = createUploadStore(database)
  const open = { publicPages: createPublicPageStore(database), photos: createPhotoStore(database) }
  const teachers = createTeacherStore(database)
  const teacherIndex = createFreshIndex({ teachers: teachers.collection })
  const weeks = createWeekStore(database)
  const favorites = createFavoriteStore(database)
  const teacherQueries = createTeacherQueries(teachers.collection, teacherIndex.index, onlineAmong)
  const seekers = createSeekerCache({ profiles: published.profiles, children, weeks, favorites })
  const copyEvidence = createCopyEvidence({
    ...published,
    utterances,
    closings,
    quotes: createQuotes({ utterances, materials, sealer }),
  })
  const keepFiles = createKeepFiles({ ...published, utterances, closings, materials })
  return {
    ...published,
    conversations: createConversations({ ...published, children, now, ...createLastWords(utterances, now) }),
    copyEvidence,
    publishReport: createPublishReport({ ...published, closings, copyEvidence, keepFiles }),
    children,
    materials,
    uploads,
    ...open,
    handledAlerts: createHandledAlertStore(database),
    messages,
    utterances,
    closings,
    writeLimits: createAccountLimits(database),
    teachers,
    teacherIndex,
    teacherQueries,
    weeks,
    favorites,
    seekers,
    alternatives: createAlternatives({ teacherIndex, teacherQueries, seekers, now }),
    sealer,
    files,
    approvalRequires,
    publicUrl,
    now,
    database,
    /** The collections whose events the relay publishes. */
    outboxed: Object.values(published).map(({ collection }) => collection),
    /** The fields that are sealed again after a change of their key. */
    sealed: {
      messages: [
        { collection: messages.collection, path: 'sealed' },
        { collection: utterances.collection, path: 'sealed' },
        { collection: closings.collection, path: 'sealed' },
        { collection: published.threads.collection, path: 'last.sealed' },
        { collection: published.threads.collection, path: 'kept.name' },
        { collection: published.homework.collection, path: 'sealed' },
        { collection: published.homework.collection, path: 'handIn.sealed' },
        { collection: published.homework.collection, path: 'mark.sealed' },
        { collection: materials.collection, path: 'name' },
        { collection: materials.collection, path: 'original' },
        { collection: published.reportedFiles.collection, path: 'files.name' },
        { collection: published.reportedFiles.collection, path: 'views.sealed' },
        { collection: uploads.collection, path: 'name' },
      ],
      files: [
        { collection: published.proofs.collection, path: 'proofs.file.sealedKey' },
        { collection: open.photos.collection, path: 'file.sealedKey' },
        { collection: materials.collection, path: 'file.sealedKey' },
        { collection: published.reportedFiles.collection, path: 'files.file.sealedKey' },
        { collection: uploads.collection, path: 'pieces.sealedKey' },
      ],
    },
  }
}

type PublishedOptions = {
  outbox: Outbox
  messages: MessageStore
  children: ChildStore
  utterances: UtteranceStore
  sealer: Sealer
  placesChanged: (teacherId: string) => Promise<void>
}

/** The stores whose writes have events. */
function createPublished(
  database: Connection,
  { outbox, messages, children, utterances, sealer, placesChanged }: PublishedOptions,
) {
  const waiting = createWaitingStore(database, outbox, {
    placesChanged,
    releasePlace: (id): Promise<void> => connections.releasePlace(id),
  })
  const profiles = createProfileStore(database, outbox)
  const connections = createConnectionStore(database, outbox, waiting.hasOffer)
  const threads = createThreadStore(database, outbox, messages)
  const recording = { utterances, profiles, threads, sealer }
  return {
    profiles,
    transfers: createOwnershipTransferStore(database, outbox),
    links: createGuardianLinkStore(database, outbox, connections.exclusions.areApart),
    careChanges: createCareChangeStore(database, outbox, connections.teachersOf),
    guardianHistory: createGuardianHistoryStore(database, outbox),
    consents: createConsentStore(database, outbox, contestedBy({ profiles, children })),
    upgrades: createUpgradeStore(database, outbox, placesChanged),
    connections,
    threads,
    reports: createReportStore(database, outbox),
    waiting,
    proofs: createProofStore(database, outbox),
    homework: createHomeworkStore(database, outbox, (found) => recordHomework(recording, found)),
    views: createViewStore(database, outbox),
    reportedFiles: createReportedFilesStore(database, outbox),
  }
}

export type Stores = ReturnType<typeof createStores>
