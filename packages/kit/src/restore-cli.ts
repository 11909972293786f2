import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import * as z from 'zod'
import { baseConfig, readConfig } from './config.ts'
import { noteRestores, RestoreRefused, restore } from './restore.ts'

const usage = `Puts a backup into the empty databases at MONGO_URL, with the services stopped.

  BACKUP_PASSPHRASE=… restore --file FILE    a file of Data Export; or --passphrase-file FILE
  restore --after-mongorestore               once mongorestore, or a snapshot, has put the databases back
`

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    mongo: { type: 'string' },
    'passphrase-file': { type: 'string' },
    'after-mongorestore': { type: 'boolean', default: false },
  },
})
const { file, mongo: url, 'passphrase-file': kept, 'after-mongorestore': isBack } = values
// never an argument: those stand in the list of processes
const passphrase = kept ? readFileSync(kept, 'utf8').trim() : process.env['BACKUP_PASSPHRASE']
if (!isBack && (!file || !passphrase)) {
  process.stderr.write(usage)
  process.exit(2)
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
const mongo = await mongoose
  .createConnection(url ?? readConfig(z.object({ MONGO_URL: baseConfig.MONGO_URL })).MONGO_URL)
  .asPromise()
try {
  if (file && passphrase) {
    const written = await restore({ file, passphrase, mongo, say })
    for (const [place, count] of written) say(`  ${place}: ${count}`)
  } else await noteRestores(mongo)
  say('Restored. Give the services a new TOPIC_PREFIX and start them; they make their indexes.')
} catch (error) {
  if (!(error instanceof RestoreRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await mongo.close()
}
