import { type DestinationStream, type Logger, pino } from 'pino'
import { hideAddresses } from '../failure.ts'
import { currentContext } from './context.ts'

export type Log = Logger

const secret = ['email', 'password', 'token', 'authorization', 'cookie', 'phone', 'fullName', 'personal']

/** JSON lines on stdout with the ids of the current request or event and without personal data. */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { service },
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      // a copy: pino writes the fields of the line into it
      mixin: () => ({ ...currentContext() }),
      serializers: { err: (error: unknown) => loggedError(error) },
      redact: {
        paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
        censor: '[hidden]',
      },
    },
    destination,
  )
}

const maxDepth = 5

/**
 * The fields of an error that cannot hold a document. pino's own serializer copies every field, and the database driver
 * puts the whole reply, with the written document, into its errors.
 */
function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return hideAddresses(String(error))
  // `as`: fields of Node's, the drivers' and aggregated errors
  const { code, errorLabels, errors } = error as { code?: unknown; errorLabels?: unknown; errors?: unknown }
  const inner = (one: unknown) => (depth < maxDepth ? loggedError(one, depth + 1) : undefined)
  return {
    type: error.name,
    message: hideAddresses(error.message),
    // the lines before the first frame repeat the message; an address in a frame is the name of a package
    stack: error.stack?.replace(/^.*?(?=\n {4}at |$)/s, hideAddresses),
    code,
    labels: errorLabels,
    cause: error.cause === undefined ? undefined : inner(error.cause),
    errors: Array.isArray(errors) ? errors.map(inner) : undefined,
  }
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
