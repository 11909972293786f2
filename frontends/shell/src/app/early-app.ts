import '../early/early.ts'
import { fetchAhead } from '../remotes/ahead.ts'
import { fetchProfileAhead } from '../session/profile-ahead.ts'

// the application's HTML has nothing to paint: keep it small, but use the time
fetchProfileAhead()
fetchAhead()
