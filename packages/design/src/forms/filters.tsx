import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { type Option, SearchInput, Select } from './input.tsx'
import './filters.css'

/** The filters of a list, side by side where they fit. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className="ds-filters">{children}</div>
}

type SearchProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

export function SearchFilter({ label, placeholder, value, onChange }: SearchProps) {
  return (
    <Field label={label}>
      <SearchInput
        placeholder={placeholder}
        // the server refuses longer searches
        maxLength={64}
        dir="auto"
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
}

export function SelectFilter<Value extends string>({ label, ...select }: SelectProps<Value>) {
  return (
    <Field label={label}>
      <Select<Value> placeholder={null} {...select} />
    </Field>
  )
}
