import type { Migration } from '@darsi/kit/mongo/migrate.ts'
import type { Collections } from './parts.ts'

export function createMigrations({ connections }: Pick<Collections, 'connections'>): readonly Migration[] {
  return [
    {
      // rows of older releases have no `everIds`, by which an erasure finds the lessons
      id: '2026-11-27-ever-parties',
      run: async () => {
        const everIds = { $setUnion: [{ $ifNull: ['$everIds', []] }, '$partyIds'] }
        const { modifiedCount } = await connections.updateMany({}, [{ $set: { everIds } }])
        return { changed: modifiedCount }
      },
    },
  ]
}
