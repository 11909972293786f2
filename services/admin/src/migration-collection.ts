type Row = {
  _id: string
  role?: string
  fullName?: string
  email?: string
  searchName?: string
  searchEmail?: string
  registrationNotes?: string
}

/** What a migration asks of the collection of rows. */
export type Collection = {
  find(filter: object, options: object): { toArray(): Promise<Row[]> }
  updateOne(filter: object, update: object): Promise<{ modifiedCount: number }>
}
