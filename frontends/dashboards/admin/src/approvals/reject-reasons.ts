import { templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { texts } from '@darsi/features/texts.ts'

/** Reasons that are sent often; the administrator chooses the owner's language and may edit the text. */
export const rejectReasons = templatesOf(texts.rejectReasons)
