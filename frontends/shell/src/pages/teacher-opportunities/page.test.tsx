import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

it('the button “Find a teacher” leads to the list of teachers, not to the registration', () => {
  visit(<Page />)
  expect(screen.getByRole('link', { name: 'Find a teacher' }).getAttribute('href')).toBe('/teachers')
})
