/** The last part of the address of a teacher's public page: letters, digits and single hyphens. */
export const slugForm = /^(?=.{3,60}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

export const publicPagePath = (slug: string): string => `/teachers/${slug}`
/** Named by an id that changes with each upload: whoever has an old address gets nothing. */
export const photoPath = (photoId: string): string => `/api/photos/${photoId}`
