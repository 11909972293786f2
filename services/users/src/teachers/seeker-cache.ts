import { isKeyOf } from '@darsi/contracts/reference/choices.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { Seeker } from './teacher.ts'
import { subjectsIn } from './teacher-document.ts'
import type { WeekStore } from './week-store.ts'

export type Seeking = { seeker: Seeker; favorites: ReadonlySet<string> }
export type SeekerCache = ReturnType<typeof createSeekerCache>

const cachedMs = 2000
const maxCached = 10_000

/** The searching person's place, hours and favourites, cached because a search is typed in several steps. */
export function createSeekerCache(
  {
    profiles,
    children,
    weeks,
    favorites,
  }: {
    profiles: Pick<ProfileStore, 'find'>
    children: Pick<ChildStore, 'ofGuardian'>
    weeks: WeekStore
    favorites: FavoriteStore
  },
  now: () => number = Date.now,
) {
  const cached = new Map<string, { until: number; seeking: Promise<Seeking> }>()

  const load = async (userId: string): Promise<Seeking> => {
    const [profile, slots, ids] = await Promise.all([
      profiles.find(userId),
      weeks.find(userId),
      favorites.of(userId),
    ])
    const kids = profile?.role === 'parent' ? await children.ofGuardian(userId) : []
    return { seeker: seekerOf(profile, slots, kids), favorites: new Set(ids) }
  }

  return {
    of: (userId: string): Promise<Seeking> => {
      const found = cached.get(userId)
      if (found && found.until > now()) return found.seeking
      if (cached.size >= maxCached) cached.clear()
      const seeking = load(userId)
      cached.set(userId, { until: now() + cachedMs, seeking })
      seeking.catch(() => cached.delete(userId))
      return seeking
    },
    forget: (userId: string): void => {
      cached.delete(userId)
    },
  }
}

/** For a parent, the levels and subjects are the children's. */
export function seekerOf(
  profile: Profile | null,
  slots: readonly number[] | null,
  children: readonly Pick<Child, 'educationLevel' | 'subjects'>[],
): Seeker {
  const { location, roleData } = profile ?? {}
  const levels =
    children.length > 0 ? children.map((child) => child.educationLevel) : [roleData?.['educationLevel']]
  const subjects = children.flatMap((child) => child.subjects)
  return {
    governorateId: governorate(location?.governorate_id)?.id ?? null,
    delegationId: location?.delegation_id ?? null,
    slots,
    subjects: subjectsIn(
      subjects.length > 0 ? subjects : (roleData?.['subjects'] ?? roleData?.['tutoringSubjects']),
    ),
    levels: [...new Set(levels.filter((level) => isKeyOf(educationLevels, level)))],
  }
}
