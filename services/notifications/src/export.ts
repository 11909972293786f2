import { notificationsApi } from '@darsi/contracts/notifications-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/data-export.ts'
import { type Route, route } from '@darsi/kit/route.ts'
import type { MailStore } from './mail-store.ts'
import type { NoticeStore } from './notice-store.ts'
import type { PreferenceStore } from './preference-store.ts'

export type ExportDeps = {
  mails: Pick<MailStore, 'model'>
  notices: Pick<NoticeStore, 'model'>
  preferences: Pick<PreferenceStore, 'wantsMail'>
}

/** What notifications holds of a person: which mails went out when, and what the bell showed. Texts are not kept. */
export function ownExportRoute({ mails, notices, preferences }: ExportDeps): Route {
  return route(notificationsApi, 'GET /me/export/mails', async ({ identity, response }) => {
    const { userId } = identity
    await writeExport(response, {
      wantsMail: () => preferences.wantsMail(userId),
      mails: rowsOf(mails.model.collection, { userId }, ['kind', 'state', 'createdAt', 'settledAt']),
      notices: rowsOf(notices.model.collection, { userId }, ['kind', 'createdAt', 'readAt']),
    })
    return undefined
  })
}
