import type { Migration } from '@darsi/kit/mongo/migrate.ts'
import type { UnreadStore } from './digests/unread-store.ts'

export function createMigrations({ collection }: Pick<UnreadStore, 'collection'>): readonly Migration[] {
  return [
    {
      // rows of older releases do not say whose name is sealed, so an erasure would not find it; a due mail needs it
      id: '2026-11-28-unread-senders',
      run: async () => {
        const sent = { sealed: { $exists: true }, by: { $exists: false }, dueAt: null }
        const { modifiedCount } = await collection.updateMany(sent, { $unset: { sealed: 1 } })
        return { changed: modifiedCount }
      },
    },
  ]
}
