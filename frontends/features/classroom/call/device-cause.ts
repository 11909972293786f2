export const devices = ['microphone', 'camera', 'screen'] as const
export type Device = (typeof devices)[number]
/** `busy`: another program uses it. */
export type DeviceCause = 'refused' | 'busy' | 'none' | 'failed'

// the second names are those of older browsers
const causes: ReadonlyMap<string, DeviceCause> = new Map([
  ['NotAllowedError', 'refused'],
  ['PermissionDeniedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotReadableError', 'busy'],
  ['TrackStartError', 'busy'],
  ['AbortError', 'busy'],
  ['NotFoundError', 'none'],
  ['DevicesNotFoundError', 'none'],
  // the chosen one is no longer there
  ['OverconstrainedError', 'none'],
])

/** Why a microphone, a camera or a shared screen did not start. */
export const deviceCauseOf = (error: unknown): DeviceCause =>
  (error instanceof Error || error instanceof DOMException ? causes.get(error.name) : undefined) ?? 'failed'

/** A person who closes the list of screens has changed their mind: only the system itself refuses. */
export const isChangeOfMind = (device: Device, error: unknown): boolean =>
  device === 'screen' &&
  deviceCauseOf(error) === 'refused' &&
  !(error instanceof Error && /system/i.test(error.message))
