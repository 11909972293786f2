const dayMs = 24 * 3600 * 1000

/**
 * True for an event of a demo's invented history: it says that it happened more than a day before it was written. Its
 * mail would be hundreds of mails about lessons of past weeks at each first start.
 */
export function isHistory({ data, time }: { data: object; time: string }): boolean {
  const at = 'at' in data ? data.at : undefined
  return typeof at === 'string' && Date.parse(time) - Date.parse(at) > dayMs
}
