import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Outbox, Outboxed } from '@darsi/kit/events/outbox.ts'
import type { StateSource } from '@darsi/kit/events/reemit.ts'
import { type Collection, documentsOf } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import { createChildStore } from './children/child-store.ts'
import { connectionState } from './connections/connection-event.ts'
import { partiesOf } from './connections/connection-parties.ts'
import { createConnectionStore } from './connections/connection-store.ts'
import { careChangeEvent } from './guardians/care-change-event.ts'
import { createCareChangeStore } from './guardians/care-change-store.ts'
import { careContextOf } from './guardians/care-context.ts'
import { createGuardianHistoryStore, guardianshipState } from './guardians/guardian-history-store.ts'
import { preferencesChanged, profileState } from './profiles/profile.ts'
import { createProfileStore } from './profiles/profile-store.ts'
import { proofsState } from './proofs/proof-commands.ts'
import { createProofStore } from './proofs/proof-store.ts'
import { createWaitingStore } from './requests/waiting-store.ts'

/** The state records of this service's aggregates (docs/adr/0024). Erased aggregates have none. */
export function stateSources(database: Database, outbox: Outbox): readonly StateSource[] {
  const now = () => new Date()
  const profiles = createProfileStore(database, outbox)
  const children = createChildStore(database)
  const connections = createConnectionStore(database, outbox, createWaitingStore(database, outbox).hasOffer)
  const careChanges = createCareChangeStore(database, outbox, connections.teachersOf)
  const guardianHistory = createGuardianHistoryStore(database, outbox)
  const proofs = createProofStore(database, outbox)
  const publish = async <D extends Outboxed>(
    stored: Collection<D>,
    id: string,
    states: readonly ((doc: D) => EventInput | null)[],
  ): Promise<number> => {
    let published = 0
    for (const stateOf of states) if (await outbox.publishState<D>(stored, id, stateOf)) published++
    return published
  }

  return [
    {
      name: 'connections',
      collection: documentsOf(connections.collection),
      publish: async (id) => {
        const found = await connections.collection.findOne({ _id: id })
        if (!found) return 0
        const parties = await partiesOf({ profiles, children }, found)
        return publish(connections.collection, id, [
          (connection) => (connection.erasedAt ? null : connectionState(connection, parties)),
        ])
      },
    },
    {
      name: 'guardianships',
      collection: documentsOf(guardianHistory.collection),
      publish: async (id) => {
        // null for an account's own document, and for a child that was erased or came of age
        const child = await children.byId(id)
        if (!child) return 0
        return publish(guardianHistory.collection, id, [
          (history) => guardianshipState(child, history, now()),
        ])
      },
    },
    {
      name: 'changes of care',
      collection: documentsOf(careChanges.collection),
      publish: async (id) => {
        const found = await careChanges.find(id)
        if (!found) return 0
        const context = await careContextOf({ profiles, children, careChanges, now }, found)
        const details = { type: 'care-change.requested', movedBy: undefined, at: now() } as const
        return publish(careChanges.collection, id, [(change) => careChangeEvent(change, context, details)])
      },
    },
    {
      name: 'proofs',
      collection: documentsOf(proofs.collection),
      publish: (id) =>
        publish(proofs.collection, id, [
          (file) => (file.erasedAt ? null : proofsState(id, file.proofs, now())),
        ]),
    },
    {
      // last: its names are newer than those of the connections
      name: 'profiles',
      collection: documentsOf(profiles.collection),
      publish: (id) =>
        publish(profiles.collection, id, [
          (profile) => (profile.erasedAt ? null : profileState(profile)),
          (profile) => (profile.erasedAt ? null : preferencesChanged(profile)),
        ]),
    },
  ]
}
