/**
 * The floors of each room, from the ground up: a folder imports only from folders before it in the list, types included.
 * Files directly in `src` (`main.ts`, `parts.ts`, `routes.ts`) are the top: they may import every folder, and no folder
 * imports them. Files in `ground` are the exception: every folder may import them, and they import no folder.
 */
export type Room = {
  /** Files directly in `src` that every folder may import. */
  ground: readonly string[]
  floors: readonly string[]
}

export const rooms: Readonly<Record<string, Room>> = {
  'services/availability': {
    ground: [],
    floors: [
      ...['grid', 'periods', 'parties', 'hours', 'lessons', 'reviews', 'reports', 'groups'],
      ...['bookings', 'flows', 'calendar', 'views', 'demo', 'routes'],
    ],
  },
  'services/classroom': {
    ground: [],
    floors: ['parties', 'rooms', 'board', 'media', 'reports', 'sockets', 'routes'],
  },
  'services/auth': {
    ground: ['header-of.ts', 'in-equal-time.ts', 'limits.ts'],
    floors: [
      'passwords',
      'accounts',
      'sessions',
      'factors',
      'sign-in',
      'email-change',
      'registration',
      'recovery',
      'lifecycle',
      'demo',
    ],
  },
  'services/notifications': {
    ground: ['erasure-store.ts', 'retry-after.ts', 'work-off.ts'],
    floors: [
      'mails',
      'newsletter',
      'preferences',
      'notices',
      'streams',
      'push',
      'digests',
      'sms',
      'notifications',
    ],
  },
  gateway: { ground: [], floors: ['access'] },
  'packages/contracts': {
    ground: [],
    floors: ['reference', 'rules', 'texts', 'problems', 'calls', 'events'],
  },
  'packages/kit': {
    ground: [
      'failure.ts',
      'pool.ts',
      'repeat.ts',
      'server-clock.ts',
      'shared-reading.ts',
      'stop.ts',
      'time-limit.ts',
    ],
    floors: [
      'identity',
      'observability',
      'contact-details',
      'http',
      'mongo',
      'events',
      'proof-of-work',
      'kafka',
      'redis',
      'config',
      'storage',
      'backup',
      'commands',
      'testing',
    ],
  },
  'packages/design': {
    ground: ['class-names.ts'],
    floors: ['i18n', 'styles', 'graphics', 'charts', 'forms', 'feedback', 'dialogs', 'layout', 'test'],
  },
  'packages/client': {
    ground: ['script-address.ts'],
    floors: [
      'session',
      'api',
      'query',
      'password-question',
      'live',
      'test',
      'signed-in',
      'place',
      'queue',
      'offline',
      'dashboard',
      'dialogs',
    ],
  },
  'frontends/shell': {
    ground: [
      'app-routes.ts',
      'language.ts',
      'page-module.ts',
      'proof-of-work.ts',
      'routes.ts',
      'site.tsx',
      'support.ts',
      'texts.ts',
      'use-sending.ts',
    ],
    floors: [
      'locales',
      'links',
      'session',
      'remotes',
      'early',
      'newsletter',
      'chrome',
      'offline',
      'screens',
      'public',
      'app',
      'pages',
    ],
  },
  'services/users': {
    ground: ['changes.ts', 'write-limits.ts'],
    floors: [
      'profiles',
      'children',
      'teachers',
      'photos',
      'proofs',
      'public-pages',
      'consents',
      'connections',
      'materials',
      'threads',
      'homework',
      'guardians',
      'requests',
      'families',
      'accounts',
    ],
  },
}
