import { useLeaving } from '@darsi/design/dialogs/leaving.ts'
import { useEffect, useState } from 'react'

/**
 * The part of a page that is open. If it has unsaved input, it stays open until the question is answered, however the
 * address changed: a click, a button inside the part or the browser's Back.
 * @param wanted the part that the address names
 * @param onStay writes the open part into the address again
 */
export function useGuarded<T>(wanted: T, onStay: (open: T) => void): T {
  const { ask, isUnsaved } = useLeaving()
  const [shown, setShown] = useState(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another part is a reason to ask
  useEffect(() => {
    if (wanted === shown) return
    ask(
      () => setShown(wanted),
      () => onStay(shown),
    )
  }, [wanted])
  return wanted !== shown && isUnsaved() ? shown : wanted
}
