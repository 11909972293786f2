import { describe, expect, it } from '@jest/globals'
import { complete } from './complete.ts'

const script = { 'content-type': 'text/javascript', 'content-length': '5' }
const file = '/assets/app.0123456789.js'
const answer = (body: string, headers: Record<string, string>, status = 200) =>
  new Response(body, { status, headers })

describe('the service worker keeps', () => {
  it.each<[string, string, Response]>([
    ['a whole script', file, answer('12345', script)],
    [
      'a compressed script, whose length is that of other bytes',
      file,
      answer('12345', { ...script, 'content-length': '3', 'content-encoding': 'gzip' }),
    ],
    ['a page', '/fr/about', answer('<p>', { 'content-type': 'text/html;charset=utf-8' })],
    ['the home page', '/', answer('<p>', { 'content-type': 'text/html' })],
    ['the settings', '/config.json', answer('{}', { 'content-type': 'application/json' })],
    ['a font', '/assets/a.woff2', answer('font', { 'content-type': 'font/woff2' })],
  ])('%s', async (_, path, response) => {
    const kept = await complete(path, response)
    expect(kept?.status).toBe(200)
    // the kept body has neither encoding nor the old length
    expect(kept?.headers.has('content-length')).toBe(false)
  })
})

describe('the service worker never keeps', () => {
  it.each<[string, string, Response]>([
    [
      'a page of a portal under the name of a script',
      file,
      answer('<p>Log in', { 'content-type': 'text/html' }),
    ],
    ['a page under the name of a style', '/assets/a.css', answer('<p>', { 'content-type': 'text/html' })],
    ['a page under the name of texts', '/assets/a.json', answer('<p>', { 'content-type': 'text/html' })],
    ['a file without a type', file, new Response(new Blob(['12345']))],
    ['half a file', file, answer('123', script)],
    ['an empty file', file, answer('', { 'content-type': 'text/javascript' })],
    ['an error', file, answer('12345', script, 500)],
    ['a part of a file', file, answer('12345', script, 206)],
    ['a script under the name of a page', '/about', answer('12345', script)],
  ])('%s', async (_, path, response) => {
    expect(await complete(path, response)).toBeNull()
  })

  it('a body that breaks off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) })
    await expect(complete(file, new Response(body, { headers: script }))).rejects.toThrow('cut')
  })
})
