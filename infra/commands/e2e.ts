import { main } from '../local/fail.ts'
import { conclude } from '../local/steps.ts'
import { stories } from '../local/stories.ts'

await main(async () => conclude([await stories(process.argv.slice(2))]))
