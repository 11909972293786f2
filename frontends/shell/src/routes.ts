/** A public page without its code, which `public/page-loader.ts` loads. */
export type PublicRoute = {
  /** The page's folder under `pages`. */
  readonly folder: string
  /** Pages that need a link or a form are left out of search engines and the sitemap. */
  readonly index: boolean
}

const page = (folder: string, index = true): PublicRoute => ({ folder, index })

/** spec §2: the public pages. Each also exists as `/fr/…` and `/ar/…`. */
export const publicRoutes = {
  '/': page('home'),
  '/how-it-works': page('how-it-works'),
  '/about': page('about'),
  '/services': page('services'),
  '/teacher-opportunities': page('teacher-opportunities'),
  '/for-students': page('for-students'),
  '/teachers': page('teachers'),
  '/contact': page('contact'),
  '/privacy': page('privacy'),
  '/terms': page('terms'),
  '/child-safety': page('child-safety'),
  '/transparency': page('transparency'),
  '/documentation': page('documentation'),
  '/community': page('community'),
  '/technical-support': page('technical-support'),
  '/blog': page('blog'),
  '/blog/five-questions': page('blog/five-questions'),
  '/blog/online-safety': page('blog/online-safety'),
  '/blog/bac-without-panic': page('blog/bac-without-panic'),
  '/blog/maths-changes-language': page('blog/maths-changes-language'),
  '/blog/weak-connection': page('blog/weak-connection'),
  '/blog/first-lesson': page('blog/first-lesson'),
  '/newsletter': page('newsletter'),
  '/newsletter/leave': page('newsletter-leave', false),
  '/under-construction': page('under-construction', false),
  '/registration': page('registration'),
  '/login': page('login'),
  '/forgot-password': page('forgot-password', false),
  '/reset-password': page('reset-password', false),
  '/undo-email-change': page('undo-email-change', false),
  '/verify-email': page('verify-email', false),
  '/guardian': page('guardian', false),
  '/take-over': page('take-over', false),
  '/design-system': page('design-system', false),
  '/offline': page('offline', false),
} as const satisfies Readonly<Record<string, PublicRoute>>

export type PublicPath = keyof typeof publicRoutes

/** Closed to visitors while the site is under construction; the static server leads to `/under-construction`. */
export const closedUnderConstruction = [
  '/',
  '/how-it-works',
  '/about',
  '/services',
  '/teacher-opportunities',
  '/for-students',
  '/teachers',
  '/transparency',
  '/documentation',
  '/community',
  '/technical-support',
  '/registration',
] as const satisfies readonly PublicPath[]

export const notFoundRoute = page('not-found', false)

/** The server redirects these and keeps the query. */
export const redirects = {
  '/register': '/registration',
  '/.well-known/change-password': '/forgot-password',
} as const satisfies Readonly<Record<string, PublicPath>>
