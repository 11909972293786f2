import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { View } from '@darsi/kit/http/view-record.ts'
import type { AuditAction } from './audit-action.ts'
import type { AuditMac } from './audit-mac.ts'

/**
 * What an administrator was shown. The id names all of it and the hour, so that reloading the page adds one entry per
 * hour at most; it is keyed, so that removed words cannot be guessed from it.
 */
export function viewAction(view: View, mac: Pick<AuditMac, 'markOf'>): AuditAction {
  const { action, by, target, shown, words, at, request } = view
  const hour = Math.floor(at.getTime() / hourMs)
  const id = `view.${mac.markOf([action, by, target, shown, words, hour, request])}`
  const searched = words === '' ? {} : { searched: { words, at } }
  return { id, action, by, target, detail: '', shown, ...searched, at }
}
