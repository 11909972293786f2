import { plan } from '../fuzz/plan.ts'
import { type Found, fuzz } from '../fuzz/run.ts'
import { fuzzEnvironment } from '../fuzz/site.ts'
import { PlainError } from '../local/process/fail.ts'
import { main, say } from '../local/process/main.ts'
import { ensureTools, python } from '../local/tools/tools.ts'
import { inLanes, withTrialSite } from '../local/trials/trial.ts'

// `npm run fuzz` tests every service, `npm run fuzz -- users` one
await main(async () => {
  const [wanted] = process.argv.slice(2)
  const runs = plan.filter(({ service }) => wanted === undefined || service === wanted)
  if (runs.length === 0) throw new PlainError(`There is no service "${wanted}".`)
  await ensureTools([python], { say })
  const total = new Map<string, Found>()
  let short = 0
  await withTrialSite(fuzzEnvironment, async ({ url }) => {
    await inLanes(runs.length, 2, async (index) => {
      const run = runs[index]
      if (!run) return
      const found = await fuzz(run, url)
      say(`${run.service}: ${found.cases} cases of ${found.calls} calls, ${found.failures} findings`)
      if (found.cases < run.cases) {
        short++
        say(`${run.service}: fewer than the ${run.cases} cases of the plan`)
      }
      const before = total.get(run.service) ?? { cases: 0, failures: 0, calls: 0 }
      total.set(run.service, {
        cases: before.cases + found.cases,
        failures: before.failures + found.failures,
        calls: before.calls + found.calls,
      })
    })
  })
  say('')
  for (const [service, { cases, failures, calls }] of total)
    say(`${service.padEnd(14)} ${cases} cases of ${calls} calls, ${failures} findings`)
  return short === 0 && [...total.values()].every(({ failures }) => failures === 0) ? 0 : 1
})
