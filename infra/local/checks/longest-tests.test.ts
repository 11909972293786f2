import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { root } from '../process/paths.ts'
import { longest } from './longest-tests.ts'

it('the files that start first exist', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
