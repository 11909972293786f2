import type { PublicPage } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { publicCard, reviewAfter } from '../profiles/card-review.ts'
import { isFindable, isListed, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { ListedTeacher, TeacherQueries } from '../teachers/teacher-queries.ts'
import type { TeacherStore } from '../teachers/teacher-store.ts'
import type { PublicPageStore } from './public-page-store.ts'
import { checkSlug, isNameSlug, proposedSlug } from './slug.ts'

export type PublicPageParts = {
  publicPages: PublicPageStore
  profiles: Pick<ProfileStore, 'find' | 'findAll' | 'update'>
  teacherQueries: TeacherQueries
  teachers: Pick<TeacherStore, 'setPublic'>
  now: () => Date
}

export type ReadablePageParts = Pick<PublicPageParts, 'publicPages' | 'profiles' | 'teacherQueries'>

export async function publicPageOf({ publicPages }: PublicPageParts, profile: Profile): Promise<PublicPage> {
  const enabled = await publicPages.isEnabled(profile._id)
  const shownSlug = publicCard(profile).slug
  const reachable = enabled && shownSlug !== '' && isFindable(profile)
  return { enabled, slug: profile.slug, shownSlug, proposal: proposedSlug(profile), reachable }
}

/**
 * An address waits for an administrator like the other parts of the card, unless it is made of the teacher's name or was
 * public before. @throws problem `slug-invalid`, `slug-taken`, `slugs-full` or `contact-details-refused`
 */
export async function changePublicPage(
  parts: PublicPageParts,
  profile: Profile,
  { enabled, slug }: { enabled: boolean; slug: string },
): Promise<void> {
  const { publicPages, teachers, now } = parts
  const { _id } = profile
  // who only switches it off needs no address
  if (slug !== '' || enabled) {
    checkSlug(slug)
    const claimed = await publicPages.claim(slug, _id, now())
    if (claimed === 'taken') throw problem('slug-taken')
    if (claimed === 'full') throw problem('slugs-full')
    await changeSlug(parts, profile, slug)
  }
  await publicPages.enable(_id, enabled, now())
  await teachers.setPublic(_id, enabled)
}

async function changeSlug({ publicPages, profiles, now }: PublicPageParts, teacher: Profile, slug: string) {
  const at = now()
  const wasPublic = (await publicPages.find(slug))?.wasPublic === true
  await noteShownSlug(publicPages, teacher)
  const read: { before?: Profile } = {}
  const changed = await profiles.update(teacher._id, (profile) => {
    read.before = profile
    if (profile.slug === slug) return null
    const after = { ...profile, slug }
    const harmless = wasPublic || isNameSlug(slug, profile) ? { slug } : {}
    return { ...after, ...reviewAfter(profile, after, at, harmless), updatedAt: at }
  })
  if (read.before && changed) await releaseSlugs(publicPages, read.before, changed)
}

/** Before a change of the card, so that a replaced address leads to the new one from the first moment. */
export async function noteShownSlug(
  publicPages: Pick<PublicPageStore, 'notePublic'>,
  profile: Profile,
): Promise<void> {
  if (!isListed(profile)) return
  const { slug } = publicCard(profile)
  if (slug !== '') await publicPages.notePublic(slug)
}

/** An address that was never public is given back. */
export async function releaseSlugs(
  publicPages: Pick<PublicPageStore, 'release'>,
  before: Profile,
  after: Profile,
): Promise<void> {
  const named = new Set([after.slug, publicCard(after).slug])
  for (const slug of [before.slug, publicCard(before).slug])
    if (slug !== '' && !named.has(slug)) await publicPages.release(slug)
}

type Found = { teacher: ListedTeacher; slug: string }

/** The teacher of a public page that everyone may read now: switched on, approved, proven, visible and not erased. */
export async function readablePage(
  { publicPages, profiles, teacherQueries }: ReadablePageParts,
  address: string,
): Promise<Found | null> {
  const claim = await publicPages.find(address)
  if (!claim || !(await publicPages.isEnabled(claim.teacherId))) return null
  // checks the profile too: profile and search get the event of a suspension separately
  const profile = await profiles.find(claim.teacherId)
  if (!profile || !isFindable(profile)) return null
  const { slug } = publicCard(profile)
  if (slug === '' || (slug !== address && !claim.wasPublic)) return null
  const [teacher] = await teacherQueries.listed([claim.teacherId])
  return teacher ? { teacher, slug } : null
}

const mostInSitemap = 16_000

export async function readableSlugs({ publicPages, profiles, teacherQueries }: PublicPageParts) {
  const pages = await publicPages.enabled(mostInSitemap)
  const listed = await teacherQueries.listed(pages.map(({ _id }) => _id))
  const found = await profiles.findAll(listed.map(({ id }) => id))
  return [...found.values()].map((profile) => publicCard(profile).slug).filter((slug) => slug !== '')
}

/** Half of the demo teachers have a public page. */
export async function seedDemoPages(parts: PublicPageParts): Promise<void> {
  for (const [number, teacherId] of ['demo-teacher', ...demoTeacherIds].entries()) {
    const profile = await parts.profiles.find(teacherId)
    if (!profile || number % 2 === 1 || profile.slug !== '') continue
    const slug = proposedSlug(profile)
    if ((await parts.publicPages.claim(slug, teacherId, parts.now())) === 'claimed')
      await changePublicPage(parts, profile, { enabled: true, slug })
  }
}
