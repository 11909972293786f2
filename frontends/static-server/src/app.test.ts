import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'static-server-'))
const root = join(folder, 'dist')
mkdirSync(root)
const app = createApp({ root })
let server: Server
let base = ''

function put(name: string, content: string) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), content)
}

beforeAll(async () => {
  put('index.html', '<h1>home</h1>')
  put('about/index.html', '<h1>about</h1>')
  put('404.html', 'not found in English')
  put('fr/404.html', 'introuvable')
  put('config.json', '{}')
  put('assets/app.0123456789.js', 'plain')
  put('assets/app.0123456789.js.br', 'brotli')
  put('assets/app.0123456789.js.gz', 'gzip')
  put('.build/redirects.json', '{"/register":"/registration","/fr/classroom":"/classroom"}')
  put('.build/nested.json', '["/classroom"]')
  put('.build/closed.json', '{"/":"/under-construction","/fr/about":"/fr/under-construction"}')
  put('classroom/index.html', '<h1>classroom</h1>')
  put('.build/history.json', '[]')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  server = createServer(app.handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const html = { headers: { accept: 'text/html' } }

describe('served files', () => {
  it('have page addresses without extension or trailing slash', async () => {
    const response = await fetch(`${base}/about`)
    expect([response.status, await response.text()]).toEqual([200, '<h1>about</h1>'])
    expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8')
  })

  it('include a 404 page in the language of an unknown address', async () => {
    const [english, french] = await Promise.all([fetch(`${base}/no`, html), fetch(`${base}/fr/no`, html)])
    expect([english.status, await english.text()]).toEqual([404, 'not found in English'])
    expect([french.status, await french.text()]).toEqual([404, 'introuvable'])
  })

  it('show the 404 page in the browser’s language where the address names none', async () => {
    const asked = async (path: string, languages: string) =>
      (await fetch(`${base}${path}`, { headers: { ...html.headers, 'accept-language': languages } })).text()
    expect(await asked('/no', 'fr-TN,fr;q=0.9,en;q=0.8')).toBe('introuvable')
    expect(await asked('/no', 'de;q=0.9, en;q=0.3, fr;q=0.7')).toBe('introuvable')
    expect(await asked('/no', 'en-GB,fr;q=0.9')).toBe('not found in English')
    // no page in that language, and nothing outside of the folder
    expect(await asked('/no', 'de')).toBe('not found in English')
    expect(await asked('/no', '..,../../secret')).toBe('not found in English')
    expect(await asked('/fr/no', 'en')).toBe('introuvable')
    const { headers } = await fetch(`${base}/no`, html)
    expect(headers.get('vary')).toBe('Accept-Language')
  })

  it('answer an unknown asset with a plain 404, so that a page is never run as a script', async () => {
    const response = await fetch(`${base}/assets/gone.js`, html)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain;charset=utf-8'])
  })

  it('redirect /register to /registration and keep ?type=', async () => {
    const response = await fetch(`${base}/register?type=teacher`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/registration?type=teacher'])
  })

  it('have one page for the classrooms of all lessons, and nothing below it', async () => {
    const room = await fetch(`${base}/classroom/64f0c0ffee?from=mail`)
    expect([room.status, await room.text()]).toEqual([200, '<h1>classroom</h1>'])
    expect((await fetch(`${base}/classroom/64f0c0ffee/more`, html)).status).toBe(404)
    expect((await fetch(`${base}/about/64f0c0ffee`, html)).status).toBe(404)
    const french = await fetch(`${base}/fr/classroom/64f0c0ffee?from=mail`, { redirect: 'manual' })
    expect(french.headers.get('location')).toBe('/classroom/64f0c0ffee?from=mail')
  })

  it('are sent in the best encoding of the build', async () => {
    const sent = async (accepted: string) => raw('/assets/app.0123456789.js', { 'accept-encoding': accepted })
    expect((await sent('gzip, br')).headers['content-encoding']).toBe('br')
    expect((await sent('gzip')).headers['content-encoding']).toBe('gzip')
    expect((await sent('identity')).headers['content-encoding']).toBeUndefined()
  })

  it('change with a new build without a restart', async () => {
    expect((await fetch(`${base}/news`)).status).toBe(404)
    put('news/index.html', 'news')
    utimesSync(join(root, '.build/history.json'), new Date(), new Date(Date.now() + 5_000))
    expect(await (await fetch(`${base}/news`)).text()).toBe('news')
  })
})

describe('caching', () => {
  it('keeps assets for ever and revalidates everything else', async () => {
    const control = async (path: string) => (await fetch(base + path)).headers.get('cache-control')
    expect(await control('/assets/app.0123456789.js')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/', '/about', '/config.json', '/no']) expect(await control(path)).toBe('no-cache')
  })

  it('does not send unchanged files again', async () => {
    const tag = (await fetch(`${base}/about`)).headers.get('etag') ?? ''
    expect((await fetch(`${base}/about`, { headers: { 'if-none-match': tag } })).status).toBe(304)
  })
})

describe('a demo', () => {
  it('is announced to the shell only through config.json', async () => {
    expect(await (await fetch(`${base}/config.json`)).json()).toEqual({})
    const response = await configOf({ demo: true })
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toEqual({ demo: true })
  })

  it('needs DEMO to be true', () => {
    const demoOf = (DEMO?: string) => readConfig({ ROOT: root, PORT: '0', ...(DEMO && { DEMO }) }).demo
    expect([demoOf(), demoOf('false'), demoOf('yes'), demoOf('true')]).toEqual([false, false, false, true])
  })
})

describe('a dashboard that is replaced alone', () => {
  const releases = join(folder, 'releases')
  const remotes = async () => JSON.parse(await (await configOf({ releases })).text()).remotes

  it('is taken from its file in RELEASES at once, and from the build again after the file is deleted', async () => {
    put('config.json', JSON.stringify({ remotes: { student: 'built', teacher: 'built' } }))
    expect(await remotes()).toEqual({ student: 'built', teacher: 'built' })
    mkdirSync(releases)
    writeFileSync(join(releases, 'teacher.json'), '{"entry":"/remotes/teacher/new.js"}')
    writeFileSync(join(releases, 'other.json'), '{}')
    expect(await remotes()).toEqual({ student: 'built', teacher: { entry: '/remotes/teacher/new.js' } })
    rmSync(join(releases, 'teacher.json'))
    expect(await remotes()).toEqual({ student: 'built', teacher: 'built' })
  })

  it('is missing while its file cannot be read', async () => {
    writeFileSync(join(releases, 'teacher.json'), '{"entry":"/remo')
    expect(await remotes()).toEqual({ student: 'built', teacher: null })
    put('config.json', '{}')
  })
})

describe('refused requests', () => {
  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/about/..%5c..%5csecret.txt',
    '/%00',
    '/%',
    '/.build/redirects.json',
    '/.build/history.json',
  ])('%s gives nothing away', async (path) => {
    const { status, body } = await raw(path)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('secret')
    expect(body).not.toContain('registration')
  })

  it('are all methods except reading', async () => {
    expect((await fetch(base, { method: 'POST' })).status).toBe(405)
  })
})

describe('headers', () => {
  it('allow no inline code, eval, framing or other origin in any answer', async () => {
    for (const path of ['/', '/no', '/assets/app.0123456789.js', '/livez']) {
      const { headers } = await fetch(base + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toMatch(/unsafe|http|\*/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

describe('readiness', () => {
  it('ends when the server stops, liveness does not', async () => {
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    app.setReady(false)
    expect((await fetch(`${base}/readyz`)).status).toBe(503)
    expect((await fetch(`${base}/livez`)).status).toBe(200)
    app.setReady(true)
  })
})

describe('configuration', () => {
  it('lists all missing variables', () => {
    expect(() => readConfig({})).toThrow(/ROOT[\s\S]*PORT/)
    expect(readConfig({ ROOT: '/srv', PORT: '80' })).toMatchObject({
      sites: [{ root: '/srv', port: 80 }],
      host: '127.0.0.1',
    })
  })

  it('of a production site has nothing of the trial, and says who runs the site', () => {
    const given = { ROOT: '/srv', PORT: '80', PRODUCTION: 'true' }
    const trial = {
      PUBLIC_URL: 'https://darsi.example',
      SUPPORT_EMAIL: 'support@darsi.example',
      SUPPORT_PHONE: '+216 71 000 000',
    }
    expect(() => readConfig({ ...given, ...trial })).toThrow(
      /PUBLIC_URL[\s\S]*SUPPORT_EMAIL[\s\S]*SUPPORT_PHONE[\s\S]*OPERATOR_NAME/,
    )
    const own = { PUBLIC_URL: 'https://cours.test', SUPPORT_EMAIL: 'a@cours.test', SUPPORT_PHONE: '' }
    expect(() => readConfig({ ...given, ...own })).toThrow('OPERATOR_NAME')
    const operator = { OPERATOR_NAME: 'Cours', OPERATOR_ADDRESS: 'Sfax' }
    expect(readConfig({ ...given, ...own, ...operator }).host).toBe('127.0.0.1')
    // a dashboard has no pages
    expect(readConfig(given).host).toBe('127.0.0.1')
    expect(readConfig({ ...given, ...trial, PRODUCTION: 'false' }).host).toBe('127.0.0.1')
  })

  it('reads several front ends, each with its port', () => {
    expect(readConfig({ ROOT: '/one,/two', PORT: '81,82' }).sites).toEqual([
      { root: '/one', port: 81 },
      { root: '/two', port: 82 },
    ])
    expect(() => readConfig({ ROOT: '/one,/two', PORT: '81' })).toThrow('as many ports')
    expect(() => readConfig({ ROOT: '/one,/two', PORT: '81,x' })).toThrow('a port number is missing')
  })
})

/** Requests `/config.json` from a server of its own. */
async function configOf(options: { demo?: boolean; releases?: string }): Promise<Response> {
  const other = createServer(createApp({ root, ...options }).handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const response = await fetch(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/config.json`,
  )
  const text = await response.text()
  other.closeAllConnections()
  other.close()
  return new Response(text, response)
}

/** Not fetch(), which would normalize the path and choose the encoding. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (done, fail) => {
      const call = request(`${base}/`, { path, headers }, (response) => {
        let body = ''
        response.on('data', (part) => {
          body += part
        })
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, body }))
      })
      call.on('error', fail)
      call.end()
    },
  )
}

describe('a site under construction', () => {
  const open = async (path: string, underConstruction: boolean) => {
    const closed = createServer(createApp({ root, underConstruction }).handle).listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const address = closed.address()
    const port = typeof address === 'object' ? address?.port : ''
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
    closed.closeAllConnections()
    await new Promise((resolve) => closed.close(resolve))
    return [status, headers.get('location')]
  }

  it('leads visitors to the landing page in their language', async () => {
    expect(await open('/', true)).toEqual([302, '/under-construction'])
    expect(await open('/fr/about', true)).toEqual([302, '/fr/under-construction'])
  })

  it('keeps the other pages open, and all of them without the switch', async () => {
    expect(await open('/classroom', true)).toEqual([200, null])
    expect(await open('/', false)).toEqual([200, null])
    expect(readConfig({ ROOT: root, PORT: '1', UNDER_CONSTRUCTION: 'true' }).underConstruction).toBe(true)
  })
})
