/** One service's part of what the platform holds about the caller; `GET /me/export` is made of all of them. */
export const exportPart = {
  access: 'signed-in',
  fresh: true,
  content: 'application/json',
  problems: [],
} as const
