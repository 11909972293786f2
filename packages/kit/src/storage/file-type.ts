import { type FileType, fileKindOf, fileTypes } from '@darsi/contracts/rules/files.ts'

export type { FileType }

/** The type by the first bytes; null for any other type. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const kind = fileKindOf(bytes)
  return fileTypes.find((type) => type === kind) ?? null
}
