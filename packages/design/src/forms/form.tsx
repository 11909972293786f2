import { type ComponentProps, type FormEvent, useEffect, useRef } from 'react'
import { focusFirstInvalid } from './field.tsx'

type Props = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  onSubmit: () => unknown
  /** The errors of the last attempt. Each new value moves the focus to the first invalid control. */
  wrong?: object | null
}

/** A form that is submitted by script. Its fields show the errors; the browser's own messages are off. */
export function Form({ onSubmit, wrong = null, className = 'ds-stack', ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong !== null && form.current) focusFirstInvalid(form.current)
  }, [wrong])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through portals: without this line, a form around a dialog would be submitted too
    event.stopPropagation()
    void onSubmit()
  }
  return <form ref={form} noValidate {...rest} className={className} onSubmit={submit} />
}
