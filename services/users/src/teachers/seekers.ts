import { isKeyOf } from '@darsi/contracts/choices.ts'
import { governorate } from '@darsi/contracts/governorates.ts'
import { educationLevels } from '@darsi/contracts/levels.ts'
import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { Profile } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { Seeker } from './teacher.ts'
import { subjectsIn } from './teacher-document.ts'
import type { WeekStore } from './week-store.ts'

export type Seeking = { seeker: Seeker; favorites: ReadonlySet<string> }
export type Seekers = ReturnType<typeof createSeekers>

const keptMs = 2000
const maxKept = 10_000

/** Who asks: place, hours and favourites, remembered for a moment because a search is typed in several steps. */
export function createSeekers(
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
  const kept = new Map<string, { until: number; seeking: Promise<Seeking> }>()

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
      const before = kept.get(userId)
      if (before && before.until > now()) return before.seeking
      if (kept.size >= maxKept) kept.clear()
      const seeking = load(userId)
      kept.set(userId, { until: now() + keptMs, seeking })
      seeking.catch(() => kept.delete(userId))
      return seeking
    },
    forget: (userId: string): void => {
      kept.delete(userId)
    },
  }
}

/** A parent looks for what the children need. */
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
