import { useEffect } from 'react'

/** What several parts of a dashboard show, so that a change in one is seen in the others. */
export type Subject = 'connections' | 'messages' | 'lessons' | 'children' | 'favourites' | 'alerts'

const changes = new EventTarget()

export function announce(subject: Subject): void {
  changes.dispatchEvent(new Event(subject))
}

/** Calls `heard` whenever another part has announced; wrap it in `useCallback`. */
export function useAnnounced(subject: Subject, heard: () => void): void {
  useEffect(() => {
    changes.addEventListener(subject, heard)
    return () => changes.removeEventListener(subject, heard)
  }, [subject, heard])
}
