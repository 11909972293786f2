import type { ContactKind } from '@darsi/contracts/rules/contact-details/found.ts'
import { useEffect, useState } from 'react'

const pauseMs = 400

/**
 * The contact details in a text while it is typed, after a short pause. The rule is loaded with the first text: most
 * visits write none.
 * @returns null until the rule has judged the first text
 */
export function useContactDetails(before: readonly string[], text: string): readonly ContactKind[] | null {
  const [kinds, setKinds] = useState<readonly ContactKind[] | null>(null)
  // the texts themselves: callers make a new list with each render
  const earlier = JSON.stringify(before)
  useEffect(() => {
    let isStale = false
    const judge = async () => {
      const { contactDetailsAfter } = await import('@darsi/contracts/rules/contact-details/together.ts')
      if (!isStale) setKinds(contactDetailsAfter(JSON.parse(earlier), text))
    }
    // without the rule nothing is said; the server judges the text anyway
    const timer = setTimeout(() => void judge().catch(() => {}), pauseMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [earlier, text])
  return text.trim() === '' ? [] : kinds
}
