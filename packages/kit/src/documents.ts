/**
 * The few operations that outbox, relay and projections ask of a collection. A mongoose model's `collection` has
 * them; so has the in-memory stand-in of the property tests, which passes the same suite.
 */
export type Documents = {
  findOne(filter: object, options?: object): Promise<unknown>
  findOneAndUpdate(filter: object, update: object, options: object): Promise<unknown>
  findOneAndReplace(filter: object, document: object): Promise<unknown>
  updateOne(
    filter: object,
    update: object,
    options?: { upsert?: boolean },
  ): Promise<{ matchedCount: number; upsertedCount: number }>
  find(filter: object, options: object): { toArray(): Promise<unknown[]> }
  countDocuments(filter: object): Promise<number>
}

/** Any mongoose model. */
export type Stored = { readonly modelName: string; readonly collection: Documents }
