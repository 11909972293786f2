import { applyTheme } from '@darsi/ui/apply-theme.ts'
import { startScriptsAfterPaint } from './scripts-after-paint.ts'

// runs before the page is painted: keep it tiny
applyTheme()
startScriptsAfterPaint()
