import { describe, expect, it, jest } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { show } from '../test/render.tsx'
import { Button } from './button.tsx'
import { Checkbox, ChipGroup, RadioGroup, Switch } from './choice.tsx'
import { Field, focusFirstInvalid } from './field.tsx'
import { DateInput, PasswordInput, Select, Textarea, TextInput } from './input.tsx'

function Subjects() {
  const [selected, setSelected] = useState<('a' | 'b' | 'c')[]>(['c'])
  const options = (['a', 'b', 'c'] as const).map((value) => ({ value, label: value.toUpperCase() }))
  return (
    <>
      <ChipGroup legend="Subjects" options={options} selected={selected} onChange={setSelected} />
      <output>{selected.join()}</output>
    </>
  )
}

describe('a field', () => {
  it('links label, hint and error to its control', () => {
    show(
      <Field label="Full name" hint="As on your identity card" error="Full name is required" required>
        <TextInput />
      </Field>,
    )
    const input = screen.getByRole('textbox', {
      name: 'Full name',
      description: 'As on your identity card Full name is required',
    })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBe('true')
  })

  it('is not invalid without an error', () => {
    show(
      <Field label="Phone" optional error={undefined}>
        <TextInput type="tel" />
      </Field>,
    )
    const input = screen.getByLabelText('Phone (optional)')
    expect(input.hasAttribute('aria-invalid')).toBe(false)
    expect(input.hasAttribute('aria-describedby')).toBe(false)
    expect(input.getAttribute('dir')).toBe('ltr')
  })

  it('gets the focus if it is the first invalid one', () => {
    const { container } = show(
      <form>
        <Field label="A">
          <TextInput />
        </Field>
        <RadioGroup
          legend="B"
          options={[{ value: 'x', label: 'X' }]}
          value={null}
          onChange={() => {}}
          error="Please choose"
        />
        <Field label="C" error="Wrong">
          <TextInput />
        </Field>
      </form>,
    )
    focusFirstInvalid(container)
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'X' }))
  })
})

describe('a password field', () => {
  it('shows and hides its text', async () => {
    const { user } = show(
      <Field label="Password">
        <PasswordInput />
      </Field>,
    )
    const input = screen.getByLabelText('Password')
    await user.type(input, 'secret')
    expect(input.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    expect(input).toHaveProperty('value', 'secret')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
  })
})

describe('a textarea', () => {
  it('submits its form on Ctrl+Enter only where that is asked for', async () => {
    const onSubmit = jest.fn((event: FormEvent) => event.preventDefault())
    const { user } = show(
      <form onSubmit={onSubmit}>
        <Textarea aria-label="Answer" submitsOnCtrlEnter />
        <Textarea aria-label="Notes" />
      </form>,
    )
    await user.type(screen.getByLabelText('Notes'), 'a{Control>}{Enter}{/Control}')
    await user.type(screen.getByLabelText('Answer'), 'a{Enter}b')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('Answer'), '{Control>}{Enter}{/Control}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('a\nb')
  })
})

describe('choices', () => {
  it('a select returns the value of its option', async () => {
    const onChange = jest.fn()
    const { user } = show(
      <Field label="Level">
        <Select value="" onChange={onChange} options={[{ value: 'primary', label: 'Primary' }]} />
      </Field>,
    )
    await user.selectOptions(screen.getByLabelText('Level'), 'Primary')
    expect(onChange).toHaveBeenCalledWith('primary')
  })

  it('radio buttons are one group with its error', async () => {
    const onChange = jest.fn()
    const options = [
      { value: 'student', label: 'Student', hint: 'I look for lessons.' },
      { value: 'teacher', label: 'Teacher' },
    ] as const
    const { user } = show(
      <RadioGroup
        legend="I am a…"
        options={options}
        value=""
        onChange={onChange}
        error="Please select your role"
        required
      />,
    )
    const group = screen.getByRole('radiogroup', { name: 'I am a…', description: 'Please select your role' })
    await user.click(within(group).getByRole('radio', { name: 'Teacher' }))
    expect(onChange).toHaveBeenCalledWith('teacher')
    expect(screen.getByRole('radio', { name: 'Student', description: 'I look for lessons.' })).toBeTruthy()
  })

  it('chips keep the order of the list, not of the clicks', async () => {
    const { user } = show(<Subjects />)
    await user.click(screen.getByRole('checkbox', { name: 'A' }))
    expect(screen.getByRole('status').textContent).toBe('a,c')
    await user.click(screen.getByRole('checkbox', { name: 'C' }))
    expect(screen.getByRole('status').textContent).toBe('a')
  })

  it('a checkbox and a switch show their labels and errors', () => {
    show(
      <>
        <Checkbox label="I accept" error="Please accept the Terms of Service" />
        <Switch label="Visible" hint="Off at the start" defaultChecked />
      </>,
    )
    expect(
      screen.getByRole('checkbox', { name: 'I accept', description: 'Please accept the Terms of Service' }),
    ).toBeTruthy()
    expect(
      screen.getByRole('switch', { name: 'Visible', description: 'Off at the start', checked: true }),
    ).toBeTruthy()
  })
})

describe('a busy button', () => {
  it('keeps its label and ignores clicks and submits', async () => {
    const onClick = jest.fn()
    const onSubmit = jest.fn()
    const { user } = show(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading onClick={onClick}>
          Save
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    await user.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
  })
})

describe('a date field', () => {
  it('shows its date in the language of the page', () => {
    show(
      <Field label="من">
        <DateInput value="2026-11-23" onChange={() => {}} />
      </Field>,
      'ar',
    )
    expect(screen.getByLabelText<HTMLInputElement>('من').value).toBe('2026-11-23')
    expect(screen.getByText('23 نوفمبر 2026')).toBeTruthy()
  })

  it('shows a text that is no date as empty', () => {
    show(
      <Field label="From">
        <DateInput value="yesterday" onChange={() => {}} />
      </Field>,
    )
    expect(screen.getByText('Choose a date')).toBeTruthy()
  })
})
