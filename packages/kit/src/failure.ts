import { Problem } from './problem.ts'

/** A record that no retry can heal: not JSON, not the schema, an unknown major version, sealed with an unknown key. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError'
}

const transientNames =
  /^(Mongo(Network|ServerSelection|NotConnected|Topology|Pool|WriteConcern|ExpiredSession|ClientClosed|OperationTimeout)|MongooseServerSelection|DisconnectedError|MaxRetriesPerRequest|KafkaJS|AbortError|TimeoutError)/
const transientCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|NR_CLOSED|UND_ERR_\w+)$/
// MongoDB's answers while it starts, stops, elects a primary or runs out of time or room
const transientAnswers = new Set([
  6, 7, 50, 64, 89, 91, 112, 189, 262, 317, 358, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436, 14031,
])
const transientTexts =
  /Connection is closed|Stream isn't writeable|connection .* closed|buffering timed out|^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF) /i

/** Failures of a dependency that pass by themselves: the event waits for them as long as it takes. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Problem) return error.status === 503
  const { code, errorLabels, cause } = error as { code?: unknown; errorLabels?: unknown; cause?: unknown }
  return (
    transientNames.test(error.name) ||
    (typeof code === 'string' && transientCodes.test(code)) ||
    (typeof code === 'number' && transientAnswers.has(code)) ||
    (Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError')) ||
    transientTexts.test(error.message) ||
    (cause !== error && isTransient(cause))
  )
}

/** Messages of drivers may quote the value at fault; an address of a person has no place in logs and headers. */
export function hideAddresses(text: string): string {
  return text.replaceAll(/[^\s"'`:,;<>(){}]+@[^\s"'`:,;<>(){}]+/g, '[hidden]')
}
