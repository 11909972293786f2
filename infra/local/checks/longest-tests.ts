/**
 * The test files that take longest, in this order. Without times of an earlier run jest begins with the largest files,
 * so that a short file with much work starts last and runs alone at the end.
 */
export const longest: readonly string[] = [
  'infra/test/faults.test.ts',
  'services/notifications/test/faults.test.ts',
  'packages/kit/test/network.test.ts',
  'services/admin/test/replay.test.ts',
  'services/classroom/test/groups.test.ts',
  'services/availability/test/lessons.test.ts',
  'services/users/test/waiting.test.ts',
  'services/users/test/teachers.test.ts',
  'services/admin/test/users.test.ts',
  'packages/kit/test/mongo.test.ts',
  'infra/test/local-access.test.ts',
  'services/availability/test/replay.test.ts',
  'packages/kit/test/crash.test.ts',
  'packages/kit/test/handover.test.ts',
  'services/admin/test/audit.test.ts',
  'frontends/shell/src/pages/registration/page.test.tsx',
  'frontends/features/teachers/find-teachers.test.tsx',
  'infra/local/process/child.test.ts',
]
