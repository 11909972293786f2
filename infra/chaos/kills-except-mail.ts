import { runKills } from './support/kills.ts'

/** F2: as `kills`, but notifications and the mail server live on, so that no mail may have a second copy. */
export const run = () => runKills({ sparesMail: true })
