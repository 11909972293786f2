import { type Logger, pino } from 'pino'
import { currentContext } from './context.ts'

export type Log = Logger

const secret = ['email', 'password', 'token', 'authorization', 'cookie', 'phone', 'fullName', 'personal']

/** JSON lines on stdout with the ids of the current request or event and without personal data. */
export function createLog(service: string, level = 'info'): Log {
  return pino({
    level,
    base: { service },
    timestamp: createTimestamp(),
    formatters: { level: (label) => ({ level: label }) },
    // a copy: pino writes the fields of the line into it
    mixin: () => ({ ...currentContext() }),
    redact: {
      paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
      censor: '[hidden]',
    },
  })
}

/** The time of a line. Date and second are formatted once a second, because a full date costs ten times the rest. */
export function createTimestamp(now = Date.now): () => string {
  let second = Number.NaN
  let start = ''
  return () => {
    const time = now()
    const current = Math.floor(time / 1000)
    if (current !== second) start = `,"time":"${new Date(time).toISOString().slice(0, 20)}`
    second = current
    return `${start}${String(time - current * 1000).padStart(3, '0')}Z"`
  }
}
