import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { IconButton } from '@darsi/design/forms/button.tsx'
import { HeartFilledIcon, HeartIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import type { TeacherCard } from './filters.ts'
import { teachersTexts } from './texts.ts'

type Props = {
  api: ApiClient
  teacher: Pick<TeacherCard, 'id' | 'name' | 'favourite'>
  onChange: (favourite: boolean) => void
}

/** Shows the change at once and reverts it if the server refuses. */
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
      invalidate(api, 'favourite')
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
