import type { Collection, Filter } from '@darsi/kit/mongo/collection.ts'
import { listedTeacher, type TeacherDocument } from '../teacher-document.ts'
import type { TeacherIndex } from './teacher-index.ts'

const pageSize = 250

/** Reads documents into the index, one query at a time: the result of an earlier query must not replace a later one. */
export function createReader(teachers: Collection<TeacherDocument>, index: TeacherIndex) {
  let turn: Promise<unknown> = Promise.resolve()
  const changed = new Set<string>()
  let next: Promise<void> | null = null

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  /** @returns the ids that were found */
  const load = async (filter: Filter<TeacherDocument>, limit = 0): Promise<Set<string>> => {
    const options = { projection: { src: 0 }, sort: { _id: 1 }, limit } as const
    const rows = await teachers.find(filter, options).toArray()
    for (const document of rows) {
      const teacher = listedTeacher(document)
      if (teacher) index.put(teacher)
      else index.remove(document._id)
    }
    return new Set(rows.map(({ _id }) => _id))
  }

  const readChanged = async (): Promise<void> => {
    next = null
    const ids = [...changed]
    changed.clear()
    const found = await load({ _id: { $in: ids } })
    for (const id of ids) if (!found.has(id)) index.remove(id)
  }

  /** Reads a document again. Ids that arrive while another query runs are read together after it. */
  const read = (id: string): Promise<void> => {
    changed.add(id)
    next ??= inTurn(readChanged)
    return next
  }

  return {
    read,
    /** Reads every teacher, in pages so that changes can be read in between. @returns false when it was stopped */
    readAll: async (isStopping: () => boolean): Promise<boolean> => {
      const missing = new Set(index.ids())
      for (let last: string | undefined = ''; last !== undefined; ) {
        const after: string = last
        const page = await inTurn(() => load({ _id: { $gt: after }, erasedAt: null }, pageSize))
        if (isStopping()) return false
        for (const id of page) missing.delete(id)
        last = [...page].at(-1)
      }
      // not in the pages: deleted or erased, or written again meanwhile
      for (const id of missing) await read(id)
      return true
    },
    /** Resolves when all requested reads have ended. */
    idle: async (): Promise<void> => {
      await turn
    },
  }
}
