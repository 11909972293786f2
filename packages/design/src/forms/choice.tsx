import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon, type IconComponent } from '../graphics/icons.tsx'
import { FieldError, FieldGroup } from './field.tsx'
import './choice.css'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A switch that takes effect at once, without a save button. */
export function Switch({ className, ...rest }: CheckboxProps) {
  return <Checkbox {...rest} role="switch" className={classNames('ds-switch', className)} />
}

export function Checkbox({ label, hint, error, className, id, required, ...rest }: CheckboxProps) {
  const made = useId()
  const own = id ?? made
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('ds-tick', className)}>
      <input
        {...rest}
        type="checkbox"
        id={own}
        className="ds-tick-input"
        aria-describedby={described || undefined}
        aria-invalid={Boolean(error) || undefined}
        aria-required={required}
      />
      <div className="ds-tick-texts">
        <label htmlFor={own} className="ds-tick-label" data-required={required || undefined}>
          {label}
        </label>
        {hint && (
          <div className="ds-hint" id={`${own}-hint`}>
            {hint}
          </div>
        )}
        {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
      </div>
    </div>
  )
}

type Choice<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  icon?: IconComponent
  disabled?: boolean
}

type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  hideLegend?: boolean
  options: readonly Choice<Value>[]
  value: Value | '' | null
  onChange: (value: Value) => void
  /** `cards` for a choice that determines what follows, `segments` for two or three short labels. */
  variant?: 'list' | 'cards' | 'segments'
  name?: string
}

export function RadioGroup<Value extends string>({
  options,
  value,
  onChange,
  variant = 'list',
  name,
  ...group
}: RadioGroupProps<Value>) {
  const made = useId()
  return (
    <FieldGroup {...group} role="radiogroup">
      <div className={`ds-radios ds-radios-${variant}`}>
        {options.map((option) => (
          <RadioOption
            key={option.value}
            option={option}
            name={name ?? made}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

type RadioOptionProps = { option: Choice; name: string; checked: boolean; onChoose: () => void }

function RadioOption({ option, name, checked, onChoose }: RadioOptionProps) {
  const id = useId()
  const Glyph = option.icon
  return (
    <label className="ds-radio">
      <input
        type="radio"
        className="ds-radio-input"
        name={name}
        value={option.value}
        checked={checked}
        disabled={option.disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={option.hint === undefined ? undefined : `${id}-hint`}
        onChange={onChoose}
      />
      {Glyph && <Glyph className="ds-radio-icon" />}
      <span className="ds-radio-texts">
        <span className="ds-radio-label" id={`${id}-label`}>
          {option.label}
        </span>
        {option.hint !== undefined && (
          <span className="ds-hint" id={`${id}-hint`}>
            {option.hint}
          </span>
        )}
      </span>
    </label>
  )
}

type ChipGroupProps<Value extends string> = {
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  options: readonly Choice<Value>[]
  selected: readonly Value[]
  onChange: (selected: Value[]) => void
}

/** Several items of a list: subjects, languages, days. */
export function ChipGroup<Value extends string>({
  options,
  selected,
  onChange,
  ...group
}: ChipGroupProps<Value>) {
  const toggle = (value: Value) =>
    onChange(
      selected.includes(value)
        ? selected.filter((each) => each !== value)
        : // in the order of the list, not of the clicks
          options.map((option) => option.value).filter((each) => each === value || selected.includes(each)),
    )
  return (
    <FieldGroup {...group}>
      <div className="ds-chips">
        {options.map((option) => (
          <label key={option.value} className="ds-chip">
            <input
              type="checkbox"
              className="ds-hidden"
              checked={selected.includes(option.value)}
              disabled={option.disabled}
              onChange={() => toggle(option.value)}
            />
            <CheckIcon className="ds-chip-check" />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
