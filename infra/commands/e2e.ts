import { conclude } from '../local/checks/steps.ts'
import { prepareStories, stories } from '../local/checks/stories.ts'
import { main } from '../local/process/main.ts'

/*
 * `npm run e2e -- student` runs the stories of files with that name; `npm run pictures` compares the pages with
 * every kept picture, `npm run pictures -- --update` replaces those that differ, and `--answers` records the data of the
 * dashboards again before that.
 */
const args = process.argv.slice(2)
if (args.includes('--all')) process.env['PICTURES'] = 'all'
if (args.includes('--answers')) process.env['PICTURES_ANSWERS'] = 'true'
if (args.includes('--update') || args.includes('--answers')) process.env['PICTURES_UPDATE'] = 'true'
const names = args.filter((arg) => !arg.startsWith('--'))
await main(async () => conclude([await prepareStories(), await stories(names)]))
