import { applyTheme } from '@darsi/ui/apply-theme.ts'

// runs before the page is painted: keep it tiny
applyTheme()
