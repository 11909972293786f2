/** Signed or sealed with a key that this process does not have. During a rotation a newer process may have it. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}

/** A record that no retry can fix: not JSON, not the schema, an unknown major version. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError'
}

// the driver turns code 391 (log in again) into MissingCredentials where it has no password
const transientNames =
  /^(PoolCleared|Mongo(Network|ServerSelection|NotConnected|Topology|Pool|WaitQueue|WriteConcern|ExpiredSession|ClientClosed|OperationTimeout|MissingCredentials)|MongooseServerSelection|DisconnectedError|MaxRetriesPerRequest|KafkaJS|S3Network|AbortError|TimeoutError)/
const transientCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|NR_CLOSED|UND_ERR_\w+)$/
// a disk that is full, read-only, away or not ours
const diskCodes = /^(ENOSPC|EDQUOT|EROFS|EIO|ESTALE|EACCES|EMFILE|ENFILE|EBUSY)$/
// MongoDB's error codes while it starts, stops, elects a primary, runs out of time or space, or refuses a password that
// an operator has to correct
const transientAnswers = new Set([
  6, 7, 13, 18, 43, 50, 64, 89, 91, 100, 112, 133, 134, 189, 202, 262, 317, 358, 365, 391, 462, 8000, 9001,
  10058, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 14031,
])
const transientTexts =
  /Connection is closed|Stream isn't writeable|connection .* closed|buffering timed out|Command timed out|Redis does not answer|Reauthentication already in progress|^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF|WRONGPASS|NOAUTH|NOREPLICAS|NOPERM)\b/i

/** Whether a failure is one of a dependency, not of the event: the event is retried for as long as it lasts. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, status, errorLabels, cause, errorResponse } = error as Details
  // by name like the others: every folder needs this file, so it imports none
  if (error.name === 'Problem') return status === 503
  return (
    transientNames.test(error.name) ||
    (typeof code === 'string' && (transientCodes.test(code) || diskCodes.test(code))) ||
    // a bucket that is away, busy or refuses the key; the other answers mean a wrong call
    (error.name === 'S3ServiceError' && ![400, 404, 405].includes(Number(status))) ||
    (typeof code === 'number' && transientAnswers.has(code)) ||
    (Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError')) ||
    transientTexts.test(error.message) ||
    // the driver keeps the failure of a bulk write as `errorResponse`, without `cause`
    [cause, errorResponse].some((wrapped) => wrapped !== error && isTransient(wrapped))
  )
}

type Details = {
  code?: unknown
  status?: unknown
  errorLabels?: unknown
  cause?: unknown
  errorResponse?: unknown
}

/** Hides e-mail addresses. Driver messages may quote the value, and personal data must not reach logs and headers. */
export function hideAddresses(text: string): string {
  return text.replaceAll(/[^\s"'`:,;<>(){}]+@[^\s"'`:,;<>(){}]+/g, '[hidden]')
}
