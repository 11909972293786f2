/** Files that people may upload. The type is judged by the bytes, never by the name or what the browser says. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const
export type FileType = (typeof fileTypes)[number]

export const fileLimit = 10 * 1024 * 1024
