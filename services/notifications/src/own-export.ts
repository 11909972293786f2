import { notificationsApi } from '@darsi/contracts/calls/notifications/notifications-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { MailStore } from './mails/mail-store.ts'
import type { NoticeStore } from './notices/notice-store.ts'
import type { PreferenceStore } from './preferences/preference-store.ts'
import type { DeviceStore } from './push/device-store.ts'
import type { SmsNumberStore } from './sms/sms-number-store.ts'
import type { SmsStore } from './sms/sms-store.ts'

type ExportDeps = {
  mails: Pick<MailStore, 'collection'>
  notices: Pick<NoticeStore, 'collection'>
  preferences: Pick<PreferenceStore, 'wantsMail'>
  devices: Pick<DeviceStore, 'collection' | 'quietOf'>
  numbers: Pick<SmsNumberStore, 'find' | 'phoneOf'>
  sms: Pick<SmsStore, 'collection'>
}

/** Say that another person used the address, which an account must not learn that has not proven or has left it. */
const othersDoing = ['registration-repeated', 'address-wanted', 'address-reserved'] as const

/** The person's data in this service: which mails were sent when, and the notices. Texts are not stored. */
export function ownExportRoute({ mails, notices, preferences, devices, numbers, sms }: ExportDeps): Route {
  return route(notificationsApi, 'GET /me/export/mails', async ({ identity, response }) => {
    const { userId } = identity
    await writeExport(response, {
      wantsMail: () => preferences.wantsMail(userId),
      mails: rowsOf(mails.collection, { userId, kind: { $nin: othersDoing } }, [
        'kind',
        'state',
        'createdAt',
        'settledAt',
      ]),
      notices: rowsOf(notices.collection, { userId }, ['kind', 'createdAt', 'readAt']),
      pushDevices: rowsOf(devices.collection, { userId }, ['name', 'createdAt', 'expiresAt']),
      quietHours: () => devices.quietOf(userId),
      textMessageNumber: async () => {
        const number = await numbers.find(userId)
        return number && { phone: numbers.phoneOf(number), provenAt: number.provenAt?.toISOString() ?? null }
      },
      textMessages: rowsOf(sms.collection, { userId }, ['kind', 'state', 'createdAt']),
    })
    return undefined
  })
}
