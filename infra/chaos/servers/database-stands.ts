import { standStill } from '../../local/trials/steady-load.ts'
import { outageOfDatabase } from '../support/database-outage.ts'

/** MongoDB is paused and resumed while people register: it accepts connections and answers nothing. */
export const run = () => outageOfDatabase(standStill)
