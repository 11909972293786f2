import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import * as z from 'zod'
import { LedgerBroken, newestEntry, readLedger } from '../backup/erasure-ledger.ts'
import { noteErased, noteRestores, RestoreRefused, restore } from '../backup/restore.ts'
import { baseConfig, readConfig } from '../config/config.ts'

const usage = `Puts a backup into the empty databases at MONGO_URL, with the services stopped.

  BACKUP_PASSPHRASE=… restore --file FILE    a file of Data Export; or --passphrase-file FILE
  restore --after-mongorestore               once mongorestore, or a snapshot, has put the databases back

Both erase again whom the ledger of erasures names: the folder at ERASURE_LEDGER, or --ledger FOLDER.
--without-ledger goes on where the ledger is lost: then erase again by hand who asked for it since the backup.
`

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    mongo: { type: 'string' },
    'passphrase-file': { type: 'string' },
    'after-mongorestore': { type: 'boolean', default: false },
    ledger: { type: 'string', default: process.env['ERASURE_LEDGER'] ?? '' },
    'without-ledger': { type: 'boolean', default: false },
  },
})
const { file, mongo: url, 'passphrase-file': kept, 'after-mongorestore': isBack } = values
// read from the environment, never an argument: arguments are visible in the process list
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
  const erased = await ledgerOf(values)
  if (erased)
    say(`Newest entry of the ledger of erasures: ${newestEntry(erased.values())?.toISOString() ?? 'none'}.`)
  if (file && passphrase) {
    const written = await restore({ file, passphrase, mongo, say, erased })
    for (const [place, count] of written) say(`  ${place}: ${count}`)
  } else {
    await noteRestores(mongo)
    if (erased) say(`Accounts to erase again: ${await noteErased(mongo, erased)}.`)
  }
  say('Restored. Give the services a new TOPIC_PREFIX and start them; they make their indexes.')
} catch (error) {
  if (!(error instanceof RestoreRefused || error instanceof LedgerBroken)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await mongo.close()
}

/** Checked before anything is written. */
async function ledgerOf({ ledger, 'without-ledger': isLost }: { ledger: string; 'without-ledger': boolean }) {
  if (isLost) return null
  if (ledger) return readLedger(ledger)
  throw new RestoreRefused('Where is the ledger of erasures? Give --ledger FOLDER, or --without-ledger.')
}
