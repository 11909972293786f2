import type { PublicPage } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { isFindable, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { ListedTeacher, TeacherQueries } from '../teachers/teacher-queries.ts'
import type { PublicPageStore } from './public-page-store.ts'
import { checkSlug, proposedSlug } from './slug.ts'

export type PublicPageParts = {
  publicPages: PublicPageStore
  profiles: Pick<ProfileStore, 'find'>
  teacherQueries: TeacherQueries
  now: () => Date
}

export async function publicPageOf({ publicPages }: PublicPageParts, profile: Profile): Promise<PublicPage> {
  const page = await publicPages.of(profile._id)
  return { ...page, proposal: proposedSlug(profile), reachable: page.enabled && isFindable(profile) }
}

/** @throws problem `slug-invalid`, `slug-taken`, `slugs-full` or `contact-details-refused` */
export async function changePublicPage(
  { publicPages, now }: PublicPageParts,
  { _id }: Profile,
  { enabled, slug }: { enabled: boolean; slug: string },
): Promise<void> {
  // who only switches it off needs no address
  if (slug !== '' || enabled) {
    checkSlug(slug)
    const claimed = await publicPages.claim(slug, _id, now())
    if (claimed === 'taken') throw problem('slug-taken')
    if (claimed === 'full') throw problem('slugs-full')
  }
  await publicPages.save(_id, { enabled, slug }, now())
}

type Found = { teacher: ListedTeacher; slug: string }

/** The teacher of a public page that everyone may read now: switched on, approved, proven, visible and not erased. */
export async function readablePage(
  { publicPages, profiles, teacherQueries }: PublicPageParts,
  slug: string,
): Promise<Found | null> {
  const page = await publicPages.bySlug(slug)
  // checks the profile too: profile and search get the event of a suspension separately
  if (!page || !isFindable(await profiles.find(page.teacherId))) return null
  const [teacher] = await teacherQueries.listed([page.teacherId])
  return teacher ? { teacher, slug: page.slug } : null
}

const mostInSitemap = 16_000

/** Addresses of the pages that everyone may read now. */
export async function readableSlugs({ publicPages, teacherQueries }: PublicPageParts): Promise<string[]> {
  const pages = await publicPages.enabled(mostInSitemap)
  const listed = await teacherQueries.listed(pages.map(({ _id }) => _id))
  const ids = new Set(listed.map(({ id }) => id))
  return pages.flatMap(({ _id, slug }) => (ids.has(_id) ? [slug] : []))
}

/** Half of the demo teachers have a public page. */
export async function seedDemoPages(parts: PublicPageParts): Promise<void> {
  for (const [number, teacherId] of ['demo-teacher', ...demoTeacherIds].entries()) {
    const profile = await parts.profiles.find(teacherId)
    if (!profile || number % 2 === 1 || (await parts.publicPages.of(teacherId)).slug !== '') continue
    const slug = proposedSlug(profile)
    if ((await parts.publicPages.claim(slug, teacherId, parts.now())) === 'claimed')
      await parts.publicPages.save(teacherId, { enabled: true, slug }, parts.now())
  }
}
