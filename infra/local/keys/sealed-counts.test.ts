import { expect, it } from '@jest/globals'
import { countsIn } from './sealed-counts.ts'

it('reads the counts of what older keys seal from the metrics of a service', () => {
  const metrics = `# HELP sealed_by_old_keys Documents that hold a value sealed with an older key.
sealed_by_old_keys{key="MESSAGE_KEY",rows="message.sealed",service="users"} 12
sealed_by_old_keys{service="users",key="MESSAGE_KEY",rows="thread.last.sealed"} 0
outbox_pending{service="users"} 3`
  expect(countsIn('users', metrics)).toEqual([
    'MESSAGE_KEY message.sealed: 12',
    'MESSAGE_KEY thread.last.sealed: 0',
  ])
})

it('does not take a service that has not counted yet for one that has nothing left', () => {
  expect(countsIn('users', 'outbox_pending{service="users"} 3')).toEqual([
    'users: not counted yet, only two minutes after its start',
  ])
})
