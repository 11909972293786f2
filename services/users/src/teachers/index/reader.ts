import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { listedTeacher, type TeacherDocument } from '../teacher-document.ts'
import type { TeacherIndex } from './teacher-index.ts'

const pageSize = 250
const projection = { src: 0 }

/** Reads documents into the index, one read at a time: the result of an earlier read must not replace a later one. */
export function createReader(teachers: Collection<TeacherDocument>, index: TeacherIndex) {
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  const apply = (document: TeacherDocument) => {
    const teacher = listedTeacher(document)
    if (teacher) index.put(teacher)
    else index.remove(document._id)
  }

  /** @param idsOf called when this read starts */
  const read = (idsOf: () => readonly string[]): Promise<void> =>
    inTurn(async () => {
      const missing = new Set(idsOf())
      const rows = await teachers.find({ _id: { $in: [...missing] } }, { projection }).toArray()
      for (const document of rows) {
        missing.delete(document._id)
        apply(document)
      }
      for (const id of missing) index.remove(id)
    })

  const readPage = (after: string): Promise<string[]> =>
    inTurn(async () => {
      const filter = { _id: { $gt: after }, erasedAt: null }
      const rows = await teachers.find(filter, { projection }).sort({ _id: 1 }).limit(pageSize).toArray()
      rows.forEach(apply)
      return rows.map(({ _id }) => _id)
    })

  return {
    read,
    /** Reads every teacher, in pages so that changes can be read in between. @returns false when it was stopped */
    readAll: async (isStopping: () => boolean): Promise<boolean> => {
      const before = new Set(index.ids())
      for (let ids = await readPage(''); ids.length > 0; ids = await readPage(ids.at(-1) ?? '')) {
        if (isStopping()) return false
        for (const id of ids) before.delete(id)
      }
      // not in the pages: deleted or erased, or written again meanwhile
      const left = [...before]
      for (let at = 0; at < left.length; at += pageSize) await read(() => left.slice(at, at + pageSize))
      return true
    },
    /** Resolves when all requested reads have ended. */
    idle: async (): Promise<void> => {
      await turn
    },
  }
}
