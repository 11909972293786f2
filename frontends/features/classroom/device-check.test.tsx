import { show } from '@darsi/design/test/render.tsx'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { DeviceCheck } from './device-check.tsx'

const track = { stop() {}, getSettings: () => ({ deviceId: 'first' }) }
const stream = { getTracks: () => [track], getAudioTracks: () => [track] }

/** The devices of a computer: `errors` says why one of them does not start. */
function computer(errors: { audio?: string; video?: string }) {
  const events = new EventTarget()
  const open = jest.fn(async (wanted: { audio?: unknown; video?: unknown }) => {
    const name = wanted.audio ? errors.audio : errors.video
    if (name) throw new DOMException('', name)
    return stream
  })
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: Object.assign(events, {
      getUserMedia: open,
      enumerateDevices: async () => [
        { kind: 'audioinput', deviceId: 'first', label: 'Headset' },
        { kind: 'audioinput', deviceId: 'second', label: '' },
      ],
    }),
  })
  return { errors, open, plug: () => act(async () => void events.dispatchEvent(new Event('devicechange'))) }
}

// jsdom has no sound
beforeEach(() => {
  class Sound {
    createAnalyser = () => ({ fftSize: 8, getFloatTimeDomainData() {} })
    createMediaStreamSource = () => ({ connect() {} })
    close = async () => {}
  }
  Reflect.set(globalThis, 'AudioContext', Sound)
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'AudioContext')
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

describe('the devices before the room', () => {
  it.each([
    ['NotAllowedError', /may not use the microphone/, /may not use the camera/],
    ['NotReadableError', /Another program is using the microphone/, /Another program is using the camera/],
    ['NotFoundError', /No microphone was found/, /No camera was found/],
  ])('say the cause of a %s, and are tried again without a reload', async (name, ofMicrophone, ofCamera) => {
    const { errors } = computer({ audio: name, video: name })
    const { user } = show(<DeviceCheck camera onMicrophone={() => {}} />)
    expect(await screen.findByText(ofMicrophone)).toBeTruthy()
    expect(await screen.findByText(ofCamera)).toBeTruthy()
    Object.assign(errors, { audio: undefined, video: undefined })
    const [first] = screen.getAllByRole('button', { name: 'Try again' })
    await user.click(first ?? document.body)
    expect(await screen.findByText('Your microphone hears')).toBeTruthy()
    expect(screen.getByText(ofCamera)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Your picture')).toBeTruthy()
  })

  it('start by themselves when one is plugged in, and another one may be chosen', async () => {
    const { errors, open, plug } = computer({ audio: 'NotFoundError' })
    const chosen: string[] = []
    const { user } = show(<DeviceCheck camera={false} onMicrophone={(device) => chosen.push(device)} />)
    expect(await screen.findByText(/No microphone was found/)).toBeTruthy()
    Object.assign(errors, { audio: undefined })
    await plug()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Microphone' }), 'Microphone 2')
    expect(chosen).toEqual(['second'])
    expect(open).toHaveBeenLastCalledWith({ audio: { deviceId: 'second' } })
    expect(screen.getByRole('button', { name: 'Play a test tone' })).toBeTruthy()
  })
})
