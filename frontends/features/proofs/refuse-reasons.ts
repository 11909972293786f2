import { templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { texts } from '../texts.ts'

/** Reasons of refused documents; the teacher reads them. */
export const refuseReasons = templatesOf(texts.refuseReasons)
