import './early.ts'
import { fetchAhead } from './ahead.ts'

// the application's HTML has nothing to paint: keep it small, but use the time
fetchAhead()
