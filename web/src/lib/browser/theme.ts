import { useStored } from '../store.ts'
import { listenPreferences, readPreferences } from './preferences.ts'

const lightQuery = '(prefers-color-scheme: light)'
const grounds = { dark: '#0b0b0c', light: '#f6f6f5' }

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  const { theme } = readPreferences()
  const isLight = theme === 'light' || (theme === 'system' && matchMedia(lightQuery).matches)
  const applied = isLight ? 'light' : 'dark'
  document.documentElement.dataset['theme'] = applied
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', grounds[applied])
}

/** Keeps the theme up to date: the choice may change here or in another tab, and the system's theme may change too. */
export function followTheme(): () => void {
  applyTheme()
  const system = matchMedia(lightQuery)
  system.addEventListener('change', applyTheme)
  const stop = listenPreferences(applyTheme)
  return () => {
    system.removeEventListener('change', applyTheme)
    stop()
  }
}

const readApplied = () => (document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark')

function listenApplied(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The displayed theme, for drawings without style sheets. */
export const useAppliedTheme = (): 'light' | 'dark' => useStored({ listen: listenApplied, get: readApplied })
