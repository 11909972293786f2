import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(path: string, version: string) {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  mkdirSync(join(folder, path))
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version }))
}

it('an image adds only the packages that the shared layer does not have, or has in another version', () => {
  for (const [path, version] of [
    ['common/same', '1'],
    ['common/@scope/same', '1'],
    ['common/other', '1'],
    ['own/same', '1'],
    ['own/@scope/same', '1'],
    ['own/@scope/new', '1'],
    ['own/other', '2'],
    ['own/new', '1'],
  ] as const)
    put(path, version)
  put('workspace', '1')
  symlinkSync(join(folder, 'workspace'), join(folder, 'common/workspace'))
  symlinkSync(join(folder, 'workspace'), join(folder, 'own/workspace'))
  mkdirSync(join(folder, 'own/.bin'))
  execFileSync('node', [
    join(root, 'infra/docker/own-packages.mjs'),
    join(folder, 'common'),
    join(folder, 'own'),
  ])
  const left = ['same', '@scope/same', '@scope/new', 'other', 'new', 'workspace', '.bin'].filter((name) =>
    existsSync(join(folder, 'own', name)),
  )
  expect(left).toEqual(['@scope/new', 'other', 'new', '.bin'])
  // a workspace's own files stay
  expect(existsSync(join(folder, 'workspace/package.json'))).toBe(true)
})

it('services and tools make the shared layer by the same lines, so that it is built and stored once', () => {
  const stageOf = (name: string) =>
    /^FROM \S+ AS common\n[\s\S]*?\n\n/m.exec(readFileSync(join(root, 'infra/docker', name), 'utf8'))?.[0]
  expect(stageOf('service.Dockerfile')).toContain('npm ci')
  expect(stageOf('tools.Dockerfile')).toBe(stageOf('service.Dockerfile'))
})
