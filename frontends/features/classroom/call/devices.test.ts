import { describe, expect, it } from '@jest/globals'
import type { Level } from '../../board/public.ts'
import type { Device } from './device-cause.ts'
import { createDevices } from './devices.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

/** A person's devices: each start fails with the error that is set for it. */
function room(level: Level = 'video') {
  const errors = new Map<Device, Error>()
  const started: string[] = []
  const said: string[] = []
  const start = (device: Device) => async (on: boolean, options?: object) => {
    const error = on ? errors.get(device) : undefined
    if (error) throw error
    started.push(`${device} ${on ? 'on' : 'off'}${options && 'facingMode' in options ? ' away' : ''}`)
    return undefined
  }
  const devices = createDevices({
    own: {
      getTrackPublication: () => undefined,
      unpublishTrack: async () => undefined,
      setMicrophoneEnabled: start('microphone'),
      setCameraEnabled: start('camera'),
      setScreenShareEnabled: start('screen'),
    },
    isThin: () => false,
    level: () => level,
    onNews: ({ device, news }) => said.push(`${device} ${news}`),
  })
  return { devices, errors, started, said }
}

describe('a device in the room', () => {
  it.each([
    ['microphone', named('NotAllowedError'), ['microphone refused']],
    ['microphone', named('NotReadableError'), ['microphone busy']],
    ['microphone', named('NotFoundError'), ['microphone none']],
    ['camera', named('NotAllowedError'), ['camera refused']],
    ['camera', named('NotReadableError'), ['camera busy']],
    ['camera', named('OverconstrainedError'), ['camera none']],
    ['camera', named('TypeError'), ['camera failed']],
    ['screen', named('NotAllowedError', 'Permission denied by system'), ['screen refused']],
    ['screen', named('NotReadableError'), ['screen busy']],
    // closed the list of screens
    ['screen', named('NotAllowedError', 'Permission denied'), []],
  ] as const)('%s that fails with %s says so, once', async (device, error, words) => {
    const { devices, errors, said } = room()
    errors.set(device, error)
    await devices.set(device, true)
    // the line changes, and what is wanted is sent anew
    await devices.apply(device)
    expect(said).toEqual(words)
    expect(devices.wants(device)).toBe(false)
  })

  it('that goes in the middle of the lesson is on again when it returns, both in words', async () => {
    const { devices, errors, said, started } = room()
    await devices.apply('microphone')
    errors.set('microphone', named('NotFoundError'))
    devices.lost('microphone')
    await devices.changed()
    expect(said).toEqual(['microphone lost'])
    errors.delete('microphone')
    await devices.changed()
    await devices.changed()
    expect(said).toEqual(['microphone lost', 'microphone back'])
    expect(started).toEqual(['microphone on', 'microphone on'])
  })

  it('that was turned off stays off when a device comes', async () => {
    const { devices, said, started } = room()
    await devices.set('microphone', false)
    devices.lost('microphone')
    await devices.changed()
    expect([said, started]).toEqual([[], ['microphone off']])
  })

  it('that the user refused is not asked for again by itself', async () => {
    const { devices, errors, started, said } = room()
    errors.set('camera', named('NotAllowedError'))
    await devices.set('camera', true)
    errors.delete('camera')
    await devices.changed()
    expect([said, started]).toEqual([['camera refused'], []])
  })

  it('turns its camera away and back, and says when the screen is no longer shared', async () => {
    const { devices, started, said } = room()
    await devices.set('camera', true)
    await devices.turnCamera()
    expect(devices.facesAway()).toBe(true)
    await devices.turnCamera()
    await devices.set('screen', true)
    devices.lost('screen')
    await devices.changed()
    expect(started).toEqual(['camera on', 'camera on away', 'camera on', 'screen on'])
    expect(said).toEqual(['screen lost'])
  })
})
