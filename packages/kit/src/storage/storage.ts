/** Storage of files under keys such as `proofs/4f1c…`. It gets encrypted bytes only (`sealed-files.ts`). */
export type Storage = {
  /** Replaces the content of the key; a reader sees the old or the new bytes, never a part. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  get: (key: string) => Promise<Buffer | null>
  /** Removing a missing key is no failure. */
  remove: (key: string) => Promise<void>
  /** Keys that begin with `prefix`, with the time of their last `put`. */
  list: (prefix: string) => AsyncIterable<StoredObject>
  /** Removes what a `put` under `prefix` left when its process was killed before that time. @returns their number */
  removeUnfinished: (prefix: string, before: Date) => Promise<number>
}

export type StoredObject = { key: string; at: Date }

const keyForm = /^[a-z0-9-]+(?:\/[A-Za-z0-9-]+)+$/

/** @throws Error for a key that could leave its folder. Keys are generated, so this is a programming error */
export function checkedKey(key: string): string {
  if (!keyForm.test(key)) throw new Error('not a key of the file storage')
  return key
}
