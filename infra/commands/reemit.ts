import { PlainError } from '../local/process/fail.ts'
import { main } from '../local/process/main.ts'
import { runBesideSite } from '../local/site/beside-site.ts'

const [service = '', ...options] = process.argv.slice(2)
const sources = ['users', 'auth', 'availability', 'admin']

// `npm run reemit -- users`: rebuilds what other services store of users' data
await main(() => {
  if (sources.includes(service)) return runBesideSite(`services/${service}/src/reemit.ts`, options)
  if (service === 'classroom' || service === 'notifications')
    throw new PlainError(
      `${service} has no state records: no other service stores its data. Its own read models come from users and admin: npm run reemit -- users, then admin.`,
    )
  throw new PlainError(`npm run reemit -- ${sources.join('|')} [--per-second N]`)
})
