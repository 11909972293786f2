import { spawnSync } from 'node:child_process'
import { expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

// each tool uses its own registry setting: a closed network has others
const hosts = 'registry[.](npmjs|yarnpkg)|deb[.]debian[.]org|repo1?[.]maven|pythonhosted[.]org'

it('no file names the host of a package registry', () => {
  const { stdout, stderr, status } = spawnSync(
    'git',
    ['grep', '--no-index', '--exclude-standard', '-IlE', hosts],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect([stdout, stderr]).toEqual(['', ''])
  // git grep: no match
  expect(status).toBe(1)
})
