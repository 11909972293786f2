import { runReemit } from '@darsi/kit/events/reemit-cli.ts'
import { stateSources } from './states.ts'

await runReemit('admin', stateSources)
