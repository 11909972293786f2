import { applyTheme } from '@darsi/design/styles/apply-theme.ts'
import { showBrowserLanguage } from './browser-language.ts'
import { holdSubmits } from './held-submit.ts'
import { startScriptsAfterPaint } from './scripts-after-paint.ts'

// runs before the first paint: keep it tiny
showBrowserLanguage()
applyTheme()
holdSubmits()
startScriptsAfterPaint()
