/**
 * The few operations that outbox, relay and projections need. The driver's typed collection has them, and the in-memory
 * collection of the property tests, which passes the same suite.
 */
export type Documents<D = unknown> = {
  readonly collectionName: string
  findOne(filter: object, options?: object): Promise<D | null>
  insertOne(document: D, options?: object): Promise<unknown>
  findOneAndUpdate(filter: object, update: object, options: object): Promise<D | null>
  findOneAndReplace(filter: object, document: object): Promise<D | null>
  updateOne(
    filter: object,
    update: object,
    options?: { upsert?: boolean },
  ): Promise<{ matchedCount: number; upsertedCount: number }>
  deleteMany(filter: object): Promise<{ deletedCount: number }>
  find(filter: object, options: object): { toArray(): Promise<D[]> }
  countDocuments(filter: object): Promise<number>
}
