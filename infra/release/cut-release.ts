import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from '../local/checks/steps.ts'
import { PlainError } from '../local/process/fail.ts'
import { root as repository } from '../local/process/paths.ts'
import { writeSums } from './package-release.ts'
import { isNewer, withVersion } from './versions.ts'

type Options = {
  /** The tests that must pass before anything is written. */
  test: () => Promise<Counts>
  /** `2026-11-28` */
  today: string
  /** Pins the images of others, part of the release's commit. */
  pinImages: () => Promise<unknown>
  /** Writes the bill of materials of what is released into a file. */
  writeBill: (file: string) => void
  /** Writes the packaged chart into the folder. */
  writeChart: (folder: string) => Promise<void>
  /** Another checkout, for tests. */
  root?: string
}

/**
 * Makes a release of the present commit: tests it, sets the version everywhere, dates the section of CHANGELOG.md,
 * commits, tags `v<version>` with the notes, and writes notes, bill of materials, chart and checksums into one folder.
 * @throws PlainError that names what keeps it from being released; nothing is written then
 */
export async function cutRelease(version: string, options: Options) {
  const { test, today, pinImages, writeBill, writeChart, root = repository } = options
  const git = gitIn(root)
  if (git('status', '--porcelain')) throw new PlainError('Commit or remove the open changes first.')
  const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean)
  if (!isNewer(version, tags)) {
    throw new PlainError(`"${version}" is not a version (1.2.3) above ${tags.join(', ') || '0.0.0'}.`)
  }
  const changelog = dated(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), { version, today })
  const { failed } = await test()
  if (failed > 0) throw new PlainError('The tests failed, so nothing was released.')
  await pinImages()

  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  const files = git('ls-files').split('\n')
  for (const [file, text] of withVersion(version, files, (path) => readFileSync(join(root, path), 'utf8'))) {
    writeFileSync(join(root, file), text)
  }
  const notes = notesOf(changelog, version)
  const folder = releaseFolder(version, root)
  mkdirSync(folder, { recursive: true })
  const notesFile = join(folder, 'notes.md')
  writeFileSync(notesFile, notes)
  git('commit', '--all', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--file', notesFile, '--cleanup=whitespace')
  writeBill(join(folder, 'sbom.json'))
  await writeChart(folder)
  writeSums(folder)
  return folder
}

export const releaseFolder = (version: string, root = repository) => join(root, '.data', 'release', version)

const gitIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }).trim()

/**
 * The changelog with a date behind the version's heading. The section is headed by the version, or `Unreleased`.
 * @throws PlainError when the section is missing, empty, or does not say what an operator does to upgrade
 */
function dated(changelog: string, { version, today }: { version: string; today: string }): string {
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
function notesOf(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(new RegExp(`^## ${version.replaceAll('.', '\\.')} .*$`, 'm'))
  return `${section.split(/^## /m)[0]?.trim()}\n`
}
