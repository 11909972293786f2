import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { mostWork } from '../../rules/proof-of-work.ts'
import { registrationSchema } from '../../rules/registration/registration-schema.ts'
import { accountStatusSchema, altcha, id, instant, line, roleSchema } from '../../rules/schemas.ts'
import { readBy } from '../../rules/texts/free-text.ts'
import { backupPart } from '../admin/backup-api.ts'
import { done, endpoints, ok } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'

const email = line(320, 'contact').default('')
const password = readBy(z.string().max(1024), 'nobody').default('')
const token = readBy(z.string().max(512), 'nobody').default('')
/** A code of an authenticator app or a recovery code; required where the account has a second factor. */
const code = line(40, 'nobody').default('')
const stepUpProblems = ['password-wrong', 'mfa-code-required', 'mfa-code-wrong'] as const

const sessionUserSchema = z.object({
  id,
  role: roleSchema,
  fullName: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
})

const signedIn = z.object({
  success: z.literal(true),
  token: z.string(),
  user: sessionUserSchema,
  redirectTo: z.string(),
})

const registered = ok(
  z.object({
    message: z.string(),
    /** The invitation proved the address: no verification mail follows, and the account can sign in. */
    proven: z.boolean().optional(),
  }),
)
const registrationProblems = [
  'full-name-required',
  'email-invalid',
  'phone-invalid',
  'password-too-short',
  'admin-password-too-short',
  'role-required',
  'governorate-required',
  'teaching-subject-required',
  'public-teacher-blocked',
  'password-common',
  'password-personal',
  'password-guessable',
  'registration-path-mismatch',
  'idempotency-key-reused',
  'proof-of-work-required',
] as const
const passwordProblems = [
  'password-too-short',
  'admin-password-too-short',
  'password-too-long',
  'password-common',
  'password-personal',
  'password-guessable',
] as const
const register = {
  access: 'public',
  body: registrationSchema,
  answer: registered,
  status: 201,
  problems: registrationProblems,
} as const

export const authApi = endpoints({
  'POST /auth/detect-role': {
    summary: 'A constant answer: it must not tell whether an account exists.',
    access: 'public',
    body: z.strictObject({ email }),
    answer: ok(z.object({ role: roleSchema.nullable() })),
    problems: [],
  },
  'POST /auth/register': { summary: 'Registers a student, teacher, parent or admin.', ...register },
  'POST /auth/register/student': { summary: 'Registers a student.', ...register },
  'POST /auth/register/teacher': { summary: 'Registers a teacher.', ...register },
  'POST /auth/register/parent': { summary: 'Registers a parent.', ...register },
  'POST /auth/verify-email': {
    summary:
      'Confirms an e-mail address with the mailed token; once somebody has signed in to the account, together with a session of it or its password.',
    access: 'public',
    body: z.strictObject({ token, password }),
    answer: done,
    problems: [
      'link-replaced',
      'verification-link-expired',
      'verification-token-unknown',
      'verification-password-required',
      'password-wrong',
    ],
  },
  'POST /auth/resend-verification': {
    summary:
      'Mails a new verification link where there is something to verify; answers alike for any address.',
    access: 'public',
    body: z.strictObject({ email, altcha }),
    answer: done,
    problems: ['resend-address-missing', 'proof-of-work-required'],
  },
  'POST /auth/login': {
    summary:
      'Signs in by e-mail address or telephone number; sets the refresh cookie and answers an access token. A number counts only while one account alone has it.',
    access: 'public',
    body: z.strictObject({
      email: line(320, 'contact').optional(),
      phone: line(40, 'contact').optional(),
      password,
      altcha,
    }),
    answer: signedIn,
    problems: [
      'fields-required',
      'login-identifier-missing',
      'login-failed',
      'email-not-verified',
      'account-pending',
      'account-suspended',
      'mfa-required',
      'mfa-enrolment-required',
      'proof-of-work-required',
    ],
  },
  'POST /auth/login/factor': {
    summary:
      'Second step of a sign-in with a second factor or a recovery code, or the first code of a factor that this sign-in enrols: then the recovery codes are answered once.',
    access: 'public',
    body: z.strictObject({ challenge: token, code }),
    answer: signedIn.extend({ recoveryCodes: z.array(z.string()).optional() }),
    problems: ['mfa-code-wrong', 'mfa-challenge-expired'],
  },
  'POST /auth/refresh': {
    summary: 'Rotates the refresh cookie and answers a new access token.',
    access: 'public',
    answer: z.object({ success: z.literal(true), token: z.string(), user: sessionUserSchema }),
    problems: ['session-ended'],
  },
  'POST /auth/reauthenticate': {
    summary:
      'Proves the password once more, and a code where the account has a second factor; the new session’s access token opens calls that ask for a proof of the last ten minutes.',
    access: 'signed-in',
    body: z.strictObject({ password, code }),
    answer: z.object({ success: z.literal(true), token: z.string(), user: sessionUserSchema }),
    problems: [...stepUpProblems, 'session-ended'],
  },
  'POST /auth/logout': {
    summary:
      'Ends this session, also for access tokens still alive, and clears the storage of the browser; from an idle page it only ends the session.',
    access: 'public',
    body: z.strictObject({ idle: z.boolean().default(false) }),
    answer: done,
    problems: [],
  },
  'POST /auth/forgot-password': {
    summary: 'Mails a reset link if the address has an account; answers alike for any address.',
    access: 'public',
    body: z.strictObject({ email, altcha }),
    answer: done,
    problems: ['forgot-address-missing', 'forgot-address-invalid', 'proof-of-work-required'],
  },
  'POST /auth/reset-password': {
    summary:
      'Sets a new password with the mailed token; every session of the account ends. If the address was not proven before, nothing that was typed or set up in the account stays.',
    access: 'public',
    body: z.strictObject({ token, password }),
    answer: done,
    problems: ['link-replaced', 'reset-link-invalid', ...passwordProblems],
  },
  'GET /auth/profile': {
    summary: 'The signed-in account.',
    access: 'signed-in',
    live: [],
    answer: ok(
      sessionUserSchema.extend({
        status: accountStatusSchema,
        emailVerified: z.boolean(),
        mfaEnabled: z.boolean(),
        createdAt: instant,
      }),
    ),
    problems: [],
  },
  'GET /auth/sessions': {
    summary: 'The account’s live sessions, the current one marked.',
    access: 'signed-in',
    live: [],
    answer: ok(
      z.array(
        z.object({
          id,
          current: z.boolean(),
          device: z.string(),
          createdAt: instant,
          lastUsedAt: instant,
        }),
      ),
    ),
    problems: [],
  },
  'DELETE /auth/sessions/:id': {
    summary: 'Ends one of the account’s sessions.',
    access: 'signed-in',
    answer: done,
    problems: ['not-found'],
  },
  'DELETE /auth/sessions': {
    summary: 'Ends all sessions of the account but the current one.',
    access: 'signed-in',
    answer: done,
    problems: [],
  },
  'PUT /auth/password': {
    summary: 'Changes the password; other sessions end.',
    access: 'signed-in',
    body: z.strictObject({ currentPassword: password, newPassword: password, code }),
    answer: done,
    problems: [...stepUpProblems, ...passwordProblems],
  },
  'PUT /auth/email': {
    summary: 'Asks for a new e-mail address; the new one must be confirmed by its mailed link.',
    access: 'signed-in',
    body: z.strictObject({ email, password, code }),
    answer: done,
    problems: [...stepUpProblems, 'email-invalid', 'email-unproven'],
  },
  'POST /auth/email/undo': {
    summary:
      'Stops a change of address by the token of the notice that went to the old one, or takes it back within 7 days of its confirmation; all sessions end, and a link for a new password is mailed.',
    access: 'public',
    body: z.strictObject({ token }),
    answer: done,
    problems: ['email-change-link-unknown'],
  },
  'POST /superadmin/backups/auth': { ...backupPart, summary: 'The section of auth in a backup.' },
  'GET /me/export/account': { ...exportPart, summary: 'Account, sessions and second factors of the caller.' },
  'DELETE /me': {
    summary:
      'Closes the caller’s own account for good: every session ends at once, every service erases and confirms.',
    // at least one super-admin must remain
    access: ['student', 'teacher', 'parent', 'admin'],
    body: z.strictObject({ password, code }),
    answer: done,
    status: 202,
    problems: stepUpProblems,
  },
  'GET /auth/factors': {
    summary: 'Second factors of the account and how many recovery codes are left.',
    access: 'signed-in',
    live: [],
    answer: ok(
      z.object({
        factors: z.array(z.object({ id, name: z.string(), verified: z.boolean(), createdAt: instant })),
        recoveryCodesLeft: z.number().int(),
      }),
    ),
    problems: [],
  },
  'POST /auth/factors': {
    summary: 'Starts the enrolment of a TOTP factor.',
    access: 'signed-in',
    fresh: true,
    body: z.strictObject({ type: z.literal('totp'), name: line(60, 'nobody').default('') }),
    answer: ok(z.object({ id, secret: z.string(), uri: z.string() })),
    status: 201,
    problems: ['too-many-factors', 'email-unproven'],
  },
  'POST /auth/factors/:id/verify': {
    summary: 'Finishes the enrolment with a first code; answers new recovery codes once. Other sessions end.',
    access: 'signed-in',
    fresh: true,
    body: z.strictObject({ code: line(20, 'nobody').default('') }),
    answer: ok(z.object({ recoveryCodes: z.array(z.string()) })),
    problems: ['mfa-code-wrong', 'not-found'],
  },
  'DELETE /auth/factors/:id': {
    summary: 'Removes a second factor; other sessions end.',
    access: 'signed-in',
    body: z.strictObject({ password, code }),
    answer: done,
    problems: [...stepUpProblems, 'not-found'],
  },
  'GET /auth/challenge': {
    summary:
      'A proof-of-work challenge (ALTCHA v1): find the number n, at most `maxnumber`, for which SHA-256(salt + n) is `challenge`; send base64 of the JSON {algorithm, challenge, number, salt, signature} as `altcha`. A refusal asks for it and names the `work`, which doubles the challenge that often.',
    access: 'public',
    query: z.strictObject({ work: z.coerce.number().int().min(0).max(mostWork).default(0) }),
    // flat object, the form that ALTCHA clients read
    answer: z.object({
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.number().int().optional(),
      salt: z.string(),
      signature: z.string(),
    }),
    problems: [],
  },
  'POST /superadmin/admins': {
    summary:
      'Invites an administrator or a super-admin, again too: a password is set by the mailed link within 72 hours.',
    access: ['super-admin'],
    audited: 'by-handler',
    fresh: true,
    body: z.strictObject({
      email,
      fullName: line(200, 'staff').default(''),
      role: z.enum(admins).default('admin'),
    }),
    answer: ok(z.object({ id })),
    status: 201,
    problems: ['full-name-required', 'email-invalid', 'address-taken'],
  },
})
