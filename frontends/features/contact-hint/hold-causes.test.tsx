import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { HeldCause } from './hold-causes.tsx'

it.each([
  ['Call 20 123 456', /contains a phone number/],
  ['Do not tell your mother', /contains .*secre/],
])('the cause of a held text is said once it is known: %s', async (text, cause) => {
  show(<HeldCause text={text} before={[]} />)
  // not yet judged: a wrong cause would accuse its author
  expect(screen.queryByText(/The cause/)).toBeNull()
  expect(await screen.findByText(cause)).toBeTruthy()
})
