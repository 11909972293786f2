import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { baseConfig, parseConfig } from './config.ts'

const schema = z.object({ SMTP_URL: z.url(), EVENT_KEY: z.string().min(10) })
const smtp = { SMTP_URL: 'smtp://localhost:1025' }

describe('the configuration', () => {
  it('takes a secret from the file that is named for it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'darsi-config-'))
    const file = join(folder, 'key')
    writeFileSync(file, 'a-long-secret\n')
    expect(parseConfig(schema, { ...smtp, EVENT_KEY_FILE: file }).EVENT_KEY).toBe('a-long-secret')
    rmSync(folder, { recursive: true })
  })

  it.each([
    { PUBLIC_URL: 'https://darsi.example' },
    { PUBLIC_URL: 'HTTPS://darsi.example' },
    { PUBLIC_URL: 'http://darsi.test', PRODUCTION: 'true' },
  ])('refuses a demo with %p', (around) => {
    const { PUBLIC_URL, DEMO, PRODUCTION } = baseConfig
    const schema = z.object({ PUBLIC_URL, DEMO, PRODUCTION })
    expect(() => parseConfig(schema, { ...around, DEMO: 'true' })).toThrow(/^DEMO: must not be true/)
    expect(parseConfig(schema, { ...around, DEMO: 'false' }).DEMO).toBe(false)
    expect(parseConfig(schema, { PUBLIC_URL: 'http://localhost:8080', DEMO: 'true' }).DEMO).toBe(true)
  })

  it('names each example address that is left where real people register', () => {
    const { PUBLIC_URL, PRODUCTION } = baseConfig
    const shape = { PUBLIC_URL, PRODUCTION, MAIL_FROM: z.email().default('no-reply@darsi.example') }
    const parse = (values: Record<string, string>) => parseConfig(z.object(shape), values)
    const real = { PUBLIC_URL: 'https://darsi.test', MAIL_FROM: 'no-reply@darsi.test', PRODUCTION: 'true' }
    expect(parse(real).MAIL_FROM).toBe('no-reply@darsi.test')
    expect(() => parse({ PUBLIC_URL: 'https://darsi.example/', PRODUCTION: 'true' })).toThrow(
      /^PUBLIC_URL: please set.*\nMAIL_FROM: please set.*$/,
    )
    expect(parse({ PUBLIC_URL: 'https://darsi.example' }).MAIL_FROM).toBe('no-reply@darsi.example')
  })

  it('wants to know who runs a site of real people', () => {
    const { PRODUCTION } = baseConfig
    const shape = z.object({ PRODUCTION, OPERATOR_NAME: z.string().default('') })
    expect(() => parseConfig(shape, { PRODUCTION: 'true' })).toThrow(/^OPERATOR_NAME: please say who/)
    expect(parseConfig(shape, { PRODUCTION: 'true', OPERATOR_NAME: 'Cours' }).OPERATOR_NAME).toBe('Cours')
    expect(parseConfig(shape, {}).OPERATOR_NAME).toBe('')
  })

  it('does not read the files that are meant for other programs', () => {
    const environment = { ...smtp, EVENT_KEY: 'a-long-secret', SSL_CERT_FILE: '/nowhere.pem' }
    expect(parseConfig(schema, environment).EVENT_KEY).toBe('a-long-secret')
  })

  it('names everything that is missing or wrong at once, and no value', () => {
    const parse = () => parseConfig(schema, { SMTP_URL: 'secret-nonsense' })
    expect(parse).toThrow(/SMTP_URL[\s\S]*EVENT_KEY/)
    expect(parse).not.toThrow(/secret-nonsense/)
  })
})
