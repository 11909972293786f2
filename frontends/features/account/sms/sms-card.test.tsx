import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { SmsSettings } from '@darsi/contracts/calls/notifications/sms-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { SmsCard } from './sms-card.tsx'

function open(start: Partial<SmsSettings> = {}) {
  const settings: SmsSettings = { available: true, phone: null, state: 'off', ...start }
  const answer = () => ({ success: true, data: { ...settings } })
  const { api, asked } = fakeApi({
    'GET /notifications/sms': answer,
    'POST /notifications/sms/number': () => {
      Object.assign(settings, { phone: '+21620123456', state: 'unproven' })
      return answer()
    },
    'POST /notifications/sms/confirm': () => {
      settings.state = 'on'
      return answer()
    },
    'DELETE /notifications/sms': () => {
      Object.assign(settings, { phone: null, state: 'off' })
      return { success: true }
    },
  })
  const { user } = show(
    <ToastRegion>
      <SmsCard api={api} />
    </ToastRegion>,
  )
  return { user, asked }
}
const toggle = { name: 'Text messages to my phone' }

describe('text messages', () => {
  it('are not mentioned where the operator has set no provider', async () => {
    const { asked } = open({ available: false })
    await waitFor(() => expect(asked('GET /notifications/sms').length).toBeGreaterThan(0))
    expect(screen.queryByText('Text messages (SMS)')).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('begin once the code that the number received is entered, and end with the switch', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('switch', toggle))
    const phone = screen.getByLabelText('Mobile number')
    await user.clear(phone)
    await user.type(phone, '+216 20 123 456')
    await user.click(screen.getByRole('button', { name: 'Send the code' }))
    await user.type(await screen.findByLabelText('Code'), '12 34 56')
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    await screen.findByText(/To \+21620123456/)
    expect(asked('POST /notifications/sms/number')[0]?.body).toEqual({ phone: '+216 20 123 456' })
    expect(asked('POST /notifications/sms/confirm')[0]?.body).toEqual({ code: '123456' })
    await user.click(screen.getByRole('switch', toggle))
    await waitFor(() => expect(screen.queryByText(/To \+21620123456/)).toBeNull())
    expect(asked('DELETE /notifications/sms')).toHaveLength(1)
  })
})
