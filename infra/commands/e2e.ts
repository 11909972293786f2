import { main } from '../local/main.ts'
import { conclude } from '../local/steps.ts'
import { prepareStories, stories } from '../local/stories.ts'

// `npm run e2e -- student` runs the stories of files with that name
await main(async () => conclude([await prepareStories(), await stories(process.argv.slice(2))]))
