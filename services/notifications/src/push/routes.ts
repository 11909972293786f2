import { pushApi } from '@darsi/contracts/calls/notifications/push-api.ts'
import { sessionLimitsOf } from '@darsi/contracts/rules/session-limits.ts'
import { deviceName } from '@darsi/contracts/rules/texts/device-name.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { type Erasures, refuseErased } from '../erasure-store.ts'
import type { DeviceStore } from './device-store.ts'
import type { PushKeys } from './push-keys.ts'

type Parts = {
  devices: DeviceStore
  erasures: Pick<Erasures, 'isErased'>
  pushKeys: PushKeys
  mayCallPush: (endpoint: string) => boolean
}

export function pushRoutes({ devices, erasures, pushKeys: [{ publicKey }], mayCallPush }: Parts): Route[] {
  const settings = async ({ userId, sessionId }: Identity) => {
    const [found, quiet] = await Promise.all([devices.ofAccount(userId), devices.quietOf(userId)])
    const listed = found.map((device) => ({
      id: device._id,
      name: device.name,
      createdAt: device.createdAt.toISOString(),
      isCurrent: device.sessionId === sessionId,
    }))
    return success({ publicKey, devices: listed, quiet })
  }
  const refuseIfErased = (userId: string) => refuseErased(erasures, userId, () => devices.erase(userId))
  return [
    route(pushApi, 'GET /notifications/push', ({ identity }) => settings(identity)),
    route(
      pushApi,
      'POST /notifications/push/devices',
      async ({ body, identity, language, request, at: createdAt }) => {
        if (!mayCallPush(body.endpoint)) throw problem('push-endpoint-refused')
        const { userId, sessionId, role, authTime, sessionExp } = identity
        await devices.register({
          ...{ userId, sessionId, language, publicKey, createdAt, subscription: body },
          name: deviceName(request.get('user-agent')),
          // no event tells when a session ends by its age
          expiresAt: new Date(
            sessionExp ? sessionExp * 1000 : authTime * 1000 + sessionLimitsOf(role).lifeMs,
          ),
        })
        await refuseIfErased(userId)
        return settings(identity)
      },
    ),
    route(pushApi, 'DELETE /notifications/push/devices/:id', async ({ params, identity }) => {
      if (!(await devices.remove(params.id, identity.userId))) throw problem('not-found')
      return succeeded()
    }),
    route(pushApi, 'PUT /notifications/push/quiet', async ({ body, identity }) => {
      await devices.setQuiet(identity.userId, body.quiet)
      await refuseIfErased(identity.userId)
      return settings(identity)
    }),
  ]
}
