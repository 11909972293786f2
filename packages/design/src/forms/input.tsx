import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  useState,
} from 'react'
import { classNames } from '../class-names.ts'
import { ChevronDownIcon, EyeIcon, EyeOffIcon, type IconComponent, SearchIcon } from '../graphics/icons.tsx'
import { formatDate } from '../i18n/catalogue.ts'
import { useLanguage, useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { useFieldProps } from './field.tsx'
import './input.css'

// Latin input keeps its direction on an Arabic page
const latinTypes = ['email', 'tel', 'url', 'password', 'number']

/** Only a field with a placeholder is known as empty to CSS, which then gives it the direction of the page. */
const placeholderOf = ({ dir }: { dir?: string | undefined }) => (dir === 'auto' ? ' ' : undefined)

type TextChange = { onChange?: ((text: string) => void) | undefined }

const changeOf =
  (onChange: TextChange['onChange']) =>
  ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    onChange?.(target.value)

type TextInputProps = Omit<ComponentPropsWithRef<'input'>, 'prefix' | 'onChange'> &
  TextChange & {
    icon?: IconComponent
    /** A unit inside the frame, after the text: "km", "TND". */
    unit?: ReactNode
  }

export function TextInput({ icon: Glyph, unit, className, onChange, ...rest }: TextInputProps) {
  const field = useFieldProps(rest)
  const latin = latinTypes.includes(rest.type ?? 'text')
  const input = (
    <input
      type="text"
      dir={latin ? 'ltr' : undefined}
      placeholder={placeholderOf(rest)}
      {...field}
      {...rest}
      onChange={changeOf(onChange)}
      className={classNames(
        'ds-input',
        latin && 'ds-input-latin',
        Glyph && 'ds-input-with-icon',
        unit !== undefined && 'ds-input-with-unit',
        className,
      )}
    />
  )
  if (!Glyph && unit === undefined) return input
  return (
    <span className="ds-input-frame">
      {Glyph && <Glyph className="ds-input-icon" />}
      {input}
      {unit !== undefined && <span className="ds-input-unit">{unit}</span>}
    </span>
  )
}

export function SearchInput(props: Omit<TextInputProps, 'type' | 'icon'>) {
  return <TextInput {...props} type="search" icon={SearchIcon} />
}

type DateInputProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange'> & {
  /** `2026-11-23`, or empty. */
  value: string
  onChange: (day: string) => void
}

/** A date picker. Browsers write its date in their own language, so the date in the page's language covers it. */
export function DateInput({ value, onChange, className, ...rest }: DateInputProps) {
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  const field = useFieldProps(rest)
  // the browser shows another text, for example one in the address, as no date
  const day = Number.isNaN(Date.parse(value)) ? '' : value
  return (
    <span className="ds-input-frame ds-date">
      <input
        type="date"
        {...field}
        {...rest}
        className={classNames('ds-input', className)}
        value={value}
        onChange={changeOf(onChange)}
      />
      <span className={classNames('ds-date-text', day === '' && 'ds-date-empty')} aria-hidden="true">
        {day === '' ? t('chooseDate') : formatDate(new Date(day), language)}
      </span>
    </span>
  )
}

type PasswordProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange'> & TextChange

export function PasswordInput({ className, onChange, ...rest }: PasswordProps) {
  const t = useTranslator(designTexts.ui)
  const field = useFieldProps(rest)
  const [shown, setShown] = useState(false)
  return (
    <span className="ds-input-frame">
      <input
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field}
        {...rest}
        onChange={changeOf(onChange)}
        type={shown ? 'text' : 'password'}
        className={classNames('ds-input ds-input-latin ds-input-with-button', className)}
      />
      <button
        type="button"
        className="ds-input-button"
        aria-label={shown ? t('hidePassword') : t('showPassword')}
        title={shown ? t('hidePassword') : t('showPassword')}
        aria-controls={field.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOffIcon /> : <EyeIcon />}
      </button>
    </span>
  )
}

type TextareaProps = Omit<ComponentPropsWithRef<'textarea'>, 'onChange'> &
  TextChange & {
    /** Ctrl+Enter (on a Mac Command+Enter) submits the form. Enter alone begins a new line. */
    submitsOnCtrlEnter?: boolean
  }

export function Textarea({ className, onChange, submitsOnCtrlEnter = false, ...rest }: TextareaProps) {
  const field = useFieldProps(rest)
  return (
    <textarea
      rows={4}
      onKeyDown={submitsOnCtrlEnter ? submitOnCtrlEnter : undefined}
      placeholder={placeholderOf(rest)}
      {...field}
      {...rest}
      onChange={changeOf(onChange)}
      className={classNames('ds-input ds-textarea', className)}
    />
  )
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

export type Option<Value extends string = string> = { value: Value; label: string; disabled?: boolean }

type SelectProps<Value extends string> = Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange'> & {
  options: readonly Option<Value>[]
  value: Value | ''
  onChange: (value: Value) => void
  /** The empty choice; by default "Please choose". `null` if a value is always chosen. */
  placeholder?: string | null
}

export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  className,
  ...rest
}: SelectProps<Value>) {
  const t = useTranslator(designTexts.ui)
  const field = useFieldProps(rest)
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <span className="ds-input-frame">
      <select
        {...field}
        {...rest}
        className={classNames('ds-input ds-select', value === '' && 'ds-select-empty', className)}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {placeholder !== null && (
          <option value="" disabled={value !== ''}>
            {placeholder ?? t('select')}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon className="ds-select-chevron" />
    </span>
  )
}
