import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createConnection } from 'mongoose'
import { PlainError } from '../local/fail.ts'
import { main, say } from '../local/main.ts'
import { restore } from '../local/restore.ts'

// `BACKUP_PASSPHRASE=… npm run restore -- --file darsi-backup.darsi [--mongo mongodb://…] [--passphrase-file …]`
await main(async () => {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, mongo: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  })
  const { file, mongo: url = process.env['MONGO_URL'] } = values
  const kept = values['passphrase-file']
  // never an argument: those stand in the list of processes
  const passphrase = kept ? readFileSync(kept, 'utf8').trim() : process.env['BACKUP_PASSPHRASE']
  if (!file || !url || !passphrase)
    throw new PlainError(
      'Which one? BACKUP_PASSPHRASE=… npm run restore -- --file FILE --mongo mongodb://… (or MONGO_URL, or --passphrase-file)',
    )
  const mongo = await createConnection(url).asPromise()
  try {
    const written = await restore({ file, passphrase, mongo, say })
    for (const [place, count] of written) say(`  ${place}: ${count}`)
    say('Restored. Start the services; they make their indexes.')
  } finally {
    await mongo.close()
  }
  return 0
})
