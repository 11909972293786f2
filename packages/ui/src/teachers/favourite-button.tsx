import { useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { IconButton } from '../button.tsx'
import { errorText } from '../error-text.ts'
import { useTranslator } from '../i18n.tsx'
import { HeartFilledIcon, HeartIcon } from '../icons.tsx'
import { useToast } from '../toast.tsx'
import type { TeacherCard } from './filters.ts'
import { teachersTexts } from './teachers-texts.ts'

type Props = {
  api: ApiClient
  teacher: Pick<TeacherCard, 'id' | 'name' | 'favourite'>
  onChange: (favourite: boolean) => void
}

/** Shows the choice at once and takes it back if the server refuses. */
export function FavouriteButton({ api, teacher, onChange }: Props) {
  const t = useTranslator(teachersTexts)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const { id, name, favourite } = teacher
  const toggle = async () => {
    if (busy) return
    setBusy(true)
    onChange(!favourite)
    try {
      const params = { teacherId: id }
      if (favourite) await api.call('DELETE /favorites/:teacherId', { params })
      else await api.call('PUT /favorites/:teacherId', { params })
      announce('favourites')
    } catch (failure) {
      onChange(favourite)
      toast(errorText(failure), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      icon={favourite ? HeartFilledIcon : HeartIcon}
      className="ds-favourite"
      label={t(favourite ? 'unfavourite' : 'favourite', { name })}
      onClick={() => void toggle()}
    />
  )
}
