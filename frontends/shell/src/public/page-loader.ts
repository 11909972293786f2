import type { PageModule } from '../page-module.ts'
import type { PublicRoute } from '../routes.ts'

/** The code of one public page. Separate from `routes.ts`, because pages import the table of addresses. */
export const loadPage = ({ folder }: PublicRoute): Promise<PageModule> =>
  import(`../pages/${folder}/page.tsx`)
