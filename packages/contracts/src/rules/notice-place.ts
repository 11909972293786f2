/** What a notice or mail is about, as parameters of the dashboard's address: `?notice=lesson-moved&lesson=<id>`. */
const noticePlaceNames = [
  ...(['lesson', 'connection', 'report', 'alert', 'thread'] as const),
  // a child, a change to its protection, a request on the waiting list, a group hour
  ...(['child', 'change', 'waiting', 'group'] as const),
] as const
export type NoticePlace = { readonly [Name in (typeof noticePlaceNames)[number]]?: string | undefined }

/** Opens the reader's own dashboard; its bell knows the tab of each kind of notice. */
export function noticeAddress(kind: string, place: NoticePlace = {}): string {
  const parameters = new URLSearchParams({ notice: kind })
  for (const name of noticePlaceNames) {
    const value = place[name]
    if (value !== undefined) parameters.set(name, value)
  }
  return `/dashboard?${parameters}`
}
