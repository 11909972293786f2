import { runReemit } from '@darsi/kit/commands/reemit-cli.ts'
import { stateSources } from './states.ts'

await runReemit('admin', stateSources)
