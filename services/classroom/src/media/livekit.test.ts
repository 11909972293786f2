import { expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { TrackSource } from 'livekit-server-sdk'
import { identityOf, seatOf } from './engine.ts'
import { grantOf } from './livekit.ts'

const flag = fc.boolean()
const rights = fc.record({
  ...{ speak: flag, shareScreen: flag, write: flag, admit: flag, hold: flag, end: flag, giveRights: flag },
})

it('no token hides anybody, records, administers, or opens another room', () => {
  fc.assert(
    fc.property(rights, (given) => {
      const grant = grantOf('l1', given)
      expect(grant).toMatchObject({ room: 'l1', hidden: false, recorder: false, canPublish: given.speak })
      for (const right of ['roomAdmin', 'roomCreate', 'roomList', 'roomRecord', 'ingressAdmin'])
        expect(grant).not.toHaveProperty(right)
      expect(grant.canPublishSources?.includes(TrackSource.SCREEN_SHARE)).toBe(given.shareScreen)
    }),
  )
})

it('an identity names one person and tab, and nothing else is one', () => {
  const seat = { sessionId: 'l1', userId: 'u1', device: 'd1' }
  expect(seatOf('l1', identityOf(seat))).toEqual(seat)
  for (const identity of ['', 'u1', ':d1', 'u1:', 'u1:d1:x']) expect(seatOf('l1', identity)).toBeNull()
})
