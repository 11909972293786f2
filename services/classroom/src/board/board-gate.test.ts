import { longestBoardText, maxPageBytes } from '@darsi/contracts/rules/board-limits.ts'
import { describe, expect, it } from '@jest/globals'
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import { createBoardGate } from './board-gate.ts'

const kept: string[] = []
const keep = async (text: string): Promise<void> => void kept.push(text)
const minors = async () => ({ isMinors: true, keep })
const adults = async () => ({ isMinors: false, keep })
const neverAsked = async () => {
  throw new Error('the age was asked')
}

/** A page on the server, and a tab that has it. */
function page() {
  const [server, tab] = [new Doc(), new Doc()]
  const objects = tab.getMap<object>('o')
  const judge = createBoardGate()
  return {
    objects,
    asked: (room = minors) => judge(server, encodeStateAsUpdate(tab, encodeStateVector(server)), room),
    accept: () => applyUpdate(server, encodeStateAsUpdate(tab)),
    bytes: () => encodeStateAsUpdate(server).length,
  }
}
const written = (t: string) => ({ k: 'text', c: 0, b: '20123456-0000-4000-8000-000000000000', t, s: 36 })

describe('the gate of a minor’s board', () => {
  it.each(['Appelle-moi au 20 123 456', 'amal@gmail.com', 'https://chat.example.com/room'])(
    'refuses %s',
    async (t) => {
      const { objects, asked } = page()
      objects.set('a', written(t))
      objects.set('b', written('3x + 5 = 20'))
      expect(await asked()).toEqual({ type: 'refused', why: 'contact-details', ids: ['a'] })
      expect(await asked(adults)).toBeNull()
    },
  )

  it('accepts texts of lessons, and the ids of the authors, and keeps a minor’s', async () => {
    const { objects, asked } = page()
    const texts = ['3/4 + 1/8 = 7/8', 'Exercice 12 page 45', 'مساحة المثلث']
    for (const t of texts) objects.set(t, written(t))
    kept.length = 0
    expect(await asked(adults)).toBeNull()
    expect(kept).toEqual([])
    expect(await asked()).toBeNull()
    expect(kept).toEqual([texts.join('\n')])
  })

  it('names an object that was changed, also one that somebody else wrote', async () => {
    const { objects, asked, accept } = page()
    objects.set('a', written('triangle'))
    accept()
    objects.set('a', written('amal@gmail.com'))
    expect(await asked()).toMatchObject({ ids: ['a'] })
  })

  it('accepts a text that its author has removed', async () => {
    const { objects, asked } = page()
    objects.set('a', written('amal@gmail.com'))
    objects.delete('a')
    objects.set('b', written('triangle'))
    expect(await asked()).toBeNull()
  })
})

describe('long texts', () => {
  it('are refused by their length, also on a board of adults, and nobody is asked for the age', async () => {
    const { objects, asked } = page()
    objects.set('a', written('a'.repeat(longestBoardText + 1)))
    objects.set('b', written('a'.repeat(longestBoardText)))
    const refusal = { type: 'refused', why: 'text-too-long', ids: ['a'] }
    expect(await asked(neverAsked)).toEqual(refusal)
  })

  it('of a megabyte are refused within a moment', async () => {
    const { objects, asked } = page()
    objects.set('a', written('20 123 456 '.repeat(100_000)))
    const began = performance.now()
    expect(await asked(neverAsked)).toMatchObject({ why: 'text-too-long' })
    expect(performance.now() - began).toBeLessThan(500)
  })

  it('that fill a page leave the event loop free between them', async () => {
    const { objects, asked } = page()
    for (let id = 0; id < 60; id++) objects.set(String(id), written(`${id} nombre premier `.repeat(100)))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const refusal = await asked()
    clearInterval(timer)
    expect(refusal).toBeNull()
    expect(turns).toBeGreaterThan(20)
  })

  it('are not read on a board of adults, and the age is not asked for what has no text', async () => {
    const { objects, asked } = page()
    objects.set('a', { k: 'pen', p: new Uint8Array(200) })
    expect(await asked(neverAsked)).toBeNull()
  })
})

describe('a full page', () => {
  it('accepts no new object, and objects can still be erased', async () => {
    const { objects, asked, accept, bytes } = page()
    const picture = () => ({ k: 'picture', t: '', j: new Uint8Array(50_000) })
    for (const id of ['a', 'b']) {
      objects.set(id, picture())
      expect(await asked(adults)).toBeNull()
      accept()
    }
    objects.set('c', picture())
    expect(await asked(adults)).toEqual({ type: 'refused', why: 'page-full', ids: ['c'] })
    objects.delete('c')
    objects.delete('a')
    expect(await asked(adults)).toBeNull()
    accept()
    expect(bytes()).toBeLessThan(maxPageBytes / 2)
    objects.set('d', picture())
    expect(await asked(adults)).toBeNull()
  })
})
