import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { logIn, type Person, send, someone } from './client.ts'

/** The attackers and their targets. */
export type World = { me: Person; victim: Person; as: Readonly<Record<Role, Person>> }

export async function createWorld(): Promise<World> {
  const [me, victim] = [await someone(), await someone()]
  const entries: [Role, Person][] = []
  for (const { role, email } of demoAccounts) entries.push([role, await logIn(email, demoPassword)])
  const [admin] = entries.filter(([role]) => role === 'admin')
  // profiles and rows arrive by events
  for (const { id, token } of [me, victim]) {
    await eventually(async () => (await send('GET /api/me/profile', { token })).status === 200)
    await eventually(async () => {
      const row = await send(`GET /api/admin/users/${id}`, { token: admin?.[1].token })
      return row.status === 200
    })
  }
  // `as`: one account of each role is part of every demo
  return { me, victim, as: Object.fromEntries(entries) as Record<Role, Person> }
}
