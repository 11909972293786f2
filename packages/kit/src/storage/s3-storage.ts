import { S3mini } from 's3mini'
import { checkedKey, type Storage } from './storage.ts'

type Bucket = { url: string; region: string; accessKeyId: string; secretAccessKey: string }

/** Files in a bucket of any S3-compatible server; `url` is the server's address with the bucket as its path. */
export function createS3Storage({ url, ...access }: Bucket): Storage {
  const bucket = new S3mini({ endpoint: url, requestAbortTimeout: 30_000, ...access })
  return {
    put: async (key, bytes) => {
      await bucket.putObject(checkedKey(key), bytes, 'application/octet-stream')
    },
    get: async (key) => {
      const found = await bucket.getObjectArrayBuffer(checkedKey(key))
      return found && Buffer.from(found)
    },
    remove: async (key) => {
      await bucket.deleteObject(checkedKey(key))
    },
    // a bucket shows an object only when it is complete
    removeUnfinished: async () => 0,
    list: async function* (prefix) {
      for (let token: string | undefined; ; ) {
        const page = await bucket.listObjectsPaged('/', prefix, 1000, token)
        for (const { Key, LastModified } of page?.objects ?? [])
          yield { key: Key, at: new Date(LastModified) }
        token = page?.nextContinuationToken
        if (!token) return
      }
    },
  }
}
