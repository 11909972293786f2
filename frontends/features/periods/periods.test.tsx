import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { inEachLanguage } from '@darsi/contracts/reference/languages.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { PeriodNotes } from './period-notes.tsx'
import { PeriodsPanel } from './periods-panel.tsx'

const names = inEachLanguage(() => 'Revolution Day')
const holiday = {
  ...{ id: 'p1', kind: 'holiday' as const, names, from: '2026-12-17', to: '2026-12-17', hours: null },
}
const ramadan = {
  ...{ id: 'p2', kind: 'ramadan' as const, from: '2027-02-08', to: '2027-03-09' },
  names: inEachLanguage(() => 'Ramadan hours'),
  hours: { from: 9, to: 16 },
}

function open(refused?: Error) {
  const answered = () => {
    if (refused) throw refused
    return { success: true, data: holiday }
  }
  const server = fakeApi({
    'GET /availability/periods': () => ({ success: true, data: [holiday, ramadan] }),
    'POST /availability/periods': answered,
    'PUT /availability/periods/:id': answered,
    'DELETE /availability/periods/:id': answered,
  })
  const shown = show(
    <ToastRegion>
      <PeriodsPanel api={server.api} />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}
const dialog = () => within(screen.getByRole('dialog'))

describe('the holidays', () => {
  it('are listed with days and hours, and one is removed after a question', async () => {
    const { user, asked } = open()
    expect(await screen.findByText(/^Thursday,? 17 December 2026$/)).toBeTruthy()
    expect(screen.getByText('9:00 to 16:00')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove: Revolution Day' }))
    await user.click(dialog().getByRole('button', { name: 'Remove' }))
    expect(asked('DELETE /availability/periods/:id')).toHaveLength(1)
  })

  it('are added with a name in each language; what the server refuses is shown at its field', async () => {
    const errors = [{ path: 'names.ar', message: 'Please enter a name in each language' }]
    const { user, asked } = open(
      refusal({ status: 400, code: 'PERIOD_NAME_REQUIRED', message: 'No', errors }),
    )
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await user.type(dialog().getByLabelText(/English/), 'Ramadan')
    await user.click(dialog().getByRole('radio', { name: 'Ramadan hours' }))
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    expect(asked('POST /availability/periods')[0]?.body).toMatchObject({
      ...{ kind: 'ramadan', hours: { from: 9, to: 16 } },
      names: { en: 'Ramadan', fr: '', ar: '' },
    })
    expect(await dialog().findByText('Please enter a name in each language')).toBeTruthy()
  })
})

describe('the reasons for missing hours', () => {
  it('name the days, the holiday and the hours that are left', () => {
    show(<PeriodNotes periods={[holiday, ramadan]} />)
    expect(screen.getByText(/Thursday 17 December: Revolution Day\. No hours are offered\./)).toBeTruthy()
    expect(screen.getByText(/8 February 2027 – 9 March 2027: Ramadan hours\. .* 9:00 to 16:00/)).toBeTruthy()
  })
})
