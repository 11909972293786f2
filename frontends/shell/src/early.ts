import { applyTheme } from '@darsi/design/styles/apply-theme.ts'
import { holdSubmits } from './held-submit.ts'
import { startScriptsAfterPaint } from './scripts-after-paint.ts'

// runs before the page is painted: keep it tiny
applyTheme()
holdSubmits()
startScriptsAfterPaint()
