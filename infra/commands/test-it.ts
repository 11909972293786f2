import { integration } from '../local/checks.ts'
import { main } from '../local/fail.ts'
import { conclude } from '../local/steps.ts'

await main(async () => conclude([await integration(process.argv.slice(2))]))
