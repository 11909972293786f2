import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { inEachLanguage } from '@darsi/contracts/reference/languages.ts'
import { HomeIcon, MailIcon } from '@darsi/design/graphics/icons.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi } from '../test/fake-api.ts'
import { CONTRACT, type DashboardProps } from './dashboard-props.ts'
import { defineDashboard } from './define-dashboard.tsx'
import { exampleProps } from './example-props.ts'

const texts = { title: 'Student Dashboard', tab_home: 'Overview', tab_mail: 'Messages' }
const french = { title: 'Espace élève', tab_home: 'Aperçu', tab_mail: 'Messages' }

const catalogue: Catalogue<keyof typeof texts> = { ...inEachLanguage(() => texts), fr: french }

const { contract, Dashboard } = defineDashboard({
  texts: catalogue,
  tabs: [
    { id: 'home', icon: HomeIcon, Tab: ({ user }) => <p>Hello {user.fullName}</p> },
    { id: 'mail', icon: MailIcon, Tab: () => null },
  ],
  Bell: () => <button type="button">Bell</button>,
  Above: () => <p>Above the tabs</p>,
  useBadges: () => ({ mail: { badge: 3, badgeLabel: '3 unread' } }),
})

const { api } = fakeApi({ 'GET /notifications/stream': () => new Response('') })
const props: DashboardProps = {
  ...exampleProps(api, { id: 's', role: 'student', fullName: 'Nour Gharbi', email: 'nour@example.tn' }),
  language: 'fr',
}

describe('a defined dashboard', () => {
  it('states the version of the props it takes', () => {
    expect(contract).toBe(CONTRACT)
  })

  it('shows its title, tabs, badges, bell and the part above the tabs, in the page’s language', () => {
    show(<Dashboard {...props} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Espace élève' })).toBeTruthy()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Aperçu')
    expect(screen.getByRole('link', { name: /Messages/ }).textContent).toContain('3 unread')
    expect(screen.getByRole('button', { name: 'Bell' })).toBeTruthy()
    expect(screen.getByText('Above the tabs')).toBeTruthy()
    expect(screen.getByText('Hello Nour Gharbi')).toBeTruthy()
  })
})
