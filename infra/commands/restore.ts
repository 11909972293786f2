import { join } from 'node:path'
import { main } from '../local/process/main.ts'
import { root } from '../local/process/paths.ts'
import { runAtTerminal } from '../local/site/beside-site.ts'
import { ledgerFolder } from '../local/site/environment.ts'

// `BACKUP_PASSPHRASE=… npm run restore -- --file darsi-backup.darsi [--mongo mongodb://… --ledger FOLDER]`
const args = process.argv.slice(2)
// the local site's ledger does not apply to other databases
const isLocal = !args.some((arg) => arg.startsWith('--mongo'))
const ledger = process.env['ERASURE_LEDGER'] ?? (isLocal ? join(root, '.data', ledgerFolder) : '')
await main(() => runAtTerminal('packages/kit/src/commands/restore-cli.ts', args, { ERASURE_LEDGER: ledger }))
