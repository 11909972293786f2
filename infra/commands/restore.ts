import { runAtTerminal } from '../local/beside-site.ts'
import { main } from '../local/main.ts'

// `BACKUP_PASSPHRASE=… npm run restore -- --file darsi-backup.darsi [--mongo mongodb://…]`
await main(() => runAtTerminal('packages/kit/src/restore-cli.ts', process.argv.slice(2)))
