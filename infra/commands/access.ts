import { parseArgs } from 'node:util'
import { events } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import { kafkaRules } from '@darsi/kit/kafka/kafka-rules.ts'
import { newPassword } from '../access/access-files.ts'
import { kafkaCommands } from '../access/kafka-commands.ts'
import { mongoUsers } from '../access/mongo-users.ts'
import { redisAclFile } from '../access/redis-rules.ts'
import { PlainError } from '../local/process/fail.ts'
import { main } from '../local/process/main.ts'

// The access rules of each process at the servers, for their operators (docs/reference.md, Access to the servers):
// npm run --silent access -- kafka [--prefix r2-]    a shell script of kafka-acls.sh calls
// npm run --silent access -- mongo                   a script for mongosh, with fresh passwords
// npm run --silent access -- redis                   an ACL file, with fresh passwords
// `npm run keys -- --files secrets` makes the same together with the files that the processes read.
await main(async () => {
  const { positionals, values } = parseArgs({
    options: { prefix: { type: 'string' } },
    allowPositionals: true,
  })
  const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)
  const [server] = positionals
  if (server === 'kafka') print(kafkaCommands(kafkaRules(events, receivers, values.prefix)))
  else if (server === 'mongo') print(mongoUsers(newPassword))
  else if (server === 'redis') process.stdout.write(redisAclFile(newPassword))
  else throw new PlainError('npm run access -- kafka, mongo or redis')
  return 0
})
