import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { useTranslator } from './i18n.tsx'
import { LoadMore } from './load-more.tsx'
import { Skeleton } from './skeleton.tsx'
import { uiTexts } from './texts.ts'
import type { usePages } from './use-pages.ts'

type Props = {
  pages: Pick<
    ReturnType<typeof usePages>,
    'answer' | 'rows' | 'total' | 'loading' | 'error' | 'outdated' | 'more' | 'reload'
  >
  /** Stands where there is nothing. */
  empty: ReactNode
  /** The rows. */
  children: ReactNode
}

/** What stands around every list of `usePages`: its failure with a way out, its first load, its end. */
export function Paged({ pages, empty, children }: Props) {
  const t = useTranslator(uiTexts)
  const { answer, rows, total, loading, error, outdated, more, reload } = pages
  return (
    <>
      {error !== null && (
        <Banner
          tone="danger"
          actions={
            <Button size="sm" variant="secondary" onClick={reload}>
              {t('tryAgain')}
            </Button>
          }
        >
          {error}
        </Banner>
      )}
      {outdated && (
        <Banner
          actions={
            <Button size="sm" variant="secondary" onClick={reload}>
              {t('refresh')}
            </Button>
          }
        >
          {t('listChanged')}
        </Banner>
      )}
      {answer === null && error === null && <Skeleton shape="card" />}
      {rows.length > 0 && children}
      {answer !== null && rows.length === 0 && !loading && empty}
      {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
    </>
  )
}
