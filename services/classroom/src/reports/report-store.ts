import type { EventInput } from '@darsi/contracts/events/events.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { WriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { SealedFile, SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection as Database } from 'mongoose'
import type { BoardStore } from '../board/board-store.ts'
import { type PictureStore, pictureFolder } from '../board/picture-store.ts'
import { partOf } from '../parties/roster.ts'
import { type Place, placesFor, placesOf, sharedId } from '../rooms/place.ts'
import type { RoomContext } from '../rooms/room-store.ts'

/**
 * A concern reported from inside a room, with a copy of the board: this evidence survives erasure and the retention of
 * boards.
 */
type Report = {
  _id: string
  sessionId: string
  /** Removed when the reporter's account is erased. */
  by: string | null
  /** Pages as Yjs updates in base64, sealed. */
  sealedBoard: string
  /** Copies of all pictures that were put onto the board, also of those that were taken off it again. */
  pictures: { id: string; file: SealedFile }[]
  at: Date
  /** Administrators who opened it; absent before. */
  views?: { by: string; at: Date }[]
}
type ReportDocument = Report & Outboxed
type Reports = Collection<ReportDocument>
type Concern = {
  reason: 'behaviour' | 'contact-details' | 'danger' | 'other'
  text: string
  /** The learner whom the teacher of a group means. */
  connectionId?: string | undefined
  idempotencyKey?: string | undefined
}

export const reportCollection = (database: Database): Reports =>
  collection<ReportDocument>(database, 'reports', [
    { key: { by: 1, at: 1 } },
    { key: { at: 1 } },
    { key: { 'pictures.file.key': 1 }, sparse: true },
    outboxIndex,
  ])

/** What was erased so shortly before the report is evidence too. */
const evidenceMs = 60_000

type Parts = {
  reports: Reports
  boards: BoardStore
  pictures: Pick<PictureStore, 'of'>
  files: SealedFiles
  outbox: Outbox
  /** Per account. */
  limit: WriteLimits<'report'>
}
export type ReportStore = ReturnType<typeof createReportStore>

export function createReportStore({ reports, boards, pictures, files, outbox, limit }: Parts) {
  const copied = async (sessionId: string): Promise<Report['pictures']> => {
    const copies = []
    for await (const { id, ...content } of pictures.of(sessionId))
      copies.push({ id, file: await files.put(pictureFolder, content) })
    return copies
  }
  return {
    /**
     * A repetition with the same key is the same report.
     * @throws problem `reason-required`, `not-found` or `rate-limited`
     */
    add: async (current: RoomContext, by: string, concern: Concern): Promise<void> => {
      const { reason, text, connectionId, idempotencyKey } = concern
      if (reason === 'other' && text.trim() === '') throw problem('reason-required')
      const { at } = current
      const seat = placesFor(current, by).find(
        ({ room }) => room.connectionId === (connectionId ?? current.room.connectionId),
      )
      if (!seat) throw problem('not-found')
      const { room } = seat
      await limit.take('report', by, at)
      const sealedBoard = await boards.sealedCopy(sharedId(room), new Date(at.getTime() - evidenceMs))
      const _id = createdId(idempotencyKey, [by, room._id, reason, text, connectionId])
      const copies = await copied(sharedId(room))
      const isNew = await inserted(
        outbox.insert(
          reports,
          { _id, sessionId: room._id, by, sealedBoard, pictures: copies, at },
          reportedEvent(current, seat, { ...concern, id: _id, by }),
        ),
      )
      if (!isNew) for (const { file } of copies) await files.remove(file)
    },
    /** Opens the evidence for an administrator; the event about it goes to the audit log. @throws problem `not-found` */
    view: async (id: string, by: string, at: Date) => {
      const report = await outbox.update(reports, id, ({ sessionId }) => ({
        update: { $push: { views: { by, at } } },
        event: {
          type: 'classroom.evidence-viewed',
          data: { reportId: id, sessionId, by, at: at.toISOString() },
        },
      }))
      if (!report) throw problem('not-found')
      const pages = boards
        .openCopy(report.sealedBoard)
        .map(({ page, update }) => ({ id: page, number: Number(page), update }))
        .sort((one, other) => one.number - other.number)
      return { sessionId: report.sessionId, at: report.at.toISOString(), pages }
    },

    /** @returns null for a picture that is not part of it, or for an administrator who did not open it within the last hour */
    picture: async (id: string, picture: string, { by, at }: { by: string; at: Date }) => {
      const since = new Date(at.getTime() - hourMs)
      const report = await reports.findOne({ _id: id, views: { $elemMatch: { by, at: { $gt: since } } } })
      const file = report?.pictures.find((one) => one.id === picture)?.file
      return file ? files.get(file) : null
    },

    erase: async (userId: string): Promise<void> => {
      await reports.updateMany({ by: userId }, { $set: { by: null } })
    },
    isNamed: async (key: string): Promise<boolean> =>
      (await reports.countDocuments({ 'pictures.file.key': key }, { limit: 1 })) > 0,
    /** @returns how many were removed */
    removeBefore: async (before: Date): Promise<number> => {
      let count = 0
      for await (const { _id, pictures: copies } of reports.find({ at: { $lte: before } })) {
        for (const { file } of copies) await files.remove(file)
        count += (await reports.deleteOne({ _id })).deletedCount
      }
      return count
    },
  }
}

function reportedEvent(
  current: RoomContext,
  { room, party: { roster } }: Place,
  { id: reportId, by, reason, text, connectionId }: Concern & { id: string; by: string },
): EventInput<'classroom.reported'> {
  const { teacherId, studentId, childId, guardianIds } = roster
  const minor = placesOf(current).some(({ party }) => party.roster.minor)
  const isTeacher = partOf(roster, by) === 'teacher'
  // a family in a group may mean anyone there; the teacher may name a learner, otherwise no family reads about another
  const isOfGroup = room.groupId !== undefined && isTeacher && !connectionId
  const aboutUserId = isTeacher ? (studentId ?? guardianIds[0]) : teacherId
  const isAbout = room.groupId === undefined || (isTeacher && !isOfGroup)
  const at = current.at.toISOString()
  return {
    type: 'classroom.reported',
    data: {
      ...{ reportId, sessionId: room._id, connectionId: room.connectionId, teacherId, minor, reason, by },
      ...(isOfGroup && { ofGroup: true as const }),
      ...(studentId && !isOfGroup && { studentId }),
      ...(childId && !isOfGroup && { childId }),
      guardianIds: isOfGroup ? [] : [...guardianIds],
      // an adult's report is read within a day; a report about a minor pauses the connection
      severity: minor || reason === 'danger' ? 'high' : 'medium',
      ...(aboutUserId && isAbout && { aboutUserId }),
      at,
    },
    personal: { text },
  }
}
