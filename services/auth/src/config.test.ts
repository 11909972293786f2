import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { schema } from './config.ts'

it('passwords cost an attacker what docs/security.md says, unless a configuration asks for more', () => {
  const { ARGON2_MEMORY_KIB: memory, ARGON2_PASSES: passes } = schema.shape
  expect([memory.parse(undefined), passes.parse(undefined)]).toEqual([19 * 1024, 2])
  expect(memory.safeParse(19 * 1024 - 1).success).toBe(false)
  expect(passes.safeParse(1).success).toBe(false)
  const security = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  expect(security).toContain('argon2id, 19 MiB, two passes')
})
