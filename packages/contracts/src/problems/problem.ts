import { textOf } from '../reference/i18n/fill-in.ts'
import { texts } from '../reference/i18n/texts.ts'
import { inEachLanguage, type Language, type Localised } from '../reference/languages.ts'
import { formProblemStatus } from './form-problems.ts'

type TextKey = NonNullable<typeof texts.problems.keys | typeof texts.formProblems.keys>

/** The error catalogue: the HTTP status of each problem. Its texts are `problems` and `formProblems`. */
export const problemStatus = {
  ...formProblemStatus,

  // all routes
  'body-invalid': 400,
  'body-malformed': 400,
  'body-too-large': 413,
  'content-type-unsupported': 415,
  'file-type-refused': 415,
  'file-too-large': 413,
  'file-unreadable': 400,
  'file-too-heavy': 400,
  'picture-too-large': 400,
  'pdf-too-long': 400,
  'pdf-locked': 400,
  'uploads-busy': 503,
  'url-invalid': 400,
  'headers-too-large': 431,
  'request-timeout': 408,
  'method-not-allowed': 405,
  unauthenticated: 401,
  forbidden: 403,
  'cross-site': 403,
  'not-found': 404,
  'stale-version': 409,
  'cursor-invalid': 400,
  'rate-limited': 429,
  'proof-of-work-required': 403,
  'idempotency-key-reused': 409,
  internal: 500,
  unavailable: 503,

  // accounts
  'registration-path-mismatch': 400,
  'password-common': 400,
  'password-personal': 400,
  'password-guessable': 400,
  'password-wrong': 403,
  'login-failed': 401,
  'login-identifier-missing': 400,
  'email-not-verified': 403,
  'account-pending': 403,
  'account-suspended': 403,
  'address-taken': 409,
  'session-ended': 401,
  'reauthentication-required': 403,
  'mfa-required': 401,
  'mfa-code-required': 403,
  'mfa-enrolment-required': 403,
  'mfa-code-wrong': 401,
  'mfa-challenge-expired': 401,
  'too-many-factors': 409,
  'verification-password-required': 403,
  'email-unproven': 403,
  'email-change-link-unknown': 404,
  'newsletter-link-unknown': 404,
  'newsletter-link-expired': 400,
  'push-endpoint-refused': 400,
  'sms-not-available': 409,
  'sms-code-wrong': 400,
  'newsletter-already-sent': 409,
  'newsletter-incomplete': 400,
  'reset-link-invalid': 400,
  'link-replaced': 400,

  // profiles
  'profile-not-ready': 503,
  'search-not-ready': 503,
  'favorites-full': 409,
  'full-name-fixed': 400,
  'email-fixed': 400,
  'birth-year-fixed': 400,
  'minor-fixed': 400,

  // availability
  'availability-lunch': 400,
  'availability-slot-invalid': 400,
  'period-name-required': 400,
  'period-dates': 400,
  'period-hours': 400,

  // connections
  'connection-exists': 409,
  'connection-quota': 409,
  'connection-waiting': 409,
  'requests-full': 409,
  'teacher-full': 409,
  'place-not-offered': 409,
  'connection-state': 409,
  // does not mention an alert: neither side learns who reported what
  'connection-paused': 409,
  'connection-excluded': 409,
  'guardian-consent-required': 403,
  'guardian-link-invalid': 404,
  'guardian-already': 409,
  'care-change-decided': 409,
  'birth-year-required': 403,
  'take-over-invalid': 404,
  'child-required': 400,
  'child-of-age': 403,
  'child-grade-invalid': 400,
  'child-name-required': 400,
  'teacher-not-approved': 403,
  'upgrade-open': 409,
  'card-changed': 409,
  'slug-invalid': 400,
  'slug-taken': 409,
  'slugs-full': 409,
  'proof-decided': 409,
  'proofs-full': 409,
  'files-full': 409,
  'storage-full': 409,
  'upload-unfinished': 409,
  'due-date-invalid': 400,
  'homework-changed': 409,
  'approval-incomplete': 409,
  'upgrade-decided': 409,
  'thread-closed': 409,
  'thread-blocked': 409,
  'contact-details-refused': 400,
  'message-empty': 400,

  // lessons
  'video-consent-missing': 403,
  'slot-taken': 409,
  'slot-not-offered': 409,
  'slot-past': 400,
  'slot-closed': 409,
  'slot-too-soon': 409,
  'lessons-ahead-full': 409,
  'lesson-too-long': 400,
  'parent-presence': 400,
  'presence-by-guardian': 403,
  'consent-withdrawn': 409,
  'guardian-answer-missing': 409,
  'guardian-answer-too-late': 409,
  'place-required': 400,
  'meeting-link-invalid': 400,
  'details-by-guardian': 403,
  'session-state': 409,
  'session-too-late': 409,
  'session-not-started': 409,
  'group-not-offered': 403,
  'group-too-soon': 400,
  'group-closed': 409,
  'group-minors': 409,
  'group-adults': 409,
  'group-level': 409,
  'group-joined': 409,
  'group-full': 409,
  'review-exists': 409,
  'review-unattended': 409,
  'report-topics-required': 400,

  // classroom
  'classroom-closed': 409,
  'classroom-ended': 409,
  'classroom-seat-taken': 409,
  'classroom-waiting': 409,
  'classroom-pages-full': 409,
  'classroom-pictures-full': 409,

  // administration
  'status-changed': 409,
  'status-unchanged': 409,
  'decision-not-allowed': 403,
  'duplicate-state': 409,
  'alert-resolved': 409,
  'alert-taken': 409,
  'ticket-closed': 409,
  'assignee-taken': 409,
  'reason-required': 400,
} as const satisfies Record<TextKey, number>

export type ProblemSlug = keyof typeof problemStatus

const problemTexts = /* @__PURE__ */ inEachLanguage((language) => ({
  ...texts.formProblems[language],
  ...texts.problems[language],
}))

/** What a text names: a value, or words in every language. */
export type ProblemParams = Readonly<Record<string, string | number | Localised>>

/** The text of a problem, `{name}` replaced from `params`. English is the specification’s wording where it has one. */
export function problemText(slug: ProblemSlug, language: Language, params: ProblemParams = {}): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ])
  return textOf(problemTexts[language], slug, Object.fromEntries(values), language)
}

/** `login-failed` → `LOGIN_FAILED`: the `code` for programs. */
export function problemCode(slug: ProblemSlug): string {
  return slug.replaceAll('-', '_').toUpperCase()
}
