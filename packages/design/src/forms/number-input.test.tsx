import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { show } from '../test/render.tsx'
import { NumberInput } from './number-input.tsx'

let stored: number | null = null

function Price({ decimal }: { decimal: boolean }) {
  const [value, setValue] = useState<number | null>(null)
  stored = value
  const change = (typed: string) => setValue(typed === '' ? null : Number(typed))
  return <NumberInput aria-label="Price" value={value} onChange={change} decimal={decimal} />
}

it.each([
  ['١٢', false, '12', 12],
  ['۱۹۹۹', false, '1999', 1999],
  ['２０', false, '20', 20],
  ['12,5', true, '12.5', 12.5],
  ['١٢٫٥', true, '12.5', 12.5],
  ['12.', true, '12.', 12],
  ['12.50', true, '12.50', 12.5],
  ['1a2', false, '12', 12],
  ['-', false, '-', null],
  ['-3', false, '-3', -3],
])('%s typed into a number field is a number', async (typed, decimal, shown, number) => {
  const { user } = show(<Price decimal={decimal} />)
  const field: HTMLInputElement = screen.getByRole('textbox', { name: 'Price' })
  await user.type(field, typed)
  expect([field.value, stored]).toEqual([shown, number])
})
