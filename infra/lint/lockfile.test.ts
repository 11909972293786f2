import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

type Package = { link?: boolean; integrity?: string; resolved?: string }

// without a hash `npm ci` installs whatever the registry answers, for example a binary for another platform
it('every package of the lockfile has a hash, and no registry’s host name', () => {
  const lockfile: { packages: Record<string, Package> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const installed = Object.entries(lockfile.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(installed.length).toBeGreaterThan(500)
  expect(installed.flatMap(([path, { integrity }]) => (integrity ? [] : [path]))).toEqual([])
  expect(installed.flatMap(([path, { resolved }]) => (resolved ? [path] : []))).toEqual([])
})
