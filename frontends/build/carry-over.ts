import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { carryOver, historyFile } from './history.ts'

// `node frontends/build/carry-over.ts <earlier dist> <dist>`: for an image that replaces an earlier one
const [earlier = '', dist = ''] = process.argv.slice(2)
const builds = carryOver(earlier, dist)
if (builds.length > 1) writeFileSync(resolve(dist, historyFile), JSON.stringify(builds))
process.stdout.write(`${dist}: ${builds.length - 1} earlier builds\n`)
