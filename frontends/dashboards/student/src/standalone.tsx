import { standalone } from '@darsi/ui/standalone.tsx'
import { Dashboard } from './dashboard.tsx'

standalone(Dashboard)
