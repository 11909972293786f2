import '../early/early.ts'
import { fetchAhead } from '../remotes/ahead.ts'

// the application's HTML has nothing to paint: keep it small, but use the time
fetchAhead()
