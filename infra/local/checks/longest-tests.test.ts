import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { longest } from './longest-tests.ts'
import { root } from '../process/paths.ts'

it('the files that start first exist', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
