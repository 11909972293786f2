import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '../class-names.ts'
import { AlertCircleIcon } from '../graphics/icons.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './field.css'

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }
const Context = createContext<FieldContext | null>(null)

type FieldProps = {
  label: ReactNode
  /** Below the label: what to enter, and in which form. */
  hint?: ReactNode
  /** Below the control: what is wrong and how to fix it. */
  error?: ReactNode
  required?: boolean
  /** Shows "(optional)" beside the label. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Label, hint and error around one control, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const t = useTranslator(designTexts.ui)
  const invalid = isShown(error)
  const describedBy = [isShown(hint) && `${id}-hint`, invalid && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('ds-field', invalid && 'ds-field-invalid', className)}>
      <label className="ds-label" htmlFor={id} data-required={required || undefined}>
        {label}
        {optional && <span className="ds-label-optional"> ({t('optional')})</span>}
      </label>
      {isShown(hint) && (
        <div className="ds-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <Context value={{ id, describedBy: describedBy || undefined, invalid, required }}>{children}</Context>
      {invalid && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

type ErrorProps = {
  id?: string
  /** `alert` for an error outside a field that has the focus, for example of an upload. */
  role?: 'alert'
  className?: string
  children: ReactNode
}

export function FieldError({ className, children, ...attributes }: ErrorProps) {
  return (
    <div className={classNames('ds-error', className)} {...attributes}>
      <AlertCircleIcon />
      <span>{children}</span>
    </div>
  )
}

/** The attributes of a control inside a `Field`; its own props win. */
export function useFieldProps(own: { id?: string | undefined } = {}) {
  const field = useContext(Context)
  if (field === null) return { id: own.id }
  return {
    id: own.id ?? field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

type GroupProps = {
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Hides the legend visually. */
  hideLegend?: boolean
  role?: 'radiogroup' | 'group'
  className?: string
  children: ReactNode
}

/** A question with several controls: radio buttons, chips. */
export function FieldGroup({
  legend,
  hint,
  error,
  required = false,
  hideLegend = false,
  role = 'group',
  className,
  children,
}: GroupProps) {
  const id = useId()
  const invalid = isShown(error)
  const describedBy = [isShown(hint) && `${id}-hint`, invalid && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={classNames('ds-field', invalid && 'ds-field-invalid', className)}
      role={role === 'radiogroup' ? role : undefined}
      aria-describedby={describedBy || undefined}
      {...(role === 'radiogroup'
        ? { 'aria-invalid': invalid || undefined, 'aria-required': required || undefined }
        : {})}
      tabIndex={-1}
    >
      <legend className={hideLegend ? 'ds-hidden' : 'ds-label'} data-required={required || undefined}>
        {legend}
      </legend>
      {isShown(hint) && (
        <div className="ds-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {children}
      {invalid && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** After a failed submit: focuses the first invalid control or group. */
export function focusFirstInvalid(form: ParentNode): void {
  const group = form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset.ds-field-invalid')
  const control = group?.matches('fieldset')
    ? (group.querySelector<HTMLElement>('input, button') ?? group)
    : group
  control?.focus()
}

const isShown = (part: ReactNode) => part !== undefined && part !== null && part !== false && part !== ''
