import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Counts } from '../local/checks/steps.ts'
import { PlainError } from '../local/process/fail.ts'
import { root as repository } from '../local/process/paths.ts'
import { dated, notesOf } from './changelog.ts'
import { isNewer, withVersion } from './versions.ts'

type Options = {
  /** The tests that must pass before anything is written. */
  test: () => Promise<Counts>
  /** `2026-11-28` */
  today: string
  /** Writes the bill of materials of what is released into a file. */
  writeBill: (file: string) => void
  /** Another checkout, for tests. */
  root?: string
}

/**
 * Makes a release of the present commit: tests it, sets the version everywhere, dates the section of CHANGELOG.md,
 * commits, tags `v<version>` with the notes, and writes the bill of materials.
 * @throws PlainError that names what keeps it from being released; nothing is written then
 */
export async function cutRelease(version: string, { test, today, writeBill, root = repository }: Options) {
  const git = gitIn(root)
  if (git('status', '--porcelain')) throw new PlainError('Commit or remove the open changes first.')
  const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean)
  if (!isNewer(version, tags)) {
    throw new PlainError(`"${version}" is not a version (1.2.3) above ${tags.join(', ') || '0.0.0'}.`)
  }
  const changelog = dated(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), { version, today })
  const { failed } = await test()
  if (failed > 0) throw new PlainError('The tests failed, so nothing was released.')

  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  const files = git('ls-files').split('\n')
  for (const [file, text] of withVersion(version, files, (path) => readFileSync(join(root, path), 'utf8'))) {
    writeFileSync(join(root, file), text)
  }
  const notes = notesOf(changelog, version)
  const notesFile = join(root, '.data', 'release', `notes-${version}.md`)
  mkdirSync(dirname(notesFile), { recursive: true })
  writeFileSync(notesFile, notes)
  git('commit', '--all', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--file', notesFile, '--cleanup=whitespace')
  const billFile = join(root, '.data', 'release', `sbom-${version}.json`)
  writeBill(billFile)
  return { notesFile, billFile }
}

const gitIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }).trim()
