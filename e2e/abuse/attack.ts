import { type Reply, send } from './client.ts'
import type { World } from './world.ts'

/** One attack with the exact status it must get, and its required or forbidden effects. */
export type Attack = {
  name: string
  send: (world: World) => Promise<Reply>
  status: number
  effect?: (reply: Reply, world: World) => Promise<void> | void
}

/** A call with the caller’s own token. */
export const mine = (name: string, key: string, body: unknown, status = 400): Attack => ({
  name,
  send: ({ me }) => send(key, { token: me.token, body }),
  status,
})
