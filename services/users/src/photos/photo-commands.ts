import { randomUUID } from 'node:crypto'
import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { drawnPortrait } from '@darsi/kit/storage/drawn-portrait.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { type Profile, personOf } from '../profiles/profile.ts'
import type { TeacherStore } from '../teachers/teacher-store.ts'
import { cleanUpload, dropUpload, type UploadParts } from '../uploads/upload-commands.ts'
import type { PhotoStore } from './photo-store.ts'

export type PhotoParts = {
  photos: PhotoStore
  files: SealedFiles
  teachers: Pick<TeacherStore, 'setPhoto'>
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
): Promise<string> {
  // the upload first: a call at the same time keeps the photo before it drops the upload
  const sent = await parts.uploads.find(id, teacherId)
  const isKept = async () => (await parts.photos.of(teacherId))?.photoId === id
  if (await isKept()) return id
  if (!sent) throw problem('not-found')
  const cleaned = await cleanUpload(parts, sent, 'photo').catch(async (refused) => {
    if (await isKept()) return null
    throw refused
  })
  if (!cleaned) return id
  await keepPhoto(parts, { teacherId, photoId: id, bytes: cleaned.bytes })
  await dropUpload(parts, sent)
  return id
}

type Kept = { teacherId: string; photoId: string; bytes: Buffer }

async function keepPhoto({ photos, files, teachers, now }: PhotoParts, { teacherId, photoId, bytes }: Kept) {
  const file = await files.put('photos', { bytes, type: 'image/webp' })
  const written = await photos.set(teacherId, { photoId, file, at: now() })
  if (written === 'erased') {
    await files.remove(file)
    throw problem('profile-not-ready')
  }
  await teachers.setPhoto(teacherId, photoId)
  if (written.before) await files.remove(written.before)
}

/** By the owner, or because the account goes. */
export async function removePhoto({ photos, files, teachers }: PhotoParts, teacherId: string): Promise<void> {
  await teachers.setPhoto(teacherId, null)
  const file = await photos.remove(teacherId)
  if (file) await files.remove(file)
}

/** @throws problem `not-found` where there is no photo, `stale-version` where there is a newer one, `reason-required` */
export async function removePhotoOf(
  { photos, files, teachers, now }: PhotoParts,
  profile: Profile,
  { by, reason, seen }: { by: string; reason: string; seen: string | undefined },
): Promise<void> {
  if (reason === '') throw problem('reason-required')
  const teacherId = profile._id
  const file = await photos.removeBy(teacherId, seen, {
    type: 'photo.removed',
    data: { teacherId, by, at: now().toISOString() },
    personal: { ...personOf(profile), reason },
  })
  if (!file) throw problem('not-found')
  await teachers.setPhoto(teacherId, null)
  await files.remove(file)
}

export async function erasePhoto(parts: PhotoParts, teacherId: string, at: Date): Promise<void> {
  await removePhoto(parts, teacherId)
  await parts.photos.erase(teacherId, at)
}

/** Drawn portraits for the demo teachers; an uploaded photo is not replaced. */
export async function seedDemoPhotos(parts: PhotoParts): Promise<void> {
  await Promise.all(
    ['demo-teacher', ...demoTeacherIds].map(async (teacherId, number) => {
      // one in six has none, as among real people
      if (number % 6 === 5 || (await parts.photos.of(teacherId))) return
      // Karim, Amine, Rim, Sami, Ines: men's and women's names in turn
      const bytes = await drawnPortrait(number, number > 0 && number % 2 === 0)
      await keepPhoto(parts, { teacherId, photoId: randomUUID(), bytes })
    }),
  )
}
