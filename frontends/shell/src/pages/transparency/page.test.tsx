import type { Transparency } from '@darsi/contracts/calls/admin/transparency-api.ts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, within } from '@testing-library/react'
import { visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(cleanup)

const figures: Transparency = {
  at: '2026-11-22T01:00:00Z',
  days: 90,
  requests: { asked: 120, accepted: 80, declined: null, expired: 6, medianAnswerHours: 9.5 },
  promises: [
    {
      promise: 'contact-answer',
      ...{ hours: 2, cases: 40, missed: null, isKept: false, medianHours: 0.5 },
    },
    {
      promise: 'safety-investigation',
      ...{ hours: 24, cases: 0, missed: 0, isKept: true, medianHours: null },
    },
  ],
  refusedTeachers: 0,
  teachers: [{ governorateId: 20, teachers: null }],
}

describe('the transparency page', () => {
  it('says which promise was missed, in text as well as by colour, and masks figures below five', async () => {
    visit(<Page />, { answer: () => ({ body: { success: true, data: figures } }) })
    const missed = within(await screen.findByRole('row', { name: /^Messages to support are answered/ }))
    expect(missed.getByText('Not kept')).toBeTruthy()
    expect(missed.getByText('fewer than 5')).toBeTruthy()
    expect(missed.getByText('2 hours')).toBeTruthy()
    const none = within(screen.getByRole('row', { name: /^An investigation starts/ }))
    expect(none.getByText('No case yet')).toBeTruthy()
    expect(screen.getByRole('row', { name: 'Medenine fewer than 5' })).toBeTruthy()
  })

  it('says when nothing has been computed yet, and when loading fails', async () => {
    visit(<Page />, { answer: () => ({ body: { success: true, data: null } }) })
    expect(await screen.findByText(/after the first night/)).toBeTruthy()
    cleanup()
    visit(<Page />, { answer: () => 'offline' })
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
  })

  it('is shown in Arabic', async () => {
    visit(<Page />, { answer: () => ({ body: { success: true, data: figures } }), language: 'ar' })
    expect(await screen.findByText('لم نفِ به')).toBeTruthy()
    expect(screen.getByText('ساعتان')).toBeTruthy()
  })
})
