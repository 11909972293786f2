import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

type StorageSettings = {
  FILE_STORAGE: string
  S3_REGION: string
  S3_ACCESS_KEY?: string | undefined
  S3_SECRET_KEY?: string | undefined
}

/** @throws Error when a bucket is configured without its access key */
export function createStorage(settings: StorageSettings): Storage {
  const { FILE_STORAGE: url, S3_REGION: region, S3_ACCESS_KEY, S3_SECRET_KEY } = settings
  if (url.startsWith('file:')) return createFolderStorage(url)
  if (!S3_ACCESS_KEY || !S3_SECRET_KEY)
    throw new Error('FILE_STORAGE is a bucket: S3_ACCESS_KEY and S3_SECRET_KEY are missing')
  return createS3Storage({ url, region, accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY })
}
