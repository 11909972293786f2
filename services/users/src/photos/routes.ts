import { publicPagesApi } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'
import type { Response } from 'express'
import { photosOf, publicCard } from '../profiles/card-review.ts'
import { isListed, type Profile } from '../profiles/profile.ts'
import { requireProfile } from '../profiles/require-profile.ts'
import type { UploadParts } from '../uploads/upload-commands.ts'
import { type PhotoParts, removePhoto, removePhotoOf, uploadPhoto } from './photo-commands.ts'

export type PhotoRouteParts = PhotoParts & UploadParts
export type SentPhotoParts = Pick<PhotoRouteParts, 'photos' | 'files' | 'profiles'>

export function photoRoutes(parts: PhotoRouteParts): readonly Route[] {
  const { photos, profiles } = parts
  const ownPhoto = async (userId: string) => {
    const profile = requireProfile(await profiles.find(userId))
    return success({ photo: profile.photo, waiting: profile.photo !== publicCard(profile).photo })
  }
  return [
    route(publicPagesApi, 'GET /me/photo', ({ identity }) => ownPhoto(identity.userId)),
    route(publicPagesApi, 'PUT /me/photo', async ({ identity, body }) => {
      const { _id } = requireProfile(await profiles.find(identity.userId))
      await uploadPhoto(parts, _id, body.upload)
      return ownPhoto(_id)
    }),
    route(publicPagesApi, 'DELETE /me/photo', async ({ identity }) => {
      await removePhoto(parts, identity.userId)
      return succeeded()
    }),
    route(publicPagesApi, 'DELETE /admin/teachers/:id/photo', async ({ identity, params, body }) => {
      const profile = await profiles.find(params.id)
      if (profile?.role !== 'teacher') throw problem('not-found')
      await removePhotoOf(parts, profile, {
        by: identity.userId,
        reason: body.reason.trim(),
        seen: body.photo,
      })
      return succeeded()
    }),
    route(publicPagesApi, 'GET /photos/:photo', async ({ params, identity, response }) => {
      const found = await photos.find(params.photo)
      const profile = found && (await profiles.find(found.teacherId))
      if (!found || !profile || !maySee(found, profile, identity)) throw problem('not-found')
      await sendPhoto(parts, response, found)
      return undefined
    }),
  ]
}

/** Everyone sees the public one; one that waits is seen by its owner and by administrators. */
function maySee({ _id }: { _id: string }, profile: Profile, identity: Identity | null): boolean {
  if (!photosOf(profile).has(_id) || profile.status === 'suspended') return false
  if (isListed(profile) && publicCard(profile).photo === _id) return true
  return identity !== null && (identity.userId === profile._id || isAdmin(identity.role))
}

/** The photo that everyone may see. @throws problem `not-found` */
export async function sendPublicPhoto(
  parts: SentPhotoParts,
  response: Response,
  teacherId: string,
): Promise<void> {
  const profile = await parts.profiles.find(teacherId)
  const photoId = profile && isListed(profile) && publicCard(profile).photo
  const found = photoId && (await parts.photos.find(photoId))
  if (!found) throw problem('not-found')
  await sendPhoto(parts, response, found)
}

/** Browsers revalidate it on each use, so a removed photo and one of a suspended teacher disappears at once. */
async function sendPhoto(
  { files }: Pick<PhotoParts, 'files'>,
  response: Response,
  { file }: { file: SealedFile },
): Promise<void> {
  const bytes = await files.get(file)
  if (!bytes) throw problem('not-found')
  response.set({ 'Cache-Control': 'no-cache', ETag: `"${file.hash}"` })
  response.type('image/webp').send(bytes)
}
