import type { Stored } from '@darsi/kit/documents.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Connection } from 'mongoose'
import { type ChildStore, childStore } from './children/child-store.ts'
import { createComingOfAge } from './children/coming-of-age.ts'
import { createGuardianship } from './children/guardianship.ts'
import { heirStore } from './children/heir-store.ts'
import { linkStore } from './children/link-store.ts'
import { connectionStore } from './connections/connection-store.ts'
import { createConnections } from './connections/connections.ts'
import { upgradeStore } from './connections/upgrade-store.ts'
import { consentStore } from './consents/consent-store.ts'
import { createDepartures } from './departures.ts'
import { createProfileStore, type ProfileStore, profileModel } from './profile-store.ts'
import { favoriteStore } from './teachers/favorite-store.ts'
import { createFreshIndex } from './teachers/fresh-index.ts'
import { createSeekers } from './teachers/seekers.ts'
import { createTeacherStore, teacherModel } from './teachers/teacher-store.ts'
import { createTeachers } from './teachers/teachers.ts'
import { weekStore } from './teachers/week-store.ts'
import { createThreads } from './threads/threads.ts'

/** Everything that routes and events work with, on one database: the same for the service and its tests. */
export function createParts(
  database: Connection,
  outbox: Outbox,
  sealer: Sealer,
  now: () => Date = () => new Date(),
) {
  const profileDocuments = profileModel(database)
  const stores = {
    profiles: createProfileStore(profileDocuments, outbox),
    children: childStore(database),
    links: linkStore(database, outbox),
    heirs: heirStore(database, outbox),
    consents: consentStore(database, outbox),
    upgrades: upgradeStore(database, outbox),
    store: connectionStore(database, outbox),
    now,
  }
  const connections = createConnections(stores)
  const guardianship = createGuardianship({ ...stores, connections })
  const { store, links, consents, upgrades } = stores
  const threads = createThreads({ ...stores, database, outbox, sealer })
  const search = createSearch(database, stores)
  const teachers = createTeachers(search)
  return {
    ...stores,
    ...search,
    teachers,
    connections,
    guardianship,
    comingOfAge: createComingOfAge({ ...stores, connections }),
    threads,
    departures: createDepartures({ ...stores, connections, threads, teachers }),
    // `as`: a mongoose model is the driver's collection to the relay
    outboxed: [
      profileDocuments,
      store.model,
      links.model,
      stores.heirs.model,
      consents.model,
      upgrades.model,
      ...threads.outboxed,
    ] as unknown as Stored[],
  }
}

function createSearch(
  database: Connection,
  { profiles, children }: { profiles: ProfileStore; children: ChildStore },
) {
  const model = teacherModel(database)
  const stores = { weeks: weekStore(database), favorites: favoriteStore(database) }
  return {
    ...stores,
    teacherStore: createTeacherStore(model),
    teacherIndex: createFreshIndex({ model }),
    seekers: createSeekers({ ...stores, profiles, children }),
    findProfile: profiles.find,
  }
}

export type Parts = ReturnType<typeof createParts>
