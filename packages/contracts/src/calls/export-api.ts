/** One service's part of the caller's data; `GET /me/export` is composed of all of them. */
export const exportPart = {
  access: 'signed-in',
  fresh: true,
  content: 'application/json',
  problems: [],
} as const
