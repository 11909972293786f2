import { describe, expect, it } from '@jest/globals'
import { planOf, readsOf } from './explain.ts'

const filter = { userId: 'a' }

describe('a command is explained as reads', () => {
  it.each<[string, object, object[]]>([
    [
      'a page',
      { find: 'rooms', filter, sort: { at: -1 }, limit: 20, projection: { at: 1 }, lsid: {}, $db: 'x' },
      [{ find: 'rooms', filter, sort: { at: -1 }, limit: 20 }],
    ],
    [
      'findAndModify',
      { findAndModify: 'rooms', query: filter, update: {} },
      [{ find: 'rooms', filter, limit: 1 }],
    ],
    ['count', { count: 'rooms', query: filter }, [{ find: 'rooms', filter }]],
    [
      'several updates',
      {
        update: 'rooms',
        updates: [
          { q: filter, u: {} },
          { q: {}, u: {}, multi: true },
        ],
      },
      [
        { find: 'rooms', filter, limit: 1 },
        { find: 'rooms', filter: {} },
      ],
    ],
    [
      'a deletion of all',
      { delete: 'rooms', deletes: [{ q: filter, limit: 0 }] },
      [{ find: 'rooms', filter }],
    ],
    [
      'a pipeline by its filter, order and limit',
      {
        aggregate: 'rooms',
        pipeline: [{ $match: filter }, { $sort: { at: 1 } }, { $limit: 5 }, { $group: {} }],
      },
      [{ find: 'rooms', filter, sort: { at: 1 }, limit: 5 }],
    ],
    [
      'a count by a pipeline',
      { aggregate: 'rooms', pipeline: [{ $match: filter }, { $group: {} }, { $limit: 1 }] },
      [{ find: 'rooms', filter }],
    ],
    ['no change stream', { aggregate: 'rooms', pipeline: [{ $changeStream: {} }] }, []],
    ['no insert', { insert: 'rooms', documents: [{}] }, []],
  ])('%s', (_, command, reads) => {
    expect(readsOf(command as Record<string, unknown>)).toEqual(reads)
  })
})

describe("a server's plan", () => {
  it('names the stages of the winning plan only, and the documents read', () => {
    const answer = {
      queryPlanner: {
        winningPlan: { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'userId_1_at_-1' } },
        rejectedPlans: [{ stage: 'COLLSCAN' }],
      },
      executionStats: { nReturned: 20, totalKeysExamined: 21, totalDocsExamined: 20 },
    }
    expect(planOf(answer)).toEqual({ stages: ['FETCH', 'IXSCAN'], examined: 20, returned: 20 })
  })

  it('is found below the plan of the slot-based engine and of shards', () => {
    const scan = { queryPlan: { stage: 'COLLSCAN', planNodeId: 1 }, slotBasedPlan: { stages: '[1] scan' } }
    const or = { stage: 'OR', inputStages: [{ stage: 'IXSCAN' }, { stage: 'IXSCAN' }] }
    const winningPlan = {
      stage: 'SHARD_MERGE',
      shards: [{ shardName: 'a', winningPlan: or }, { winningPlan: scan }],
    }
    expect(planOf({ queryPlanner: { winningPlan } }).stages).toEqual([
      'SHARD_MERGE',
      'OR',
      'IXSCAN',
      'IXSCAN',
      'COLLSCAN',
    ])
  })
})
