import { announce } from './announce.ts'
import type { ApiClient } from './api-client.ts'
import { useLive } from './live.ts'

/** What others did is announced like what was done on this page: every part that shows it asks again. */
export function useLiveChanges(api: Pick<ApiClient, 'response'>): void {
  useLive(api, 'connection', () => announce('connections'))
  useLive(api, 'message', () => announce('messages'))
  useLive(api, 'thread', () => announce('messages'))
  useLive(api, 'lesson', () => announce('lessons'))
  useLive(api, 'alert', () => announce('alerts'))
}
