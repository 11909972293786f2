import { createConnection } from 'mongoose'
import type { Site } from '../../local/site/site.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import { someStudent } from '../../local/trials/trial.ts'

/** Registrations of one scenario, each tried once, and how many acknowledged ones the database lost. */
export function countedRegistrations({ url, servers }: Pick<Site, 'url' | 'servers'>) {
  const { call, close } = createCaller(url)
  const acknowledged: string[] = []
  return {
    close,
    register: async () => {
      const person = someStudent()
      const answer = await call('POST /auth/register', { body: person })
      if (answer.status === 201) acknowledged.push(person.email)
      return answer
    },
    lost: async (): Promise<number> => {
      const mongo = await createConnection(servers.MONGO_URL).asPromise()
      const accounts = mongo.useDb('darsi-auth').collection('accounts')
      const kept = await accounts.countDocuments({ email: { $in: acknowledged } })
      await mongo.close()
      return acknowledged.length - kept
    },
  }
}
