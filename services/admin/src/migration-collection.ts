type Row = { _id: string; fullName?: string; email?: string; searchName?: string; searchEmail?: string }

/** What a migration asks of the collection of rows. */
export type Collection = {
  find(filter: object, options: object): { toArray(): Promise<Row[]> }
  updateOne(filter: object, update: object): Promise<{ modifiedCount: number }>
}
