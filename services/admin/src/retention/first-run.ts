import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type FirstRun = { _id: string; since: Date }
const _id = 'rejected-accounts'

/**
 * When this system first removed rejected accounts. Rejections of earlier releases did not announce an erasure, so their
 * period begins here.
 */
export async function removesRejectedSince(connection: Connection): Promise<Date> {
  const runs = collection<FirstRun>(connection, 'retention')
  const since = new Date()
  if ((await runs.findOne({ _id })) === null && (await insertOnce(runs, { _id, since }))) return since
  // another replica may have been first
  return (await runs.findOne({ _id }))?.since ?? since
}
