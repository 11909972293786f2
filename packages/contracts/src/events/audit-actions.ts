import { viewActions } from '../rules/audited-views.ts'
import { erasureReasons } from '../rules/erasure-reasons.ts'

/** Audit actions without an event. True: shown on the administrators' dashboard as recent activity. */
export const ownAuditActions = {
  ...viewActions,
  'evidence.viewed': false,
  'user.exported': false,
  'system.backed-up': true,
} as const
export type OwnAuditAction = keyof typeof ownAuditActions

/** The details that an action may have. Other details are not stored. */
export const auditActionDetails = [
  'new-device',
  'password',
  'factor',
  'state',
  'limited',
  'reuse',
  'reclaimed',
  'owner',
  'reset',
  'change',
  'enrolled',
  'removed',
  'recovery-used',
  'student',
  'teacher',
  'parent',
  'admin',
  'super-admin',
  ...erasureReasons,
  'connect',
  'messages',
  'video',
  'guardian',
  'age',
  'applied',
  'expired',
  'withdrawn',
  'taken-over',
  'invited',
  'granted',
  'refused',
  'accepted',
  'approved',
  'declined',
  'reopened',
  'lifted',
  'ended',
  'reported',
  'contact-details',
  'secrecy',
  'answer',
  'investigation',
] as const
export type AuditActionDetail = (typeof auditActionDetails)[number]
