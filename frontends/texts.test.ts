import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { partOf, textsModule } from './build/texts-loader.ts'

const files = globSync('{packages/*/src,frontends}/**/texts.ts', {
  cwd: join(import.meta.dirname, '..'),
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort()

describe('each catalogue of the front ends', () => {
  it('is split by the build', () => {
    expect(files.filter((file) => !textsModule.test(`/${file}`))).toEqual([])
    expect(partOf('/darsi/frontends/features/texts.ts?part=users')?.name).toBe('users')
  })

  it('is found', () => expect(files.length).toBeGreaterThan(5))
})
