import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { liveUndos } from '../accounts/email-undo.ts'
import type { Factors } from '../factors/factors.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Parts = {
  accounts: Pick<AccountStore, 'byId'>
  sessions: Pick<Sessions, 'list'>
  factors: Pick<Factors, 'list'>
  now: () => Date
}

/** The personal data in auth, without anything that would open the account: hashes, secrets and codes. */
export function ownExportRoute({ accounts, sessions, factors, now }: Parts): Route {
  return route(authApi, 'GET /me/export/account', async ({ identity, response }) => {
    const { userId, role } = identity
    await writeExport(response, {
      account: async () => {
        const account = await accounts.byId(userId)
        if (!account) return null
        const { email, fullName, language, status, createdAt, emailVerifiedAt, approvedAt } = account
        const asked = account.emailChange?.email ?? null
        const devicesKnown = account.devices.length
        const held = { email, fullName, language, status, createdAt, emailVerifiedAt, approvedAt }
        return { id: userId, role, ...held, newEmailAskedFor: asked, devicesKnown }
      },
      earlierAddresses: async () => {
        const account = await accounts.byId(userId)
        const undos = account ? liveUndos(account, now()) : []
        return undos.map(({ email, expiresAt: reservedUntil }) => ({ email, reservedUntil }))
      },
      sessions: async () =>
        (await sessions.list(userId, role)).map(({ device, createdAt, lastUsedAt, endsAt }) => ({
          device,
          createdAt,
          lastUsedAt,
          endsAt,
        })),
      secondFactors: () => factors.list(userId),
    })
    return undefined
  })
}
