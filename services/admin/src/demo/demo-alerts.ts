import type { AlertReason, AlertSeverity } from '@darsi/contracts/calls/admin/safety-api.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { answer, resolve } from '../alerts/alert.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { RaiseAlert } from '../alerts/raise-alert.ts'
import type { UserStore } from '../users/user-store.ts'
import { demoId } from './demo-id.ts'

export type DemoAlertParts = {
  users: Pick<UserStore, 'byIds'>
  alerts: AlertStore
  raiseAlert: RaiseAlert
  alertSealer: Sealer
}

type DemoAlert = {
  hoursAgo: number
  reason: AlertReason
  severity: AlertSeverity
  by: string
  aboutUserId: string
  text: string
}

const admin = { userId: 'demo-admin', role: 'admin' }

/** Invented reports of adults: the newest two are open, one of them late. */
const alerts: readonly DemoAlert[] = [
  {
    ...{ hoursAgo: 900, reason: 'behaviour', severity: 'medium', by: 'demo-student-7' },
    aboutUserId: 'demo-teacher-6',
    text: 'Il m’a parlé sèchement devant un autre élève quand je n’avais pas fini l’exercice.',
  },
  {
    ...{ hoursAgo: 500, reason: 'other', severity: 'medium', by: 'demo-teacher-4' },
    aboutUserId: 'demo-student-8',
    text: 'هذا الحساب يستعمله شخصان مختلفان، لا أعرف من هو تلميذي فعلا.',
  },
  {
    ...{ hoursAgo: 5.5, reason: 'behaviour', severity: 'medium', by: 'demo-student-4' },
    aboutUserId: 'demo-teacher-5',
    text: 'Deux fois il est arrivé avec vingt minutes de retard et il crie quand je le lui dis.',
  },
  {
    ...{ hoursAgo: 0.7, reason: 'other', severity: 'medium', by: 'demo-teacher-3' },
    aboutUserId: 'demo-student-14',
    text: 'The student asked me to write the homework for the university. I refused and want it noted.',
  },
]

/** @returns false until the people of the reports have arrived by their events */
export async function seedDemoAlerts(
  { users, alerts: store, raiseAlert, alertSealer }: DemoAlertParts,
  now: Date,
): Promise<boolean> {
  const ids = [...new Set([admin.userId, ...alerts.flatMap(({ by, aboutUserId }) => [by, aboutUserId])])]
  if ((await users.byIds(ids)).length < ids.length) return false
  for (const [index, { hoursAgo, text, ...alert }] of alerts.entries()) {
    const _id = demoId(`alert ${index}`)
    if (await store.collection.findOne({ _id }, { projection: { _id: 1 } })) continue
    const sealed = alertSealer.seal({ text, quoted: '' })
    await raiseAlert({
      ...alert,
      _id,
      claimed: true,
      sealed,
      createdAt: new Date(now.getTime() - hoursAgo * hourMs),
    })
  }
  return true
}

const notes = [
  'Appel aux deux familles : malentendu, les séances continuent.',
  'تمّ الاتصال بالوليّ، الغياب مبرّر.',
  'Spoke to both sides; a new time was agreed.',
]

/**
 * Closes the alerts of the days before the demo was made, among them those that its past lessons have raised, in the time
 * that the pages promise.
 */
export async function settlePastAlerts(
  { alerts }: Pick<DemoAlertParts, 'alerts'>,
  madeAt: Date,
): Promise<void> {
  const past = { status: 'open' as const, createdAt: { $lt: new Date(madeAt.getTime() - dayMs) } }
  const found = await alerts.collection.find(past, { projection: { createdAt: 1, severity: 1 } }).toArray()
  for (const [index, { _id, createdAt }] of found.entries()) {
    const after = (hours: number) => new Date(createdAt.getTime() + hours * hourMs)
    const note = notes[index % notes.length] ?? ''
    await alerts.update(_id, (alert) =>
      answer(alert, { by: admin.userId, reporter: null, at: after(0.8), former: new Set() }),
    )
    await alerts.update(_id, (alert) => resolve(alert, { by: admin, note, at: after(6 + (index % 9)) }))
  }
}
