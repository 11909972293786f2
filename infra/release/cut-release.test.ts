import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from '@jest/globals'
import { root as repository } from '../local/process/paths.ts'
import { cutRelease } from './cut-release.ts'
import { packageChart } from './package-release.ts'
import { isNewer, withVersion } from './versions.ts'

const passes = async () => ({ passed: 1, failed: 0 })
const today = '2026-12-01'
/** As `npm sbom` would: the bill has the new version. */
const writeBill = (file: string) => writeFileSync(file, JSON.parse(read('package.json')).version)
const rest = { today, writeBill, pinImages: async () => {}, writeChart: async () => {} }
let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'))
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.tn')
  writeFileSync(join(root, '.gitignore'), '.data/\n')
  writeFileSync(join(root, 'compose.yml'), 'image: mongo:8\n')
  writeFileSync(join(root, 'package.json'), '{\n  "name": "darsi",\n  "version": "1.0.0"\n}\n')
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\nUpgrade: nothing to do.\n\n- A new button.\n\n## 1.0.0 · 2026-11-28\nThe first.\n',
  )
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  git('tag', 'v1.0.0')
})

it('a release sets the version, dates the changelog, pins images, commits, tags, and writes its files with checksums', async () => {
  const folder = await cutRelease('1.1.0', {
    ...{ ...rest, test: passes, root },
    pinImages: async () => writeFileSync(join(root, 'compose.yml'), 'image: mongo:8@sha256:1\n'),
    writeChart: async (into) => writeFileSync(join(into, 'darsi-1.1.0.tgz'), 'chart'),
  })
  expect(JSON.parse(read('package.json')).version).toBe('1.1.0')
  expect(read('CHANGELOG.md')).toContain('\n## 1.1.0 · 2026-12-01\nUpgrade: nothing to do.\n')
  expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe('Upgrade: nothing to do.\n\n- A new button.\n')
  expect(readFileSync(join(folder, 'sbom.json'), 'utf8')).toBe('1.1.0')
  expect(git('tag', '--list', '--format=%(contents)', 'v1.1.0')).toContain('- A new button.')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('show', 'v1.1.0:compose.yml')).toContain('@sha256:1')
  expect(git('rev-parse', 'v1.1.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
  expect(checked).toBe('darsi-1.1.0.tgz: OK\nnotes.md: OK\nsbom.json: OK\n')
})

it('the packaged chart takes its images from the registry of the release', async () => {
  // keeps the values of the chart that it is given
  const helm = join(root, 'helm')
  writeFileSync(helm, '#!/bin/sh\ncp "$2/values.yaml" "$4/"\n')
  chmodSync(helm, 0o755)
  await packageChart(root, { helm, registry: 'registry.test/darsi' })
  expect(read('values.yaml')).toMatch(/^images:\n(?: .*\n)* {2}registry: registry\.test\/darsi$/m)
})

it.each([
  ['the version is not above the last one', '1.0.0', '', passes, 'above v1.0.0'],
  ['the version is not written 1.2.3', 'v2', '', passes, 'not a version'],
  ['changes are open', '1.1.0', '# Changelog\n', passes, 'open changes'],
  ['the tests fail', '1.1.0', '', async () => ({ passed: 1, failed: 1 }), 'tests failed'],
])('nothing is released when %s', async (_, version, changelog, test, message) => {
  if (changelog) writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  const before = git('rev-parse', 'HEAD')
  await expect(cutRelease(version, { ...rest, test, root })).rejects.toThrow(message)
  expect(git('rev-parse', 'HEAD')).toBe(before)
  expect(git('tag', '--list')).toBe('v1.0.0')
})

it.each([
  ['has no section', '# Changelog\n', 'no section'],
  ['does not say how to upgrade', '# Changelog\n\n## Unreleased\n- A button.\n', 'how to upgrade'],
])('nothing is released when the changelog %s', async (_, changelog, message) => {
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  git('commit', '--all', '--quiet', '--message', 'changelog')
  await expect(cutRelease('1.1.0', { ...rest, test: passes, root })).rejects.toThrow(message)
  expect(JSON.parse(read('package.json')).version).toBe('1.0.0')
})

it('versions are compared by their numbers', () => {
  expect(isNewer('1.10.0', ['v1.9.9', 'v1.2.0'])).toBe(true)
  expect(isNewer('1.9.0', ['v1.10.0'])).toBe(false)
})

it('this repository names one version everywhere', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' }).trim().split('\n')
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const others = withVersion(version, files, (file) => readFileSync(join(repository, file), 'utf8'))
  expect(others.map(([file]) => file)).toEqual([])
})
