import { describe, expect, it } from '@jest/globals'
import { frameOf, resumeFrom } from './frames.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

describe('a live event', () => {
  it('carries a kind and an id and nothing else', () => {
    expect(frameOf({ kind: 'message', id: 't1' }, now)).toBe(
      `id: ${now}\nevent: message\ndata: {"kind":"message","id":"t1"}\n\n`,
    )
  })
  it('an id with a line break does not make a second event', () => {
    expect(frameOf({ kind: 'message', id: 'a\n\nevent: x' }, now).split('\n\n')).toHaveLength(2)
  })
})

describe('a stream that resumes', () => {
  it('receives the stored notices since then, with a small overlap', () => {
    expect(resumeFrom(String(now - 60_000), now)).toEqual(new Date(now - 70_000))
  })
  it('never from a moment that is still to come', () => {
    expect(resumeFrom(String(now + 60_000), now)).toEqual(new Date(now - 10_000))
  })
  it.each([undefined, '', 'abc', '12', '9'.repeat(400), "1' || true"])('not from %s', (id) => {
    expect(resumeFrom(id, now)).toBeNull()
  })
})
