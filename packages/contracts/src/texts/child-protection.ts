import { namesOf } from '../reference/i18n/names-of.ts'
import { texts } from '../reference/i18n/texts.ts'

/**
 * Numbers to call when a child is in danger (Child Protection Code, art. 31; the ministry's announcement of August
 * 2025).
 */
export const emergencyNumbers = { police: '197', officeHours: '192', otherHours: '1809' } as const

/** Names of the alert reasons in mails and on screens. */
export const alertReasonNames = /* @__PURE__ */ namesOf(texts.alertReasons)

/** What a held text contains: "a phone number". */
export const holdCauseNames = /* @__PURE__ */ namesOf(texts.holdCauses)

export const alertSeverityNames = /* @__PURE__ */ namesOf(texts.alertSeverities)

/** The step that a report was waiting for when its deadline passed. */
export const alertStageNames = /* @__PURE__ */ namesOf(texts.alertStages)
