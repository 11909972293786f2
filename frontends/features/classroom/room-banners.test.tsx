import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import type { CallState } from './call/call.ts'
import { RoomBanners } from './room-banners.tsx'

const rights = { speak: true, shareScreen: false, write: true, admit: false, hold: false, end: false }
const room: Classroom = {
  ...{ sessionId: 'l', roomId: 'l', threads: [], subject: 'mathematics', part: 'learner', ageBand: '11-17' },
  ...{ state: 'live', holdCause: null, endCause: null, lacks: [], people: [], boardPages: [], version: 1 },
  startsAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  liveSince: new Date().toISOString(),
  now: new Date().toISOString(),
  rights: { ...rights, giveRights: false },
  media: 'ready',
}
const call: CallState = {
  ...{ connected: false, trouble: null, voices: [], level: 'video', receives: 'video', samples: [] },
  ...{ microphone: true, camera: false, sharing: false, facesAway: false, canTurnCamera: false },
  soundBlocked: false,
}

describe('a call that does not get through', () => {
  it.each([
    [null, 'The call is interrupted. It comes back automatically.'],
    ['engine', /Voice and video do not answer at the moment\. Board and messages work/],
    ['network', /This network lets no voice and no video through\. Board and messages work/],
  ] as const)('because of %s is said in words', (trouble, words) => {
    const state = { call: { ...call, trouble }, line: 'lost' as const }
    show(<RoomBanners room={room} me="me" state={state} onSound={() => {}} />)
    expect(screen.getByText(words)).toBeTruthy()
  })
})
