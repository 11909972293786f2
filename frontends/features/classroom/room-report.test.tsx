import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { RoomReport } from './room-report.tsx'

it('a report from the room shows the emergency numbers at once if there is a danger', async () => {
  const { api, asked } = fakeApi({ 'POST /classroom/:sessionId/report': () => ({ success: true }) })
  const { user } = show(
    <ToastRegion>
      <RoomReport api={api} sessionId="l1" onClose={() => {}} />
    </ToastRegion>,
  )
  expect(screen.queryByRole('link', { name: '1809' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /danger/i }))
  expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Send the report' }))
  expect(asked('POST /classroom/:sessionId/report')).toMatchObject([{ body: { reason: 'danger', text: '' } }])
})
