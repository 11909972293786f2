export type Row = { _id: string } & Readonly<Record<string, unknown>>

/** What a migration asks of the collection of rows. */
export type Collection = {
  find(filter: object, options: object): { toArray(): Promise<Row[]> }
  updateOne(filter: object, update: object): Promise<{ modifiedCount: number }>
}
