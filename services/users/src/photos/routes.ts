import { publicPagesApi } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Response } from 'express'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { requireProfile } from '../profiles/require-profile.ts'
import type { UploadParts } from '../uploads/upload-commands.ts'
import { type PhotoParts, removePhoto, removePhotoOf, uploadPhoto } from './photo-commands.ts'

export type PhotoRouteParts = PhotoParts &
  UploadParts & {
    profiles: Pick<ProfileStore, 'find'>
  }
export type SentPhotoParts = Pick<PhotoRouteParts, 'photos' | 'files' | 'profiles'>

export function photoRoutes(parts: PhotoRouteParts): readonly Route[] {
  const { photos, profiles } = parts
  return [
    route(publicPagesApi, 'GET /me/photo', async ({ identity }) =>
      success({ photo: (await photos.of(identity.userId))?.photoId ?? null }),
    ),
    route(publicPagesApi, 'PUT /me/photo', async ({ identity, body }) => {
      const { _id } = requireProfile(await profiles.find(identity.userId))
      return success({ photo: await uploadPhoto(parts, _id, body.upload) })
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
    route(publicPagesApi, 'GET /photos/:photo', async ({ params, response }) => {
      const found = await photos.byPhotoId(params.photo)
      if (!found) throw problem('not-found')
      await sendPhoto(parts, response, found._id)
      return undefined
    }),
  ]
}

/**
 * Sends a photo by the id that its owner, administrators and readers of the card know. Browsers revalidate it on each
 * use, so a removed photo and one of a suspended teacher disappears at once. @throws problem `not-found`
 */
export async function sendPhoto(
  { photos, files, profiles }: SentPhotoParts,
  response: Response,
  teacherId: string,
): Promise<void> {
  const [profile, photo] = await Promise.all([profiles.find(teacherId), photos.of(teacherId)])
  if (!photo || !profile || profile.status === 'suspended') throw problem('not-found')
  const bytes = await files.get(photo.file)
  if (!bytes) throw problem('not-found')
  response.set({ 'Cache-Control': 'no-cache', ETag: `"${photo.file.hash}"` })
  response.type('image/webp').send(bytes)
}
