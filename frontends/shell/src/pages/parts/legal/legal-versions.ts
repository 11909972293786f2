import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'

type LegalVersion = { readonly version: string; readonly announced: string; readonly applies: string }

/** The versions of the terms, the privacy policy and the child safety guidelines as dates, newest last. */
export const legalVersions: readonly LegalVersion[] = [
  { version: '1.0', announced: '2025-07-20', applies: '2025-08-19' },
]

/** The version of the texts in the catalogues. */
export const versionInForce = '1.0'

/** The next version, announced on the legal pages. */
export function announcedVersion(
  versions: readonly LegalVersion[] = legalVersions,
  inForce = versionInForce,
): LegalVersion | null {
  return versions[versions.findIndex(({ version }) => version === inForce) + 1] ?? null
}

/** spec §9: new terms apply 30 days after their announcement at the earliest. */
export const hasFullNotice = ({ announced, applies }: LegalVersion): boolean =>
  Date.parse(applies) - Date.parse(announced) >= 30 * dayMs
