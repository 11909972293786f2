import type { Language } from '@darsi/contracts/reference/languages.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { show } from '../test/render.tsx'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

function Place({ language = 'en' }: { language?: Language }) {
  const [value, setValue] = useState<string | null>(null)
  const options = governorates.map(({ id, name }) => ({
    value: String(id),
    label: name[language],
    keywords: Object.values(name),
  }))
  return (
    <>
      <Field label="Governorate" error="Required">
        <Combobox options={options} value={value} onChange={setValue} clearable />
      </Field>
      <p data-testid="value">{value ?? 'none'}</p>
    </>
  )
}

const box = () => screen.getByRole('combobox', { name: 'Governorate' })
const names = () => screen.queryAllByRole('option').map((option) => option.textContent)
const value = () => screen.getByTestId('value').textContent

describe('a search field with a list', () => {
  it('opens with all options and is described by its field', async () => {
    const { user } = show(<Place />)
    expect(box().getAttribute('aria-expanded')).toBe('false')
    await user.click(box())
    expect(names()).toHaveLength(24)
    expect(box().getAttribute('aria-invalid')).toBe('true')
  })

  it.each([
    ['kass', 'Kasserine'],
    ['medénine', 'Medenine'],
    ['القصر', 'Kasserine'],
    ['اريانه', 'Ariana'],
  ])('finds %s in any script, with or without accents', async (typed, found) => {
    const { user } = show(<Place />)
    await user.type(box(), typed)
    expect(names()[0]).toBe(found)
  })

  it('works by keyboard alone', async () => {
    const { user } = show(<Place />)
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    const active = document.getElementById(box().getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('Ben Arous')
    await user.keyboard('{Enter}')
    expect(value()).toBe('3')
    expect(box()).toHaveProperty('value', 'Ben Arous')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('discards the typed text when it is left without a choice', async () => {
    const { user } = show(<Place />)
    await user.type(box(), 'sfax')
    await user.keyboard('{Escape}')
    expect(box()).toHaveProperty('value', '')
    await user.type(box(), 'sfax')
    await user.tab()
    expect(box()).toHaveProperty('value', '')
    expect(value()).toBe('none')
  })

  it('says how many options match, or that none does', async () => {
    const { user } = show(<Place />)
    await user.type(box(), 'zzz')
    expect(screen.getByText('Nothing found for “zzz”')).toBeTruthy()
    expect(screen.getByText('0 results')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(value()).toBe('none')
  })

  it('can be cleared', async () => {
    const { user } = show(<Place />)
    await user.type(box(), 'tozeur{Enter}')
    expect(value()).toBe('23')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(value()).toBe('none')
    expect(document.activeElement).toBe(box())
  })
})
