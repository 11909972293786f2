import * as z from 'zod'
import { sealingKey } from '../config/config.ts'

/** Settings of a service with files; it spreads them into its own `z.object`. */
export const storagePlace = {
  FILE_STORAGE: z
    .url({ protocol: /^(file|https?)$/ })
    .describe(
      'Where sealed uploaded files are stored: a folder (`file:///files`), or the address of an S3-compatible server with the bucket as path.',
    ),
  S3_REGION: z.string().min(1).default('auto').describe('Region of the bucket in FILE_STORAGE.'),
  S3_ACCESS_KEY: z.string().min(1).optional().describe('Access key of the bucket in FILE_STORAGE. Secret.'),
  S3_SECRET_KEY: z.string().min(1).optional().describe('Secret key of the bucket in FILE_STORAGE. Secret.'),
}

/** What a service reads that keeps files; it spreads this into its own `z.object`. */
export const storageConfig = {
  ...storagePlace,
  FILE_KEY: sealingKey('that seal the keys of uploaded files'),
}
