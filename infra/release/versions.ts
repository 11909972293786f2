type Version = readonly [major: number, minor: number, patch: number]

function parse(text: string): Version | undefined {
  const parts = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined
}

/** Whether `version` is written `1.2.3` and above all `tags` (`v1.2.3`). */
export function isNewer(version: string, tags: readonly string[]): boolean {
  const next = version.startsWith('v') ? undefined : parse(version)
  return next !== undefined && tags.every((tag) => isAbove(next, parse(tag) ?? [0, 0, 0]))
}

function isAbove(a: Version, b: Version): boolean {
  const place = a.findIndex((number, i) => number !== b[i])
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0)
}

/** How each kind of file writes the version of the product. */
const places: readonly { file: RegExp; version: RegExp }[] = [
  // its own version, and those of the workspaces that it needs
  { file: /(^|\/)package\.json$/, version: /(?<=^ {2}"version": "|"@darsi\/[a-z\d-]+": ")[^"]+/gm },
  {
    file: /^package-lock\.json$/,
    version: /(?<="name": "(?:darsi|@darsi\/[a-z\d-]+)",\n +"version": "|"@darsi\/[a-z\d-]+": ")[^"]+/g,
  },
  { file: /\/Chart\.yaml$/, version: /(?<=^version: |^appVersion: ")[^"\n]+/gm },
  { file: /\/values\.yaml$/, version: /(?<=^ {2}tag: ")[^"]+/gm },
]

/** The files that name the version, with the new one. */
export function withVersion(version: string, files: readonly string[], read: (file: string) => string) {
  return files.flatMap((file): [string, string][] => {
    const place = places.find((some) => some.file.test(file))
    if (!place) return []
    const text = read(file)
    const changed = text.replace(place.version, version)
    return changed === text ? [] : [[file, changed]]
  })
}
