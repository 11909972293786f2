import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { readGauge } from '@darsi/kit/observability/metrics.ts'
import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { type Anchor, createAnchorFiles } from './anchor-files.ts'
import type { Head } from './audit-action.ts'
import type { AuditLog } from './audit-log.ts'

type AnchorRow = Outboxed & Head

type Deps = {
  connection: Connection
  outbox: Outbox
  audit: Pick<AuditLog, 'head' | 'has'>
  /** Outside of the database and its backups; all replicas share it. */
  folder: string
  log: Pick<Log, 'info' | 'error'>
}

const rowId = 'audit-head'

export type AuditAnchors = ReturnType<typeof createAuditAnchors>

/**
 * Copies of the last entry of the audit log outside of the database: in a file, in an event and in the process log. When
 * the tail of the log is deleted, the rest is still a valid chain; only an anchor shows that entries are missing.
 */
export function createAuditAnchors({ connection, outbox, audit, folder, log }: Deps) {
  const files = createAnchorFiles(folder)
  const anchors = collection<AnchorRow>(connection, 'audit-anchors', [outboxIndex])

  const publish = async ({ sequence, hash, at }: Anchor): Promise<void> => {
    const event = { type: 'audit.anchored' as const, data: { sequence, hash, at } }
    if (await inserted(outbox.insert<AnchorRow>(anchors, { _id: rowId, sequence, hash }, event))) return
    // another replica may have published a later one
    await outbox.update<AnchorRow>(anchors, rowId, (row) =>
      row.sequence >= sequence ? null : { update: { $set: { sequence, hash } }, event },
    )
  }

  return {
    collection: anchors,

    /** The anchor whose entry the log has lost, or null when the log has it. */
    missing: async (): Promise<Anchor | null> => {
      const anchor = await files.read()
      return anchor && !(await audit.has(anchor)) ? anchor : null
    },

    /** Writes an anchor of the last entry. An anchor whose entry is lost is kept, so that the loss stays visible. */
    write: async (now: Date): Promise<void> => {
      const [head, before] = [await audit.head(), await files.read()]
      if (before && !(await audit.has(before))) {
        log.error({ sequence: before.sequence }, 'the audit log has lost entries that it had')
        return
      }
      if (!head || (before && before.sequence >= head.sequence)) return
      const anchor = { ...head, at: now.toISOString() }
      await files.write(anchor)
      await publish(anchor)
      log.info({ sequence: head.sequence, hash: head.hash }, 'audit log anchored')
    },
  }
}

/** infra/observability alerts when the log has lost its tail. */
export function createAuditMetrics(registry: Registry, anchors: Pick<AuditAnchors, 'missing'>): void {
  readGauge(
    registry,
    { name: 'audit_anchor_missing', help: '1 when the audit log lacks the entry that was anchored last.' },
    async () => [{ value: (await anchors.missing()) ? 1 : 0 }],
  )
}
