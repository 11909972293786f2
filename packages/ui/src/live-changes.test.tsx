import { describe, expect, it } from '@jest/globals'
import { render, waitFor } from '@testing-library/react'
import { type Subject, useAnnounced } from './announce.ts'
import type { ApiClient } from './api-client.ts'
import { useLiveChanges } from './live-changes.ts'
import { fakeApi } from './test/fake-api.ts'

/** A stream that says this and stays open. */
function streamOf(...said: readonly { kind: string; id: string }[]): Response {
  const text = said.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
  return new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
  )
}

function Part({ api, heard }: { api: ApiClient; heard: (subject: Subject) => void }) {
  useLiveChanges(api)
  useAnnounced('connections', () => heard('connections'))
  useAnnounced('messages', () => heard('messages'))
  useAnnounced('lessons', () => heard('lessons'))
  return null
}

describe('what others do', () => {
  it('is announced to every part of the dashboard that shows it', async () => {
    const heard: Subject[] = []
    const told = ['connection', 'thread', 'lesson'].map((kind) => ({ kind, id: kind }))
    const { api } = fakeApi({ 'GET /notifications/stream': () => streamOf(...told) })
    render(<Part api={api} heard={(subject) => heard.push(subject)} />)
    await waitFor(() => expect(heard.toSorted()).toEqual(['connections', 'lessons', 'messages']))
  })
})
