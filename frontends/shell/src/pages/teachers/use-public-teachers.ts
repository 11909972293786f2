import type { Api } from '@darsi/contracts/calls/api.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'

type Found = Api['GET /public-teachers']['answer'] | 'loading' | 'failed'

/** One page of the teachers that fit the filters; empty filters are left out. */
export function usePublicTeachers(filters: Readonly<Record<string, string>>) {
  const { api } = useSite()
  const [found, setFound] = useState<Found>('loading')
  const [attempt, setAttempt] = useState(0)
  const asked = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const gone = new AbortController()
    const query = Object.fromEntries(new URLSearchParams(asked))
    api
      .call('GET /public-teachers', { query, signal: gone.signal })
      .then(setFound)
      .catch(() => gone.signal.aborted || setFound('failed'))
    return () => gone.abort()
  }, [api, asked, attempt])
  return { found, reload: () => setAttempt(attempt + 1) }
}
