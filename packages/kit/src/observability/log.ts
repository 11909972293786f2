import { type Logger, pino } from 'pino'
import { currentContext } from './context.ts'

export type Log = Logger

const secret = ['email', 'password', 'token', 'authorization', 'cookie', 'phone', 'fullName', 'personal']

/** JSON lines on stdout with the ids of the current request or event and without personal data. */
export function createLog(service: string, level = 'info'): Log {
  return pino({
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => currentContext(),
    redact: {
      paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
      censor: '[hidden]',
    },
  })
}
