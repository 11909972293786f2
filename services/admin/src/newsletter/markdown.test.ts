import { describe, expect, it } from '@jest/globals'
import { blocksOf } from './markdown.ts'

describe('a newsletter in Markdown', () => {
  it('becomes headings, paragraphs, lists, quotes and rules', () => {
    const text = '# News\n\nHello **dear** *reader*.\n\n- one\n- two\n  - three\n\n1. first\n\n> said\n\n---'
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', runs: [{ text: 'News' }] },
      {
        kind: 'paragraph',
        runs: [
          { text: 'Hello ' },
          { text: 'dear', bold: true },
          { text: ' ' },
          { text: 'reader', italic: true },
          { text: '.' },
        ],
      },
      { kind: 'item', runs: [{ text: 'one' }] },
      { kind: 'item', runs: [{ text: 'two' }] },
      { kind: 'item', runs: [{ text: 'three' }] },
      { kind: 'numbered', runs: [{ text: 'first' }] },
      { kind: 'quote', runs: [{ text: 'said' }] },
      { kind: 'rule', runs: [] },
    ])
  })

  it('keeps links to https and mailto and no others', () => {
    const hrefs = (text: string) => blocksOf(text).flatMap(({ runs }) => runs.map(({ href }) => href ?? ''))
    expect(hrefs('[a](https://darsi.example/x)')).toEqual(['https://darsi.example/x'])
    expect(hrefs('[a](mailto:help@darsi.example)')).toEqual(['mailto:help@darsi.example'])
    for (const target of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://x.example',
      '/about',
      '//x.example',
    ])
      expect(hrefs(`[a](${target})`)).toEqual([''])
  })

  it('shows HTML as text, and of a picture only its alternative text', () => {
    const all = JSON.stringify(
      blocksOf('<script>x</script>\n\nA <b onclick="x">b</b> ![cat](https://x.example/p.png)'),
    )
    expect(all).not.toContain('p.png')
    expect(blocksOf('<img src=x onerror=y>')).toEqual([
      { kind: 'paragraph', runs: [{ text: '<img src=x onerror=y>' }] },
    ])
    expect(blocksOf('![cat](https://x.example/p.png)')).toEqual([
      { kind: 'paragraph', runs: [{ text: 'cat' }] },
    ])
  })

  it('keeps all words of code, tables and entities', () => {
    const textOf = (text: string) =>
      blocksOf(text)
        .flatMap(({ runs }) => runs.map((run) => run.text))
        .join('')
    expect(textOf('Use `2 < 3` & more')).toBe('Use 2 < 3 & more')
    expect(textOf('    code')).toBe('code')
    expect(textOf('| a | b |\n|---|---|\n| c | d |')).toContain('c')
    expect(blocksOf('')).toEqual([])
  })
})
