export type LegalVersion = { readonly version: string; readonly announced: string; readonly applies: string }

/** The versions of the terms, the privacy policy and the child safety guidelines, as dates, the newest last. */
export const legalVersions: readonly LegalVersion[] = [
  { version: '1.0', announced: '2025-07-20', applies: '2025-08-19' },
]

/** The version whose texts are in the catalogues. */
export const versionInForce = '1.0'

/** The next version, which the legal pages announce. */
export function announcedVersion(
  versions: readonly LegalVersion[] = legalVersions,
  inForce = versionInForce,
): LegalVersion | null {
  return versions[versions.findIndex(({ version }) => version === inForce) + 1] ?? null
}

const day = 86_400_000

/** spec §9: terms change 30 days after the notice at the earliest. */
export const hasFullNotice = ({ announced, applies }: LegalVersion): boolean =>
  Date.parse(applies) - Date.parse(announced) >= 30 * day
