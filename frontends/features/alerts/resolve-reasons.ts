import { templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { texts } from '../texts.ts'

/** Notes of resolved alerts; the guardians of the child may read them. */
export const resolveReasons = templatesOf(texts.resolveReasons)
