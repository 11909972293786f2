import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { slugForm } from '@darsi/contracts/rules/public-page.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { publicSubjects } from '../profiles/card-review.ts'
import { type Profile, textOf } from '../profiles/profile.ts'
import { subjectsIn } from '../teachers/teacher-document.ts'

/** In an address of a few words these name an account: snap-karim. */
const services = new Set(
  'ig insta instagram snap snapchat fb facebook wa whatsapp tg telegram tiktok discord skype viber'.split(
    ' ',
  ),
)

/** @throws problem `slug-invalid`, or `contact-details-refused` for a telephone number in disguise */
export function checkSlug(slug: string): void {
  if (!slugForm.test(slug)) throw problem('slug-invalid')
  const text = slug.replaceAll('-', ' ')
  const digits = slug.replace(/\D/g, '')
  const namesService = slug.split('-').some((word) => services.has(word))
  if (digits.length > 4 || namesService || contactDetailsIn(text).length > 0)
    throw problem('contact-details-refused', { errors: [{ path: 'slug', slug: 'contact-details-refused' }] })
}

/** The name in Latin letters; for a name in Arabic letters subject and place. */
export function proposedSlug(profile: Profile): string {
  const name = slugOf(profile.fullName)
  if (slugForm.test(name)) return name
  const [subject = 'teacher'] = subjectsIn(publicSubjects(profile))
  const place = governorate(profile.location.governorate_id)?.name.en ?? textOf(profile.location.governorate)
  return slugOf(`${subject} ${place}`)
}

/** The proposed address, also with the number of a namesake: its words were approved with the name. */
export const isNameSlug = (slug: string, profile: Profile): boolean => {
  const proposal = proposedSlug(profile)
  return (
    slug === proposal ||
    (slug.startsWith(`${proposal}-`) && /^\d{1,2}$/.test(slug.slice(proposal.length + 1)))
  )
}

const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
