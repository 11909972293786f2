import type {
  AnchorHTMLAttributes,
  ButtonHTMLAttributes,
  ComponentPropsWithRef,
  MouseEvent,
  ReactNode,
} from 'react'
import { classNames } from '../class-names.ts'
import type { IconComponent } from '../graphics/icons.tsx'
import { Spinner } from '../graphics/spinner.tsx'
import './button.css'

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'danger-quiet'
type ButtonSize = 'sm' | 'md' | 'lg'

type Look = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Before the label. */
  icon?: IconComponent
  /** After the label. */
  iconEnd?: IconComponent
  /** Uses the full width. */
  full?: boolean
}

type ButtonProps = Look &
  ComponentPropsWithRef<'button'> & {
    /** Keeps label and focus, shows a spinner and ignores clicks. */
    loading?: boolean
  }

export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  iconEnd,
  full = false,
  loading = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const ignoreWhileLoading = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, full }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={ignoreWhileLoading}
    >
      <Content icon={icon} iconEnd={iconEnd} loading={loading}>
        {children}
      </Content>
    </button>
  )
}

type LinkButtonProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** A link that looks like a button: for navigation, not for actions. */
export function LinkButton({
  variant = 'primary',
  size = 'md',
  icon,
  iconEnd,
  full = false,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={look({ variant, size, full }, className)}>
      <Content icon={icon} iconEnd={iconEnd}>
        {children}
      </Content>
    </a>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconComponent
  /** The action of the button, as accessible name and tooltip. */
  label: string
  variant?: ButtonVariant
  size?: ButtonSize
}

export function IconButton({
  icon: Glyph,
  label,
  variant = 'quiet',
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(look({ variant, size, full: false }, className), 'ds-button-icon')}
      aria-label={label}
      title={label}
    >
      <Glyph />
    </button>
  )
}

function look(
  { variant, size, full }: Required<Pick<Look, 'variant' | 'size' | 'full'>>,
  className?: string,
) {
  return classNames(
    'ds-button',
    `ds-button-${variant}`,
    size !== 'md' && `ds-button-${size}`,
    full && 'ds-button-full',
    className,
  )
}

type ContentProps = {
  icon: IconComponent | undefined
  iconEnd: IconComponent | undefined
  loading?: boolean
  children: ReactNode
}

function Content({ icon: Start, iconEnd: End, loading = false, children }: ContentProps) {
  return (
    <>
      {loading ? <Spinner size="sm" label={null} /> : Start && <Start />}
      <span className="ds-button-texts">{children}</span>
      {End && <End />}
    </>
  )
}
