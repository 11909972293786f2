import { createContext, useContext, useEffect, useId } from 'react'

/** Knows what would be lost on leaving: the whole page has one, and each dialog has its own. */
export type Guard = {
  mark: (id: string, unsaved: boolean) => void
  /** Runs it at once, or after the question if something is unsaved. */
  ask: (leave: () => void, stay?: () => void) => void
  isUnsaved: () => boolean
}

const free: Guard = { mark: () => {}, ask: (leave) => leave(), isUnsaved: () => false }
export const Leaving = createContext<Guard>(free)

/** Reports whether this part of the page has unsaved input, to the dialog around it and to the page. */
export function useUnsaved(unsaved: boolean): void {
  const id = useId()
  const { mark } = useContext(Leaving)
  useEffect(() => {
    mark(id, unsaved)
    return () => mark(id, false)
  }, [id, mark, unsaved])
}

export const useLeaving = (): Pick<Guard, 'ask' | 'isUnsaved'> => useContext(Leaving)
