import { namesOf } from '../reference/i18n/names-of.ts'
import { texts } from '../reference/i18n/texts.ts'

/**
 * Problems that forms show before a call (spec §5, §8). English is the specification's wording. Separate from the rest
 * of the catalogue, so that public pages bundle only these.
 */
export const formProblemStatus = {
  'full-name-required': 400,
  'email-invalid': 400,
  'phone-invalid': 400,
  'password-too-short': 400,
  'admin-password-too-short': 400,
  'password-too-long': 400,
  'role-required': 400,
  'governorate-required': 400,
  'governorate-unknown': 400,
  'delegation-unknown': 400,
  'service-radius-invalid': 400,
  'teaching-subject-required': 400,
  'terms-required': 400,
  'child-name-required': 400,
  'child-age-invalid': 400,
  'education-level-invalid': 400,
  'birth-year-invalid': 400,
  'guardian-email-invalid': 400,
  'employment-status-invalid': 400,
  'public-teacher-blocked': 400,
  'subject-unknown': 400,
  'choice-unknown': 400,
  'fields-required': 400,
  'forgot-address-missing': 400,
  'forgot-address-invalid': 400,
  'verification-link-expired': 400,
  'verification-token-unknown': 404,
  'verification-link-missing': 404,
  'resend-address-missing': 400,
  'contact-fields-required': 400,
} as const satisfies Record<NonNullable<typeof texts.formProblems.keys>, number>

export type FormProblemSlug = keyof typeof formProblemStatus

export const formProblemTexts = /* @__PURE__ */ namesOf(texts.formProblems)
