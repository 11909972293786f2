import { afterAll } from '@jest/globals'
import { connectMongo } from '../mongo/mongo.ts'
import { testServers, unique } from './testing.ts'

/** A database for the tests of a file; it is dropped after them. */
export async function databaseOfFile(name: string) {
  const connection = await connectMongo(testServers().mongoUrl, unique(name))
  afterAll(async () => {
    await connection.dropDatabase()
    await connection.close()
  })
  return connection
}
