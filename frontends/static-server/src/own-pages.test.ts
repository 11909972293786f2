import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createApp } from './app.ts'
import { ownPages } from './own-pages.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'own-pages-root-'))
  mkdirSync(join(root, '.build/pages'), { recursive: true })
  writeFileSync(
    join(root, '.build/pages.json'),
    JSON.stringify({ env: { PUBLIC_URL: 'http://trial', PHONE: '71' } }),
  )
  program(`
    import { writeFileSync } from 'node:fs'
    const [, , dist, out] = process.argv
    writeFileSync(out + '/index.html', process.env.PUBLIC_URL + ' ' + dist)
    writeFileSync(out + '/404.html', 'own not found')
  `)
  writeFileSync(join(root, 'index.html'), 'built')
  writeFileSync(join(root, '404.html'), 'built not found')
  writeFileSync(join(root, 'other.txt'), 'other')
})
afterEach(() => rmSync(root, { recursive: true }))

const program = (text: string) => writeFileSync(join(root, '.build/pages/write-pages.mjs'), text)

async function serve(pages: string | null, path: string): Promise<string> {
  const server = createServer(createApp({ root, pages }).handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
  const text = await answer.text()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return text
}

describe('pages of the operator', () => {
  it('are not written where the settings are those of the build, or are not set', () => {
    expect(ownPages(root, {})).toBeNull()
    expect(ownPages(root, { PUBLIC_URL: 'http://trial', OTHER: 'x' })).toBeNull()
  })

  it('are not written for a dashboard, which has no pages', () => {
    rmSync(join(root, '.build'), { recursive: true })
    expect(ownPages(root, { PUBLIC_URL: 'https://mine.test' })).toBeNull()
  })

  it('are served in place of the built ones, with all other files of the build', async () => {
    const pages = ownPages(root, { PUBLIC_URL: 'https://mine.test' })
    expect(readFileSync(join(pages ?? '', 'index.html'), 'utf8')).toBe(`https://mine.test ${root}`)
    expect(await serve(pages, '/')).toBe(`https://mine.test ${root}`)
    expect(await serve(pages, '/other.txt')).toBe('other')
    expect(await serve(pages, '/nowhere')).toBe('own not found')
    expect(await serve(null, '/')).toBe('built')
    rmSync(pages ?? '', { recursive: true })
  })

  it('an emptied setting counts: the number of the trial is not shown', () => {
    const pages = ownPages(root, { PHONE: '' })
    expect(pages).not.toBeNull()
    rmSync(pages ?? '', { recursive: true })
  })

  it('that cannot be written stop the start', () => {
    program('throw new Error("no texts")')
    expect(() => ownPages(root, { PUBLIC_URL: 'https://mine.test' })).toThrow('no texts')
  })
})
