import { standalone } from '@darsi/client/dashboard/standalone.tsx'
import { Dashboard } from './dashboard.tsx'

standalone(Dashboard)
