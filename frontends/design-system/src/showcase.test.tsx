import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { DashboardShowcase } from './dashboard-showcase.tsx'
import { Showcase } from './showcase.tsx'

describe('every component', () => {
  // contrast is tested in tokens.test.ts; jsdom does not paint, so axe cannot check colours here
  const pages = [
    ['ar', Showcase],
    ['en', DashboardShowcase],
  ] as const
  it.each(pages)(
    'has names, roles and structure that axe accepts, in %s',
    async (language, Page) => {
      const { container } = show(<Page />, language)
      // the last part of the page loads lazily
      await waitFor(() =>
        expect(container.querySelector(Page === Showcase ? '.ds-week-grid' : 'main')).toBeTruthy(),
      )
      const { violations } = await axe.run(container, {
        rules: {
          'color-contrast': { enabled: false },
          'label-content-name-mismatch': { enabled: false },
          region: { enabled: false },
        },
      })
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
        ),
      ).toEqual([])
    },
    60_000,
  )
})
