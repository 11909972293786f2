import { describe, expect, it } from '@jest/globals'
import { renderHook, waitFor } from '@testing-library/react'
import { useCall } from '../query/use-call.ts'
import { fakeApi } from '../test/fake-api.ts'
import { useLiveChanges } from './live-changes.ts'

/** A stream that sends this and stays open. */
function streamOf(...events: readonly { kind: string; id: string }[]): Response {
  const text = events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
  return new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
  )
}

describe('changes by others', () => {
  it('reload every part of the dashboard that shows them, and no other', async () => {
    const { api, asked } = fakeApi({
      'GET /notifications/stream': () => streamOf({ kind: 'lesson', id: 's1' }, { kind: 'thread', id: 't1' }),
      'GET /sessions/overview': () => ({}),
      'GET /threads': () => ({ data: [] }),
      'GET /me/quota': () => ({}),
    })
    renderHook(() => {
      useLiveChanges(api)
      useCall(api, 'GET /sessions/overview')
      useCall(api, 'GET /threads')
      useCall(api, 'GET /me/quota')
    })
    await waitFor(() => expect(asked('GET /threads')).toHaveLength(2))
    await waitFor(() => expect(asked('GET /sessions/overview')).toHaveLength(2))
    expect(asked('GET /me/quota')).toHaveLength(1)
  })

  it('reload a teacher’s photo and public page after a decision', async () => {
    const { api, asked } = fakeApi({
      'GET /notifications/stream': () => streamOf({ kind: 'notice', id: 'teacher' }),
      'GET /me/photo': () => ({}),
      'GET /me/public-page': () => ({}),
    })
    renderHook(() => {
      useLiveChanges(api)
      useCall(api, 'GET /me/photo')
      useCall(api, 'GET /me/public-page')
    })
    await waitFor(() => expect(asked('GET /me/photo')).toHaveLength(2))
    await waitFor(() => expect(asked('GET /me/public-page')).toHaveLength(2))
  })

  it('are loaded once for a burst of events', async () => {
    const kinds = ['user', 'connection', 'user', 'ticket'].map((kind) => ({ kind, id: kind }))
    const { api, asked } = fakeApi({
      'GET /notifications/stream': () => streamOf(...kinds),
      'GET /admin/stats': () => ({}),
    })
    renderHook(() => {
      useLiveChanges(api)
      useCall(api, 'GET /admin/stats')
    })
    await waitFor(() => expect(asked('GET /admin/stats')).toHaveLength(2))
    await new Promise((done) => setTimeout(done, 300))
    expect(asked('GET /admin/stats')).toHaveLength(2)
  })
})
