import type { Role } from '@darsi/contracts/roles.ts'
import type { PageModule } from './page.ts'

export type PublicRoute = {
  /** A page is a chunk of its own, named after its folder: `page-<folder>`. */
  readonly chunk: string
  readonly load: () => Promise<PageModule>
  /** Pages that only make sense with a link or a form in hand stay out of search engines and the sitemap. */
  readonly index: boolean
}

const page = (chunk: string, load: () => Promise<PageModule>, index = true): PublicRoute => ({
  chunk: `page-${chunk}`,
  load,
  index,
})

/** spec §2: the public pages. Each also exists as `/fr/…` and `/ar/…`. */
export const publicRoutes = {
  '/': page('home', () => import(/* webpackChunkName: "page-home" */ './pages/home/page.tsx')),
  '/how-it-works': page(
    'how-it-works',
    () => import(/* webpackChunkName: "page-how-it-works" */ './pages/how-it-works/page.tsx'),
  ),
  '/about': page('about', () => import(/* webpackChunkName: "page-about" */ './pages/about/page.tsx')),
  '/services': page(
    'services',
    () => import(/* webpackChunkName: "page-services" */ './pages/services/page.tsx'),
  ),
  '/teacher-opportunities': page(
    'teacher-opportunities',
    () =>
      import(/* webpackChunkName: "page-teacher-opportunities" */ './pages/teacher-opportunities/page.tsx'),
  ),
  '/for-students': page(
    'for-students',
    () => import(/* webpackChunkName: "page-for-students" */ './pages/for-students/page.tsx'),
  ),
  '/contact': page(
    'contact',
    () => import(/* webpackChunkName: "page-contact" */ './pages/contact/page.tsx'),
  ),
  '/privacy': page(
    'privacy',
    () => import(/* webpackChunkName: "page-privacy" */ './pages/privacy/page.tsx'),
  ),
  '/terms': page('terms', () => import(/* webpackChunkName: "page-terms" */ './pages/terms/page.tsx')),
  '/child-safety': page(
    'child-safety',
    () => import(/* webpackChunkName: "page-child-safety" */ './pages/child-safety/page.tsx'),
  ),
  '/documentation': page(
    'documentation',
    () => import(/* webpackChunkName: "page-documentation" */ './pages/documentation/page.tsx'),
  ),
  '/community': page(
    'community',
    () => import(/* webpackChunkName: "page-community" */ './pages/community/page.tsx'),
  ),
  '/technical-support': page(
    'technical-support',
    () => import(/* webpackChunkName: "page-technical-support" */ './pages/technical-support/page.tsx'),
  ),
  '/blog': page('blog', () => import(/* webpackChunkName: "page-blog" */ './pages/blog/page.tsx')),
  '/blog/five-questions': page(
    'blog-five-questions',
    () => import(/* webpackChunkName: "page-blog-five-questions" */ './pages/blog/five-questions/page.tsx'),
  ),
  '/blog/online-safety': page(
    'blog-online-safety',
    () => import(/* webpackChunkName: "page-blog-online-safety" */ './pages/blog/online-safety/page.tsx'),
  ),
  '/blog/bac-without-panic': page(
    'blog-bac-without-panic',
    () =>
      import(/* webpackChunkName: "page-blog-bac-without-panic" */ './pages/blog/bac-without-panic/page.tsx'),
  ),
  '/blog/maths-changes-language': page(
    'blog-maths-changes-language',
    () =>
      import(
        /* webpackChunkName: "page-blog-maths-changes-language" */ './pages/blog/maths-changes-language/page.tsx'
      ),
  ),
  '/blog/weak-connection': page(
    'blog-weak-connection',
    () => import(/* webpackChunkName: "page-blog-weak-connection" */ './pages/blog/weak-connection/page.tsx'),
  ),
  '/blog/first-lesson': page(
    'blog-first-lesson',
    () => import(/* webpackChunkName: "page-blog-first-lesson" */ './pages/blog/first-lesson/page.tsx'),
  ),
  '/newsletter': page(
    'newsletter',
    () => import(/* webpackChunkName: "page-newsletter" */ './pages/newsletter/page.tsx'),
  ),
  '/newsletter/leave': page(
    'newsletter-leave',
    () => import(/* webpackChunkName: "page-newsletter-leave" */ './pages/newsletter-leave/page.tsx'),
    false,
  ),
  '/registration': page(
    'registration',
    () => import(/* webpackChunkName: "page-registration" */ './pages/registration/page.tsx'),
  ),
  '/login': page('login', () => import(/* webpackChunkName: "page-login" */ './pages/login/page.tsx')),
  '/forgot-password': page(
    'forgot-password',
    () => import(/* webpackChunkName: "page-forgot-password" */ './pages/forgot-password/page.tsx'),
    false,
  ),
  '/reset-password': page(
    'reset-password',
    () => import(/* webpackChunkName: "page-reset-password" */ './pages/reset-password/page.tsx'),
    false,
  ),
  '/verify-email': page(
    'verify-email',
    () => import(/* webpackChunkName: "page-verify-email" */ './pages/verify-email/page.tsx'),
    false,
  ),
  '/design-system': page(
    'design-system',
    () => import(/* webpackChunkName: "page-design-system" */ './pages/design-system/page.tsx'),
    false,
  ),
  '/offline': page(
    'offline',
    () => import(/* webpackChunkName: "page-offline" */ './pages/offline/page.tsx'),
    false,
  ),
} as const satisfies Readonly<Record<string, PublicRoute>>

export type PublicPath = keyof typeof publicRoutes

export const notFoundRoute = page(
  'not-found',
  () => import(/* webpackChunkName: "page-not-found" */ './pages/not-found/page.tsx'),
  false,
)

/** The server answers these with a redirect that keeps the query. */
export const redirects = { '/register': '/registration' } as const satisfies Readonly<
  Record<string, PublicPath>
>

export type AppRoute =
  | { readonly remote: Role; readonly allowed: readonly Role[] }
  | { readonly entry: string }

/** spec §2: what lies behind the login, all served as `app.html`. */
export const appRoutes = {
  '/dashboard': { entry: 'own-dashboard' },
  '/student/dashboard': { remote: 'student', allowed: ['student'] },
  '/teacher/dashboard': { remote: 'teacher', allowed: ['teacher'] },
  '/parent/dashboard': { remote: 'parent', allowed: ['parent'] },
  '/admin/dashboard': { remote: 'admin', allowed: ['admin', 'super-admin'] },
  '/superadmin/dashboard': { remote: 'super-admin', allowed: ['super-admin'] },
  '/superadmin': { entry: 'super-admin' },
} as const satisfies Readonly<Record<string, AppRoute>>

export const dashboardPath = {
  student: '/student/dashboard',
  teacher: '/teacher/dashboard',
  parent: '/parent/dashboard',
  admin: '/admin/dashboard',
  'super-admin': '/superadmin/dashboard',
} as const satisfies Readonly<Record<Role, keyof typeof appRoutes>>
