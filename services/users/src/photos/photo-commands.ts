import { randomUUID } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { drawnPortrait } from '@darsi/kit/storage/drawn-portrait.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { photosOf, publicCard, reviewAfter, withoutPhoto } from '../profiles/card-review.ts'
import { type Profile, personOf } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { cleanUpload, dropUpload, type UploadParts } from '../uploads/upload-commands.ts'
import type { PhotoStore } from './photo-store.ts'

export type PhotoParts = {
  photos: PhotoStore
  files: SealedFiles
  profiles: Pick<ProfileStore, 'find' | 'update'>
  now: () => Date
}

/**
 * Takes a complete upload; its id becomes the photo's, so that a repeated call changes nothing. A file is written before
 * its document and deleted after it: what a crash leaves behind is an orphan, never a loss.
 */
export async function uploadPhoto(
  parts: PhotoParts & UploadParts,
  teacherId: string,
  id: string,
): Promise<void> {
  // the upload first: a call at the same time keeps the photo before it drops the upload
  const sent = await parts.uploads.find(id, teacherId)
  const isKept = async () => (await parts.profiles.find(teacherId))?.photo === id
  if (await isKept()) return
  if (!sent) throw problem('not-found')
  const cleaned = await cleanUpload(parts, sent, 'photo').catch(async (refused) => {
    if (await isKept()) return null
    throw refused
  })
  if (!cleaned) return
  await keepPhoto(parts, { teacherId, photoId: id, bytes: cleaned.bytes })
  await dropUpload(parts, sent)
}

type Kept = { teacherId: string; photoId: string; bytes: Buffer; isReviewed?: boolean }

/** @throws problem `profile-not-ready` where the account is no more */
async function keepPhoto(parts: PhotoParts, { teacherId, photoId, bytes, isReviewed = false }: Kept) {
  const { photos, files, now } = parts
  const at = now()
  const file = await files.put('photos', { bytes, type: 'image/webp' })
  if (!(await photos.add({ _id: photoId, teacherId, file, at }))) await files.remove(file)
  const changed = await changeCard(parts, teacherId, (profile) => {
    const after = { ...profile, photo: photoId }
    const harmless = isReviewed ? { photo: photoId } : {}
    return { ...after, ...reviewAfter(profile, after, at, harmless), updatedAt: at }
  })
  if (changed) return
  await dropPhoto(parts, photoId)
  throw problem('profile-not-ready')
}

/** Changes what is public of the teacher or waits for it, and removes the photos that nothing names any more. */
export async function changeCard(
  parts: PhotoParts,
  teacherId: string,
  decide: (profile: Profile) => Profile | null,
  event?: (changed: Profile) => EventInput,
): Promise<{ before: Profile; after: Profile } | null> {
  const read: { before?: Profile } = {}
  const after = await parts.profiles.update(
    teacherId,
    (profile) => {
      read.before = profile
      return decide(profile)
    },
    event && { eventOf: event },
  )
  if (!read.before || !after) return null
  const kept = photosOf(after)
  for (const photoId of photosOf(read.before)) if (!kept.has(photoId)) await dropPhoto(parts, photoId)
  return { before: read.before, after }
}

async function dropPhoto({ photos, files }: PhotoParts, photoId: string): Promise<void> {
  const found = await photos.find(photoId)
  await photos.remove(photoId)
  if (found) await files.remove(found.file)
}

/** By the owner: also the one that waits for an administrator. */
export async function removePhoto(parts: PhotoParts, teacherId: string): Promise<void> {
  const at = parts.now()
  await changeCard(parts, teacherId, (profile) => removed(profile, at))
}

/** @throws problem `not-found` where there is no photo, `stale-version` where there is another one, `reason-required` */
export async function removePhotoOf(
  parts: PhotoParts,
  profile: Profile,
  { by, reason, seen }: { by: string; reason: string; seen: string | undefined },
): Promise<void> {
  if (reason === '') throw problem('reason-required')
  const at = parts.now()
  let wasRemoved = false
  const decide = (found: Profile) => {
    const after = removed(found, at, seen)
    wasRemoved = after !== null
    if (!after && photosOf(found).size > 0) throw problem('stale-version')
    return after
  }
  const changed = await changeCard(parts, profile._id, decide, () => ({
    type: 'photo.removed',
    data: { teacherId: profile._id, by, at: at.toISOString() },
    personal: { ...personOf(profile), reason },
  }))
  if (!wasRemoved) throw problem('not-found')
  // one write has one event; this one takes the new card to administrators
  if (changed) await parts.profiles.update(profile._id, (found) => found)
}

function removed(profile: Profile, at: Date, seen?: string): Profile | null {
  const after = withoutPhoto(profile, at, seen)
  return after && { ...after, updatedAt: at }
}

/** The files; the profile is reset or erased by the caller. */
export async function erasePhotos(parts: PhotoParts, teacherId: string): Promise<void> {
  for (const { _id } of await parts.photos.of(teacherId)) await dropPhoto(parts, _id)
}

/** Drawn portraits for the demo teachers; an uploaded photo is not replaced. */
export async function seedDemoPhotos(parts: PhotoParts): Promise<void> {
  await Promise.all(
    ['demo-teacher', ...demoTeacherIds].map(async (teacherId, number) => {
      const profile = await parts.profiles.find(teacherId)
      // one in six has none, as among real people
      if (number % 6 === 5 || !profile || publicCard(profile).photo) return
      // Karim, Amine, Rim, Sami, Ines: men's and women's names in turn
      const bytes = await drawnPortrait(number, number > 0 && number % 2 === 0)
      await keepPhoto(parts, { teacherId, photoId: randomUUID(), bytes, isReviewed: true })
    }),
  )
}
