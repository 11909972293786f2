import { templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { texts } from '../texts.ts'

/** Notes of declined requests; both sides read them. */
export const declineReasons = templatesOf(texts.declineReasons)
