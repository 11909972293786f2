import { expect, it } from '@jest/globals'
import { goMinor } from './go-programs.ts'

it('the version of Go is read from what it says', () => {
  expect(goMinor('go version go1.26.8 linux/amd64')).toBe(26)
  expect(goMinor('')).toBe(0)
})
