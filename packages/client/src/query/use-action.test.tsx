import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { refusal, silence } from '../test/refusal.ts'
import { useAction } from './use-action.ts'

type Props = { work: () => Promise<unknown>; done?: string } & Parameters<typeof useAction>[0]

function Save({ work, done, ...settings }: Props) {
  const { run, busy, error, failure, clear } = useAction(settings)
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => void run(work, done)}>
        save
      </button>
      <button type="button" onClick={clear}>
        clear
      </button>
      <p role="alert">{error}</p>
      <p role="note">{failure?.code}</p>
    </>
  )
}

const press = async (props: Props) => {
  const { user } = show(
    <ToastRegion>
      <Save {...props} />
    </ToastRegion>,
  )
  await user.click(screen.getByRole('button', { name: 'save' }))
  return user
}
const alertText = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
const refused = () => Promise.reject(refusal({ code: 'SLOT_TAKEN', message: 'This hour is taken' }))

describe('an action', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('is busy until it ends, ignores a second press meanwhile, and announces its success', async () => {
    let finish = () => {}
    const work = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const user = await press({ work, done: 'Saved' })
    const button = screen.getByRole('button', { name: 'save' })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    await user.click(button)
    finish()
    await screen.findByText('Saved')
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('shows a failure until the next attempt, with the code for the form', async () => {
    const work = jest.fn(refused)
    const user = await press({ work, done: 'Saved' })
    await screen.findByText('This hour is taken')
    await screen.findByText('SLOT_TAKEN')
    expect(screen.queryByText('Saved')).toBeNull()
    work.mockImplementation(() => new Promise(() => {}))
    await user.click(screen.getByRole('button', { name: 'save' }))
    await waitFor(() => expect(alertText()).toEqual(['']))
  })

  it('takes a failure back when the user corrects the input', async () => {
    const user = await press({ work: refused })
    await screen.findByText('This hour is taken')
    await user.click(screen.getByRole('button', { name: 'clear' }))
    await waitFor(() => expect(alertText()).toEqual(['']))
  })

  it('replaces a failure without a reason of the server, and no other', async () => {
    await press({ work: () => Promise.reject(silence()), failed: 'It was not saved' })
    await screen.findByText('It was not saved')
    await press({ work: refused, failed: 'It was not saved' })
    await screen.findByText('This hour is taken')
  })

  it('shows a failure as a toast where no place is beside the button', async () => {
    await press({ work: refused, inToast: true })
    await screen.findByText('This hour is taken')
    expect(screen.getByRole('note').textContent).toBe('')
  })

  it('leaves a failure to the field that shows it', async () => {
    const onFailure = jest.fn(() => true)
    const after = jest.fn()
    await press({ work: refused, onFailure, after, done: 'Saved' })
    await waitFor(() => expect(after).toHaveBeenCalledTimes(1))
    expect(onFailure).toHaveBeenCalledTimes(1)
    expect(alertText()).toEqual([''])
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('is tried without a network too, so that it can fail and say so', async () => {
    onlineManager.setOnline(false)
    const work = jest.fn(async () => {})
    await press({ work, done: 'Saved' })
    await screen.findByText('Saved')
    expect(work).toHaveBeenCalledTimes(1)
  })
})
