import { takeAway } from '../../local/trials/steady-load.ts'
import { outageOfDatabase } from '../support/database-outage.ts'

/** MongoDB is stopped and started again while people register: it refuses connections. */
export const run = () => outageOfDatabase(takeAway)
