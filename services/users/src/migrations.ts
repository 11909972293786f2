import type { Role } from '@darsi/contracts/roles.ts'
import type { Migration } from '@darsi/kit/migrate.ts'
import { parentData, registeredChild, registeredInfo } from './children/child.ts'
import type { ChildStore } from './children/child-store.ts'
import { connectionsFollow, type FollowParts } from './follow-learners.ts'
import { employmentOf } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'

type Stores = {
  profiles: Pick<ProfileStore, 'idsOf' | 'find' | 'changeProfile'>
  children: Pick<ChildStore, 'tell'>
}

export function migrations({ profiles, children, ...parts }: Stores & FollowParts): readonly Migration[] {
  const each =
    (role: Role, change: (id: string) => Promise<boolean>): Migration['run'] =>
    async (alive) => {
      let changed = 0
      for (let after = ''; ; await alive()) {
        const ids = await profiles.idsOf(role, after)
        const last = ids.at(-1)
        if (last === undefined) return { changed }
        for (const id of ids) if (await change(id)) changed++
        after = last
      }
    }
  return [
    {
      id: '2026-11-21-parents-keep-no-child',
      run: each('parent', (id) => freeOfChild(id, { profiles, children })),
    },
    { id: '2026-11-21-tell-employment', run: each('teacher', (id) => tellEmployment(id, profiles)) },
    connectionsFollow({ ...parts, children }),
  ]
}

/** Administrators learn it by the next event of the profile. */
async function tellEmployment(id: string, profiles: Stores['profiles']): Promise<boolean> {
  const profile = await profiles.find(id)
  if (!profile || !employmentOf(profile)) return false
  await profiles.changeProfile(id, (now) => now)
  return true
}

/** Older code kept all that a parent told of a child at registration in the parent's own profile. */
async function freeOfChild(id: string, { profiles, children }: Stores): Promise<boolean> {
  const profile = await profiles.find(id)
  if (!profile || Object.keys(profile.roleData).every((field) => field === 'tutoringSubjects')) return false
  const registered = registeredChild(id, profile.roleData, profile.createdAt)
  const info = registeredInfo(profile.roleData)
  // a child that is gone takes along what was told of it
  if (registered && info !== '') await children.tell(registered._id, info)
  await profiles.changeProfile(id, (now) => ({ ...now, roleData: parentData(now.roleData, registered) }))
  return true
}
