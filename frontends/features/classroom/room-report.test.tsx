import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { RoomReport } from './room-report.tsx'

const threads = [{ connectionId: 'k1', name: 'Nour' }]

it('a report from the room shows the emergency numbers at once if there is a danger', async () => {
  const { api, asked } = fakeApi({ 'POST /classroom/:sessionId/report': () => ({ success: true }) })
  const { user } = show(
    <ToastRegion>
      <RoomReport api={api} room={{ sessionId: 'l1', threads }} onClose={() => {}} />
    </ToastRegion>,
  )
  expect(screen.queryByRole('link', { name: '1809' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /danger/i }))
  expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Send the report' }))
  expect(asked('POST /classroom/:sessionId/report')).toMatchObject([{ body: { reason: 'danger', text: '' } }])
})

it('the teacher of a group says whom it concerns; without a reason from the list words are needed', async () => {
  let failures = 1
  const { api, asked } = fakeApi({
    'POST /classroom/:sessionId/report': () => {
      if (failures-- > 0) throw refusal({ status: 0, message: 'Network error' })
      return { success: true }
    },
  })
  const group = [...threads, { connectionId: 'k2', name: 'Rim' }]
  const { user } = show(
    <ToastRegion>
      <RoomReport api={api} room={{ sessionId: 'l1', threads: group }} onClose={() => {}} />
    </ToastRegion>,
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Whom does it concern?' }), 'Rim')
  await user.click(screen.getByRole('radio', { name: /else/i }))
  await user.click(screen.getByRole('button', { name: 'Send the report' }))
  screen.getByText('Please say in your words what happened')
  expect(asked('POST /classroom/:sessionId/report')).toEqual([])
  await user.type(screen.getByRole('textbox'), 'He insults others')
  await user.click(screen.getByRole('button', { name: 'Send the report' }))
  expect(asked('POST /classroom/:sessionId/report')).toMatchObject([
    { body: { reason: 'other', text: 'He insults others', connectionId: 'k2' } },
  ])
  // the second attempt after a lost answer is the same report
  await user.click(screen.getByRole('button', { name: 'Send the report' }))
  await waitFor(() => expect(asked('POST /classroom/:sessionId/report')).toHaveLength(2))
  const [first, second] = asked('POST /classroom/:sessionId/report').map((call) =>
    Reflect.get(call, 'idempotencyKey'),
  )
  expect(first).toEqual(expect.any(String))
  expect(second).toBe(first)
})
