import type { Connection } from 'mongoose'
import { reactingTo } from './changes.ts'
import { react } from './reactions.ts'
import { createStores, type StoreOptions, type Stores } from './stores.ts'

export type Parts = Stores

/** What routes and events use, in the service and its tests: the stores, whose writes run their reactions. */
export function createParts(database: Connection, options: Omit<StoreOptions, 'changed'>): Parts {
  const parts: Parts = createStores(database, {
    ...options,
    changed: reactingTo((change) => react(parts, change)),
  })
  return parts
}
