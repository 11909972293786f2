import { runKills } from './support/kills.ts'

/** F1: kills each process, also Kafka, the database, Redis and the mail server, while people register. */
export const run = () => runKills({ sparesMail: false })
