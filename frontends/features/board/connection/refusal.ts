/** Why the server took objects of this browser back. */
export const refusals = ['contact-details', 'page-full', 'text-too-long'] as const
export type Refusal = (typeof refusals)[number]

/** From the server's message; null for every other message. */
export function readRefusal(message: string): { why: Refusal; ids: readonly string[] } | null {
  const fields = fieldsOf(message)
  const why = refusals.find((each) => each === fields['why'])
  if (fields['type'] !== 'refused' || why === undefined || !Array.isArray(fields['ids'])) return null
  return { why, ids: fields['ids'].filter((id) => typeof id === 'string') }
}

function fieldsOf(message: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(message)
    return { ...(typeof read === 'object' && read) }
  } catch {
    return {}
  }
}
