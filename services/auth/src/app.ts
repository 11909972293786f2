import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/http/app.ts'
import express, { type Express } from 'express'
import type { Parts } from './parts.ts'
import { routes } from './routes.ts'

export function createAuthApp(parts: Parts, options: Omit<AppOptions, 'table' | 'routes'>): Express {
  const outer = express()
  outer.disable('x-powered-by')
  // public, so it needs no identity
  outer.get('/.well-known/jwks.json', (_request, response) => {
    response.setHeader('Cache-Control', 'public, max-age=60')
    response.json(parts.tokens.jwks)
  })
  outer.use(createApp({ ...options, table: authApi, routes: routes(parts) }))
  return outer
}
