import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { type Answer, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(cleanup)

const answered =
  (platform: object, teachers: number | null) =>
  ({ path }: { path: string }): Answer => ({
    body: {
      success: true,
      data:
        path === '/statistics/platform'
          ? platform
          : [{ governorateId: 15, governorate: 'Sfax', teachers, students: null }],
    },
  })

const figureOf = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

describe('home', () => {
  it('shows the counted figures', async () => {
    const counts = { totalTeachers: 1234, totalStudents: 60, totalUsers: 1400, governoratesCovered: 17 }
    visit(<Page />, { answer: answered(counts, 12) })
    expect(await screen.findByText('17 of 24')).toBeTruthy()
    expect(figureOf('Teachers')).toBe('1,234')
    expect(figureOf('Students')).toBe('60')
    expect(screen.getByText('Show as a table')).toBeTruthy()
  })

  it('product.md §1: says when there is too little to count', async () => {
    const counts = { totalTeachers: null, totalStudents: null, totalUsers: null, governoratesCovered: 3 }
    visit(<Page />, { answer: answered(counts, null) })
    expect(await screen.findByText('3 of 24')).toBeTruthy()
    expect(screen.getAllByText('Not enough data yet').length).toBeGreaterThan(1)
    expect(screen.getByText(/once there are 50/)).toBeTruthy()
  })

  it('is complete without the figures', () => {
    visit(<Page />, { answer: () => 'offline' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A verified teacher, close to home')
  })

  it('links its buttons to the registration with the role preselected', () => {
    visit(<Page />)
    const [find] = screen.getAllByRole('link', { name: 'Find a teacher' })
    expect(find?.getAttribute('href')).toBe('/teachers')
    expect(screen.getByRole('link', { name: 'Register as a parent' }).getAttribute('href')).toBe(
      '/registration?type=parent',
    )
  })
})
