import { applyTheme } from '@darsi/design/styles/apply-theme.ts'
import { holdSubmits } from './held-submit.ts'
import { startScriptsAfterPaint } from './scripts-after-paint.ts'

// runs before the first paint: keep it tiny
applyTheme()
holdSubmits()
startScriptsAfterPaint()
