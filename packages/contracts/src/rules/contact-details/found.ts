/** Apart from the detectors, so that contracts and names load none of them. */
export const contactKinds = ['phone', 'email', 'link', 'handle'] as const
export type ContactKind = (typeof contactKinds)[number]

/** What in a text is a reason to hold it and, for an alert, to pause its connection. */
export const holdCauses = [...contactKinds, 'secrecy'] as const
export type HoldCause = (typeof holdCauses)[number]
