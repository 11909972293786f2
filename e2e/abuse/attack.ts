import type { Reply } from './client.ts'
import type { World } from './world.ts'

/** One thing that an attacker tries, the exact status, and what must or must not have come of it. */
export type Attack = {
  name: string
  send: (world: World) => Promise<Reply>
  status: number
  effect?: (reply: Reply, world: World) => Promise<void> | void
}
