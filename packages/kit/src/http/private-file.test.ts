import { describe, expect, it } from '@jest/globals'
import express from 'express'
import { serveHttp } from '../testing/testing.ts'
import { sendPrivateFile } from './private-file.ts'

async function answered(name?: string): Promise<Response> {
  const app = express()
  app.get('/', (_request, response) => sendPrivateFile(response, Buffer.from('<script>'), name))
  const { url, close } = await serveHttp(app)
  try {
    const response = await fetch(url)
    return new Response(await response.bytes(), response)
  } finally {
    await close()
  }
}

describe('a private file', () => {
  it('is saved by a browser that opens its address, which runs and keeps nothing', async () => {
    const { headers } = await answered('exercise.html')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=exercise.html',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  it('needs no name', async () => {
    const response = await answered()
    expect(await response.text()).toBe('<script>')
    expect(response.headers.get('content-disposition')).toBe('attachment')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
  })
})
