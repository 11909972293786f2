import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { MessageStore } from './message-store.ts'
import type { ReportedFilesStore } from './reported-files-store.ts'
import type { StoredMessage } from './thread.ts'

type KeepParts = {
  messages: Pick<MessageStore, 'page'>
  materials: Pick<MaterialStore, 'findAll'>
  reportedFiles: Pick<ReportedFilesStore, 'keep'>
  files: SealedFiles
}
type ReportOf = { id: string; threadId: string; at: Date }
/** @returns how many files the report has */
export type KeepFiles = (report: ReportOf, message: StoredMessage | null) => Promise<number>

const mostFiles = 10
const newestMessages = 50
const seesEverything = { userId: '', part: 'guardian' } as const

/** Copies the files of the message, or the newest ones of the conversation. They go before the report, as evidence does. */
export const createKeepFiles =
  ({ messages, materials, reportedFiles, files }: KeepParts): KeepFiles =>
  async (report, message) => {
    const about = message
      ? [message]
      : await messages.page(report.threadId, seesEverything, {}, newestMessages)
    const ids = about.flatMap((one) => one.files).slice(0, mostFiles)
    return reportedFiles.keep(files, report, [...(await materials.findAll(ids)).values()])
  }
