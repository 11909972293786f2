// first, because it declares the order of the cascade layers
import '@darsi/design/styles/styles.css'
import { applyLanguage } from '@darsi/design/i18n/i18n.tsx'
import { createRoot } from 'react-dom/client'
import { appLanguage } from '../language.ts'
import { startServiceWorker } from '../offline/service-worker.ts'
import { api } from './app-api.ts'
import { App } from './app-root.tsx'
import { loadFirstScreen } from './first-screen.ts'

const language = appLanguage()
applyLanguage(language)
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
void loadFirstScreen(api).then(() => createRoot(root).render(<App language={language} />))

// a page from the back-forward cache may show an account that has signed out meanwhile
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

startServiceWorker()
