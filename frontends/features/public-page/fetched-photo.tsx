import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { useEffect, useState } from 'react'

type Props = { api: ApiClient; name: string; photo: string | null }

/** A photo that may wait for an administrator: an address in an image has no session, so it is read by a call. */
export function FetchedPhoto({ api, name, photo }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (photo === null) return
    const reading = new AbortController()
    let made: string | null = null
    const read = async () => {
      const answer = await api.response('GET /photos/:photo', { params: { photo }, signal: reading.signal })
      const content = await answer.blob()
      if (reading.signal.aborted) return
      made = URL.createObjectURL(content)
      setAddress(made)
    }
    // without the picture the initials are shown
    read().catch(() => setAddress(null))
    return () => {
      reading.abort()
      setAddress(null)
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [api, photo])
  return <Avatar name={name} photo={address} size="xl" />
}
