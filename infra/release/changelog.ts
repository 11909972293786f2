import { PlainError } from '../local/process/fail.ts'

/**
 * The changelog with a date behind the version's heading. The section is headed by the version, or `Unreleased`.
 * @throws PlainError when the section is missing, empty, or does not say what an operator does to upgrade
 */
export function dated(changelog: string, { version, today }: { version: string; today: string }): string {
  const heading = [`## ${version}`, '## Unreleased'].find((line) => changelog.includes(`\n${line}\n`))
  if (!heading) throw new PlainError(`CHANGELOG.md has no section "## Unreleased" or "## ${version}".`)
  const text = changelog.replace(`\n${heading}\n`, `\n## ${version} · ${today}\n`)
  if (!/upgrade/i.test(notesOf(text, version))) {
    throw new PlainError(
      'The section of CHANGELOG.md must say how to upgrade, or that nothing is to be done.',
    )
  }
  return text
}

/** The section of one version without its heading. */
export function notesOf(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(new RegExp(`^## ${version.replaceAll('.', '\\.')} .*$`, 'm'))
  return `${section.split(/^## /m)[0]?.trim()}\n`
}
