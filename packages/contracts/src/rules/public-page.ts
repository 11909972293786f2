/** The last part of the address of a teacher's public page: letters, digits and single hyphens. */
export const slugForm = /^(?=.{3,60}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

export const publicPagePath = (slug: string): string => `/teachers/${slug}`
/** The id changes with each upload, so an old address is 404. */
export const photoPath = (photoId: string): string => `/api/photos/${photoId}`
