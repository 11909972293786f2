import type { Language } from '@darsi/contracts/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { Tabs } from './tabs.tsx'
import { show } from './test/render.tsx'

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'requests', label: 'Requests', badge: 3, badgeLabel: '3 waiting' },
  { id: 'profile', label: 'Profile' },
]

function Dashboard() {
  const [selected, setSelected] = useState('overview')
  return (
    <Tabs label="Dashboard" tabs={tabs} selected={selected} onSelect={setSelected}>
      Content of {selected}
    </Tabs>
  )
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent
const open = (language: Language = 'en') => show(<Dashboard />, language)

describe('tabs', () => {
  it('are one stop for Tab, name their panel and carry a spoken count', async () => {
    const { user } = open()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Overview')
    expect(screen.getByRole('tabpanel', { name: 'Overview' }).textContent).toBe('Content of overview')
    expect(screen.getByRole('tab', { name: 'Requests 3 waiting' })).toBeTruthy()
    expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1)
  })

  it('follow the arrow keys around, Home and End', async () => {
    const { user } = open()
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(selected()).toContain('Requests')
    expect(document.activeElement?.textContent).toContain('Requests')
    await user.keyboard('{End}')
    expect(selected()).toBe('Profile')
    await user.keyboard('{ArrowRight}')
    expect(selected()).toBe('Overview')
    await user.keyboard('{ArrowLeft}{Home}')
    expect(selected()).toBe('Overview')
  })

  it('turn the arrow keys round in Arabic', async () => {
    const { user } = open('ar')
    await user.tab()
    await user.keyboard('{ArrowLeft}')
    expect(selected()).toContain('Requests')
    await user.keyboard('{ArrowRight}')
    expect(selected()).toBe('Overview')
  })

  it('open on click', async () => {
    const { user } = open()
    await user.click(screen.getByRole('tab', { name: 'Profile' }))
    expect(screen.getByRole('tabpanel', { name: 'Profile' }).textContent).toBe('Content of profile')
  })
})
