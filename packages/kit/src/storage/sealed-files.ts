import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sealer } from '../events/seal.ts'
import type { FileType } from './file-type.ts'
import type { Storage } from './storage.ts'

/**
 * The reference to a file in its owner's document. `sealedKey` opens the file, so deleting the document makes the file
 * unreadable, also in copies of the storage. It is resealed like every sealed field (`sealed` in the service's parts).
 */
export type SealedFile<Type = FileType> = {
  key: string
  sealedKey: string
  type: Type
  size: number
  hash: string
}

export type SealedFiles = ReturnType<typeof createSealedFiles>

/** Encrypted files: each has its own data key (AES-256-GCM, bound to its place), sealed with the service's FILE_KEY. */
export function createSealedFiles(storage: Storage, sealer: Sealer) {
  return {
    /** @param folder `proofs`, `materials`, `uploads`: the first part of the key */
    put: async <Type extends FileType | 'piece'>(
      folder: string,
      { bytes, type }: { bytes: Buffer; type: Type },
    ): Promise<SealedFile<Type>> => {
      const key = `${folder}/${randomUUID()}`
      const dataKey = randomBytes(32)
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', dataKey, iv).setAAD(Buffer.from(key))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      await storage.put(key, Buffer.concat([iv, cipher.getAuthTag(), body]))
      const sealedKey = sealer.seal(dataKey.toString('base64'))
      const hash = createHash('sha256').update(bytes).digest('hex')
      return { key, sealedKey, type, size: bytes.length, hash }
    },

    /** @returns null when the file is missing; throws when it was changed in the storage */
    get: async ({ key, sealedKey }: Pick<SealedFile, 'key' | 'sealedKey'>): Promise<Buffer | null> => {
      const sealed = await storage.get(key)
      if (!sealed) return null
      const dataKey = Buffer.from(String(sealer.unseal(sealedKey)), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', dataKey, sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(key)).setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    },

    remove: ({ key }: Pick<SealedFile, 'key'>): Promise<void> => storage.remove(key),

    /**
     * Removes files that no document references, left when a process was killed between file and document. Recent ones
     * stay, because their document may still be written.
     */
    removeOrphans: async (
      folder: string,
      { isNamed, now }: { isNamed: (key: string) => Promise<boolean>; now: Date },
    ): Promise<number> => {
      const before = new Date(now.getTime() - orphanAfterMs)
      let count = await storage.removeUnfinished(`${folder}/`, before)
      for await (const { key, at } of storage.list(`${folder}/`)) {
        if (at > before || (await isNamed(key))) continue
        await storage.remove(key)
        count++
      }
      return count
    },
  }
}

const orphanAfterMs = 24 * 3600 * 1000
