import { describe, expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { useTypedEarly } from './use-typed-early.ts'

type Props = { onAlive?: (form: HTMLFormElement) => void }

function Form({ onAlive }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ email: '', password: '' })
  useTypedEarly(form, (typed) => setValues({ ...values, ...typed }))
  useEffect(() => {
    if (form.current) onAlive?.(form.current)
  }, [onAlive])
  return (
    <form ref={form} data-email={values.email} data-password={values.password}>
      {(['email', 'password'] as const).map((name) => (
        <input
          key={name}
          name={name}
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
    </form>
  )
}

/** As a browser does, before hydration and after it. A helper of React's tests would finish React's pending work first. */
function type(input: HTMLInputElement | null, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('a form that is typed in while its page starts', () => {
  it('keeps what was typed before hydration when the next field is filled right after it', async () => {
    const root = document.createElement('div')
    document.body.append(root)
    root.innerHTML =
      '<form data-email="" data-password=""><input name="email" value=""><input name="password" value=""></form>'
    const field = (name: string) => root.querySelector<HTMLInputElement>(`[name=${name}]`)
    type(field('email'), 'a@b.example')

    // a microtask: before React's next task
    const typeOn = () => queueMicrotask(() => type(field('password'), 'secret'))
    hydrateRoot(root, <Form onAlive={typeOn} />)

    const form = root.querySelector('form')
    await waitFor(() => expect(form?.dataset['password']).toBe('secret'))
    expect(form?.dataset['email']).toBe('a@b.example')
  })
})
