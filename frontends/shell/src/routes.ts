import type { PageModule } from './page.ts'

export type PublicRoute = {
  /** Where the page is, under `pages`. */
  readonly folder: string
  readonly load: () => Promise<PageModule>
  /** Pages that only make sense with a link or a form in hand stay out of search engines and the sitemap. */
  readonly index: boolean
}

const page = (folder: string, load: () => Promise<PageModule>, index = true): PublicRoute => ({
  folder,
  load,
  index,
})

/** spec §2: the public pages. Each also exists as `/fr/…` and `/ar/…`. */
export const publicRoutes = {
  '/': page('home', () => import('./pages/home/page.tsx')),
  '/how-it-works': page('how-it-works', () => import('./pages/how-it-works/page.tsx')),
  '/about': page('about', () => import('./pages/about/page.tsx')),
  '/services': page('services', () => import('./pages/services/page.tsx')),
  '/teacher-opportunities': page(
    'teacher-opportunities',
    () => import('./pages/teacher-opportunities/page.tsx'),
  ),
  '/for-students': page('for-students', () => import('./pages/for-students/page.tsx')),
  '/contact': page('contact', () => import('./pages/contact/page.tsx')),
  '/privacy': page('privacy', () => import('./pages/privacy/page.tsx')),
  '/terms': page('terms', () => import('./pages/terms/page.tsx')),
  '/child-safety': page('child-safety', () => import('./pages/child-safety/page.tsx')),
  '/documentation': page('documentation', () => import('./pages/documentation/page.tsx')),
  '/community': page('community', () => import('./pages/community/page.tsx')),
  '/technical-support': page('technical-support', () => import('./pages/technical-support/page.tsx')),
  '/blog': page('blog', () => import('./pages/blog/page.tsx')),
  '/blog/five-questions': page('blog/five-questions', () => import('./pages/blog/five-questions/page.tsx')),
  '/blog/online-safety': page('blog/online-safety', () => import('./pages/blog/online-safety/page.tsx')),
  '/blog/bac-without-panic': page(
    'blog/bac-without-panic',
    () => import('./pages/blog/bac-without-panic/page.tsx'),
  ),
  '/blog/maths-changes-language': page(
    'blog/maths-changes-language',
    () => import('./pages/blog/maths-changes-language/page.tsx'),
  ),
  '/blog/weak-connection': page(
    'blog/weak-connection',
    () => import('./pages/blog/weak-connection/page.tsx'),
  ),
  '/blog/first-lesson': page('blog/first-lesson', () => import('./pages/blog/first-lesson/page.tsx')),
  '/newsletter': page('newsletter', () => import('./pages/newsletter/page.tsx')),
  '/newsletter/leave': page('newsletter-leave', () => import('./pages/newsletter-leave/page.tsx'), false),
  '/registration': page('registration', () => import('./pages/registration/page.tsx')),
  '/login': page('login', () => import('./pages/login/page.tsx')),
  '/forgot-password': page('forgot-password', () => import('./pages/forgot-password/page.tsx'), false),
  '/reset-password': page('reset-password', () => import('./pages/reset-password/page.tsx'), false),
  '/verify-email': page('verify-email', () => import('./pages/verify-email/page.tsx'), false),
  '/guardian': page('guardian', () => import('./pages/guardian/page.tsx'), false),
  '/take-over': page('take-over', () => import('./pages/take-over/page.tsx'), false),
  '/design-system': page('design-system', () => import('./pages/design-system/page.tsx'), false),
  '/offline': page('offline', () => import('./pages/offline/page.tsx'), false),
} as const satisfies Readonly<Record<string, PublicRoute>>

export type PublicPath = keyof typeof publicRoutes

export const notFoundRoute = page('not-found', () => import('./pages/not-found/page.tsx'), false)

/** The server answers these with a redirect that keeps the query. */
export const redirects = { '/register': '/registration' } as const satisfies Readonly<
  Record<string, PublicPath>
>
