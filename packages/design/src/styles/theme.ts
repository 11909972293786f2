import { useSyncExternalStore } from 'react'
import { applyTheme, readTheme, type Theme, themeKey } from './apply-theme.ts'

const listeners = new Set<() => void>()

export function writeTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // without storage the theme lasts until the page is left
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system'), writeTheme]
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== themeKey) return
    applyTheme()
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
