import type { MaterialDocument, MaterialStore } from '../materials/material-store.ts'
import type { ClosingStore } from '../utterances/closing-store.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'
import type { ReportedFilesStore } from './reported-files-store.ts'

type KeepParts = {
  utterances: Pick<UtteranceStore, 'around'>
  materials: Pick<MaterialStore, 'findAll'>
  reportedFiles: Pick<ReportedFilesStore, 'keep'>
  closings: Pick<ClosingStore, 'people'>
}
type ReportOf = { id: string; threadId: string; at: Date }
/** @returns how many files the report has */
export type KeepFiles = (report: ReportOf, around: { at: Date; files: readonly string[] }) => Promise<number>

/** Keeps the files around that time, those of the reported text first. They go before the report, as evidence does. */
export const createKeepFiles =
  ({ utterances, materials, reportedFiles, closings }: KeepParts): KeepFiles =>
  async (report, { at, files }) => {
    const others = (await utterances.around(report.threadId, at)).flatMap((each) => each.files)
    const ids = [...new Set([...files, ...others])]
    const byId = await materials.findAll(ids)
    const found = ids.map((id) => byId.get(id)).filter((each): each is MaterialDocument => each !== undefined)
    const closed = await closings.people([...new Set(found.map(({ by }) => by))])
    return reportedFiles.keep(report, found, new Set(closed.map(({ userId }) => userId)))
  }
