/** Files that people may upload. The type is detected by the bytes, never by the name or the browser's statement. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const
export type FileType = (typeof fileTypes)[number]

export const fileLimit = 10 * 1024 * 1024
