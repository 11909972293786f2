import { isKeyOf } from '@darsi/contracts/choices.ts'
import { governorate } from '@darsi/contracts/governorates.ts'
import { educationLevels } from '@darsi/contracts/levels.ts'
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
    weeks,
    favorites,
  }: { profiles: Pick<ProfileStore, 'find'>; weeks: WeekStore; favorites: FavoriteStore },
  now: () => number = Date.now,
) {
  const kept = new Map<string, { until: number; seeking: Promise<Seeking> }>()

  const load = async (userId: string): Promise<Seeking> => {
    const [profile, slots, ids] = await Promise.all([
      profiles.find(userId),
      weeks.find(userId),
      favorites.of(userId),
    ])
    return { seeker: seekerOf(profile, slots), favorites: new Set(ids) }
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

/** A parent's wishes are those told at registration. */
export function seekerOf(profile: Profile | null, slots: readonly number[] | null): Seeker {
  const { location, roleData } = profile ?? {}
  const level = roleData?.['educationLevel'] ?? roleData?.['childEducationLevel']
  return {
    governorateId: governorate(location?.governorate_id)?.id ?? null,
    delegationId: location?.delegation_id ?? null,
    slots,
    subjects: subjectsIn(roleData?.['subjects'] ?? roleData?.['tutoringSubjects']),
    levels: isKeyOf(educationLevels, level) ? [level] : [],
  }
}
