import { latinDigits } from '@darsi/contracts/rules/texts/latin-digits.ts'
import { type ComponentProps, useState } from 'react'
import { TextInput } from './input.tsx'

type Props = Omit<ComponentProps<typeof TextInput>, 'type' | 'inputMode' | 'value' | 'onChange'> & {
  /** Empty or null: no number. */
  value: string | number | null
  /** With digits 0 to 9 and a point, or empty. */
  onChange: (typed: string) => void
  /** Accepts fractions. */
  decimal?: boolean
}

/**
 * A number in the digits of every script. Browsers drop other digits than their own from `type="number"` without a
 * word, and change the number when the wheel turns over it.
 */
export function NumberInput({ value, onChange, decimal = false, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const text = value === null ? '' : String(value)
  // "12." is the number 12, and the next key is its fraction
  const shown = numberOf(typed) === numberOf(text) ? typed : text
  return (
    <TextInput
      {...rest}
      dir="ltr"
      inputMode={decimal ? 'decimal' : 'numeric'}
      value={shown}
      onChange={(text) => {
        const next = numberIn(text, decimal)
        setTyped(next)
        onChange(numberOf(next) === null ? '' : next)
      }}
    />
  )
}

const numberOf = (typed: string) => (/\d/.test(typed) ? Number(typed) : null)

/** Of a text as it is typed or pasted: `١٢٫٥` and `12,5` are 12.5. */
function numberIn(text: string, decimal: boolean): string {
  const [whole = '', ...fraction] = latinDigits(text)
    .replace(/[,٫]/g, '.')
    // stays before the number, which is then refused with the reason
    .replace(/^\s*[-−]/, '-')
    .replace(/(?!^-)[^\d.]/g, '')
    .split('.')
  return decimal && fraction.length > 0 ? `${whole}.${fraction.join('')}` : whole
}
