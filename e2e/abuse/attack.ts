import type { Reply } from './client.ts'
import type { World } from './world.ts'

/** One attack with the exact status it must get, and its required or forbidden effects. */
export type Attack = {
  name: string
  send: (world: World) => Promise<Reply>
  status: number
  effect?: (reply: Reply, world: World) => Promise<void> | void
}
