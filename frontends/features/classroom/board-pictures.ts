import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useMemo } from 'react'
import type { BoardPictures } from '../board/public.ts'

/** The pictures of one lesson's board, as the server keeps them. */
export function useBoardPictures(api: ApiClient, sessionId: string): BoardPictures {
  return useMemo(
    () => ({
      put: async (body) =>
        (await api.call('POST /classroom/:sessionId/pictures', { params: { sessionId }, body })).data.id,
      read: async (picture) => {
        const params = { sessionId, picture }
        return (await api.response('GET /classroom/:sessionId/pictures/:picture', { params })).blob()
      },
    }),
    [api, sessionId],
  )
}
